// The simplex method on shares in logarithms. The first slice of every dimension but the first keeps the logarithm 0:
// a factor can be moved from one dimension to another without changing any volume.
#include "algorithms/grids/ccp_polytope.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

namespace apportion {
namespace {

// Logarithms, and gains per unit of a constraint, that differ by no more than this are equal.
constexpr double tolerance = 1e-10;
// A direction that changes a cell's sum by less leaves it alone.
constexpr double least_rate = 1e-7;
// The simplex method ends after so many steps per variable. Two or three are usual.
constexpr std::size_t most_steps_per_variable = 100;

}  // namespace

bool SharePolytope::takes(const ProcessGrid& grid) {
  return grid.cells() <= most_cells &&
         std::accumulate(grid.edges.begin(), grid.edges.end(), std::size_t{0}) <= most_slices;
}

SharePolytope::SharePolytope(const ProcessGrid& grid) : dimensions_(grid.dimensions()) {
  for (const std::size_t edge : grid.edges) {
    first_slice_.push_back(slices_);
    slices_ += edge;
  }
  first_slice_.push_back(slices_);
  const std::size_t cells = grid.cells();
  cell_slices_.reserve(cells * dimensions_);
  for (std::size_t cell = 0; cell < cells; ++cell)
    for (std::size_t k = 0; k < dimensions_; ++k)
      cell_slices_.push_back(static_cast<std::uint32_t>(first_slice_[k] + grid.coordinate(cell, k)));
  slacks_.resize(cells);
  rates_.resize(cells);
  in_basis_.resize(cells);
  inverse_.resize((slices_ - dimensions_ + 1) * slices_);
}

std::span<const double> SharePolytope::direction(std::size_t edge) const {
  return {&inverse_[edge * slices_], slices_};
}

void SharePolytope::begin(std::span<const double> limits, std::span<const double> logarithms) {
  limits_.assign(limits.begin(), limits.end());
  logarithms_.assign(logarithms.begin(), logarithms.end());
  for (std::size_t k = 1; k < dimensions_; ++k) {
    const double shift = logarithms_[first_slice_[k]];
    for (std::size_t s = first_slice_[k]; s < first_slice_[k + 1]; ++s) logarithms_[s] -= shift;
  }
  compute_slacks();
  const double least = std::ranges::min(slacks_);
  for (std::size_t s = 0; s < first_slice_[1]; ++s) logarithms_[s] += least;
  std::ranges::fill(in_basis_, char{0});
  std::ranges::fill(inverse_, 0.0);
  members_.clear();
  for (std::size_t k = 0; k < dimensions_; ++k)
    for (std::size_t s = first_slice_[k] + (k == 0 ? 0 : 1); s < first_slice_[k + 1]; ++s) {
      inverse_[members_.size() * slices_ + s] = 1;
      members_.push_back(no_cell);
    }
}

void SharePolytope::compute_slacks() {
  for (std::size_t cell = 0; cell < slacks_.size(); ++cell) {
    double sum = 0;
    for (std::size_t k = 0; k < dimensions_; ++k) sum += logarithms_[cell_slices_[cell * dimensions_ + k]];
    slacks_[cell] = limits_[cell] - sum;
  }
}

double SharePolytope::gain(std::size_t member, std::span<const double> weights) const {
  const std::span<const double> along = direction(member);
  double sum = 0;
  for (std::size_t s = 0; s < slices_; ++s) sum += weights[s] * along[s];
  return sum;
}

// How far the point can go along a member's direction before a cell that is not in the basis becomes tight, and the
// first of the cells that do.
SharePolytope::Step SharePolytope::longest_step(std::size_t member, double sign) {
  const std::span<const double> along = direction(member);
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t cell = 0; cell < rates_.size(); ++cell) {
    double rate = 0;
    for (std::size_t k = 0; k < dimensions_; ++k) rate += along[cell_slices_[cell * dimensions_ + k]];
    rates_[cell] = rate * sign;
    if (rates_[cell] > least_rate && in_basis_[cell] == 0) least = std::min(least, slacks_[cell] / rates_[cell]);
  }
  for (std::size_t cell = 0; cell < rates_.size(); ++cell)
    if (rates_[cell] > least_rate && in_basis_[cell] == 0 && slacks_[cell] <= (least + tolerance) * rates_[cell])
      return {.length = std::max(least, 0.0), .cell = cell, .bounded = true};
  return {};
}

