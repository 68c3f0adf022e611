// The definition of erase(): how the columns of a study are solved and measured.
#pragma once

#include <algorithm>
#include <cstddef>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "experiments/engine/study.hpp"

namespace apportion::engine {

template <class AlgorithmType, class Measures>
[[nodiscard]] bool is_stored(const Study<AlgorithmType, Measures>& study, const std::string& metric) {
  const std::vector<std::string>& names = study.stored_metrics;
  return names.empty() || std::ranges::find(names, metric) != names.end();
}

template <class AlgorithmType, class Measures>
[[nodiscard]] std::vector<Metric<Measures>> stored_plain_metrics(const Study<AlgorithmType, Measures>& study) {
  std::vector<Metric<Measures>> stored;
  for (const Metric<Measures>& metric : study.metrics)
    if (is_stored(study, metric.name)) stored.push_back(metric);
  return stored;
}
template <class AlgorithmType, class Measures>
[[nodiscard]] std::vector<PairedMetric<Measures>> stored_paired_metrics(const Study<AlgorithmType, Measures>& study) {
  std::vector<PairedMetric<Measures>> stored;
  for (const PairedMetric<Measures>& metric : study.paired_metrics)
    if (is_stored(study, metric.metric.name)) stored.push_back(metric);
  return stored;
}

/// The names of the stored metrics for a definition that has to tell studies with other metrics apart; none if all are
/// stored. Metrics that were added later do not count, so that the definitions of before stay what they were.
template <class AlgorithmType, class Measures>
[[nodiscard]] std::vector<std::string> defining_metrics(const Study<AlgorithmType, Measures>& study) {
  std::vector<std::string> names;
  for (const Metric<Measures>& metric : study.metrics)
    if (!metric.added) names.push_back(metric.name);
  for (const PairedMetric<Measures>& metric : study.paired_metrics)
    if (!metric.added) names.push_back(metric.metric.name);
  const auto left_out = std::erase_if(names, [&study](const std::string& name) { return !is_stored(study, name); });
  return left_out == 0 ? std::vector<std::string>{} : names;
}

/// What erase() keeps of a study for one choice of algorithms.
template <class AlgorithmType, class Measures>
class StudySolver {
 public:
  StudySolver(Study<AlgorithmType, Measures> study, const std::vector<std::string>& algorithms)
      : study_(std::move(study)), plain_(stored_plain_metrics(study_)), paired_(stored_paired_metrics(study_)) {
    std::erase_if(study_.costly, [this](const Costly& costly) { return !is_needed(costly); });
    for (const std::string& name : algorithms) {
      ChosenAlgorithm<AlgorithmType> chosen = choose_algorithm(study_.own_algorithms, name);
      std::string canonical = chosen.canonical_name();
      if (index_of(canonical) < chosen_.size()) continue;
      columns_.push_back({{canonical, chosen.revision()}, 0, plain_.size()});
      names_.push_back(std::move(canonical));
      chosen_.push_back(std::move(chosen));
    }
    if (paired_.empty()) return;
    for (const Pair& pair : study_.pairs) add_pair(pair);
  }

  [[nodiscard]] const std::vector<Column>& columns() const { return columns_; }

  [[nodiscard]] std::vector<OwnProgram> own_programs() const {
    std::vector<OwnProgram> programs;
    for (const ChosenAlgorithm<AlgorithmType>& chosen : chosen_)
      if (chosen.own() != nullptr) programs.push_back(chosen.own()->program);
    return programs;
  }

  [[nodiscard]] std::vector<ColumnResult> solve(const ChunkRequest& request) const {
    const std::vector<bool> needed = needed_algorithms(request.columns);
    std::vector<ColumnResult> results;
    for (std::size_t c = 0; c < columns_.size(); ++c) {
      const bool reported = c < chosen_.size() ? needed[c] : request.columns[c];
      results.push_back(
          {c, std::vector<results::Moments>(reported ? columns_[c].metrics : 0), {}, std::nullopt, std::nullopt});
    }
    const std::vector<Instance> instances = draw_all(request);
    const std::vector<std::vector<Solution>> solved = solve_batches(instances, needed);
    std::vector<Measures> measured(chosen_.size());
    const Chunk chunk{request, solving_name(*request.point), needed, solved};
    for (std::size_t k = 0; k < instances.size(); ++k) solve_sample(chunk, k, instances[k], measured, results);
    std::erase_if(results, [](const ColumnResult& result) { return result.moments.empty(); });
    return results;
  }

