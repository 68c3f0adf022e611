// Divisions into boxes for programs, in whole cells.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "experiments/problems/boxes/solve.hpp"
#include "sim/cells/cell_problem.hpp"
#include "sim/cells/space_boxes.hpp"

namespace apportion::problems {
namespace {

using WholeSides = std::array<std::int64_t, 3>;  // rows, columns, layers

WholeSides whole_sides(const Triple& extent) {
  constexpr std::array<const char*, 3> names = {"rows", "columns", "layers"};
  WholeSides sides{};
  for (std::size_t axis = 0; axis < 3; ++axis) {
    if (extent[axis] != std::floor(extent[axis]) || extent[axis] > static_cast<double>(most_cell_lines))
      throw InputError(fmt::format("{} is {}; rounding to whole cells needs a whole number from 1 to {}", names[axis],
                                   extent[axis], most_cell_lines));
    sides[axis] = static_cast<std::int64_t>(extent[axis]);
  }
  return sides;
}

// The whole coordinates along an axis; those that are equal within the tolerance are rounded alike.
class WholeCoordinates {
 public:
  WholeCoordinates(std::vector<double> all, double tolerance) : sorted_(std::move(all)) {
    std::ranges::sort(sorted_);
    double first = 0;
    for (std::size_t i = 0; i < sorted_.size(); ++i) {
      const bool is_same = i > 0 && sorted_[i] - sorted_[i - 1] <= tolerance;
      if (!is_same) first = sorted_[i];
      whole_.push_back(std::llround(first));
    }
  }
  [[nodiscard]] std::int64_t at(double coordinate) const {
    return whole_[static_cast<std::size_t>(std::ranges::lower_bound(sorted_, coordinate) - sorted_.begin())];
  }

 private:
  std::vector<double> sorted_;
  std::vector<std::int64_t> whole_ = {};
};

WholeCoordinates whole_coordinates(const BoxDivision& division, std::size_t axis) {
  std::vector<double> all;
  for (const Cuboid& part : division.parts) {
    all.push_back(part.at[axis]);
    all.push_back(part.end(axis));
  }
  return {std::move(all), coincidence_tolerance(division.extent)};
}

}  // namespace

void require_cells(BoxQuestion& question, bool /*chooses*/) {
  const auto [rows, columns, layers] = whole_sides(question.problem.extent);
  require_space(layers, rows, columns);
}

WholeDivision whole_boxes(const BoxQuestion& question, BoxAnswer answer) {
  const auto [rows, columns, layers] = whole_sides(question.problem.extent);
  const std::array<WholeCoordinates, 3> whole = {whole_coordinates(answer.division, 0),
                                                 whole_coordinates(answer.division, 1),
                                                 whole_coordinates(answer.division, 2)};
  std::vector<std::vector<SpaceBox>> parts;
  for (const Cuboid& part : answer.division.parts) {
    WholeSides begin{};
    WholeSides end{};
    for (std::size_t axis = 0; axis < 3; ++axis) {
      begin[axis] = whole[axis].at(part.at[axis]);
      end[axis] = whole[axis].at(part.end(axis));
    }
    parts.push_back({{begin[2], end[2], {begin[0], end[0], begin[1], end[1]}}});
    if (parts.back().front().cells() == 0)
      throw InputError(fmt::format("processor {} would have no whole cell; solve cells --layers divides whole cells",
                                   parts.size() - 1));
  }
  const Decomposition division = division_of_boxes({0, layers, {0, rows, 0, columns}}, parts);
  return {std::move(answer.algorithm), division, division, question.names, layers, question.problem.cluster.speeds};
}

}  // namespace apportion::problems
