// Memory for SQLite that runs out when it is told to.
#pragma once

#include <sqlite3.h>

#include <cstdint>

namespace apportion::testing_support {

/// SQLite's allocations as long as it lives: no database may be open when it comes or goes. There is one at a time.
class FaultyMemory {
 public:
  FaultyMemory();
  ~FaultyMemory();
  FaultyMemory(const FaultyMemory&) = delete;
  FaultyMemory& operator=(const FaultyMemory&) = delete;

  /// From now on the n-th allocation fails, counted from 1; with `and_all_later` all later ones do as well.
  void fail(std::int64_t nth, bool and_all_later);

  /// No fault from here on. Whether the last one ever came.
  bool repair();

 private:
  sqlite3_mem_methods before_;
};

}  // namespace apportion::testing_support
