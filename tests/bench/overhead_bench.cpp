// What the engine adds to the work itself, in one process: a ratio survives a busy or a slower machine.
#include <benchmark/benchmark.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <ctime>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "experiments/engine/catalogue.hpp"
#include "experiments/engine/runner.hpp"
#include "results/database/merge.hpp"
#include "results/database/store.hpp"

namespace apportion::engine {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

/// By the clock on the wall, and of the processors, which other programs do not lengthen.
struct Seconds {
  double wall = 0;
  double processor = 0;

  Seconds& operator+=(const Seconds& other) {
    wall += other.wall;
    processor += other.processor;
    return *this;
  }
};

Seconds seconds_of(const std::function<void()>& work) {
  const Clock::time_point start = Clock::now();
  const std::clock_t processor_start = std::clock();
  work();
  return {std::chrono::duration<double>(Clock::now() - start).count(),
          static_cast<double>(std::clock() - processor_start) / CLOCKS_PER_SEC};
}

void report(benchmark::State& state, const Seconds& whole, const Seconds& bare) {
  state.counters["ratio"] = whole.wall / bare.wall;
  state.counters["processor_ratio"] = whole.processor / bare.processor;
}

/// A folder of its own, removed at the end.
class Folder {
 public:
  Folder() : path_(fs::temp_directory_path() / ("apportion-bench-" + std::to_string(::getpid()))) {
    fs::create_directories(path_);
  }
  ~Folder() { fs::remove_all(path_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  [[nodiscard]] fs::path operator/(const std::string& name) const { return path_ / name; }
  /// The path, where nothing is.
  [[nodiscard]] fs::path fresh(const std::string& name) const {
    for (const char* suffix : {"", "-wal", "-shm", ".lock"}) fs::remove((path_ / name).string() + suffix);
    return path_ / name;
  }

 private:
  fs::path path_;
};

void run_into(const fs::path& file, const Experiment& experiment, const RunRequest& request) {
  results::Store store(file);
  store.begin_run({});
  run(experiment, request, {.threads = 1, .progress = ProgressStyle::silent}, store);
  store.finish_run("finished");
}

// Alternates between the two, and says how much longer the first one takes.
void compare(benchmark::State& state, const std::function<void()>& whole, const std::function<void()>& bare) {
  Seconds all_whole;
  Seconds all_bare;
  for (auto _ : state) {
    all_bare += seconds_of(bare);
    const Seconds seconds = seconds_of(whole);
    all_whole += seconds;
    state.SetIterationTime(seconds.wall);
  }
  report(state, all_whole, all_bare);
}

// A chain of operations that depend on each other, which no compiler shortens.
double labour(std::int64_t steps) {
  double x = 1;
  for (std::int64_t i = 0; i < steps; ++i) x = 1 / (x + 0.5);
  return x;
}

std::int64_t steps_of_ten_milliseconds() {
  constexpr std::int64_t trial = 1'000'000;
  double shortest = 1;
  for (int k = 0; k < 5; ++k)
    shortest = std::min(shortest, seconds_of([] { benchmark::DoNotOptimize(labour(trial)); }).processor);
  return static_cast<std::int64_t>(trial * 0.01 / shortest);
}

// 200 points with one unit of that labour each.
Experiment laborious(std::int64_t steps) {
  Experiment experiment;
  experiment.name = "bench/labour";
  experiment.axes = {{.name = "place", .least = 0, .most = 1e6, .values = {}}};
  for (int place = 0; place < 200; ++place) experiment.axes.front().values.push_back(AxisValue::of(place));
  experiment.samples = experiment.chunk_size = 1;
  experiment.definition = "first";
  experiment.metrics = {{"value", "what came out", "", "less", 1}};
  experiment.algorithms = {"labour"};
  experiment.columns = [steps](const std::vector<std::string>& /*algorithms*/) {
    StudyColumns columns;
    columns.all = {{{"labour", 1}, 0, 1}};
    columns.solve = [steps](const ChunkRequest& /*request*/) {
      results::Moments moments;
      moments.add(labour(steps));
      return std::vector<ColumnResult>{{0, {moments}, {}, std::nullopt}};
    };
    return columns;
  };
  return experiment;
}

void units_of_ten_milliseconds(benchmark::State& state) {
  const Folder folder;
  const std::int64_t steps = steps_of_ten_milliseconds();
  const Experiment experiment = laborious(steps);
  const std::size_t units = experiment.axes.front().values.size();
  compare(
      state, [&] { run_into(folder.fresh("db"), experiment, {}); },
      [&] {
        for (std::size_t unit = 0; unit < units; ++unit) benchmark::DoNotOptimize(labour(steps));
      });
}

RunRequest xy2_request() {
  return {.samples = 1'000'000,
          .algorithms = {"XY2"},
          .axes = {{"rows", "1000"}, {"columns", "1000"}, {"ratio", "4"}, {"processors", "10"}, {"latency", "0"}}};
}

// The bare algorithm: every one of the million solved once, after it was drawn, outside the clock, in blocks that fit
// into the caches.
void million_samples_of_xy2(benchmark::State& state) {
  const Folder folder;
  const RunRequest request = xy2_request();
  const Experiment experiment = narrowed(Catalogue::instance().experiments_named("kaddoura/grid").front(), request);
  const StudyColumns columns = experiment.columns(experiment.algorithms);
  const Point point = grid(experiment.axes).front();
  Seconds whole;
  Seconds bare;
  for (auto _ : state) {
    for (std::int64_t first = 0; first < request.samples; first += 1000) {
      std::vector<std::function<void()>> solves;
      for (std::int64_t sample = first; sample < first + 1000; ++sample)
        solves.push_back(columns.prepare(request.seed, point, sample, 0));
      bare += seconds_of([&] {
        for (const std::function<void()>& solve : solves) solve();
      });
    }
    const Seconds seconds = seconds_of([&] { run_into(folder.fresh("db"), experiment, request); });
    whole += seconds;
    state.SetIterationTime(seconds.wall);
  }
  report(state, whole, bare);
}

// The whole grid of the first paper, 45 samples per point, in shards: against the time to run it on one thread.
void merge_of_shards(benchmark::State& state) {
  const Folder folder;
  const std::int64_t shards = state.range(0);
  RunRequest request{.samples = 45};
  const Experiment experiment = narrowed(Catalogue::instance().experiments_named("kaddoura/grid").front(), request);
  std::vector<fs::path> inputs;
  const Seconds running = seconds_of([&] {
    for (std::int64_t index = 1; index <= shards; ++index) {
      request.shard = {index, shards};
      inputs.push_back(folder.fresh("shard-" + std::to_string(index)));
      run_into(inputs.back(), experiment, request);
    }
  });
  std::int64_t units = 0;
  Seconds merging;
  for (auto _ : state) {
    const fs::path out = folder.fresh("out");
    const Seconds seconds = seconds_of([&] { units += results::merge(out, inputs).added; });
    merging += seconds;
    state.SetIterationTime(seconds.wall);
  }
  const auto times = static_cast<double>(state.iterations());
  report(state, {merging.wall / times, merging.processor / times}, running);
  state.SetItemsProcessed(units);
}

BENCHMARK(units_of_ten_milliseconds)->UseManualTime()->Iterations(3)->Unit(benchmark::kMillisecond);
BENCHMARK(million_samples_of_xy2)->UseManualTime()->Iterations(1)->Unit(benchmark::kMillisecond);
BENCHMARK(merge_of_shards)->ArgName("shards")->Arg(10)->Arg(100)->UseManualTime()->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace apportion::engine
