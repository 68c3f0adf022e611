// Simulated Jacobi sweeps: ten iterations on each network, 20 processors and 1000.
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <cstddef>
#include <string>
#include <string_view>

#include "algorithms/rectangles/rectangle_algorithm.hpp"
#include "sim/network/jacobi.hpp"
#include "sim/network/network.hpp"
#include "sim/network/simulate.hpp"
#include "sim/samplers.hpp"
#include "tests/bench/benchmarks.hpp"

namespace apportion {
namespace {

void sweep(benchmark::State& state, const std::string& name, std::size_t processors, const Startup& startup) {
  RandomStream draws(1, "bench");
  const RectangleProblem problem{{10'000, 20'000}, draw_cluster("max-set", processors, 8, draws)};
  RandomStream stream(1, "XY2");
  const RectangleSolution solution = solve_rectangles(RectangleRegistry::instance().choose("XY2"), problem, stream);
  const Stencil stencil = stencil_of(solution.decomposition);
  const Network network = named_network(name, processors, startup);
  for (auto _ : state)
    benchmark::DoNotOptimize(simulate(network, jacobi(stencil, problem.cluster.speeds, {.iterations = 10})));
}

}  // namespace

void register_network_benchmarks() {
  const auto add = [](const std::string& name, std::size_t processors, const Startup& startup) {
    const std::string_view where = startup.seconds > 0 ? startup_name(startup.where) : "none";
    benchmark::RegisterBenchmark(fmt::format("network/{}/{}/p{}", name, where, processors).c_str(),
                                 [=](benchmark::State& state) { sweep(state, name, processors, startup); })
        ->Unit(benchmark::kMillisecond);
  };
  for (const std::string& name : network_names())
    for (const std::size_t processors : {20, 1000}) {
      add(name, processors, {});
      for (const StartupPlace where : {StartupPlace::wire, StartupPlace::cpu, StartupPlace::medium})
        add(name, processors, {where, 1e-5});
    }
}

}  // namespace apportion
