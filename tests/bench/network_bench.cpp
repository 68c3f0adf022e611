// Simulated Jacobi sweeps: ten iterations on each network, 20 processors and 1000.
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <cstddef>
#include <string>

#include "algorithms/rectangles/rectangle_algorithm.hpp"
#include "sim/network/builders.hpp"
#include "sim/network/jacobi.hpp"
#include "sim/network/simulate.hpp"
#include "sim/samplers.hpp"
#include "tests/bench/benchmarks.hpp"

namespace apportion {
namespace {

void sweep(benchmark::State& state, const std::string& name, std::size_t processors, StartupPlace where) {
  RandomStream draws(1, "bench");
  const RectangleProblem problem{{10'000, 20'000}, draw_cluster("max-set", processors, 8, draws)};
  RandomStream stream(1, "XY2");
  const RectangleSolution solution = solve_rectangles(RectangleRegistry::instance().choose("XY2"), problem, stream);
  const Stencil stencil = stencil_of(solution.decomposition);
  const Network network = named_network(name, processors, {where, 1e-5});
  for (auto _ : state)
    benchmark::DoNotOptimize(simulate(network, jacobi(stencil, problem.cluster.speeds, {.iterations = 10})));
}

}  // namespace

void register_network_benchmarks() {
  for (const std::string& name : network_names())
    for (const std::size_t processors : {20, 1000})
      for (const StartupPlace where : {StartupPlace::wire, StartupPlace::cpu, StartupPlace::medium})
        benchmark::RegisterBenchmark(fmt::format("network/{}/{}/p{}", name, startup_name(where), processors).c_str(),
                                     [=](benchmark::State& state) { sweep(state, name, processors, where); })
            ->Unit(benchmark::kMillisecond);
}

}  // namespace apportion
