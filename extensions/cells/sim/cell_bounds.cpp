// Lower bounds on what a division into whole cells costs: runs and coasts of kept cells, and seas.
#include "extensions/cells/sim/cell_bounds.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "extensions/boxes/sim/bound.hpp"
#include "extensions/cells/sim/kept_cells.hpp"
#include "extensions/cells/sim/part_sizes.hpp"

namespace apportion {
namespace {

std::int64_t quotient_up(std::int64_t value, std::int64_t divisor) { return (value + divisor - 1) / divisor; }

// Rounds a lower bound up; 1e-6 and 1e-12 of it allow for rounding errors, which may have made the bound too great.
std::int64_t whole_bound(double value) {
  return static_cast<std::int64_t>(std::max(std::ceil(value - 1e-6 - 1e-12 * std::abs(value)), 0.0));
}

// --- The least costs of a part with a given number of cells

// The least half perimeter of a rectangle with room for the cells and one side of at most `side` (Harary & Harborth
// 1976).
std::int64_t least_half_perimeter(std::int64_t cells, std::int64_t side) {
  if (cells <= 0) return 0;
  auto square = static_cast<std::int64_t>(std::sqrt(static_cast<double>(cells)));
  while (square * square < cells) ++square;
  if (square > side) return side + quotient_up(cells, side);
  return square * (square - 1) >= cells ? 2 * square - 1 : 2 * square;
}

double real_half_perimeter(double cells, std::int64_t side) {
  if (cells <= 1) return 2 * std::max(cells, 0.0);
  const double low = std::min(std::floor(std::sqrt(cells)), static_cast<double>(side));
  const double high = std::min(low + 1, static_cast<double>(side));
  return std::min(low + cells / low, high + cells / high);
}

SizeCost half_perimeters(std::int64_t side) {
  return {[side](std::int64_t cells) { return least_half_perimeter(cells, side); },
          [side](double cells) { return real_half_perimeter(cells, side); }};
}

// Half the surface of a part in space. Parts of whole cells have whole half surfaces, at least those of real-valued
// parts.
SizeCost half_surfaces(const std::array<std::int64_t, 3>& sides) {
  const Triple extent = {static_cast<double>(sides[0]), static_cast<double>(sides[1]), static_cast<double>(sides[2])};
  const auto real = [extent](double cells) {
    return cells <= 1 ? 3 * std::max(cells, 0.0) : least_half_surface(cells, extent);
  };
  constexpr double rounding = 1e-9;
  const auto whole = [real](std::int64_t cells) {
    return static_cast<std::int64_t>(std::ceil(real(static_cast<double>(cells)) * (1 - rounding)));
  };
  return {whole, real};
}

// The fewest cells outside of n cells of the plane that have a side in common with one of them: ceil(sqrt(8n - 4)) + 2
// (Wang & Wang, "Discrete isoperimetric problems", SIAM J. Appl. Math. 32, 1977).
std::int64_t least_border(std::int64_t cells) {
  if (cells <= 0) return 0;
  const std::int64_t square = 8 * cells - 4;
  auto root = static_cast<std::int64_t>(std::sqrt(static_cast<double>(square)));
  while (root * root < square) ++root;
  while (root > 0 && (root - 1) * (root - 1) >= square) --root;
  return root + 2;
}

SizeCost borders() {
  return {least_border,
          [](double cells) { return cells <= 1 ? 4 * std::max(cells, 0.0) : std::sqrt(8 * cells - 4) + 2; }};
}

// --- Seas

struct SeaBounds {
  std::int64_t edges = 0;
  std::int64_t pairs = 0;
};

SeaBounds sea_bounds(const CellProblem& problem, const PartSizes& sizes) {
  constexpr double rounding = 1e-9;
  const bool all_have_cells = sizes.all().cells >= static_cast<std::int64_t>(sizes.parts());
  const std::vector<double> seas = sea_loads(problem);
  const std::vector<double> most(sizes.most_loads().rbegin(), sizes.most_loads().rend());
  SeaBounds bounds;
  std::int64_t parts_of_seas = 0;
  for (const double sea : seas) {
    const std::int64_t parts = fewest_for(most, sea * (1 - rounding));
    parts_of_seas += parts;
    bounds.pairs = std::max(bounds.pairs, parts - 1);
  }
  std::int64_t seas_of_parts = 0;
  std::int64_t most_seas = 1;  // the most seas in which one part has cells
  for (const double least : sizes.least_loads()) {
    const std::int64_t own = std::max<std::int64_t>(fewest_for(seas, least * (1 - rounding)), all_have_cells ? 1 : 0);
    seas_of_parts += own;
    most_seas = std::max(most_seas, own);
  }
  const auto count = static_cast<std::int64_t>(seas.size());
  if (all_have_cells)
    bounds.pairs = std::max(bounds.pairs, static_cast<std::int64_t>(sizes.parts()) - count + most_seas - 1);
  bounds.edges = std::max({bounds.pairs, parts_of_seas - count, seas_of_parts - count});
  return bounds;
}

// --- All together

class CellBounds {
 public:
  explicit CellBounds(const CellProblem& problem)
      : problem_(problem), sizes_(problem), seas_(sea_bounds(problem, sizes_)), run_cores_(run_cores(problem)) {
    if (problem.objective != Objective::total && !problem.in_space()) coast_cores_ = coast_cores(problem);
  }

