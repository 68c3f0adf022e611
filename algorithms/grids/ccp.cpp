// ccp: the best of the three mappings, each with the best shares that the concave-convex procedure finds.
#include "algorithms/grids/ccp.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "algorithms/grids/candidate.hpp"

namespace apportion {
namespace {

// --- Portable logarithms and exponentials, the same on every machine

constexpr double log_2 = 0.693147180559945309417232121458;

// 1, 1/3, 1/5, ...
constexpr std::array<double, 11> odd_reciprocals = [] {
  std::array<double, 11> result{};
  for (std::size_t k = 0; k < result.size(); ++k) result[k] = 1.0 / static_cast<double>(2 * k + 1);
  return result;
}();

// 1, 1, 1/2!, 1/3!, ...
constexpr std::array<double, 14> factorial_reciprocals = [] {
  std::array<double, 14> result{1};
  for (std::size_t k = 1; k < result.size(); ++k) result[k] = result[k - 1] / static_cast<double>(k);
  return result;
}();

// sum_k terms[k] x^k.
template <std::size_t count>
double series(const std::array<double, count>& terms, double x) {
  double sum = 0;
  for (std::size_t k = count; k-- > 0;) sum = sum * x + terms[k];
  return sum;
}

// --- The simplex method on shares in logarithms
//
// The first slice of every dimension but the first keeps the logarithm 0, since moving a factor from one dimension to
// another does not change any volume.

// Logarithms, and gains per unit of a constraint, are equal if they differ by no more than this.
constexpr double tolerance = 1e-10;

// A smaller rate leaves a cell's sum unchanged.
constexpr double least_rate = 1e-7;

// The greatest number of simplex steps per variable. Two or three are usual.
constexpr std::size_t most_steps_per_variable = 100;

// --- The concave-convex procedure over the vertices of a share polytope

// Smaller gains in the logarithm of the objective are rounding errors.
constexpr double least_progress = 1e-11;

// Limits that are never reached in practice: linear problems, and moves to neighbours.
constexpr int most_steps = 100;

// Up to this many vertices are all visited. If constraints depend on each other, a vertex has several bases, of which
// at most this many are visited.
constexpr double few_vertices = 12;
constexpr std::size_t most_bases = 50;

// Larger exponents could overflow. Only performances that differ by a factor of 1e200 and more come near.
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

// --- The algorithm

// Starts from the lengths of equal pressure, so that it is never slower than these before rounding.
std::vector<GridSolution> solve_batch_ccp(std::span<const GridProblem> problems, const Options& options) {
  std::vector<GridSolution> best(problems.size());
  std::optional<ShareFinder> finder;
  for (const MappingRule& rule : chosen_mappings(options)) {
    std::vector<GridSolution> starts = solutions_of("equal-pressure[mapping=" + std::string(rule.name) + "]", problems);
    for (std::size_t j = 0; j < problems.size(); ++j) {
      const GridProblem& problem = problems[j];
      if (j == 0 || problem.grid != problems[j - 1].grid) finder.emplace(problem.grid);
      Lengths lengths = finder->best(mapped(problem, starts[j].mapping), starts[j].lengths);
      GridSolution solution =
          rounded_solution(problem, std::move(starts[j].mapping), std::move(lengths), Rounding::apportioned);
      if (best[j].mapping.empty() || is_faster(solution, best[j])) best[j] = std::move(solution);
    }
  }
  return best;
}

const Registration<GridAlgorithm> ccp_registration{
    {.name = "ccp",
     .source = "ours; the procedure after Yuille & Rangarajan, Neural Computation 15, 2003",
     .summary = "Best of NAT, NAT1, NAT2, each with the best shares that a concave-convex procedure finds for it.",
     .options = {mapping_option()},
     .variants = {"mapping=NAT", "mapping=NAT1", "mapping=NAT2"},
     .solve = solve_one<solve_batch_ccp>,
     .solve_batch = solve_batch_ccp}};

}  // namespace

// log m = 2 artanh((m - 1) / (m + 1)). With m between sqrt(1/2) and sqrt(2) the quotient's square is at most 0.0295, so
// that 11 terms leave less than 1e-17.
double portable_log(double value) {
  int exponent = 0;
  double mantissa = std::frexp(value, &exponent);
  if (mantissa < 0.70710678118654752) {
    mantissa *= 2;
    --exponent;
  }
  const double quotient = (mantissa - 1) / (mantissa + 1);
  return exponent * log_2 + 2 * quotient * series(odd_reciprocals, quotient * quotient);
}

// The rest after the multiple of log 2 is at most 0.347: 14 terms leave less than 1e-16.
double portable_exp(double exponent) {
  if (exponent < -740) return 0;
  const double multiple = std::floor(exponent / log_2 + 0.5);
  const double rest = exponent - multiple * log_2;
  return std::ldexp(series(factorial_reciprocals, rest), static_cast<int>(multiple));
}

// The shares that a grid allows, and a point in them. With y_{k,i} = log l_{k,i} the block takes at most time 1 if
// sum_k y_{k,rho_k} <= log p at every cell rho: linear constraints. A linear objective over them is an m-marginal
// transport problem (its dual); in two dimensions the tight constraints of a vertex are a spanning tree of the complete
// bipartite graph K_{rows,columns}. The problems are tiny and dense (a dozen variables, some tens of constraints) and
// are solved by the thousand, each beginning where the last one ended. The simplex method on a dense inverse therefore
// takes a few microseconds, far less than it takes to pass the problem to a library. In two dimensions all entries of
// the inverse are -1, 0 or 1: nothing is rounded.
class SharePolytope {
 public:
  explicit SharePolytope(const ProcessGrid& grid) : dimensions_(grid.dimensions()) {
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

  // Begins at a point with these logarithms of shares, slice by slice and dimension by dimension, scaled so that it
  // touches a constraint; `limits` are log p, cell by cell. The point need not be a vertex.
  void begin(std::span<const double> limits, std::span<const double> logarithms) {
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

  // Moves to a vertex at which sum_{k,i} weights_{k,i} y_{k,i} is greatest (up to 1e-10 of the weights) and no less
  // than at the start. Weights are positive and have the same sum in every dimension.
  void maximise(std::span<const double> weights) {
    compute_slacks();
    reach_vertex(weights);
    bool stalled = false;  // then Bland's rule, so that no basis repeats
    for (std::size_t steps = most_steps_per_variable * members_.size(); steps > 0; --steps) {
      const std::size_t member = loosened(weights, stalled);
      if (member == no_cell) return;
      const Step step = longest_step(member, -1);
      if (!step.bounded) return;
      move(member, -1, step);
      stalled = step.length <= tolerance;
    }
  }

  // The number of edges at a vertex.
  [[nodiscard]] std::size_t edges() const { return members_.size(); }

  // The length of an edge: its other end is at logarithms() - length x direction(edge). Infinite if it has no other
  // end.
  [[nodiscard]] double length(std::size_t edge) {
    const Step step = longest_step(edge, -1);
    return step.bounded ? step.length : std::numeric_limits<double>::infinity();
  }

  [[nodiscard]] std::span<const double> direction(std::size_t edge) const {
    return {&inverse_[edge * slices_], slices_};
  }

  // Moves to the other end of the edge.
  void follow(std::size_t edge) { move(edge, -1, longest_step(edge, -1)); }

  // The tight cells that define the vertex, sorted. A vertex with further tight cells has several such sets.
  [[nodiscard]] std::vector<std::size_t> basis() const {
    std::vector<std::size_t> cells = members_;
    std::ranges::sort(cells);
    return cells;
  }

  [[nodiscard]] const std::vector<double>& logarithms() const { return logarithms_; }

 private:
  struct Step {
    double length = 0;
    std::size_t cell = 0;
    bool bounded = false;
  };

  void compute_slacks() {
    for (std::size_t cell = 0; cell < slacks_.size(); ++cell) {
      double sum = 0;
      for (std::size_t k = 0; k < dimensions_; ++k) sum += logarithms_[cell_slices_[cell * dimensions_ + k]];
      slacks_[cell] = limits_[cell] - sum;
    }
  }

  [[nodiscard]] double gain(std::size_t member, std::span<const double> weights) const {
    const std::span<const double> along = direction(member);
    double sum = 0;
    for (std::size_t s = 0; s < slices_; ++s) sum += weights[s] * along[s];
    return sum;
  }

  // The distance that the point can go along a member's direction before a cell outside the basis becomes tight, and
  // the first such cell.
  [[nodiscard]] Step longest_step(std::size_t member, double sign) {
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

  // Moves along the direction whose rates longest_step() computed.
  void move(std::size_t member, double sign, const Step& step) {
    const std::span<const double> along = direction(member);
    if (step.length > 0) {
      for (std::size_t s = 0; s < slices_; ++s) logarithms_[s] += sign * step.length * along[s];
      for (std::size_t cell = 0; cell < slacks_.size(); ++cell) slacks_[cell] -= step.length * rates_[cell];
    }
    replace(member, step.cell);
  }

  // The cell replaces a member of the basis.
  void replace(std::size_t member, std::size_t cell) {
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

  // Moves one slice after the other in the direction that gains, until a cell becomes tight. The polytope contains no
  // line, so that one of the two directions ends.
  void reach_vertex(std::span<const double> weights) {
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

  // The member whose loosening gains most, or the one with the lowest cell of those that gain; no_cell if there is no
  // such member.
  [[nodiscard]] std::size_t loosened(std::span<const double> weights, bool lowest) const {
    std::size_t chosen = no_cell;
    double least = -tolerance;
    for (std::size_t member = 0; member < members_.size(); ++member) {
      const double value = gain(member, weights);
      if (value >= -tolerance) continue;
      const bool better =
          chosen == no_cell || (lowest ? members_[member] < members_[chosen] : value < least - tolerance);
      if (!better) continue;
      chosen = member;
      least = value;
    }
    return chosen;
  }

  // The constraint of a member of the basis: a cell or, before a vertex is reached, the condition that one slice keeps
  // its value.
  static constexpr std::size_t no_cell = static_cast<std::size_t>(-1);

  std::size_t dimensions_;
  std::size_t slices_ = 0;
  std::vector<std::size_t> first_slice_;    // of each dimension, and the number of slices
  std::vector<std::uint32_t> cell_slices_;  // m of each cell
  std::vector<double> limits_;
  std::vector<double> logarithms_;
  std::vector<double> slacks_;        // limit minus sum, cell by cell
  std::vector<double> rates_;         // how fast a cell's sum grows along a direction
  std::vector<std::size_t> members_;  // the basis
  std::vector<char> in_basis_;        // cell by cell
  std::vector<double> inverse_;       // row j: the direction along which only constraint j of the basis grows, by 1
};

class ShareFinder::Search {
 public:
  explicit Search(const ProcessGrid& grid) : grid_(grid), polytope_(grid), has_few_vertices_(has_few_vertices(grid)) {}

  // `visits_all`: if there are few vertices, all are visited.
  [[nodiscard]] Lengths improved(const MappedGrid& grid, const Lengths& start, bool visits_all) {
    begin(grid, start);
    climb_to_summit();
    if (visits_all && has_few_vertices_)
      for (int moves = 0; moves < most_steps && step_to_better_vertex(); ++moves) continue;
    return lengths(grid.block);
  }

 private:
  // Performances are relative to the greatest, so that their unit does not matter.
  void begin(const MappedGrid& grid, const Lengths& start) {
    const double greatest = std::ranges::max(grid.performances);
    limits_.clear();
    for (const double performance : grid.performances) limits_.push_back(portable_log(performance / greatest));
    logarithms_.clear();
    for (const std::vector<double>& of_dimension : start)
      for (const double length : of_dimension)
        logarithms_.push_back(portable_log(std::max(length, std::numeric_limits<double>::min())));
    polytope_.begin(limits_, logarithms_);
  }

  // Sets the weights, the objective's derivatives: the slices' parts of their dimensions. Returns the objective, sum_k
  // log sum_i exp(y_{k,i}), with exponents shifted so that they do not overflow.
  double linearise() {
    const std::vector<double>& logarithms = polytope_.logarithms();
    weights_.resize(logarithms.size());
    double objective = 0;
    double product = 1;
    std::size_t first = 0;
    for (const std::size_t edge : grid_.edges) {
      double greatest = logarithms[first];
      for (std::size_t i = 1; i < edge; ++i) greatest = std::max(greatest, logarithms[first + i]);
      double sum = 0;
      for (std::size_t i = 0; i < edge; ++i)
        sum += weights_[first + i] = portable_exp(logarithms[first + i] - greatest);
      for (std::size_t i = 0; i < edge; ++i) weights_[first + i] /= sum;
      objective += greatest;
      product *= sum;
      first += edge;
    }
    return objective + portable_log(product);
  }

  // The factor by which the objective (not its logarithm) is greater at the other end of an edge.
  [[nodiscard]] double gain(std::size_t edge, double length) const {
    const std::span<const double> direction = polytope_.direction(edge);
    double product = 1;
    double last_change = 0;
    double last_factor = 1;
    std::size_t slice = 0;
    for (const std::size_t slices : grid_.edges) {
      double sum = 0;
      for (const std::size_t end = slice + slices; slice < end; ++slice) {
        // There are few distinct values: -1, 0 and 1 in two dimensions.
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

  // Climbs to a vertex, and leaves its weights.
  void climb() {
    double now = linearise();
    for (int round = 0; round < most_steps; ++round) {
      polytope_.maximise(weights_);
      const double next = linearise();
      if (next <= now + least_progress) return;
      now = next;
    }
  }

  bool step_to_neighbour() {
    std::size_t best = polytope_.edges();
    double best_gain = 1 + least_progress;
    for (std::size_t edge = 0; edge < polytope_.edges(); ++edge) {
      const double length = polytope_.length(edge);
      if (std::isinf(length)) continue;
      const double factor = gain(edge, length);
      if (factor <= best_gain * (1 + least_progress)) continue;
      best = edge;
      best_gain = factor;
    }
    if (best == polytope_.edges()) return false;
    polytope_.follow(best);
    return true;
  }

  void climb_to_summit() {
    int moves = 0;
    do climb();
    while (moves++ < most_steps && step_to_neighbour());
  }

  // Searches the bases breadth first; leaves the weights of the vertex.
  bool step_to_better_vertex() {
    const double now = linearise();
    const SharePolytope start = polytope_;
    std::vector<SharePolytope> met{start};
    std::set<std::vector<std::size_t>> bases{start.basis()};
    for (std::size_t k = 0; k < met.size() && met.size() < most_bases; ++k)
      for (std::size_t edge = 0; edge < start.edges(); ++edge) {
        if (std::isinf(met[k].length(edge))) continue;
        polytope_ = met[k];
        polytope_.follow(edge);
        if (!bases.insert(polytope_.basis()).second) continue;
        if (linearise() > now + 2 * least_progress) return true;
        met.push_back(polytope_);
      }
    polytope_ = start;
    linearise();
    return false;
  }

  [[nodiscard]] Lengths lengths(const std::vector<std::int64_t>& block) const {
    Lengths result;
    std::size_t first = 0;
    for (std::size_t k = 0; k < grid_.dimensions(); ++k) {
      const auto begin = weights_.begin() + static_cast<std::ptrdiff_t>(first);
      result.emplace_back(begin, begin + static_cast<std::ptrdiff_t>(grid_.edge(k)));
      for (double& length : result.back()) length *= static_cast<double>(block[k]);
      first += grid_.edge(k);
    }
    return result;
  }

  ProcessGrid grid_;
  SharePolytope polytope_;
  bool has_few_vertices_;
  std::vector<double> limits_;
  std::vector<double> logarithms_;
  std::vector<double> weights_;  // the shares at the polytope's point, as parts of their dimensions
};

bool ShareFinder::takes(const ProcessGrid& grid) {
  constexpr std::size_t most_slices = 256;
  constexpr std::size_t most_cells = 16384;
  return grid.cells() <= most_cells &&
         std::accumulate(grid.edges.begin(), grid.edges.end(), std::size_t{0}) <= most_slices;
}

ShareFinder::ShareFinder(const ProcessGrid& grid) : search_(takes(grid) ? std::make_unique<Search>(grid) : nullptr) {}

ShareFinder::~ShareFinder() = default;

Lengths ShareFinder::improved(const MappedGrid& grid, const Lengths& start) {
  return search_ ? search_->improved(grid, start, false) : start;
}

Lengths ShareFinder::best(const MappedGrid& grid, const Lengths& start) {
  return search_ ? search_->improved(grid, start, true) : start;
}

}  // namespace apportion
