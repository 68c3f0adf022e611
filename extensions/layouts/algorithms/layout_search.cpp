// Search of all layouts; most are given up after a few blocks.
#include "extensions/layouts/algorithms/layout_search.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>
#include <utility>

namespace apportion {
namespace {

class LayoutSearcher {
 public:
  LayoutSearcher(const CellLoads& loads, const LayoutRules& rules, const LayoutLimits& limits, LayoutOrder order,
                 std::size_t most, const std::function<void(const LayoutProgress& so_far)>& progress)
      : loads_(loads), rules_(rules), limits_(limits), order_(order), most_(most), progress_(progress) {}

  // Begins with square blocks, which are good, so that others can be given up early.
  LayoutSearch search() {
    std::int64_t most = 1;
    while (most < loads_.rows() && may_suffice({1, most + 1})) ++most;
    numbers_ = most;
    const double square =
        std::sqrt(static_cast<double>(limits_.processors * loads_.rows()) / static_cast<double>(loads_.columns()));
    std::int64_t above = std::clamp<std::int64_t>(std::llround(square), 1, most);
    std::int64_t below = above - 1;
    for (; found_.is_complete && (above <= most || below >= 1); ++above, --below) {
      if (above <= most) look_at_rows(above);
      if (below >= 1) look_at_rows(below);
    }
    return std::move(found_);
  }

 private:
  // Whether all active cells fit into one block of this layout's greatest size per processor.
  [[nodiscard]] bool may_suffice(const Layout& layout) const {
    const auto [rows, columns] = longest_sides(layout);
    return columns * rows >= (loads_.active_cells() + limits_.processors - 1) / limits_.processors;
  }

  // Whether the aspect (see BlockCount) is within the limit, which excludes most layouts before anything is cut.
  [[nodiscard]] bool is_within_aspect(const Layout& layout) const {
    const auto [rows, columns] = longest_sides(layout);
    return static_cast<double>(std::max(rows, columns)) / static_cast<double>(std::min(rows, columns)) <=
           limits_.aspect;
  }

  // Rows and columns of the longest blocks, which are equal by all rules.
  [[nodiscard]] std::pair<std::int64_t, std::int64_t> longest_sides(const Layout& layout) const {
    return {(loads_.rows() + layout.ny - 1) / layout.ny, (loads_.columns() + layout.nx - 1) / layout.nx};
  }

  void look_at_rows(std::int64_t ny) {
    BlockGrid grid{row_bounds(loads_.rows(), ny, rules_), {0, loads_.columns()}};
    const bool allowed = grid.exists() && refusal_of(grid, along_rows_alone()).empty();
    for (std::int64_t nx = 1; nx <= loads_.columns() && allowed && may_suffice({nx, ny}); ++nx) {
      found_.is_complete = blocks_ < limits_.work;
      if (!found_.is_complete) return;
      if (is_within_aspect({nx, ny})) {
        grid.columns = block_bounds(loads_.columns(), nx, rules_.cut);
        blocks_ += nx;
        if (grid.exists() && refusal_of(grid, limits_).empty()) look_at({nx, ny}, grid);
      }
      if (progress_) progress_({looked_at_, numbers_, found_.candidates});
    }
    ++looked_at_;
  }

  void look_at(const Layout& layout, const BlockGrid& grid) {
    BlockCount count(loads_, rules_, grid);
    ++found_.candidates;
    const bool is_full = found_.best.size() == most_;
    const double most_load = is_full && order_ == LayoutOrder::load ? found_.best.back().costs.largest_load
                                                                    : std::numeric_limits<double>::infinity();
    // Begins in the middle: at the edges there is often land, so that blocks there decide nothing.
    const std::size_t ny = grid.rows.size() - 1;
    for (std::size_t j = 0; j < ny; ++j) {
      if (is_full && !may_be_among_the_best({layout, count.costs()})) return;
      blocks_ += layout.nx;
      count.add_row((ny / 2 + j) % ny, most_load);
      if (count.least_active() > limits_.processors) return;
    }
    if (refusal_of(count.costs().active, loads_, limits_).empty()) keep({layout, count.costs()});
  }

