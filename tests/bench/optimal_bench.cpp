// How long OPTIMAL takes to prove what it finds, by the number of processors and what it proves.
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <cstddef>
#include <string>
#include <vector>

#include "algorithms/rectangles/rectangle_algorithm.hpp"
#include "sim/samplers.hpp"
#include "tests/bench/benchmarks.hpp"

namespace apportion {
namespace {

// Speeds that differ strongly, no two of them equal.
void prove(benchmark::State& state, const std::string& name, std::size_t processors, double latency) {
  const Configured<RectangleAlgorithm> chosen = RectangleRegistry::instance().choose(name);
  std::vector<RectangleProblem> drawn;
  for (int sample = 0; sample < 32; ++sample) {
    RandomStream stream(1, "optimal bench " + std::to_string(sample));
    drawn.push_back({{1000, 1000}, draw_cluster("log-uniform", processors, 8, stream), latency});
  }
  RandomStream stream(1, name);
  std::size_t next = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(solve_rectangles(chosen, drawn[next], stream));
    next = (next + 1) % drawn.size();
  }
}

void register_proofs(const std::string& name, std::size_t fewest, std::size_t most, double latency) {
  for (std::size_t p = fewest; p <= most; ++p)
    benchmark::RegisterBenchmark(fmt::format("proof/{}/p:{}/latency:{}", name, p, latency).c_str(),
                                 [=](benchmark::State& state) { prove(state, name, p, latency); })
        ->Unit(benchmark::kMillisecond);
}

}  // namespace

void register_optimal_benchmarks() {
  register_proofs("OPTIMAL[layouts=slicing]", 4, 13, 0);
  register_proofs("OPTIMAL[layouts=slicing]", 4, 9, 100);
  register_proofs("OPTIMAL[layouts=all]", 5, 8, 0);
  register_proofs("OPTIMAL[layouts=all]", 5, 7, 100);
}

}  // namespace apportion