  [[nodiscard]] std::function<void()> prepare(std::uint64_t seed, const Point& point, std::int64_t sample,
                                              std::size_t column) const {
    return [instance = draw(seed, point, sample), stream = algorithm_stream(seed, point, sample, column),
            chosen = chosen_.at(column)]() mutable {
      const Solution solution = chosen.solve(instance, stream);
      // The address escapes, so that the compiler cannot drop the call that is timed.
      asm volatile("" : : "g"(&solution) : "memory");
    };
  }

  void show(const Point& point, Replay& replay) const {
    const Presentation<AlgorithmType>& presentation = study_.presentation;
    const Instance instance = draw(replay.seed, point, replay.sample);
    if (presentation.instance != nullptr) replay.instance = presentation.instance(instance);
    if (presentation.text == nullptr && presentation.svg == nullptr) return;
    std::vector<std::string> titles;
    std::vector<Solution> solutions;
    for (std::size_t a = 0; a < chosen_.size(); ++a) {
      if (replay.columns.at(a).failure) continue;
      RandomStream stream = algorithm_stream(replay.seed, point, replay.sample, a);
      titles.push_back(names_[a]);
      solutions.push_back(chosen_[a].solve(instance, stream));
      if (presentation.text != nullptr) replay.columns[a].text = presentation.text(instance, solutions.back());
      if (presentation.svg != nullptr)
        replay.columns[a].svg = presentation.svg(instance, {names_[a]}, {solutions.back()});
    }
    if (solutions.empty()) return;
    if (presentation.svg != nullptr) replay.svg = presentation.svg(instance, titles, solutions);
    if (presentation.parts != nullptr) replay.parts = presentation.parts(instance, titles, solutions);
  }

 private:
  using Instance = typename AlgorithmType::Instance;
  using Solution = typename AlgorithmType::Solution;
  using Costly = CostlyMeasures<AlgorithmType, Measures>;

  [[nodiscard]] bool is_needed(const Costly& costly) const {
    const auto is_one = [&costly](double Measures::*measure) {
      return std::ranges::find(costly.measures, measure) != costly.measures.end();
    };
    return std::ranges::any_of(plain_, is_one, &Metric<Measures>::measure) ||
           std::ranges::any_of(paired_, &PairedMetric<Measures>::costly);
  }

  [[nodiscard]] std::size_t index_of(const std::string& canonical) const {
    return static_cast<std::size_t>(std::ranges::find(names_, canonical) - names_.begin());
  }

  void add_pair(const Pair& pair) {
    const std::size_t mine = index_of(pair.name);
    const std::size_t rival = index_of(pair.rival);
    if (mine == chosen_.size() || rival == chosen_.size()) return;
    pair_members_.emplace_back(mine, rival);
    columns_.push_back(
        {{pair.name, chosen_[mine].revision(), pair.rival, chosen_[rival].revision()}, plain_.size(), paired_.size()});
  }

  [[nodiscard]] std::vector<bool> needed_algorithms(const std::vector<bool>& wanted) const {
    std::vector<bool> needed(wanted.begin(), wanted.begin() + static_cast<std::ptrdiff_t>(chosen_.size()));
    for (std::size_t k = 0; k < pair_members_.size(); ++k)
      if (wanted[chosen_.size() + k]) needed[pair_members_[k].first] = needed[pair_members_[k].second] = true;
    return needed;
  }

  // What the names of a point's streams begin with.
  [[nodiscard]] StreamName drawing_name(const Point& point) const {
    return StreamName(study_.name + "|" + point.sampled_name() + "|");
  }
  [[nodiscard]] StreamName solving_name(const Point& point) const {
    return StreamName(study_.name + "|" + point.name() + "|");
  }

  [[nodiscard]] Instance draw(std::uint64_t seed, const Point& point, const StreamName& drawing,
                              std::int64_t sample) const {
    RandomStream stream(seed, drawing.then(std::to_string(sample)));
    return study_.sample(point, stream);
  }

