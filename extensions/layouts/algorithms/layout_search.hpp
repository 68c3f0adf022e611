// The best layouts of an array whose removed blocks need no processor: all nx x ny are looked at.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "extensions/layouts/sim/block_layout.hpp"

namespace apportion {

/// What layouts are ranked by first. Then by the largest load, the fewest active blocks, the aspect, the halo, the
/// fewest blocks, and the fewest along the columns, in this order.
enum class LayoutOrder : std::uint8_t {
  load,   ///< the least largest load of a block
  blocks  ///< the most active blocks
};

struct FoundLayout {
  Layout layout;
  LayoutCosts costs;
};

[[nodiscard]] bool is_better(const FoundLayout& one, const FoundLayout& other, LayoutOrder order);

/// The code that is to take a layout.
enum class Receiver : std::uint8_t {
  any,
  mom6,   ///< as many active blocks as a x b, which fits into the array coarsened by 2 (its downsampled diagnostics)
  wrf,    ///< blocks of at least 10 x 10 cells
  mitgcm  ///< equal blocks
};

struct LayoutLimits {
  std::int64_t processors = 1;  ///< there are no more active blocks; positive
  double aspect = 4;            ///< blocks are no longer than so many times the other side, as in MOM6's own search
  std::int64_t work = 1'000'000'000;  ///< the search ends once so many blocks were cut along the columns or counted
  std::int64_t least_rows = 1;        ///< of every block
  std::int64_t least_columns = 1;
  Receiver accepted_by = Receiver::any;
};

/// Why the limits do not allow blocks of these lengths; "" where they do.
[[nodiscard]] std::string refusal_of(const BlockGrid& grid, const LayoutLimits& limits);
/// Why the receiver does not take so many active blocks of an array; "" where it does.
[[nodiscard]] std::string refusal_of(std::int64_t active, const CellLoads& loads, const LayoutLimits& limits);

struct LayoutSearch {
  /// Layouts that were counted: those within the aspect of which it is not plain that they have more active blocks than
  /// processors, since all active cells would not fit into as many blocks of the greatest size.
  std::int64_t candidates = 0;
  std::vector<FoundLayout> best;  ///< best first; empty where no layout is within the limits
  bool is_complete = true;        ///< false where the limit of work ended the search
};

/// How far a search is: numbers of blocks along the rows that were looked at, of how many, and layouts counted.
struct LayoutProgress {
  std::int64_t done = 0;
  std::int64_t all = 0;
  std::int64_t candidates = 0;
};

/// The `most` best layouts within the limits. `progress` is called after each layout, if it is given.
[[nodiscard]] LayoutSearch best_layouts(const CellLoads& loads, const LayoutRules& rules, const LayoutLimits& limits,
                                        LayoutOrder order, std::size_t most,
                                        const std::function<void(const LayoutProgress& so_far)>& progress = {});

}  // namespace apportion
