// MULTILEVEL: an array divided among machines that are clusters themselves, then within each machine (Kaddoura, Ranka
// and Wang 1996).
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include "algorithms/rectangles/rectangle_algorithm.hpp"

namespace apportion {
namespace {

// p processors in the given order as `groups` machines, their sizes differing by at most one, the larger first.
Machine grouped(std::size_t p, std::size_t groups) {
  groups = std::min(groups, p);
  Machine cluster;
  for (std::size_t group = 0; group < groups; ++group) {
    const std::size_t size = p / groups + (group < p % groups ? 1 : 0);
    cluster.parts.push_back(size == 1 ? Machine{} : Machine{std::vector<Machine>(size)});
  }
  return cluster;
}

class Multilevel {
 public:
  using Choice = Configured<RectangleAlgorithm>;

  Multilevel(const RectangleProblem& problem, RandomStream& stream) : problem_(problem), stream_(stream) {
    solution_.decomposition.extent = problem.extent;
    solution_.decomposition.parts.resize(problem.cluster.size());
  }

  RectangleSolution solve(const Machine& machine, const Choice& outer, const Choice& inner) {
    divide(machine, 0, {0, 0, problem_.extent.rows, problem_.extent.columns}, outer, inner);
    return std::move(solution_);
  }

 private:
  // Divides `place` among the parts of a machine, whose processors are numbered from `first`.
  void divide(const Machine& machine, std::size_t first, const Rect& place, const Choice& here, const Choice& below) {
    if (machine.is_processor()) {
      solution_.decomposition.parts[first] = place;
      return;
    }
    if (!(place.area() > 0)) {  // a machine whose weights are below the rounding of the others
      std::fill_n(solution_.decomposition.parts.begin() + static_cast<std::ptrdiff_t>(first), machine.processors(),
                  Rect{place.row, place.column, 0, 0});
      return;
    }
    // Makes a nearly square part exactly square, so that rounding does not choose between its sides.
    Extent extent{place.rows, place.columns};
    if (std::abs(extent.rows - extent.columns) <= 1e-9 * (extent.rows + extent.columns)) extent.rows = extent.columns;
    const double scale = place.rows / extent.rows;
    const RectangleProblem level{extent, {speeds(machine, first), {}}, problem_.latency};
    // Skips checks here: the whole answer is checked later, with the user's own numbers of processors.
    const RectangleSolution found = here.solve(level, stream_);
    solution_.claimed_acost += found.claimed_acost;
    for (std::size_t i = 0; i < machine.parts.size(); ++i) {
      const Rect& part = found.decomposition.parts[i];
      divide(machine.parts[i], first,
             {place.row + part.row * scale, place.column + part.column, part.rows * scale, part.columns}, below, below);
      first += machine.parts[i].processors();
    }
  }

  // The speed of a machine is the sum of its processors'.
  [[nodiscard]] std::vector<double> speeds(const Machine& machine, std::size_t first) const {
    std::vector<double> sums;
    for (const Machine& part : machine.parts) {
      const auto begin = problem_.cluster.speeds.begin() + static_cast<std::ptrdiff_t>(first);
      sums.push_back(std::accumulate(begin, begin + static_cast<std::ptrdiff_t>(part.processors()), 0.0));
      first += part.processors();
    }
    return sums;
  }

  const RectangleProblem& problem_;
  RandomStream& stream_;
  RectangleSolution solution_;  // without edges: those between different machines are not counted
};

RectangleSolution solve_multilevel(const RectangleProblem& problem, const Options& options, RandomStream& stream) {
  // The frame's longer side is along its columns: transpose, so that square parts are transposed, too.
  if (problem.extent.rows > problem.extent.columns) {
    RectangleSolution solution =
        solve_multilevel({problem.extent.transposed(), problem.cluster, problem.latency}, options, stream);
    solution.decomposition = transposed(std::move(solution.decomposition));
    return solution;
  }
  const std::int64_t groups = options.count("groups");
  const RectangleRegistry& registry = RectangleRegistry::instance();
  const Machine machine = problem.cluster.is_flat() ? grouped(problem.cluster.size(), static_cast<std::size_t>(groups))
                                                    : problem.cluster.machine;
  return Multilevel(problem, stream)
      .solve(machine, registry.choose(options.text("outer")), registry.choose(options.text("inner")));
}

const Registration<RectangleAlgorithm> multilevel_registration{
    {.name = "MULTILEVEL",
     .source = "Kaddoura, Ranka and Wang 1996, Section 1 and Figure 1",
     .summary = "Divides the array among machines, and each machine's part among its own processors.",
     .revision = 2,
     .options = {{.name = "outer",
                  .kind = OptionKind::text,
                  .default_value = "XY2",
                  .summary = "the algorithm among the machines"},
                 {.name = "inner",
                  .kind = OptionKind::text,
                  .default_value = "XY2",
                  .summary = "the algorithm within a machine, at every deeper level"},
                 count_option("groups", "2", "machines of consecutive processors that a flat cluster is grouped into",
                              1)},
     .variants = {"outer=RecursiveBisection2,groups=3"},
     .solve = solve_multilevel}};

}  // namespace
}  // namespace apportion
