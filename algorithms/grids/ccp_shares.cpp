// The concave-convex procedure over the vertices of a share polytope.
#include "algorithms/grids/ccp_shares.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <set>
#include <utility>

#include "algorithms/grids/ccp_logarithms.hpp"

namespace apportion {
namespace {

// A gain in the logarithm of the objective below this is rounding error.
constexpr double least_progress = 1e-11;
// Ends of the search that are never met in practice: linear problems, and moves to neighbours.
constexpr int most_steps = 100;
// All vertices are met where there are no more than so many; where constraints depend on each other, vertices stand for
// several bases, and so many of these are met at most.
constexpr double few_vertices = 12;
constexpr std::size_t most_bases = 50;
// Beyond this exponents could overflow. Only performances that differ by a factor of 1e200 and more come near.
constexpr double greatest_exponent = 600;

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

// Sets the weights, the objective's derivatives: the slices' parts of their dimensions. Gives the objective,
// sum_k log sum_i exp(y_{k,i}), with exponents shifted so that none overflows.
double ShareFinder::linearise() {
  const std::vector<double>& logarithms = polytope_->logarithms();
  weights_.resize(logarithms.size());
  double objective = 0;
  double product = 1;
  std::size_t first = 0;
  for (const std::size_t edge : grid_.edges) {
    double greatest = logarithms[first];
    for (std::size_t i = 1; i < edge; ++i) greatest = std::max(greatest, logarithms[first + i]);
    double sum = 0;
    for (std::size_t i = 0; i < edge; ++i) sum += weights_[first + i] = portable_exp(logarithms[first + i] - greatest);
    for (std::size_t i = 0; i < edge; ++i) weights_[first + i] /= sum;
    objective += greatest;
    product *= sum;
    first += edge;
  }
  return objective + portable_log(product);
}

// By what factor the objective, no longer as a logarithm, is greater at the other end of an edge.
double ShareFinder::gain(const SharePolytope& polytope, std::size_t edge, double length) const {
  const std::span<const double> direction = polytope.direction(edge);
  double product = 1;
  double last_change = 0;
  double last_factor = 1;
  std::size_t slice = 0;
  for (const std::size_t slices : grid_.edges) {
    double sum = 0;
    for (const std::size_t end = slice + slices; slice < end; ++slice) {
      // Few different ones: -1, 0 and 1 in two dimensions.
      if (direction[slice] != 0 && direction[slice] != last_change) {
        last_change = direction[slice];
        last_factor = portable_exp(std::min(-length * last_change, greatest_exponent));
      }
      sum += direction[slice] == 0 ? weights_[slice] : weights_[slice] * last_factor;
    }
    product *= sum;
  }
  return product;
}

// Ends with the weights of the vertex that it reaches.
void ShareFinder::climb() {
  double now = linearise();
  for (int round = 0; round < most_steps; ++round) {
    polytope_->maximise(weights_);
    const double next = linearise();
    if (next <= now + least_progress) return;
    now = next;
  }
}

bool ShareFinder::step_to_neighbour() {
  std::size_t best = polytope_->edges();
  double best_gain = 1 + least_progress;
  for (std::size_t edge = 0; edge < polytope_->edges(); ++edge) {
    const double length = polytope_->length(edge);
    if (std::isinf(length)) continue;
    const double factor = gain(*polytope_, edge, length);
    if (factor <= best_gain * (1 + least_progress)) continue;
    best = edge;
    best_gain = factor;
  }
  if (best == polytope_->edges()) return false;
  polytope_->follow(best);
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

// Performances are relative to the greatest, so that another unit of performance changes nothing. From call to call
// most cells keep theirs.
void ShareFinder::begin(const MappedGrid& grid, const Lengths& start) {
  const double greatest = std::ranges::max(grid.performances);
  const bool is_other = greatest != greatest_performance_;
  limits_.resize(grid.performances.size());
  performances_.resize(grid.performances.size());
  for (std::size_t cell = 0; cell < limits_.size(); ++cell)
    if (is_other || performances_[cell] != grid.performances[cell])
      limits_[cell] = portable_log(grid.performances[cell] / greatest);
  greatest_performance_ = greatest;
  performances_ = grid.performances;
  logarithms_.clear();
  for (const std::vector<double>& of_dimension : start)
    for (const double length : of_dimension)
      logarithms_.push_back(portable_log(std::max(length, std::numeric_limits<double>::min())));
  polytope_->begin(limits_, logarithms_);
}

void ShareFinder::climb_to_summit() {
  int moves = 0;
  do climb();
  while (moves++ < most_steps && step_to_neighbour());
}

// Breadth first over the bases.
bool ShareFinder::step_to_better_vertex() {
  const double now = linearise();
  const SharePolytope start = *polytope_;
  std::vector<SharePolytope> met{start};
  std::set<std::vector<std::size_t>> bases{start.basis()};
  for (std::size_t k = 0; k < met.size() && met.size() < most_bases; ++k)
    for (std::size_t edge = 0; edge < start.edges(); ++edge) {
      if (std::isinf(met[k].length(edge))) continue;
      polytope_ = met[k];
      polytope_->follow(edge);
      if (!bases.insert(polytope_->basis()).second) continue;
      if (linearise() > now + 2 * least_progress) return true;
      met.push_back(*polytope_);
    }
  polytope_ = start;
  return false;
}

Lengths ShareFinder::improved(const MappedGrid& grid, const Lengths& start) {
  if (!polytope_) return start;
  begin(grid, start);
  climb_to_summit();
  return lengths(grid.block);
}

Lengths ShareFinder::best(const MappedGrid& grid, const Lengths& start) {
  if (!polytope_) return start;
  begin(grid, start);
  climb_to_summit();
  for (int moves = 0; has_few_vertices_ && moves < most_steps && step_to_better_vertex(); ++moves) continue;
  linearise();
  return lengths(grid.block);
}

}  // namespace apportion
