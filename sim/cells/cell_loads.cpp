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

// The sum over a rectangle from sums over all cells above and to the left of each corner.
template <class Value>
Value sum_over(const std::vector<Value>& sums, std::int64_t columns, const Rect& rect) {
  const auto at = [&](double row, double column) {
    return sums[index(static_cast<std::int64_t>(row), static_cast<std::int64_t>(column), columns + 1)];
  };
  return at(rect.row_end(), rect.column_end()) - at(rect.row, rect.column_end()) - at(rect.row_end(), rect.column) +
         at(rect.row, rect.column);
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
      const std::size_t corner = index(row + 1, column + 1, columns + 1);
      const std::size_t above = index(row, column + 1, columns + 1);
      sums_[corner] = sums_[above] + load;
      active_[corner] = active_[above] + active;
    }
  }
  if (!(total() > 0)) throw InputError("all cells have load 0; at least one must have more");
  if (!std::isfinite(total())) throw InputError("the sum of all loads is beyond the range of a double");
}

double CellLoads::at(std::int64_t row, std::int64_t column) const { return loads_[index(row, column, columns_)]; }

double CellLoads::load_of(const Rect& rect) const { return sum_over(sums_, columns_, rect); }

std::int64_t CellLoads::active_in(const Rect& rect) const { return sum_over(active_, columns_, rect); }

}  // namespace apportion
