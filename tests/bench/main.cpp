// The benchmark program.
#include <benchmark/benchmark.h>

#include "tests/bench/benchmarks.hpp"

int main(int argc, char** argv) {
  apportion::register_cell_benchmarks();
  apportion::register_distribution_benchmarks();
  apportion::register_grid_benchmarks();
  apportion::register_graph_benchmarks();
  apportion::register_network_benchmarks();
  apportion::register_rectangle_benchmarks();
  apportion::register_optimal_benchmarks();
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return 0;
}
