// Alternates between the best shares for an arrangement and the best arrangement for the shares.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "algorithms/grids/beaumont.hpp"
#include "algorithms/grids/ccp.hpp"

namespace apportion {

/// An arrangement of processes, the lengths of the slices, and the resulting time of a block.
struct ArrangedLengths {
  Arrangement ranks;
  Lengths lengths;
  double time = 0;
};

/// Whether the first takes less time; false if they tie.
[[nodiscard]] bool is_faster(const ArrangedLengths& first, const ArrangedLengths& second);

/// Searches on one network after another, all on the same grid, and reuses its buffers.
class Alternation {
 public:
  explicit Alternation(const ProcessGrid& grid);

  /// Sets the network for all further calls; a valid problem on the grid.
  void begin(const GridProblem& problem);

  /// Best shares by the concave-convex procedure (ShareFinder), then the sorted remap (the k-th largest volume gets the
  /// k-th fastest process), until that gains nothing. Never slower than the start, up to rounding errors.
  [[nodiscard]] ArrangedLengths improved(const Arrangement& ranks, const Lengths& start);
  /// Starts from the natural lengths of an arrangement.
  [[nodiscard]] ArrangedLengths improved(const Arrangement& ranks);
  /// Starts from a solution of the network.
  [[nodiscard]] ArrangedLengths improved(const GridSolution& start);

  /// In addition exchanges two processes that are adjacent, or next but one, in the order of performance, and calls
  /// improved() on the result: pair after pair, at most `most_tried`, until no pair gains. Grids of more than some
  /// hundred processes get fewer tries.
  [[nodiscard]] ArrangedLengths exchanged(ArrangedLengths best, std::int64_t most_tried);

  /// The solution with whole lengths by apportionment, and its times.
  [[nodiscard]] GridSolution rounded(const ArrangedLengths& arranged) const;

 private:
  void arrange(const Arrangement& ranks);

  GridProblem problem_;
  ShareFinder finder_;
  MappedGrid mapped_;
  std::vector<std::size_t> fastest_;  // processes, the fastest first
  std::vector<std::uint32_t> order_;
};

/// Starting solutions for each problem: those of equal-pressure with NAT, NAT1 and NAT2, and in two dimensions that of
/// beaumont. Throws InputError for an invalid problem and for decreasing edges.
[[nodiscard]] std::vector<std::vector<GridSolution>> alternating_starts(std::span<const GridProblem> problems);

/// The option `exchanges`: the greatest number of tries.
[[nodiscard]] OptionSpec exchanges_option(const char* default_value);

}  // namespace apportion
