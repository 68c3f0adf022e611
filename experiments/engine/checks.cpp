// The study of a list of checks, as the engine runs it.
#include "experiments/engine/checks.hpp"

#include <fmt/format.h>

#include <any>
#include <numeric>
#include <stdexcept>
#include <utility>

#include "experiments/engine/erasure.hpp"

namespace apportion::engine {
namespace {

std::int64_t sum(const std::vector<std::int64_t>& sizes) {
  return std::accumulate(sizes.begin(), sizes.end(), std::int64_t{0});
}

// What a sample of a study of checks is: each check draws its subject from a copy of the stream.
struct DrawnSubject {
  Point point;
  RandomStream stream;
};

CheckedCases cases_of(const PointCheck& check, const DrawnSubject& subject, RandomStream& stream) {
  RandomStream drawing = subject.stream;
  return check.cases(subject.point, drawing, stream);
}

Solver solver_of(const PointCheck& check, bool exact_everywhere) {
  return {.name = check.name,
          .revision = check.revision,
          .exact_everywhere = exact_everywhere,
          .solve =
              [check](const Value& subject, RandomStream& stream, std::any& solution) {
                solution = std::vector<CheckedCases>{cases_of(check, subject.as<DrawnSubject>(), stream)};
              },
          .prepare = [check](const std::any& subjects, const RandomStream& stream) -> std::function<void()> {
            return [check, subject = Value(subjects).as<DrawnSubject>(), stream = stream]() mutable {
              static_cast<void>(cases_of(check, subject, stream));
            };
          }};
}

Measured measured_by(const std::vector<CaseMetric>& metrics) {
  Measured measured;
  for (const CaseMetric& metric : metrics) measured.metrics.push_back({metric.record});
  measured.prepare = [metrics](const std::vector<bool>& /*needed*/) -> Measure {
    return [metrics](const Value& /*subject*/, const Value& solution, std::span<double> row) {
      const std::vector<double> numbers = case_numbers(solution.as<CheckedCases>());
      for (std::size_t m = 0; m < metrics.size(); ++m) row[m] = numbers.at(metrics[m].number);
    };
  };
  return measured;
}

}  // namespace

void CheckedCases::add(bool holds, const std::vector<std::int64_t>& sizes) {
  ++cases;
  if (holds) return;
  ++failures;
  if (counterexample.empty() || std::pair(sum(sizes), sizes) < std::pair(sum(counterexample), counterexample))
    counterexample = sizes;
}

std::vector<double> case_numbers(const CheckedCases& cases) {
  std::vector<double> numbers = {static_cast<double>(cases.bound), static_cast<double>(cases.cases),
                                 static_cast<double>(cases.failures)};
  if (cases.counterexample.size() > most_case_sizes) throw std::out_of_range("a counterexample of too many sizes");
  numbers.insert(numbers.end(), cases.counterexample.begin(), cases.counterexample.end());
  numbers.resize(first_size + most_case_sizes);
  return numbers;
}

std::vector<CaseMetric> case_metrics(std::size_t sizes) {
  std::vector<CaseMetric> metrics = {{{"bound", "greatest size", "", "", 0}, case_bound},
                                     {{"cases", "cases looked at", "", "", 0}, case_count},
                                     {{"failures", "cases in which it fails", "", "", 0}, case_failures}};
  for (std::size_t k = 0; k < sizes; ++k)
    metrics.push_back(
        {{fmt::format("size{}", k + 1), "of the smallest counterexample; 0: none", "", "", 0}, first_size + k});
  return metrics;
}

Axis bound_axis(const std::string& name, const std::string& title, double least, double most, double value) {
  Axis axis = whole_axis(name, title, AxisRole::applied, least, most, {value});
  axis.is_bound = true;
  return axis;
}

Experiment checking_experiment(const CheckingStudy& checking) {
  Study study{.name = checking.name, .title = checking.title, .claim = checking.claim, .source = checking.source};
  study.deterministic = checking.deterministic;
  study.axes = checking.axes;
  study.samples = checking.samples;
  study.chunk_size = checking.chunk_size;
  for (const PointCheck& check : checking.checks) study.algorithms.push_back(check.name);
  study.solvers = {[checks = checking.checks, exact = checking.exact_everywhere](const std::string& name) {
    return solver_of(named_function(checks, name), exact);
  }};
  study.measured = measured_by(checking.metrics);
  study.sample = sampler([](const Point& point, RandomStream& stream) { return DrawnSubject{point, stream}; });
  if (checking.instance != nullptr)
    study.forms.instance = [instance = checking.instance](const Value& subject) {
      RandomStream drawing = subject.as<DrawnSubject>().stream;
      return instance(subject.as<DrawnSubject>().point, drawing);
    };
  return erase(std::move(study));
}

}  // namespace apportion::engine
