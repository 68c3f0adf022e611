// Studies: what an experiment declares about one problem family, and its erasure to an Experiment.
#pragma once

#include <algorithm>
#include <exception>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "algorithms/registry.hpp"
#include "experiments/engine/experiment.hpp"
#include "sim/random_stream.hpp"

namespace apportion::engine {

/// A number that compares two algorithms on one and the same sample, from the plain metrics of both.
struct PairedMetric {
  results::MetricRecord metric;
  double (*value)(std::span<const double> mine, std::span<const double> rival) = nullptr;
};

/// An algorithm and its rival, by canonical name.
struct Pair {
  std::string name;
  std::string rival;
};

/// How a family shows its instances and solutions to readers; nullptr where it has no such form. None of them throws.
template <class AlgorithmType>
struct Presentation {
  using Instance = typename AlgorithmType::Instance;
  using Solution = typename AlgorithmType::Solution;

  /// One JSON line that `apportion solve` takes.
  std::string (*instance)(const Instance& instance) = nullptr;
  /// Lines of text.
  std::string (*text)(const Instance& instance, const Solution& solution) = nullptr;
  /// One SVG document with all the solutions, each below its title; "" where this instance cannot be drawn.
  std::string (*svg)(const Instance& instance, const std::vector<std::string>& titles,
                     const std::vector<Solution>& solutions) = nullptr;
  /// The parts that this document shows.
  std::vector<DrawnPart> (*parts)(const Instance& instance, const std::vector<std::string>& titles,
                                  const std::vector<Solution>& solutions) = nullptr;
};

/// A grid of random instances of one problem family, the algorithms that solve them, and what is measured.
template <class AlgorithmType>
struct Study {
  using Instance = typename AlgorithmType::Instance;
  using Solution = typename AlgorithmType::Solution;

  std::string name;
  std::string title = {};
  std::string claim = {};
  std::string source = {};
  bool timed = false;
  bool deterministic = false;
  bool exact_everywhere = true;
  bool keep_samples = false;  ///< every sample's values are kept, asked for or not
  int revision = 1;           ///< grows whenever the sampler or a metric can give another number
  std::vector<Axis> axes = {};
  std::int64_t samples = 0;
  std::int64_t chunk_size = 0;
  std::vector<std::string> algorithms = {};
  std::vector<results::MetricRecord> metrics = {};
  std::vector<PairedMetric> paired_metrics = {};
  std::vector<Pair> pairs = {};
  /// Names of the metrics that are stored, plain and paired; empty: all. At least one of them is plain. A paired metric
  /// may look at plain ones that are not stored.
  std::vector<std::string> stored_metrics = {};
  /// Draws the instance from the stream by the sampled axes and sets what the applied axes say.
  Instance (*sample)(const Point& point, RandomStream& stream) = nullptr;
  /// Writes one value a metric.
  void (*measure)(const Instance& instance, const Solution& solution, std::span<double> values) = nullptr;
  Presentation<AlgorithmType> presentation = {};
};

template <class AlgorithmType>
[[nodiscard]] bool is_stored(const Study<AlgorithmType>& study, const std::string& metric) {
  const std::vector<std::string>& names = study.stored_metrics;
  return names.empty() || std::ranges::find(names, metric) != names.end();
}

/// Positions of the stored metrics among Study::metrics and among Study::paired_metrics.
template <class AlgorithmType>
[[nodiscard]] std::vector<std::size_t> stored_plain_metrics(const Study<AlgorithmType>& study) {
  std::vector<std::size_t> positions;
  for (std::size_t m = 0; m < study.metrics.size(); ++m)
    if (is_stored(study, study.metrics[m].name)) positions.push_back(m);
  return positions;
}
template <class AlgorithmType>
[[nodiscard]] std::vector<std::size_t> stored_paired_metrics(const Study<AlgorithmType>& study) {
  std::vector<std::size_t> positions;
  for (std::size_t m = 0; m < study.paired_metrics.size(); ++m)
    if (is_stored(study, study.paired_metrics[m].metric.name)) positions.push_back(m);
  return positions;
}

/// What erase() keeps of a study for one choice of algorithms.
template <class AlgorithmType>
class StudySolver {
 public:
  StudySolver(Study<AlgorithmType> study, const std::vector<std::string>& algorithms)
      : study_(std::move(study)), plain_(stored_plain_metrics(study_)), paired_(stored_paired_metrics(study_)) {
    for (const std::string& name : algorithms) {
      Configured<AlgorithmType> chosen = Registry<AlgorithmType>::instance().choose(name);
      std::string canonical = chosen.canonical_name();
      if (index_of(canonical) < chosen_.size()) continue;
      columns_.push_back({{canonical, chosen.algorithm->revision}, 0, plain_.size()});
      names_.push_back(std::move(canonical));
      chosen_.push_back(std::move(chosen));
    }
    if (paired_.empty()) return;
    for (const Pair& pair : study_.pairs) add_pair(pair);
  }

  [[nodiscard]] const std::vector<Column>& columns() const { return columns_; }

