// Sweeps from the plan to the database, on one thread and on two; and the bare algorithms beside the whole sweep.
#include <benchmark/benchmark.h>

#include <filesystem>

#include "experiments/engine/catalogue.hpp"
#include "experiments/engine/runner.hpp"
#include "results/database/store.hpp"

namespace apportion::engine {
namespace {

// The column of the grid that costs most: twenty processors.
Experiment heavy_grid(const RunRequest& request) {
  return narrowed(Catalogue::instance().experiments_named("kaddoura/grid").front(), request);
}

RunRequest heavy_request() { return {.samples = 100, .axes = {{"processors", "20"}}}; }

void sweep(benchmark::State& state) {
  const std::filesystem::path file = std::filesystem::temp_directory_path() / "apportion_sweep_bench.sqlite";
  const RunRequest request = heavy_request();
  const Experiment experiment = heavy_grid(request);
  std::int64_t units = 0;
  for (auto _ : state) {
    state.PauseTiming();
    for (const char* suffix : {"", "-wal", "-shm"}) std::filesystem::remove(file.string() + suffix);
    results::Store store(file);
    store.begin_run({});
    state.ResumeTiming();
    units += run(experiment, request, {.threads = static_cast<int>(state.range(0)), .progress = ProgressStyle::silent},
                 store)
                 .written;
  }
  state.SetItemsProcessed(units);
}

void bare_algorithms(benchmark::State& state) {
  const RunRequest request = heavy_request();
  const Experiment experiment = heavy_grid(request);
  const StudyColumns columns = experiment.columns(experiment.algorithms);
  const std::vector<Point> points = grid(experiment.axes);
  std::int64_t units = 0;
  for (auto _ : state)
    for (const Point& point : points)
      for (std::int64_t first = 0; first < experiment.samples; first += experiment.chunk_size)
        units += static_cast<std::int64_t>(columns
                                               .solve({.seed = request.seed,
                                                       .point = &point,
                                                       .first_sample = first,
                                                       .samples = experiment.chunk_size,
                                                       .columns = std::vector<bool>(columns.all.size(), true)})
                                               .size());
  state.SetItemsProcessed(units);
}

BENCHMARK(sweep)->ArgName("threads")->Arg(1)->Arg(2)->UseRealTime()->Unit(benchmark::kMillisecond);
BENCHMARK(bare_algorithms)->UseRealTime()->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace apportion::engine
