// The study of a list of checks, as the engine runs it.
#include "experiments/engine/checks.hpp"

#include <fmt/format.h>

#include <exception>
#include <memory>
#include <numeric>
#include <stdexcept>
#include <utility>

#include "algorithms/options.hpp"
#include "base/error.hpp"

namespace apportion::engine {
namespace {

std::int64_t sum(const std::vector<std::int64_t>& sizes) {
  return std::accumulate(sizes.begin(), sizes.end(), std::int64_t{0});
}

// The check of that name, which has no options.
const PointCheck& named(const std::vector<PointCheck>& checks, const std::string& text) {
  const BracketedName parts = split_bracketed(text);
  std::vector<std::string> names;
  for (const PointCheck& check : checks) {
    if (check.name == parts.name) {
      static_cast<void>(Options::parse(parts.options, {}, check.name));
      return check;
    }
    names.push_back(check.name);
  }
  throw unknown_name("algorithm", parts.name, names);
}

// The checks that were chosen of a study, and how a chunk of samples is solved by them.
class ChosenChecks {
 public:
  ChosenChecks(CheckingStudy study, const std::vector<std::string>& names) : study_(std::move(study)) {
    std::vector<PointCheck> chosen;
    for (const std::string& name : names) {
      const PointCheck& check = named(study_.checks, name);
      if (std::ranges::count(chosen, check.name, &PointCheck::name) == 0) chosen.push_back(check);
    }
    study_.checks = std::move(chosen);
  }

  [[nodiscard]] std::vector<Column> columns() const {
    std::vector<Column> columns;
    for (const PointCheck& check : study_.checks)
      columns.push_back({{check.name, check.revision}, 0, study_.metrics.size()});
    return columns;
  }

  [[nodiscard]] std::vector<ColumnResult> solve(const ChunkRequest& request) const {
    std::vector<ColumnResult> results;
    for (std::size_t c = 0; c < study_.checks.size(); ++c)
      if (request.columns[c]) results.push_back(result_of(request, c));
    return results;
  }

  [[nodiscard]] CheckedCases cases(std::uint64_t seed, const Point& point, std::int64_t sample, std::size_t c) const {
    const PointCheck& check = study_.checks.at(c);
    RandomStream drawing = sample_stream(seed, point, sample);
    RandomStream stream(seed, fmt::format("{}|{}|{}|{}", study_.name, point.name(), sample, check.name));
    return check.cases(point, drawing, stream);
  }

  void show(const Point& point, Replay& replay) const {
    if (study_.instance == nullptr) return;
    RandomStream drawing = sample_stream(replay.seed, point, replay.sample);
    replay.instance = study_.instance(point, drawing);
  }

 private:
  [[nodiscard]] RandomStream sample_stream(std::uint64_t seed, const Point& point, std::int64_t sample) const {
    return {seed, fmt::format("{}|{}|{}", study_.name, point.sampled_name(), sample)};
  }

  [[nodiscard]] ColumnResult result_of(const ChunkRequest& request, std::size_t c) const {
    ColumnResult result{c, std::vector<results::Moments>(study_.metrics.size()), {}, std::nullopt, std::nullopt};
    for (std::int64_t k = 0; k < request.samples && !result.failure; ++k) {
      const std::int64_t sample = request.first_sample + k;
      try {
        const std::vector<double> numbers = case_numbers(cases(request.seed, *request.point, sample, c));
        std::vector<double> values;
        for (const CaseMetric& metric : study_.metrics) values.push_back(numbers.at(metric.number));
        for (std::size_t m = 0; m < values.size(); ++m) result.moments[m].add(values[m]);
        if (request.keep_values) result.values.push_back(std::move(values));
      } catch (const std::exception& error) {
        result.failure = results::Failure{sample, error.what()};
      }
    }
    return result;
  }

  CheckingStudy study_;  // of its checks those that were chosen
};

StudyColumns columns_of(const CheckingStudy& study, const std::vector<std::string>& names) {
  const auto chosen = std::make_shared<const ChosenChecks>(study, names);
  return {chosen->columns(), [chosen](const ChunkRequest& request) { return chosen->solve(request); },
          [chosen](std::uint64_t seed, const Point& point, std::int64_t sample, std::size_t column) {
            return [=] { static_cast<void>(chosen->cases(seed, point, sample, column)); };
          },
          [chosen](const Point& point, Replay& replay) { chosen->show(point, replay); }};
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
  Axis axis{name, title, AxisRole::applied, AxisKind::whole, least, most, {}, axis_values({value})};
  axis.is_bound = true;
  return axis;
}

Experiment checking_experiment(const CheckingStudy& study) {
  Experiment experiment{.name = study.name,
                        .title = study.title,
                        .claim = study.claim,
                        .source = study.source,
                        .deterministic = study.deterministic,
                        .exact_everywhere = study.exact_everywhere,
                        .axes = study.axes,
                        .samples = study.samples,
                        .chunk_size = study.chunk_size,
                        .definition = fmt::format("revision 1, chunks of {}", study.chunk_size),
                        .metrics = {},
                        .algorithms = {},
                        .columns = [study](const std::vector<std::string>& names) { return columns_of(study, names); }};
  for (const CaseMetric& metric : study.metrics) experiment.metrics.push_back(metric.record);
  for (const PointCheck& check : study.checks) experiment.algorithms.push_back(check.name);
  return experiment;
}

}  // namespace apportion::engine
