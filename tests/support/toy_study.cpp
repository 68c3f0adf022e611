// The toy family's algorithms and study.
#include "tests/support/toy_study.hpp"

#include <atomic>
#include <boost/random/uniform_real_distribution.hpp>
#include <cmath>
#include <stdexcept>

namespace apportion::testing_support {
namespace {

std::atomic<double> drift{1};
std::atomic<double> strongest{1e9};
std::atomic<std::int64_t> roots{0};

double draw(RandomStream& stream) { return boost::random::uniform_real_distribution<double>(1, 2)(stream); }

double doubling(const ToyInstance& instance, const Options& /*options*/, RandomStream& /*stream*/) {
  return 2 * instance.drawn + instance.applied;
}

double drifting(const ToyInstance& instance, const Options& /*options*/, RandomStream& /*stream*/) {
  return drift * instance.drawn;
}

double fragile(const ToyInstance& instance, const Options& /*options*/, RandomStream& /*stream*/) {
  if (instance.drawn > strongest) throw std::runtime_error("too much for it");
  return instance.drawn;
}

double noisy(const ToyInstance& instance, const Options& /*options*/, RandomStream& stream) {
  return instance.drawn + draw(stream);
}

ToyAlgorithm toy(const std::string& name, int revision, decltype(ToyAlgorithm::solve) solve) {
  return {.name = name, .source = "tests", .summary = "a toy", .revision = revision, .solve = solve};
}

const Registration<ToyAlgorithm> doubling_registration(toy("doubling", 1, doubling));
const Registration<ToyAlgorithm> drifting_registration(toy("drifting", 3, drifting));
const Registration<ToyAlgorithm> fragile_registration(toy("fragile", 1, fragile));
const Registration<ToyAlgorithm> noisy_registration(toy("noisy", 1, noisy));
const Registration<ToyAlgorithm> rounded_registration(
    {.name = "rounded", .source = "tests", .summary = "a toy", .exact_everywhere = false, .solve = doubling});

double quotient(double mine, double rival) { return mine / rival; }

}  // namespace

void set_drift(double factor) { drift = factor; }
void set_strength(double strength) { strongest = strength; }
std::int64_t roots_taken() { return roots; }

engine::Measured toy_measured(std::vector<engine::Metric> more) {
  more.push_back({{"value", "what came out", "", "less", 1}});
  engine::Experiment study{.name = "toy/study", .measured = {more}};
  engine::set_measure<ToyInstance, double>(study, [](const ToyInstance& /*instance*/, const double& solution) {
    return engine::Numbers{{"value", solution}, {"square", solution * solution}, {"root", std::nan("")}};
  });
  study.measured.prepare = [all = study.measured.prepare, more](const std::vector<bool>& needed) -> engine::Measure {
    const auto root = std::ranges::find(more, "root", [](const engine::Metric& metric) { return metric.record.name; });
    const auto place = static_cast<std::size_t>(root - more.begin());
    if (place == more.size() || !needed[place]) return all(needed);
    return [of = all(needed), place](const auto& instance, const auto& solution, std::span<double> row) {
      ++roots;
      of(instance, solution, row);
      row[place] = std::sqrt(solution.template as<double>());
    };
  };
  return study.measured;
}

engine::Experiment toy_study() {
  engine::Experiment study{.name = "toy/study"};
  study.solvers = engine::solvers_of<ToyAlgorithm>();
  study.measured = toy_measured();
  study.axes = {{.name = "a", .least = 0, .most = 100, .values = engine::axis_values({1, 2})},
                {.name = "b",
                 .role = engine::AxisRole::applied,
                 .least = 0,
                 .most = 100,
                 .values = engine::axis_values({0, 10})}};
  study.samples = 6;
  study.chunk_size = 4;
  study.algorithms = {"doubling", "drifting", "fragile", "noisy"};
  study.paired_metrics = {{{"quotient", "mine over the rival's", "", "less", 3}, "value", quotient}};
  study.pairs = {{"drifting", "doubling"}};
  study.sample = engine::sampler([](const engine::Point& point, RandomStream& stream) {
    return ToyInstance{point.number("a") * draw(stream), point.number("b")};
  });
  return study;
}

engine::Experiment toy_experiment() { return engine::completed(toy_study()); }

}  // namespace apportion::testing_support
