// The best layouts of an array whose removed blocks need no processor, by a search of all nx x ny.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "extensions/layouts/sim/block_layout.hpp"

namespace apportion {

/// The first criterion of the ranking. The others are the largest load, the fewest active blocks, the aspect, the halo,
/// the fewest blocks, and the fewest along the columns, in this order.
enum class LayoutOrder : std::uint8_t {
  load,   ///< the least largest load of a block
  blocks  ///< the most active blocks
};

struct FoundLayout {
  Layout layout;
  LayoutCosts costs;
};

[[nodiscard]] bool is_better(const FoundLayout& one, const FoundLayout& other, LayoutOrder order);

/// The program that is to use a layout.
enum class Receiver : std::uint8_t {
  any,
  mom6,   ///< MOM6's own layout of as many ranks fits into the array coarsened by 2 (for downsampled diagnostics)
  wrf,    ///< blocks of at least 10 x 10 cells
  mitgcm  ///< equal blocks
};

struct LayoutLimits {
  std::int64_t processors = 1;        ///< the most active blocks; positive
  double aspect = 4;                  ///< the greatest ratio of a block's sides, as in MOM6's own search
  std::int64_t work = 1'000'000'000;  ///< the most blocks that are cut along the columns or counted
  std::int64_t least_rows = 1;        ///< the least rows of every block
  std::int64_t least_columns = 1;
  Receiver accepted_by = Receiver::any;
};

/// Why the limits do not allow blocks of these lengths; "" if they do.
[[nodiscard]] std::string refusal_of(const BlockGrid& grid, const LayoutLimits& limits);
/// Why the receiver does not accept this number of active blocks of an array; "" if it does.
[[nodiscard]] std::string refusal_of(std::int64_t active, const CellLoads& loads, const LayoutLimits& limits);

struct LayoutSearch {
  /// The number of layouts counted: those within the aspect for which all active cells would fit into one block of the
  /// greatest size per processor.
  std::int64_t candidates = 0;
  std::vector<FoundLayout> best;  ///< best first; empty if no layout is within the limits
  bool is_complete = true;        ///< false if the limit of work ended the search
};

/// The progress of a search: how many of the numbers of blocks along the rows were tried, and layouts counted.
struct LayoutProgress {
  std::int64_t done = 0;
  std::int64_t all = 0;
  std::int64_t candidates = 0;
};

/// The `most` best layouts within the limits. `progress`, if given, is called after each layout.
[[nodiscard]] LayoutSearch best_layouts(const CellLoads& loads, const LayoutRules& rules, const LayoutLimits& limits,
                                        LayoutOrder order, std::size_t most,
                                        const std::function<void(const LayoutProgress& so_far)>& progress = {});

}  // namespace apportion
