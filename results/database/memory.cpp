// SQLite's allocations, counted by thread.
#include "results/database/memory.hpp"

#include <sqlite3.h>

#include <limits>

namespace apportion::results {
namespace {

// What SQLite would use: malloc() and free().
sqlite3_mem_methods usual_methods{};

// More than any program takes, so that memory which another thread frees does no harm.
thread_local std::ptrdiff_t bytes_left = std::numeric_limits<std::ptrdiff_t>::max() / 2;
thread_local bool memory_refused = false;

bool has_room(std::ptrdiff_t bytes) {
  if (bytes <= bytes_left) return true;
  memory_refused = true;
  return false;
}

void* allocate(int bytes) {
  if (!has_room(bytes)) return nullptr;
  void* memory = usual_methods.xMalloc(bytes);
  if (memory != nullptr) bytes_left -= usual_methods.xSize(memory);
  return memory;
}

void release(void* memory) {
  bytes_left += usual_methods.xSize(memory);
  usual_methods.xFree(memory);
}

void* resize(void* memory, int bytes) {
  const int before = usual_methods.xSize(memory);
  if (bytes > before && !has_room(bytes - before)) return nullptr;
  void* moved = usual_methods.xRealloc(memory, bytes);
  if (moved != nullptr) bytes_left -= usual_methods.xSize(moved) - before;
  return moved;
}

bool count_all() {
  if (sqlite3_config(SQLITE_CONFIG_GETMALLOC, &usual_methods) != SQLITE_OK) return false;
  static sqlite3_mem_methods counted = usual_methods;
  counted.xMalloc = allocate;
  counted.xFree = release;
  counted.xRealloc = resize;
  sqlite3_config(SQLITE_CONFIG_MALLOC, &counted);
  return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0) == SQLITE_OK;
}

}  // namespace

void count_memory_of_sqlite() {
  static const bool counts = count_all();
  static_cast<void>(counts);
}

MemoryBudget::MemoryBudget(std::size_t bytes) : outside_(bytes_left), bytes_(static_cast<std::ptrdiff_t>(bytes)) {
  bytes_left = bytes_;
  memory_refused = false;
}

MemoryBudget::~MemoryBudget() { bytes_left = outside_ - (bytes_ - bytes_left); }

bool MemoryBudget::was_exceeded() { return memory_refused; }

bool MemoryBudget::take(std::ptrdiff_t bytes) {
  if (!has_room(bytes)) return false;
  bytes_left -= bytes;
  return true;
}

}  // namespace apportion::results