  [[nodiscard]] Instance draw(std::uint64_t seed, const Point& point, std::int64_t sample) const {
    return draw(seed, point, drawing_name(point), sample);
  }

  [[nodiscard]] RandomStream algorithm_stream(std::uint64_t seed, const StreamName& solving, std::int64_t sample,
                                              std::size_t algorithm) const {
    return {seed, solving.then(std::to_string(sample)).then("|").then(names_[algorithm])};
  }

  [[nodiscard]] RandomStream algorithm_stream(std::uint64_t seed, const Point& point, std::int64_t sample,
                                              std::size_t algorithm) const {
    return algorithm_stream(seed, solving_name(point), sample, algorithm);
  }

  [[nodiscard]] std::vector<Instance> draw_all(const ChunkRequest& request) const {
    const StreamName drawing = drawing_name(*request.point);
    std::vector<Instance> instances;
    instances.reserve(static_cast<std::size_t>(request.samples));
    for (std::int64_t k = 0; k < request.samples; ++k)
      instances.push_back(draw(request.seed, *request.point, drawing, request.first_sample + k));
    return instances;
  }

  // By algorithm; empty for those that solve one instance after the other. So does one that throws, which then says for
  // which sample.
  [[nodiscard]] std::vector<std::vector<Solution>> solve_batches(const std::vector<Instance>& instances,
                                                                 const std::vector<bool>& needed) const {
    std::vector<std::vector<Solution>> solved(chosen_.size());
    for (std::size_t a = 0; a < chosen_.size(); ++a) {
      if (!needed[a] || !chosen_[a].has_batches()) continue;
      try {
        solved[a] = chosen_[a].solve_batch(instances);
      } catch (const std::exception&) {
        solved[a].clear();
      }
    }
    return solved;
  }

  // What the samples of one request share.
  struct Chunk {
    const ChunkRequest& request;
    StreamName solving;
    const std::vector<bool>& needed;
    const std::vector<std::vector<Solution>>& solved;
  };

  // The k-th sample of the chunk.
  void solve_sample(const Chunk& chunk, std::size_t k, const Instance& instance, std::vector<Measures>& measured,
                    std::vector<ColumnResult>& results) const {
    const ChunkRequest& request = chunk.request;
    const std::int64_t sample = request.first_sample + static_cast<std::int64_t>(k);
    for (std::size_t a = 0; a < chosen_.size(); ++a) {
      if (!chunk.needed[a] || results[a].failure || results[a].unanswered) continue;
      try {
        if (!chunk.solved[a].empty()) {
          measured[a] = measure(instance, chunk.solved[a].at(k));
        } else {
          RandomStream stream = algorithm_stream(request.seed, chunk.solving, sample, a);
          measured[a] = measure(instance, chosen_[a].solve(instance, stream));
        }
        std::vector<double> values;
        for (const Metric<Measures>& metric : plain_) values.push_back(measured[a].*metric.measure);
        record(request, std::move(values), results[a]);
      } catch (const NoAnswer& error) {
        results[a].unanswered = results::Failure{sample, error.what()};
      } catch (const std::exception& error) {
        results[a].failure = results::Failure{sample, error.what()};
      }
    }
    for (std::size_t pair = 0; pair < pair_members_.size(); ++pair)
      if (request.columns[chosen_.size() + pair]) compare(request, sample, pair, measured, results);
  }

  [[nodiscard]] Measures measure(const Instance& instance, const Solution& solution) const {
    Measures measures = study_.measure(instance, solution);
    for (const Costly& costly : study_.costly) costly.fill(instance, solution, measures);
    return measures;
  }

  void compare(const ChunkRequest& request, std::int64_t sample, std::size_t pair,
               const std::vector<Measures>& measured, std::vector<ColumnResult>& results) const {
    const auto [mine, rival] = pair_members_[pair];
    ColumnResult& result = results[chosen_.size() + pair];
    for (const std::size_t member : {mine, rival}) {
      if (results[member].unanswered && !result.unanswered) result.unanswered = results[member].unanswered;
      if (results[member].failure && !result.failure)
        result.failure = results::Failure{sample, names_[member] + ": " + results[member].failure->message};
    }
    if (result.failure || result.unanswered) return;
    std::vector<double> values;
    for (const PairedMetric<Measures>& metric : paired_)
      values.push_back(metric.value(measured[mine], measured[rival]));
    record(request, std::move(values), result);
  }

