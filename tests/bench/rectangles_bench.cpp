// Decompositions per second of every rectangle algorithm, and how XY2 grows to a million processors.
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <string>
#include <vector>

#include "algorithms/rectangles/frame.hpp"
#include "algorithms/rectangles/rectangle_algorithm.hpp"
#include "algorithms/rectangles/xy2.hpp"
#include "base/error.hpp"
#include "sim/samplers.hpp"
#include "tests/bench/benchmarks.hpp"

namespace apportion {
namespace {

constexpr Extent square{1000, 1000};
constexpr double ratio = 4;

std::vector<RectangleProblem> problems(std::size_t processors, double latency, std::size_t samples) {
  std::vector<RectangleProblem> drawn;
  for (std::size_t sample = 0; sample < samples; ++sample) {
    RandomStream stream(1, "bench " + std::to_string(sample));
    drawn.push_back({square, draw_cluster("max-set", processors, ratio, stream), latency});
  }
  return drawn;
}

// One decomposition after the other, as a sweep asks for them: solve() whole, explicit rectangles included.
void solve_in_turn(benchmark::State& state, const std::string& name, std::size_t processors, double latency) {
  const Configured<RectangleAlgorithm> chosen = RectangleRegistry::instance().choose(name);
  const std::vector<RectangleProblem> drawn = problems(processors, latency, 32);
  RandomStream stream(1, name);
  std::size_t next = 0;
  try {
    for (auto _ : state) {
      benchmark::DoNotOptimize(solve_rectangles(chosen, drawn[next], stream));
      next = (next + 1) % drawn.size();
    }
  } catch (const InputError& refusal) {
    state.SkipWithError(refusal.what());
  }
  state.SetItemsProcessed(state.iterations());
}

// The choice of the columns alone, without sorting the weights before and making rectangles after it.
template <class Choose>
void choose_columns(benchmark::State& state, std::size_t processors, double latency, Choose choose) {
  std::vector<Frame> frames;
  for (const RectangleProblem& problem : problems(processors, latency, 32)) frames.push_back(make_frame(problem));
  std::size_t next = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(choose(frames[next]));
    next = (next + 1) % frames.size();
  }
  state.SetItemsProcessed(state.iterations());
}

void frame_of_many(benchmark::State& state) {
  const RectangleProblem problem = problems(static_cast<std::size_t>(state.range(0)), 0, 1).front();
  for (auto _ : state) benchmark::DoNotOptimize(make_frame(problem));
}

using Clock = std::chrono::steady_clock;

// Nothing but std::ranges::sort of a copy of the weights: what solving is compared with.
void sort_weights(const std::vector<double>& speeds) {
  std::vector<double> sorted = speeds;
  std::ranges::sort(sorted);
  benchmark::DoNotOptimize(sorted.data());
}

void sort_many(benchmark::State& state) {
  const RectangleProblem problem = problems(static_cast<std::size_t>(state.range(0)), 0, 1).front();
  for (auto _ : state) sort_weights(problem.cluster.speeds);
}

void programme_for_many(benchmark::State& state) {
  const Frame frame = make_frame(problems(static_cast<std::size_t>(state.range(0)), 0, 1).front());
  for (auto _ : state) benchmark::DoNotOptimize(cheapest_columns(frame));
}

void programme_for_many_with_latency(benchmark::State& state) {
  const Frame frame = make_frame(problems(static_cast<std::size_t>(state.range(0)), 100, 1).front());
  for (auto _ : state) benchmark::DoNotOptimize(cheapest_columns(frame));
}

// Sorts beside every solution, so that other load on the machine meets both alike: the counter to_sorting is the ratio
// of the two times.
void solve_for_many(benchmark::State& state, const std::string& name, double columns) {
  const Configured<RectangleAlgorithm> chosen = RectangleRegistry::instance().choose(name);
  RectangleProblem problem = problems(static_cast<std::size_t>(state.range(0)), 0, 1).front();
  problem.extent.columns = columns;
  RandomStream stream(1, name);
  Clock::duration solving{};
  Clock::duration sorting{};
  for (auto _ : state) {
    const Clock::time_point start = Clock::now();
    benchmark::DoNotOptimize(solve_rectangles(chosen, problem, stream));
    const Clock::time_point solved = Clock::now();
    state.PauseTiming();
    sort_weights(problem.cluster.speeds);
    sorting += Clock::now() - solved;
    solving += solved - start;
    state.ResumeTiming();
  }
  state.counters["to_sorting"] = std::chrono::duration<double>(solving) / std::chrono::duration<double>(sorting);
}

std::string label(const std::string& what, std::size_t processors, double latency) {
  return what + "/p:" + std::to_string(processors) + "/latency:" + std::to_string(static_cast<int>(latency));
}

void register_small() {
  const std::vector<std::size_t> sizes = {4, 5, 7, 10, 15, 20};
  for (const Configured<RectangleAlgorithm>& chosen : RectangleRegistry::instance().entries())
    for (const double latency : {0.0, 1000.0})
      for (const std::size_t p : sizes) {
        const std::string name = chosen.canonical_name();
        if (name.starts_with("OPTIMAL")) continue;  // has benchmarks of its own
        benchmark::RegisterBenchmark(
            label("solve/" + name, p, latency).c_str(),
            [name, p, latency](benchmark::State& state) { solve_in_turn(state, name, p, latency); });
      }
  for (const double latency : {0.0, 1000.0})
    for (const std::size_t p : sizes) {
      benchmark::RegisterBenchmark(
          label("columns/programme", p, latency).c_str(), [p, latency](benchmark::State& state) {
            choose_columns(state, p, latency, [](const Frame& frame) { return cheapest_columns(frame); });
          });
      benchmark::RegisterBenchmark(label("columns/enumeration", p, latency).c_str(),
                                   [p, latency](benchmark::State& state) {
                                     choose_columns(state, p, latency, [](const Frame& frame) {
                                       return enumerate_columns(frame, Orientations::with_transposed).best;
                                     });
                                   });
    }
}

// Where parts are so many that a test of every entry would take too long.
void register_portfolio() {
  for (const char* name : {"BEST[effort=quick]", "BEST"})
    benchmark::RegisterBenchmark(label(std::string("solve/") + name, 50, 0).c_str(),
                                 [name](benchmark::State& state) { solve_in_turn(state, name, 50, 0); });
  benchmark::RegisterBenchmark(label("solve/BEST[effort=thorough]", 20, 0).c_str(),
                               [](benchmark::State& state) { solve_in_turn(state, "BEST[effort=thorough]", 20, 0); });
  for (const char* name : {"BEST[effort=quick]", "BEST"})
    benchmark::RegisterBenchmark((std::string("many/solve/") + name).c_str(),
                                 [name](benchmark::State& state) { solve_for_many(state, name, 1000); })
        ->RangeMultiplier(10)
        ->Range(100, 1000000)
        ->Unit(benchmark::kMicrosecond);
}

// Methods that search, where their time begins to matter.
void register_medium() {
  for (const char* name : {"XY2", "COLUMNS", "NRRP", "ROLLOUT", "ROLLOUT[l-shapes]"})
    for (const double latency : {0.0, 100.0})
      for (const std::size_t p : {50U, 100U})
        benchmark::RegisterBenchmark(label("solve/" + std::string(name), p, latency).c_str(),
                                     [=](benchmark::State& state) { solve_in_turn(state, name, p, latency); })
            ->Unit(benchmark::kMicrosecond);
}

void register_large() {
  for (const char* name : {"XY2", "COLUMNS", "RecursiveBisection2", "SQUARIFIED", "HUFFMAN", "NAGAMOCHI-ABE", "SNRRP"})
    for (const double columns : {1000.0, 3000.0})
      benchmark::RegisterBenchmark(fmt::format("many/solve/{}/columns:{}", name, columns).c_str(),
                                   [name, columns](benchmark::State& state) { solve_for_many(state, name, columns); })
          ->RangeMultiplier(10)
          ->Range(100, 1000000)
          ->Unit(benchmark::kMicrosecond);
  benchmark::RegisterBenchmark("many/frame", frame_of_many)
      ->RangeMultiplier(10)
      ->Range(100, 1000000)
      ->Unit(benchmark::kMicrosecond);
  benchmark::RegisterBenchmark("many/sort", sort_many)
      ->RangeMultiplier(10)
      ->Range(100, 1000000)
      ->Unit(benchmark::kMicrosecond);
  benchmark::RegisterBenchmark("many/programme", programme_for_many)
      ->RangeMultiplier(10)
      ->Range(100, 1000000)
      ->Unit(benchmark::kMicrosecond);
  benchmark::RegisterBenchmark("many/programme/latency:100", programme_for_many_with_latency)
      ->RangeMultiplier(2)
      ->Range(25, static_cast<std::int64_t>(largest_p_with_latency))
      ->Unit(benchmark::kMicrosecond);
}

}  // namespace

void register_rectangle_benchmarks() {
  register_small();
  register_medium();
  register_large();
  register_portfolio();
}

}  // namespace apportion
