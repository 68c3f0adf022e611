// The overhead of the engine, and of the database compared with files.
#include <cstdint>
#include <fstream>
#include <sstream>

#include "experiments/cli/commands.hpp"
#include "experiments/engine/catalogue.hpp"
#include "experiments/engine/erasure.hpp"
#include "experiments/engine/runner.hpp"
#include "results/database/merge.hpp"
#include "results/database/store.hpp"
#include "tests/bench/ratios/ratios.hpp"

namespace apportion::ratios {
namespace {

namespace fs = std::filesystem;
using engine::Experiment;
using engine::RunRequest;

// The path, with an existing file removed.
fs::path fresh(const fs::path& file) {
  for (const char* suffix : {"", "-wal", "-shm"}) fs::remove(file.string() + suffix);
  return file;
}

void run_into(const fs::path& file, const Experiment& experiment, const RunRequest& request) {
  results::Store store(file);
  store.begin_run({});
  run(experiment, request, {.threads = 1, .quiet = true}, store);
  store.finish_run("finished");
}

Experiment grid_of_kaddoura(const RunRequest& request) {
  return narrowed(engine::Catalogue::instance().experiments_named("kaddoura/grid").front(), request);
}

// A chain of dependent operations, which no compiler shortens.
double labour(std::int64_t steps) {
  double x = 1;
  for (std::int64_t i = 0; i < steps; ++i) x = 1 / (x + 0.5);
  return x;
}

constexpr std::int64_t laborious_steps = 2'000'000;  // some 10 ms
constexpr int laborious_units = 50;

// Points with one such unit each.
Experiment laborious() {
  Experiment experiment;
  experiment.name = "bench/labour";
  experiment.axes = {{.name = "place", .least = 0, .most = 1e6, .values = {}}};
  for (int place = 0; place < laborious_units; ++place)
    experiment.axes.front().values.push_back(engine::AxisValue::of(place));
  experiment.samples = experiment.chunk_size = 1;
  experiment.definition = "first";
  experiment.measured.metrics = {{{"value", "what came out", "", "less", 1}}};
  engine::set_functions<double, engine::Numbers>(experiment,
                                                 {{"labour", [](const double& /*instance*/) {
                                                     return engine::Numbers{{"value", labour(laborious_steps)}};
                                                   }}});
  experiment.sample = engine::sampler([](const engine::Point& /*point*/, RandomStream& /*stream*/) { return 0.0; });
  return engine::completed(std::move(experiment));
}

Ratio units_of_ten_milliseconds(const fs::path& folder) {
  return {"units of 10 ms, stored, over their work",
          [experiment = laborious(), file = folder / "labour"] {
            return seconds_of([&] { run_into(fresh(file), experiment, {}); });
          },
          [] {
            volatile double sink = 0;
            return seconds_of([&] {
              for (int unit = 0; unit < laborious_units; ++unit) sink = labour(laborious_steps);
            });
          }};
}

// The bare algorithm: every sample is drawn outside of the clock, then solved once, in blocks that fit into the
// caches.
double seconds_of_xy2(const RunRequest& request) {
  const Experiment experiment = grid_of_kaddoura(request);
  const engine::StudyColumns columns = experiment.columns(experiment.algorithms);
  const engine::Point point = grid(experiment.axes).front();
  double seconds = 0;
  for (std::int64_t first = 0; first < request.samples; first += 1000) {
    std::vector<std::function<void()>> solves;
    for (std::int64_t sample = first; sample < first + 1000; ++sample)
      solves.push_back(columns.prepare(request.seed, point, sample, 0));
    seconds += seconds_of([&] {
      for (const std::function<void()>& solve : solves) solve();
    });
  }
  return seconds;
}

Ratio samples_of_xy2(const fs::path& folder) {
  const RunRequest request{
      .samples = 200'000,
      .algorithms = {"XY2"},
      .axes = {{"rows", "1000"}, {"columns", "1000"}, {"ratio", "4"}, {"processors", "10"}, {"latency", "0"}}};
  return {"samples of XY2, drawn, solved, measured and stored, over XY2",
          [request, file = folder / "xy2"] {
            const Experiment experiment = grid_of_kaddoura(request);
            return seconds_of([&] { run_into(fresh(file), experiment, request); });
          },
          [request] { return seconds_of_xy2(request); }};
}

// The whole grid of the first paper, compared with the time to run it on one thread.
Ratio merge_of_shards(const fs::path& folder, std::int64_t shards) {
  const auto shard = [folder, shards](std::int64_t index) {
    return folder / ("shard-" + std::to_string(index) + "-of-" + std::to_string(shards));
  };
  const auto run_shards = [shard, shards] {
    RunRequest request{.samples = 20};
    const Experiment experiment = grid_of_kaddoura(request);
    for (std::int64_t index = 1; index <= shards; ++index) {
      request.shard = {index, shards};
      run_into(fresh(shard(index)), experiment, request);
    }
  };
  run_shards();
  return {"merging " + std::to_string(shards) + " shards of the first paper's grid over computing them",
          [folder, shard, shards] {
            std::vector<fs::path> inputs;
            for (std::int64_t index = 1; index <= shards; ++index) inputs.push_back(shard(index));
            return seconds_of([&] { results::merge(fresh(folder / "merged"), inputs); });
          },
          [run_shards] { return seconds_of(run_shards); }};
}

// Every command checks the whole database first.
Ratio show_over_copy(const fs::path& folder) {
  const fs::path file = folder / "shown";
  const RunRequest request{.samples = 20};
  run_into(fresh(file), grid_of_kaddoura(request), request);
  return {"show of the first paper's Table 7 over copying the database",
          [file, folder] {
            return seconds_of([&] {
              static_cast<void>(cli::run_program(
                  {"show", "kaddoura/table7", "--db", file.string(), "-o", (folder / "table7.csv").string()}));
            });
          },
          [file, folder] {
            constexpr int copies = 20;  // one is too short for timing
            const double seconds = seconds_of([&] {
              for (int k = 0; k < copies; ++k) {
                std::ostringstream content;
                content << std::ifstream(file, std::ios::binary).rdbuf();
                std::ofstream(folder / "copy", std::ios::binary) << content.str();
              }
            });
            return seconds / copies;
          }};
}

}  // namespace

std::vector<Ratio> engine_ratios(const fs::path& folder) {
  return {units_of_ten_milliseconds(folder), samples_of_xy2(folder), merge_of_shards(folder, 10),
          merge_of_shards(folder, 100), show_over_copy(folder)};
}

}  // namespace apportion::ratios
