// The concave-convex procedure over the vertices of a share polytope.
#include "algorithms/grids/ccp_shares.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <set>
#include <utility>

#include "algorithms/grids/ccp_logarithms.hpp"

namespace apportion {
namespace {

// A gain in the logarithm of the objective below this is rounding error.
constexpr double least_gain = 1e-11;
// Ends of the search that are never met in practice: linear problems, and moves to neighbours.
constexpr int most_rounds = 100;
// All vertices are met where there are no more than so many; where constraints depend on each other, vertices stand for
// several bases, and so many of these are met at most.
constexpr double few_vertices = 12;
constexpr std::size_t most_bases = 50;

// In two dimensions and general position there are C(P + Q - 2, P - 1) vertices, the simplices of a regular
// triangulation of a product of two simplices (De Loera, Rambau & Santos, Triangulations, 2010, Section 6.2).
bool has_few_vertices(const ProcessGrid& grid) {
  if (grid.dimensions() != 2) return false;
  double vertices = 1;
  for (std::size_t i = 1; i < grid.edge(0) && vertices <= few_vertices; ++i)
    vertices *= static_cast<double>(grid.edge(1) - 1 + i) / static_cast<double>(i);
  return vertices <= few_vertices + 0.5;
}

}  // namespace

ShareFinder::ShareFinder(const ProcessGrid& grid) : grid_(grid), has_few_vertices_(has_few_vertices(grid)) {
  if (SharePolytope::takes(grid)) polytope_.emplace(grid);
}

// sum_k log sum_i exp(y_{k,i}), the exponents shifted so that none overflows.
double ShareFinder::objective(const std::vector<double>& logarithms) {
  double result = 0;
  auto first = logarithms.begin();
  for (const std::size_t edge : grid_.edges) {
    const auto end = first + static_cast<std::ptrdiff_t>(edge);
    const double greatest = *std::max_element(first, end);
    double sum = 0;
    for (auto value = first; value != end; ++value) sum += portable_exp(*value - greatest);
    result += greatest + portable_log(sum);
    first = end;
  }
  return result;
}

// The objective's derivatives: the slices' parts of their dimensions.
void ShareFinder::linearise() {
  const std::vector<double>& logarithms = polytope_->logarithms();
  weights_.resize(logarithms.size());
  std::size_t first = 0;
  for (const std::size_t edge : grid_.edges) {
    double greatest = logarithms[first];
    for (std::size_t i = 1; i < edge; ++i) greatest = std::max(greatest, logarithms[first + i]);
    double sum = 0;
    for (std::size_t i = 0; i < edge; ++i) sum += weights_[first + i] = portable_exp(logarithms[first + i] - greatest);
    for (std::size_t i = 0; i < edge; ++i) weights_[first + i] /= sum;
    first += edge;
  }
}

double ShareFinder::climb(double now) {
  for (int round = 0; round < most_rounds; ++round) {
    linearise();
    polytope_->maximise(weights_);
    const double next = objective(polytope_->logarithms());
    if (next <= now + least_gain) return std::max(now, next);
    now = next;
  }
  return now;
}

bool ShareFinder::step_to_neighbour(double& now) {
  std::size_t best = polytope_->edges();
  double best_objective = now + least_gain;
  for (std::size_t edge = 0; edge < polytope_->edges(); ++edge) {
    if (!polytope_->other_end(edge, neighbour_)) continue;
    const double value = objective(neighbour_);
    if (value <= best_objective + least_gain) continue;
    best = edge;
    best_objective = value;
  }
  if (best == polytope_->edges()) return false;
  polytope_->follow(best);
  now = best_objective;
  return true;
}

Lengths ShareFinder::lengths(const std::vector<std::int64_t>& block) const {
  Lengths result;
  std::size_t first = 0;
  for (std::size_t k = 0; k < grid_.dimensions(); ++k) {
    const auto side = static_cast<double>(block[k]);
    std::vector<double> of_dimension;
    of_dimension.reserve(grid_.edge(k));
    for (std::size_t i = 0; i < grid_.edge(k); ++i) of_dimension.push_back(side * weights_[first + i]);
    first += grid_.edge(k);
    result.push_back(std::move(of_dimension));
  }
  return result;
}

void ShareFinder::begin(const MappedGrid& grid, const Lengths& start) {
  // Relative to the greatest, so that another unit of performance changes nothing.
  const double greatest = std::ranges::max(grid.performances);
  limits_.clear();
  for (const double performance : grid.performances) limits_.push_back(portable_log(performance / greatest));
  logarithms_.clear();
  for (const std::vector<double>& of_dimension : start)
    for (const double length : of_dimension)
      logarithms_.push_back(portable_log(std::max(length, std::numeric_limits<double>::min())));
  polytope_->begin(limits_, logarithms_);
}

double ShareFinder::climb_to_summit() {
  double now = -std::numeric_limits<double>::infinity();
  int moves = 0;
  do now = climb(now);
  while (moves++ < most_rounds && step_to_neighbour(now));
  return now;
}

// Breadth first over the bases.
bool ShareFinder::step_to_better_vertex(double& now) {
  std::vector<SharePolytope> met{*polytope_};
  std::set<std::vector<std::size_t>> bases{polytope_->basis()};
  for (std::size_t k = 0; k < met.size() && met.size() < most_bases; ++k)
    for (std::size_t edge = 0; edge < met[k].edges(); ++edge) {
      if (!met[k].other_end(edge, neighbour_)) continue;
      SharePolytope next = met[k];
      next.follow(edge);
      if (!bases.insert(next.basis()).second) continue;
      if (objective(neighbour_) > now + 2 * least_gain) {
        polytope_ = std::move(next);
        now = objective(neighbour_);
        return true;
      }
      met.push_back(std::move(next));
    }
  return false;
}

Lengths ShareFinder::improved(const MappedGrid& grid, const Lengths& start) {
  if (!polytope_) return start;
  begin(grid, start);
  climb_to_summit();
  linearise();
  return lengths(grid.block);
}

Lengths ShareFinder::best(const MappedGrid& grid, const Lengths& start) {
  if (!polytope_) return start;
  begin(grid, start);
  double now = climb_to_summit();
  for (int moves = 0; has_few_vertices_ && moves < most_rounds && step_to_better_vertex(now); ++moves) continue;
  linearise();
  return lengths(grid.block);
}

}  // namespace apportion