  double total() {
    return static_cast<double>(std::max(edges_by_runs(parts()), seas_.edges)) +
           problem_.latency * static_cast<double>(seas_.pairs);
  }

  std::int64_t volume() {
    return std::max({received_by_runs(parts()), received_by_coasts(parts()), 2 * seas_.edges, sent_to_nine()});
  }

  std::int64_t busiest() {
    std::int64_t bound = quotient_up(volume(), static_cast<std::int64_t>(parts()));
    for (std::size_t largest = 1; largest < parts(); largest *= 2)
      bound = std::max(bound, quotient_up(std::max(received_by_runs(largest), received_by_coasts(largest)),
                                          static_cast<std::int64_t>(largest)));
    return bound;
  }

 private:
  [[nodiscard]] std::size_t parts() const { return sizes_.parts(); }

  // A bound on the boundary, or on that of the `largest` parts.
  std::int64_t edges_by_runs(std::size_t largest) {
    double edges = 0;
    for (const RunCore& core : run_cores_) {
      const SizeCost cost = problem_.in_space() ? half_surfaces(core.longest)
                                                : half_perimeters(std::min(core.longest[1], core.longest[2]));
      edges = std::max(edges, sizes_.least_sum(cost, core.kept, largest) - static_cast<double>(core.runs));
    }
    return whole_bound(edges);
  }

  std::int64_t received_by_runs(std::size_t largest) {
    const std::int64_t edges = edges_by_runs(largest);
    return problem_.in_space() ? quotient_up(2 * edges, 3) : edges;
  }

  std::int64_t received_by_coasts(std::size_t largest) {
    double received = 0;
    for (const CoastCore& core : coast_cores_)
      received = std::max(received, sizes_.least_sum(borders(), core.kept, largest) - static_cast<double>(core.coast));
    return whole_bound(received);
  }

  // A bound on the elements sent for a stencil of nine points; it holds for connected parts of a whole array in the
  // plane.
  std::int64_t sent_to_nine() {
    const bool all_have_cells = sizes_.all().cells >= static_cast<std::int64_t>(parts());
    const bool is_whole = !problem_.loads && !problem_.in_space();
    return problem_.stencil == 9 && is_whole && problem_.connected && all_have_cells ? 2 * edges_by_runs(parts()) : 0;
  }

  const CellProblem& problem_;
  PartSizes sizes_;
  SeaBounds seas_;
  std::vector<RunCore> run_cores_;
  std::vector<CoastCore> coast_cores_ = {};
};

}  // namespace

double least_over_share(const CellProblem& problem) {
  const std::vector<double> ideal = shares(problem);
  const double greatest_share = *std::ranges::max_element(ideal);
  double least = std::max(1.0, (problem.loads ? problem.loads->greatest() : 1.0) / greatest_share);
  if (problem.loads && !problem.loads->is_whole()) return least;
  const auto whole = [](double share, double times) { return std::floor(share * times * (1 + 1e-12)); };
  const auto all = [&](double times) {
    double sum = 0;
    for (const double share : ideal) sum += whole(share, times);
    return sum;
  };
  const double total = total_load(problem);
  if (all(least) >= total) return least;
  double enough = 2 * least;
  while (all(enough) < total) enough *= 2;
  for (int step = 0; step < 100; ++step) {
    const double middle = (least + enough) / 2;
    (all(middle) < total ? least : enough) = middle;
  }
  double exact = least;  // the least limit with the same whole loads as `enough`
  for (const double share : ideal)
    if (const double times = whole(share, enough) / share; times <= enough * (1 + 1e-12))
      exact = std::max(exact, times);
  return exact;
}

double cell_lower_bound(const CellProblem& problem) {
  if (problem.objective == Objective::load)
    return least_over_share(problem) * total_load(problem) / static_cast<double>(problem.cluster.size());
  CellBounds bounds(problem);
  if (problem.objective == Objective::volume) return static_cast<double>(bounds.volume());
  if (problem.objective == Objective::busiest) return static_cast<double>(bounds.busiest());
  return bounds.total();
}

}  // namespace apportion
