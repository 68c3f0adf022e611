// Divisions into whole cells: how the algorithms grow with processors and cells, to 10^10 cells on 1000 processors.
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <string>

#include "algorithms/cells/cell_algorithm.hpp"
#include "base/error.hpp"
#include "sim/samplers.hpp"
#include "tests/bench/benchmarks.hpp"

namespace apportion {
namespace {

constexpr double ratio = 8;

void divide(benchmark::State& state, const std::string& name, std::int64_t side, std::size_t processors) {
  RandomStream draws(1, "bench");
  const CellProblem problem{side, side, draw_cluster("max-set", processors, ratio, draws)};
  const Configured<CellAlgorithm> chosen = CellRegistry::instance().choose(name);
  RandomStream stream(1, name);
  try {
    for (auto _ : state) benchmark::DoNotOptimize(solve_cells(chosen, problem, stream));
  } catch (const InputError& refusal) {
    state.SkipWithError(refusal.what());
  }
}

void register_size(const std::string& name, std::int64_t side, std::size_t processors) {
  benchmark::RegisterBenchmark(fmt::format("cells/{}/{}_x_{}/p{}", name, side, side, processors).c_str(),
                               [=](benchmark::State& state) { divide(state, name, side, processors); })
      ->Unit(benchmark::kMillisecond);
}

}  // namespace

void register_cell_benchmarks() {
  for (const char* name : {"JOGGED", "ROUNDED", "STRIPES", "BEST[effort=quick]", "BEST"}) {
    for (const std::size_t processors : {20U, 100U}) register_size(name, 200, processors);
    register_size(name, 100'000, 1000);
  }
}

}  // namespace apportion
