// Loads of cells and their prefix sums.
#include "sim/cells/cell_loads.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <utility>

#include "base/error.hpp"

namespace apportion {
namespace {

std::size_t index(std::int64_t row, std::int64_t column, std::int64_t columns) {
  return static_cast<std::size_t>(row * columns + column);
}

void require_size(std::int64_t rows, std::int64_t columns) {
  if (rows < 1 || columns < 1 || rows > most_single_cells / columns)
    throw InputError(fmt::format("loads are {} x {}; they must be at least 1 x 1, and at most {} cells", rows, columns,
                                 most_single_cells));
}

std::shared_ptr<const double[]> shared(std::int64_t rows, std::int64_t columns, std::vector<double> loads) {
  require_size(rows, columns);
  if (static_cast<std::int64_t>(loads.size()) != rows * columns)
    throw InputError(
        fmt::format("there are {} loads; {} x {} cells need {}", loads.size(), rows, columns, rows * columns));
  const auto kept = std::make_shared<const std::vector<double>>(std::move(loads));
  return {kept, kept->data()};
}

void require_loads(std::int64_t columns, std::span<const double> loads) {
  const auto wrong = std::ranges::find_if_not(loads, [](double load) { return load >= 0 && std::isfinite(load); });
  if (wrong == loads.end()) return;
  const auto cell = wrong - loads.begin();
  throw InputError(fmt::format("the load of row {}, column {} is {}; it must be finite and not negative",
                               cell / columns, cell % columns, *wrong));
}

// The sum over a rectangle from `before`, the sums over all cells above and to the left of its corners.
template <class Before>
auto sum_over(const Rect& rect, const Before& before) {
  const auto top = static_cast<std::int64_t>(rect.row);
  const auto left = static_cast<std::int64_t>(rect.column);
  const auto bottom = static_cast<std::int64_t>(rect.row_end());
  const auto right = static_cast<std::int64_t>(rect.column_end());
  return before(bottom, right) - before(top, right) - before(bottom, left) + before(top, left);
}

}  // namespace

CellLoads::CellLoads(std::int64_t rows, std::int64_t columns, std::vector<double> loads)
    : CellLoads(rows, columns, shared(rows, columns, std::move(loads))) {}

CellLoads::CellLoads(std::int64_t rows, std::int64_t columns, std::shared_ptr<const double[]> loads)
    : rows_(rows), columns_(columns), loads_(std::move(loads)) {
  require_size(rows, columns);
  const std::span<const double> all(loads_.get(), static_cast<std::size_t>(rows * columns));
  require_loads(columns, all);
  greatest_ = *std::ranges::max_element(all);
  sums_.assign(index(rows + 1, 0, columns + 1), 0);
  active_.assign(sums_.size(), 0);
  for (std::int64_t row = 0; row < rows; ++row) {
    double load = 0;
    std::int64_t active = 0;
    for (std::int64_t column = 0; column < columns; ++column) {
      load += at(row, column);
      active += is_active(row, column) ? 1 : 0;
      sums_[corner(row + 1, column + 1)] = load_before(row, column + 1) + load;
      active_[corner(row + 1, column + 1)] = active_before(row, column + 1) + active;
    }
  }
  if (!(total() > 0)) throw InputError("all cells have load 0; at least one must have more");
  if (!std::isfinite(total())) throw InputError("the sum of all loads is beyond the range of a double");
}

double CellLoads::at(std::int64_t row, std::int64_t column) const { return loads_[index(row, column, columns_)]; }

double CellLoads::load_of(const Rect& rect) const {
  return sum_over(rect, [this](std::int64_t row, std::int64_t column) { return load_before(row, column); });
}

std::int64_t CellLoads::active_in(const Rect& rect) const {
  return sum_over(rect, [this](std::int64_t row, std::int64_t column) { return active_before(row, column); });
}

}  // namespace apportion
