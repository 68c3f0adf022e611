// Microseconds per network of every grid algorithm and size: one after the other by the plain code of the tests and by
// the registered solve(), which is a batch of one; and batched.
#include <benchmark/benchmark.h>

#include <string>
#include <vector>

#include "algorithms/grids/beaumont.hpp"
#include "algorithms/grids/pressure.hpp"
#include "sim/samplers.hpp"
#include "tests/bench/benchmarks.hpp"
#include "tests/support/plain_grids.hpp"

namespace apportion {
namespace {

constexpr int networks = 200;

std::vector<GridProblem> problems(const std::string& edges) {
  std::vector<GridProblem> drawn;
  for (int sample = 0; sample < networks; ++sample) {
    RandomStream stream(1, "bench " + std::to_string(sample));
    GridProblem problem{parse_grid(edges), {}, {}};
    problem.performances = draw_cluster("extremes", problem.grid.cells(), 8, stream).speeds;
    problem.block.assign(problem.grid.dimensions(), 1000);
    drawn.push_back(std::move(problem));
  }
  return drawn;
}

// "per_network" is the time of one network.
template <class Solve>
void measure(const std::string& name, const std::string& edges, Solve solve) {
  benchmark::RegisterBenchmark(name.c_str(), [edges, solve](benchmark::State& state) {
    const std::vector<GridProblem> drawn = problems(edges);
    for (auto _ : state) solve(drawn);
    state.counters["per_network"] =
        benchmark::Counter(networks, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
  })->Unit(benchmark::kMicrosecond);
}

std::vector<GridSolution> batched(const Configured<GridAlgorithm>& chosen, const std::vector<GridProblem>& drawn,
                                  LaneWidth width) {
  if (chosen.algorithm->name == "beaumont") return beaumont_solutions(drawn, Rounding::remainders, width);
  if (chosen.algorithm->name == "proposed") return gas_pressure_solutions(drawn, chosen.options, width);
  return equal_pressure_solutions(drawn, chosen.options, width);
}

void register_algorithm(const GridAlgorithm& algorithm, const std::string& edges) {
  const Configured<GridAlgorithm> chosen = GridRegistry::instance().choose(algorithm.name);
  const std::string name = "grids/" + algorithm.name + "/" + edges;
  measure(name + "/plain", edges, [chosen](const std::vector<GridProblem>& drawn) {
    for (const GridProblem& problem : drawn)
      benchmark::DoNotOptimize(testing_support::plain_solution(*chosen.algorithm, chosen.options, problem));
  });
  measure(name + "/alone", edges, [chosen](const std::vector<GridProblem>& drawn) {
    RandomStream stream(1, "bench");
    for (const GridProblem& problem : drawn) benchmark::DoNotOptimize(chosen.solve(problem, stream));
  });
  if (algorithm.solve_batch == nullptr) return;
  const auto measure_lanes = [&](LaneWidth width, const char* label) {
    measure(name + label, edges, [chosen, width](const std::vector<GridProblem>& drawn) {
      benchmark::DoNotOptimize(batched(chosen, drawn, width));
    });
  };
  measure_lanes(LaneWidth::two, "/batched:2");
  if (has_four_lanes()) measure_lanes(LaneWidth::four, "/batched:4");
  if (has_eight_lanes()) measure_lanes(LaneWidth::eight, "/batched:8");
}

}  // namespace

void register_grid_benchmarks() {
  for (const GridAlgorithm& algorithm : GridRegistry::instance().algorithms())
    for (const char* edges : {"2x2", "3x3", "4x4", "5x5", "6x6", "7x7", "8x8", "1x36", "4x9", "3x3x3", "6x6x6"})
      if (algorithm.name != "beaumont" || parse_grid(edges).dimensions() == 2) register_algorithm(algorithm, edges);
}

}  // namespace apportion