// Along the direction whose rates longest_step() has left.
void SharePolytope::move(std::size_t member, double sign, const Step& step) {
  const std::span<const double> along = direction(member);
  if (step.length > 0) {
    for (std::size_t s = 0; s < slices_; ++s) logarithms_[s] += sign * step.length * along[s];
    for (std::size_t cell = 0; cell < slacks_.size(); ++cell) slacks_[cell] -= step.length * rates_[cell];
  }
  replace(member, step.cell);
}

// The cell takes a member's place in the basis.
void SharePolytope::replace(std::size_t member, std::size_t cell) {
  const std::uint32_t* const of_cell = &cell_slices_[cell * dimensions_];
  const auto rate = [&](std::size_t j) {
    double sum = 0;
    for (std::size_t k = 0; k < dimensions_; ++k) sum += inverse_[j * slices_ + of_cell[k]];
    return sum;
  };
  double* const row = &inverse_[member * slices_];
  const double pivot = rate(member);
  for (std::size_t s = 0; s < slices_; ++s) row[s] /= pivot;
  for (std::size_t j = 0; j < members_.size(); ++j) {
    const double factor = j == member ? 0.0 : rate(j);
    if (factor == 0) continue;
    double* const other = &inverse_[j * slices_];
    for (std::size_t s = 0; s < slices_; ++s) other[s] -= factor * row[s];
  }
  if (members_[member] != no_cell) in_basis_[members_[member]] = 0;
  members_[member] = cell;
  in_basis_[cell] = 1;
}

// One slice after the other may move, the way that gains, until a cell holds it. The polytope contains no line, so that
// one of the two ways ends.
void SharePolytope::reach_vertex(std::span<const double> weights) {
  for (std::size_t member = 0; member < members_.size(); ++member) {
    if (members_[member] != no_cell) continue;
    double sign = gain(member, weights) < -tolerance ? -1.0 : 1.0;
    Step step = longest_step(member, sign);
    if (!step.bounded) {
      sign = -sign;
      step = longest_step(member, sign);
    }
    if (step.bounded) move(member, sign, step);
  }
}

// The member whose loosening gains most, or the one with the lowest cell of those that gain; no_cell if none does.
std::size_t SharePolytope::loosened(std::span<const double> weights, bool lowest) const {
  std::size_t chosen = no_cell;
  double least = -tolerance;
  for (std::size_t member = 0; member < members_.size(); ++member) {
    const double value = gain(member, weights);
    if (value >= -tolerance) continue;
    const bool better = chosen == no_cell || (lowest ? members_[member] < members_[chosen] : value < least - tolerance);
    if (!better) continue;
    chosen = member;
    least = value;
  }
  return chosen;
}

void SharePolytope::maximise(std::span<const double> weights) {
  compute_slacks();
  reach_vertex(weights);
  bool stalled = false;  // by Bland's rule then, so that no basis returns
  for (std::size_t steps = most_steps_per_variable * members_.size(); steps > 0; --steps) {
    const std::size_t member = loosened(weights, stalled);
    if (member == no_cell) return;
    const Step step = longest_step(member, -1);
    if (!step.bounded) return;
    move(member, -1, step);
    stalled = step.length <= tolerance;
  }
}

double SharePolytope::length(std::size_t edge) {
  const Step step = longest_step(edge, -1);
  return step.bounded ? step.length : std::numeric_limits<double>::infinity();
}

std::vector<std::size_t> SharePolytope::basis() const {
  std::vector<std::size_t> cells = members_;
  std::ranges::sort(cells);
  return cells;
}

void SharePolytope::follow(std::size_t edge) { move(edge, -1, longest_step(edge, -1)); }

}  // namespace apportion
