// The memory that SQLite takes, so that a query of a user takes no more than it may.
#pragma once

#include <cstddef>

namespace apportion::results {

/// To be called before any database is opened: SQLite gets its memory from here on through functions that count it, and
/// keeps no statistics of its own, for which it would lock every allocation. Nothing happens where SQLite is in use.
void count_memory_of_sqlite();

/// As long as it lives, SQLite is refused what this thread allocates beyond so many bytes.
class MemoryBudget {
 public:
  explicit MemoryBudget(std::size_t bytes);
  ~MemoryBudget();
  MemoryBudget(const MemoryBudget&) = delete;
  MemoryBudget& operator=(const MemoryBudget&) = delete;

  /// Whether memory was refused.
  [[nodiscard]] static bool was_exceeded();

  /// Counts memory that a function of SQL takes elsewhere; whether the budget has room for it. Less than 0 gives it
  /// back, always.
  [[nodiscard]] static bool take(std::ptrdiff_t bytes);

 private:
  std::ptrdiff_t outside_;
  std::ptrdiff_t bytes_;
};

}  // namespace apportion::results