  [[nodiscard]] LayoutLimits along_rows_alone() const {
    LayoutLimits limits = limits_;
    limits.least_columns = 1;
    if (limits.accepted_by == Receiver::wrf) limits.accepted_by = Receiver::any;
    return limits;
  }

  // Whether a layout with some of its blocks counted may still be among the best.
  [[nodiscard]] bool may_be_among_the_best(FoundLayout counted) const {
    if (order_ == LayoutOrder::blocks) counted.costs.active = limits_.processors;
    return is_better(counted, found_.best.back(), order_);
  }

  void keep(const FoundLayout& found) {
    const auto place =
        std::ranges::find_if(found_.best, [&](const FoundLayout& other) { return is_better(found, other, order_); });
    found_.best.insert(place, found);
    if (found_.best.size() > most_) found_.best.pop_back();
  }

  const CellLoads& loads_;
  const LayoutRules& rules_;
  const LayoutLimits& limits_;
  LayoutOrder order_;
  std::size_t most_;
  const std::function<void(const LayoutProgress& so_far)>& progress_;
  std::int64_t numbers_ = 0;  // numbers of blocks along the rows
  std::int64_t looked_at_ = 0;
  std::int64_t blocks_ = 0;  // blocks that were cut or counted
  LayoutSearch found_;
};

}  // namespace

bool is_better(const FoundLayout& one, const FoundLayout& other, LayoutOrder order) {
  const auto keys = [order](const FoundLayout& found) {
    const LayoutCosts& costs = found.costs;
    return std::tuple(order == LayoutOrder::blocks ? -costs.active : 0, costs.largest_load, costs.active, costs.aspect,
                      costs.halo, found.layout.nx * found.layout.ny, found.layout.nx);
  };
  return keys(one) < keys(other);
}

std::string refusal_of(const BlockGrid& grid, const LayoutLimits& limits) {
  constexpr std::int64_t least_of_wrf = 10;
  const auto [least_rows, most_rows] = std::ranges::minmax(lengths_of(grid.rows));
  const auto [least_columns, most_columns] = std::ranges::minmax(lengths_of(grid.columns));
  const std::int64_t least = limits.accepted_by == Receiver::wrf ? least_of_wrf : 1;
  if (least_rows < std::max(limits.least_rows, least) || least_columns < std::max(limits.least_columns, least))
    return fmt::format("its least block has {} x {} cells; {} x {} are the least", least_rows, least_columns,
                       std::max(limits.least_rows, least), std::max(limits.least_columns, least));
  if (limits.accepted_by == Receiver::mitgcm && (least_rows != most_rows || least_columns != most_columns))
    return fmt::format("its blocks have from {} x {} to {} x {} cells; MITgcm takes equal ones", least_rows,
                       least_columns, most_rows, most_columns);
  return "";
}

std::string refusal_of(std::int64_t active, const CellLoads& loads, const LayoutLimits& limits) {
  if (limits.accepted_by != Receiver::mom6) return "";
  // As MOM_define_layout() of MOM6 chooses a layout of the whole array (src/framework/MOM_domains.F90).
  const double square = std::sqrt(static_cast<double>(active * loads.columns()) / static_cast<double>(loads.rows()));
  std::int64_t nx = std::max<std::int64_t>(std::llround(square), 1);
  while (active % nx != 0) --nx;
  if (nx <= loads.columns() / 2 && active / nx <= loads.rows() / 2) return "";
  return fmt::format(
      "for {} active blocks MOM6 also makes {} x {}, more than the array coarsened by 2 has: {} x {} cells", active, nx,
      active / nx, loads.columns() / 2, loads.rows() / 2);
}

LayoutSearch best_layouts(const CellLoads& loads, const LayoutRules& rules, const LayoutLimits& limits,
                          LayoutOrder order, std::size_t most,
                          const std::function<void(const LayoutProgress& so_far)>& progress) {
  return LayoutSearcher(loads, rules, limits, order, most, progress).search();
}

}  // namespace apportion
