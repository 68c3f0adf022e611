// Memory for SQLite that fails on request.
#include "tests/support/faulty_memory.hpp"

#include <stdexcept>

namespace apportion::testing_support {
namespace {

// SQLite passes no context to these functions.
struct Fault {
  sqlite3_mem_methods below;
  std::int64_t left = 0;  ///< allocations until the fault; 0: no fault
  bool and_all_later = false;
  bool came = false;

  bool is_now() {
    if (left == 0 || (left > 1 && left-- > 1)) return false;
    came = true;
    left = and_all_later ? 1 : 0;
    return true;
  }
};

Fault& fault() {
  static Fault one{};
  return one;
}

void* allocate(int bytes) { return fault().is_now() ? nullptr : fault().below.xMalloc(bytes); }
void* reallocate(void* memory, int bytes) { return fault().is_now() ? nullptr : fault().below.xRealloc(memory, bytes); }

void configure(const sqlite3_mem_methods& methods) {
  sqlite3_shutdown();
  if (sqlite3_config(SQLITE_CONFIG_MALLOC, &methods) != SQLITE_OK) throw std::logic_error("SQLite is in use");
  sqlite3_initialize();
}

}  // namespace

FaultyMemory::FaultyMemory() : before_() {
  sqlite3_initialize();
  sqlite3_shutdown();
  sqlite3_config(SQLITE_CONFIG_GETMALLOC, &before_);
  fault() = {.below = before_};
  sqlite3_mem_methods methods = before_;
  methods.xMalloc = allocate;
  methods.xRealloc = reallocate;
  configure(methods);
}

FaultyMemory::~FaultyMemory() { configure(before_); }

void FaultyMemory::fail(std::int64_t nth, bool and_all_later) {
  fault().left = nth;
  fault().and_all_later = and_all_later;
  fault().came = false;
}

bool FaultyMemory::repair() {
  fault().left = 0;
  return fault().came;
}

}  // namespace apportion::testing_support