  [[nodiscard]] std::vector<ColumnResult> solve(const ChunkRequest& request) const {
    const std::vector<bool> needed = needed_algorithms(request.columns);
    std::vector<ColumnResult> results;
    for (std::size_t c = 0; c < columns_.size(); ++c) {
      const bool reported = c < chosen_.size() ? needed[c] : request.columns[c];
      results.push_back({c, std::vector<results::Moments>(reported ? columns_[c].metrics : 0), {}, std::nullopt});
    }
    const std::vector<Instance> instances = draw_all(request);
    const std::vector<std::vector<Solution>> solved = solve_batches(instances, needed);
    std::vector<std::vector<double>> measured(chosen_.size(), std::vector<double>(study_.metrics.size()));
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

  [[nodiscard]] std::size_t index_of(const std::string& canonical) const {
    return static_cast<std::size_t>(std::ranges::find(names_, canonical) - names_.begin());
  }

  void add_pair(const Pair& pair) {
    const std::size_t mine = index_of(pair.name);
    const std::size_t rival = index_of(pair.rival);
    if (mine == chosen_.size() || rival == chosen_.size()) return;
    pair_members_.emplace_back(mine, rival);
    columns_.push_back({{pair.name, chosen_[mine].algorithm->revision, pair.rival, chosen_[rival].algorithm->revision},
                        plain_.size(),
                        paired_.size()});
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
      if (!needed[a] || chosen_[a].algorithm->solve_batch == nullptr) continue;
      try {
        solved[a] = chosen_[a].algorithm->solve_batch(instances, chosen_[a].options);
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
  void solve_sample(const Chunk& chunk, std::size_t k, const Instance& instance,
                    std::vector<std::vector<double>>& measured, std::vector<ColumnResult>& results) const {
    const ChunkRequest& request = chunk.request;
    const std::int64_t sample = request.first_sample + static_cast<std::int64_t>(k);
    for (std::size_t a = 0; a < chosen_.size(); ++a) {
      if (!chunk.needed[a] || results[a].failure) continue;
      try {
        if (!chunk.solved[a].empty()) {
          study_.measure(instance, chunk.solved[a].at(k), measured[a]);
        } else {
          RandomStream stream = algorithm_stream(request.seed, chunk.solving, sample, a);
          study_.measure(instance, chosen_[a].solve(instance, stream), measured[a]);
        }
        record(request, measured[a], plain_, results[a]);
      } catch (const std::exception& error) {
        results[a].failure = results::Failure{sample, error.what()};
      }
    }
    for (std::size_t pair = 0; pair < pair_members_.size(); ++pair)
      if (request.columns[chosen_.size() + pair]) compare(request, sample, pair, measured, results);
  }

  void compare(const ChunkRequest& request, std::int64_t sample, std::size_t pair,
               const std::vector<std::vector<double>>& measured, std::vector<ColumnResult>& results) const {
    const auto [mine, rival] = pair_members_[pair];
    ColumnResult& result = results[chosen_.size() + pair];
    for (const std::size_t member : {mine, rival})
      if (results[member].failure && !result.failure)
        result.failure = results::Failure{sample, names_[member] + ": " + results[member].failure->message};
    if (result.failure) return;
    std::vector<double> values(study_.paired_metrics.size());
    for (const std::size_t metric : paired_)
      values[metric] = study_.paired_metrics[metric].value(measured[mine], measured[rival]);
    record(request, values, paired_, result);
  }

  // The values of the metrics at these positions.
  static void record(const ChunkRequest& request, const std::vector<double>& values,
                     const std::vector<std::size_t>& positions, ColumnResult& result) {
    for (std::size_t m = 0; m < positions.size(); ++m) result.moments[m].add(values[positions[m]]);
    if (!request.keep_values) return;
    std::vector<double>& kept = result.values.emplace_back();
    for (const std::size_t position : positions) kept.push_back(values[position]);
  }

  Study<AlgorithmType> study_;
  std::vector<std::size_t> plain_;   // the metrics that are stored
  std::vector<std::size_t> paired_;  // the paired ones
  std::vector<std::string> names_;
  std::vector<Configured<AlgorithmType>> chosen_;
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

template <class AlgorithmType>
[[nodiscard]] Experiment erase(Study<AlgorithmType> study) {
  Experiment experiment{
      .name = study.name,
      .title = study.title,
      .claim = study.claim,
      .source = study.source,
      .timed = study.timed,
      .deterministic = study.deterministic,
      .exact_everywhere = study.exact_everywhere,
      .keep_samples = study.keep_samples,
      .axes = study.axes,
      .samples = study.samples,
      .chunk_size = study.chunk_size,
      .definition = "revision " + std::to_string(study.revision) + ", chunks of " + std::to_string(study.chunk_size),
      .metrics = {},
      .algorithms = study.algorithms,
      .columns = {},
      .registered = registered_names<AlgorithmType>};
  for (const std::size_t metric : stored_plain_metrics(study)) experiment.metrics.push_back(study.metrics[metric]);
  for (const std::size_t metric : stored_paired_metrics(study))
    experiment.metrics.push_back(study.paired_metrics[metric].metric);
  experiment.columns = [study = std::move(study)](const std::vector<std::string>& algorithms) {
    const auto solver = std::make_shared<const StudySolver<AlgorithmType>>(study, algorithms);
    return StudyColumns{solver->columns(), [solver](const ChunkRequest& request) { return solver->solve(request); },
                        [solver](std::uint64_t seed, const Point& point, std::int64_t sample, std::size_t column) {
                          return solver->prepare(seed, point, sample, column);
                        },
                        [solver](const Point& point, Replay& replay) { solver->show(point, replay); }};
  };
  return experiment;
}

}  // namespace apportion::engine