  static void record(const ChunkRequest& request, std::vector<double> values, ColumnResult& result) {
    for (std::size_t m = 0; m < values.size(); ++m) result.moments[m].add(values[m]);
    if (request.keep_values) result.values.push_back(std::move(values));
  }

  Study<AlgorithmType, Measures> study_;        // of its costly measures those that are needed
  std::vector<Metric<Measures>> plain_;         // those that are stored
  std::vector<PairedMetric<Measures>> paired_;  // those that are stored
  std::vector<std::string> names_;              // canonical, of chosen_
  std::vector<ChosenAlgorithm<AlgorithmType>> chosen_;
  std::vector<std::pair<std::size_t, std::size_t>> pair_members_;
  std::vector<Column> columns_;  // the algorithms, then the pairs
};

/// The canonical names of all entries of a family's registry.
template <class AlgorithmType>
[[nodiscard]] std::vector<std::string> registered_names() {
  std::vector<std::string> names;
  for (const Configured<AlgorithmType>& entry : Registry<AlgorithmType>::instance().entries())
    names.push_back(entry.canonical_name());
  return names;
}

/// Whether the study's numbers are the same bytes on every machine: those of its own algorithms, at its own values.
template <class AlgorithmType, class Measures>
[[nodiscard]] bool is_exact_everywhere(const Study<AlgorithmType, Measures>& study) {
  const auto exact_algorithm = [&study](const std::string& name) {
    return choose_algorithm(study.own_algorithms, name).exact_everywhere();
  };
  return std::ranges::all_of(study.algorithms, exact_algorithm) &&
         std::ranges::all_of(study.axes, &Axis::is_exact_everywhere) &&
         std::ranges::all_of(stored_plain_metrics(study), &Metric<Measures>::exact_everywhere);
}

template <class AlgorithmType, class Measures>
Experiment erase(Study<AlgorithmType, Measures> study) {
  Experiment experiment{
      .name = study.name,
      .title = study.title,
      .claim = study.claim,
      .source = study.source,
      .notice = study.notice,
      .timed = study.timed,
      .deterministic = study.deterministic,
      .exact_everywhere = is_exact_everywhere(study),
      .keep_samples = study.keep_samples,
      .axes = study.axes,
      .samples = study.samples,
      .chunk_size = study.chunk_size,
      .definition = "revision " + std::to_string(study.revision) + ", chunks of " + std::to_string(study.chunk_size),
      .metrics = {},
      .algorithms = study.algorithms,
      .columns = {},
      .registered = registered_names<AlgorithmType>};
  for (const Metric<Measures>& metric : stored_plain_metrics(study)) experiment.metrics.push_back(metric.record());
  for (const PairedMetric<Measures>& paired : stored_paired_metrics(study)) experiment.metrics.push_back(paired.metric);
  for (const Metric<Measures>& metric : study.metrics)
    if (metric.added && !is_stored(study, metric.name)) experiment.offered_metrics.push_back(metric.record());
  if (study.require != nullptr) {
    std::vector<std::string> stored;
    for (const results::MetricRecord& metric : experiment.metrics) stored.push_back(metric.name);
    experiment.require = [require = study.require, stored](const std::vector<Axis>& axes) { require(axes, stored); };
  }
  experiment.columns = [study = std::move(study)](const std::vector<std::string>& algorithms) {
    const auto solver = std::make_shared<const StudySolver<AlgorithmType, Measures>>(study, algorithms);
    return StudyColumns{solver->columns(), [solver](const ChunkRequest& request) { return solver->solve(request); },
                        [solver](std::uint64_t seed, const Point& point, std::int64_t sample, std::size_t column) {
                          return solver->prepare(seed, point, sample, column);
                        },
                        [solver](const Point& point, Replay& replay) { solver->show(point, replay); },
                        solver->own_programs()};
  };
  return experiment;
}

}  // namespace apportion::engine
