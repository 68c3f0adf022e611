// A cheap test for dividers of adjacent columns that cannot meet.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "algorithms/rectangles/frame.hpp"

namespace apportion {

/// Each column [first, last) of items has a word of 64 marks, one a 63rd of its length, set where it has dividers and
/// computed when it is first asked for. With unequal weights few dividers meet, and few columns have marks in common.
class DividerMarks {
 public:
  /// `tolerance` as in shared_dividers(). The frame must outlive the marks.
  DividerMarks(const Frame& frame, double tolerance);

  /// False only if no divider of column [first, boundary) meets one of column [boundary, last).
  [[nodiscard]] bool can_meet(std::size_t first, std::size_t boundary, std::size_t last) {
    return (marks(first, boundary) & marks(boundary, last)) != 0;
  }

 private:
  std::uint64_t marks(std::size_t first, std::size_t last) {
    std::uint64_t& stored = marks_[first * (frame_.size() + 1) + last];
    if (stored == 0 && last - first > 1) stored = computed(first, last);
    return stored;
  }
  [[nodiscard]] std::uint64_t computed(std::size_t first, std::size_t last) const;

  const Frame& frame_;
  double tolerance_;
  std::vector<std::uint64_t> marks_;
};

}  // namespace apportion
