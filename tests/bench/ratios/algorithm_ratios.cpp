// Algorithms compared with plain code and with sorting.
#include <algorithm>
#include <memory>

#include "algorithms/graphs/graph_algorithm.hpp"
#include "algorithms/grids/lanes.hpp"
#include "algorithms/rectangles/rectangle_algorithm.hpp"
#include "sim/graphs/sample_graphs.hpp"
#include "sim/samplers.hpp"
#include "tests/bench/ratios/ratios.hpp"
#include "tests/support/plain_grids.hpp"

namespace apportion::ratios {
namespace {

// Keeps the compiler from dropping the timed code.
template <class Value>
void use(const Value& value) {
  asm volatile("" : : "g"(&value) : "memory");
}

double seconds_of_sorting() {
  RandomStream stream(1, "ratios");
  const std::vector<double> drawn = draw_cluster("max-set", 200'000, 8, stream).speeds;
  return seconds_of([&] {
    std::vector<double> sorted = drawn;
    std::ranges::sort(sorted);
    use(sorted);
  });
}

std::vector<GridProblem> networks(const std::string& edges) {
  std::vector<GridProblem> drawn;
  for (int sample = 0; sample < 400; ++sample) {
    RandomStream stream(1, "ratios " + std::to_string(sample));
    GridProblem problem{parse_grid(edges), {}, {}};
    problem.performances = draw_cluster("extremes", problem.grid.cells(), 8, stream).speeds;
    problem.block.assign(problem.grid.dimensions(), 1000);
    drawn.push_back(std::move(problem));
  }
  return drawn;
}

// Uses lanes that every machine has, so that all compare with one number.
Ratio lanes_over_plain(const std::string& edges) {
  const auto drawn = std::make_shared<const std::vector<GridProblem>>(networks(edges));
  const Configured<GridAlgorithm> proposed = GridRegistry::instance().choose("proposed");
  return {"proposed on grids of " + edges + " in two lanes over the plain code of the tests",
          [=] { return seconds_of([&] { use(gas_pressure_solutions(*drawn, proposed.options, LaneWidth::two)); }); },
          [=] {
            return seconds_of([&] {
              for (const GridProblem& problem : *drawn)
                use(testing_support::plain_solution(*proposed.algorithm, proposed.options, problem));
            });
          }};
}

Ratio labelling_over_sorting(const std::string& name) {
  RandomStream draws(1, "ratios");
  const auto graph = std::make_shared<const AlignmentGraph>(random_graph({200, 20, 3, 0.5, false}, draws));
  return {name + " on a graph of 200 nodes over sorting 200000 numbers",
          [=] {
            RandomStream stream(1, name);
            return seconds_of([&] { use(solve_graph(GraphRegistry::instance().choose(name), *graph, stream)); });
          },
          seconds_of_sorting};
}

Ratio division_over_sorting(const std::string& name, std::size_t processors) {
  RandomStream draws(1, "ratios");
  const RectangleProblem problem{{1000, 1000}, draw_cluster("max-set", processors, 8, draws)};
  return {name + " for " + std::to_string(processors) + " processors over sorting 200000 numbers",
          [=] {
            RandomStream stream(1, name);
            const Configured<RectangleAlgorithm> chosen = RectangleRegistry::instance().choose(name);
            return seconds_of([&] { use(solve_rectangles(chosen, problem, stream)); });
          },
          seconds_of_sorting};
}

}  // namespace

std::vector<Ratio> algorithm_ratios() {
  return {lanes_over_plain("2x2"), lanes_over_plain("6x6"), labelling_over_sorting("best"),
          division_over_sorting("BEST", 50)};
}

}  // namespace apportion::ratios
