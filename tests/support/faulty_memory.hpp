// Memory for SQLite that fails on request.
#pragma once

#include <sqlite3.h>

#include <cstdint>

namespace apportion::testing_support {

/// Replaces SQLite's allocator while it lives; no database may be open at its beginning or end. At most one exists.
class FaultyMemory {
 public:
  FaultyMemory();
  ~FaultyMemory();
  FaultyMemory(const FaultyMemory&) = delete;
  FaultyMemory& operator=(const FaultyMemory&) = delete;

  /// Makes the n-th allocation from now fail, counted from 1; with `and_all_later` all later ones, too.
  void fail(std::int64_t nth, bool and_all_later);

  /// Ends faults. True if the last one occurred.
  bool repair();

 private:
  sqlite3_mem_methods before_;
};

}  // namespace apportion::testing_support
