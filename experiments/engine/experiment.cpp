// Solves and measures the columns of experiments, whatever the types of instances and solutions, and replays samples.
#include "experiments/engine/experiment.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <exception>
#include <memory>
#include <stdexcept>
#include <utility>

#include "base/error.hpp"
#include "base/text.hpp"

namespace apportion::engine {
namespace {

// `Any`: a Metric or a PairedMetric.
template <class Any>
bool is_stored(const Experiment& study, const Any& metric) {
  const std::vector<std::string>& names = study.stored_metrics;
  return names.empty() ? !metric.added : contains(names, metric.record.name);
}

// Indices of the stored plain metrics in a row.
std::vector<std::size_t> stored_plain_metrics(const Experiment& study) {
  std::vector<std::size_t> stored;
  for (std::size_t m = 0; m < study.measured.metrics.size(); ++m)
    if (is_stored(study, study.measured.metrics[m])) stored.push_back(m);
  return stored;
}

// A stored paired metric, and the index in a row of the metric that it compares.
struct StoredPaired {
  PairedMetric metric;
  std::size_t of = 0;
};

std::vector<StoredPaired> stored_paired_metrics(const Experiment& study) {
  const std::vector<Metric>& all = study.measured.metrics;
  std::vector<StoredPaired> stored;
  for (const PairedMetric& paired : study.paired_metrics) {
    if (!is_stored(study, paired)) continue;
    const auto of = std::ranges::find_if(all, [&](const Metric& metric) { return metric.record.name == paired.of; });
    if (of == all.end()) throw std::logic_error(paired.record.name + " is of " + paired.of + ", which is not a metric");
    stored.push_back({paired, static_cast<std::size_t>(of - all.begin())});
  }
  return stored;
}

// Solves a study for one choice of algorithms.
class StudySolver {
 public:
  StudySolver(Experiment study, const std::vector<std::string>& algorithms)
      : study_(std::move(study)), plain_(stored_plain_metrics(study_)), paired_(stored_paired_metrics(study_)) {
    std::vector<bool> needed(study_.measured.metrics.size());
    for (const std::size_t m : plain_) needed[m] = true;
    for (const StoredPaired& paired : paired_) needed[paired.of] = true;
    measure_ = study_.measured.prepare(needed);
    for (const std::string& name : algorithms) {
      Solver chosen = study_.solvers.choose(name);
      if (index_of(chosen.name) < chosen_.size()) continue;
      columns_.push_back({{chosen.name, chosen.revision}, 0, plain_.size()});
      if (chosen.own) own_.push_back(*chosen.own);
      chosen_.push_back(std::move(chosen));
    }
    if (paired_.empty()) return;
    for (const Pair& pair : study_.pairs) add_pair(pair);
  }

  [[nodiscard]] const std::vector<Column>& columns() const { return columns_; }

  /// Those of the users' own algorithms among them.
  [[nodiscard]] const std::vector<OwnProgram>& own_programs() const { return own_; }

  [[nodiscard]] std::vector<ColumnResult> solve(const ChunkRequest& request) const {
    const std::vector<bool> needed = needed_algorithms(request.columns);
    std::vector<ColumnResult> results;
    for (std::size_t c = 0; c < columns_.size(); ++c) {
      const bool reported = c < chosen_.size() ? needed[c] : request.columns[c];
      results.push_back(
          {c, std::vector<results::Moments>(reported ? columns_[c].metrics : 0), {}, std::nullopt, std::nullopt});
    }
    const std::any instances = draw(request.seed, *request.point, request.first_sample, request.samples);
    const std::vector<Solver> here = solvers_at(*request.point);
    std::vector<std::vector<double>> rows(chosen_.size());
    for (std::size_t a = 0; a < chosen_.size(); ++a)
      if (needed[a]) rows[a] = solve_all(request, a, here[a], instances, results[a]);
    for (std::size_t pair = 0; pair < pair_members_.size(); ++pair)
      if (request.columns[chosen_.size() + pair]) compare(request, pair, rows, results);
    std::erase_if(results, [](const ColumnResult& result) { return result.moments.empty(); });
    return results;
  }

  [[nodiscard]] std::function<void()> prepare(std::uint64_t seed, const Point& point, std::int64_t sample,
                                              std::size_t column) const {
    return [solve = solvers_at(point).at(column).solve, instances = draw(seed, point, sample, 1),
            stream = algorithm_stream(seed, solving_name(point), sample, column),
            solution = std::any()]() mutable { solve(Value(instances), stream, solution); };
  }

  [[nodiscard]] Replay replayed(std::uint64_t seed, const Point& point, std::int64_t sample) const {
    Replay all{.experiment = study_.name, .seed = seed, .point = point.name(), .sample = sample};
    const std::vector<bool> each(columns_.size(), true);
    for (const ColumnResult& result : solve({seed, &point, sample, 1, each, /*keep_values=*/true})) {
      const Column& column = columns_[result.column];
      const auto first = study_.metrics.begin() + static_cast<std::ptrdiff_t>(column.first_metric);
      ReplayedColumn& again = all.columns.emplace_back();
      again.column = column.record;
      again.metrics.assign(first, first + static_cast<std::ptrdiff_t>(column.metrics));
      if (result.failure || result.unanswered)
        again.failure = (result.failure ? result.failure : result.unanswered)->message;
      else
        again.values = result.values.front();
    }
    show(point, all);
    return all;
  }

 private:
  // Adds the readable forms.
  void show(const Point& point, Replay& replay) const {
    const Forms& forms = study_.forms;
    const std::any instances = draw(replay.seed, point, replay.sample, 1);
    const Value instance(instances);
    if (forms.instance) replay.instance = forms.instance(instance);
    if (!forms.text && !forms.drawing) return;
    std::vector<std::string> titles;
    std::vector<std::any> solutions;
    const std::vector<Solver> here = solvers_at(point);
    for (std::size_t a = 0; a < chosen_.size(); ++a) {
      if (replay.columns.at(a).failure) continue;
      RandomStream stream = algorithm_stream(replay.seed, solving_name(point), replay.sample, a);
      titles.push_back(chosen_[a].name);
      here[a].solve(instance, stream, solutions.emplace_back());
      if (forms.text) replay.columns[a].text = forms.text(instance, Value(solutions.back()));
    }
    if (forms.drawing && !solutions.empty()) replay.drawing = forms.drawing(instance, titles, solutions);
  }

  [[nodiscard]] std::size_t index_of(const std::string& canonical) const {
    return static_cast<std::size_t>(std::ranges::find(chosen_, canonical, &Solver::name) - chosen_.begin());
  }

  [[nodiscard]] std::vector<Solver> solvers_at(const Point& point) const {
    std::vector<Solver> here = chosen_;
    for (Solver& solver : here)
      if (solver.at) solver = solver.at(point);
    return here;
  }

  void add_pair(const Pair& pair) {
    const std::size_t mine = index_of(pair.name);
    const std::size_t rival = index_of(pair.rival);
    if (mine == chosen_.size() || rival == chosen_.size()) return;
    pair_members_.emplace_back(mine, rival);
    columns_.push_back(
        {{pair.name, chosen_[mine].revision, pair.rival, chosen_[rival].revision}, plain_.size(), paired_.size()});
  }

  [[nodiscard]] std::vector<bool> needed_algorithms(const std::vector<bool>& wanted) const {
    std::vector<bool> needed(wanted.begin(), wanted.begin() + static_cast<std::ptrdiff_t>(chosen_.size()));
    for (std::size_t k = 0; k < pair_members_.size(); ++k)
      if (wanted[chosen_.size() + k]) needed[pair_members_[k].first] = needed[pair_members_[k].second] = true;
    return needed;
  }

  // The prefix of the names of the streams of a point's solutions.
  [[nodiscard]] StreamName solving_name(const Point& point) const {
    return StreamName(study_.name).then("|").then(point.name()).then("|");
  }

  [[nodiscard]] RandomStream algorithm_stream(std::uint64_t seed, const StreamName& solving, std::int64_t sample,
                                              std::size_t algorithm) const {
    return {seed, solving.then(std::to_string(sample)).then("|").then(chosen_[algorithm].name)};
  }

  [[nodiscard]] std::any draw(std::uint64_t seed, const Point& point, std::int64_t first, std::int64_t samples) const {
    const StreamName drawing = StreamName(study_.name).then("|").then(point.sampled_name()).then("|");
    std::vector<RandomStream> streams;
    streams.reserve(static_cast<std::size_t>(samples));
    for (std::int64_t k = 0; k < samples; ++k) streams.emplace_back(seed, drawing.then(std::to_string(first + k)));
    return study_.sample(point, streams);
  }

  // Solves all instances by one algorithm, until it fails. Returns the metrics of the solutions, sample after sample.
  [[nodiscard]] std::vector<double> solve_all(const ChunkRequest& request, std::size_t algorithm, const Solver& solver,
                                              const std::any& instances, ColumnResult& result) const {
    const std::size_t width = study_.measured.metrics.size();
    std::vector<double> rows(static_cast<std::size_t>(request.samples) * width);
    const StreamName solving = solving_name(*request.point);
    const std::any batch = batch_of(solver, instances);
    std::any solution;
    for (std::int64_t k = 0; k < request.samples && !result.failure; ++k) {
      const std::int64_t sample = request.first_sample + k;
      const auto place = static_cast<std::size_t>(k);
      const Value instance(instances, place);
      const std::span<double> row = std::span(rows).subspan(place * width, width);
      try {
        if (!batch.has_value()) {
          RandomStream stream = algorithm_stream(request.seed, solving, sample, algorithm);
          solver.solve(instance, stream, solution);
        }
        measure_(instance, batch.has_value() ? Value(batch, place) : Value(solution), row);
      } catch (const NoAnswer& error) {
        result.unanswered = results::Failure{sample, error.what()};
        break;
      } catch (const std::exception& error) {
        result.failure = results::Failure{sample, error.what()};
        break;
      }
      record(
          request, result, sample, [&](std::size_t m) { return row[plain_[m]]; },
          [&](std::size_t m) { return study_.measured.metrics[plain_[m]].record.name; });
    }
    return rows;
  }

  // Empty for an algorithm without batches. If a batch throws, its instances are solved one by one, so that the failure
  // names its sample.
  [[nodiscard]] static std::any batch_of(const Solver& solver, const std::any& instances) {
    try {
      return solver.solve_batch ? solver.solve_batch(instances) : std::any();
    } catch (const std::exception&) {
      return {};
    }
  }

  // `rows` are those of solve_all(), by algorithm.
  void compare(const ChunkRequest& request, std::size_t pair, const std::vector<std::vector<double>>& rows,
               std::vector<ColumnResult>& results) const {
    const std::array members{pair_members_[pair].first, pair_members_[pair].second};
    ColumnResult& result = results[chosen_.size() + pair];
    for (std::int64_t k = 0; k < request.samples; ++k) {
      const std::int64_t sample = request.first_sample + k;
      const auto has_come = [sample](const auto& failure) { return failure && failure->sample <= sample; };
      for (const std::size_t member : members) {
        if (has_come(results[member].unanswered) && !result.unanswered) result.unanswered = results[member].unanswered;
        if (has_come(results[member].failure) && !result.failure)
          result.failure = results::Failure{sample, chosen_[member].name + ": " + results[member].failure->message};
      }
      if (result.failure || result.unanswered) continue;
      const std::size_t begin = static_cast<std::size_t>(k) * study_.measured.metrics.size();
      record(
          request, result, sample,
          [&](std::size_t m) {
            const StoredPaired& paired = paired_[m];
            return paired.metric.value(rows[members[0]][begin + paired.of], rows[members[1]][begin + paired.of]);
          },
          [&](std::size_t m) { return paired_[m].metric.record.name; });
    }
  }

  // `value` and `name` give the metrics of the column by index. A sample with one that is not finite fails.
  template <class ValueOf, class NameOf>
  static void record(const ChunkRequest& request, ColumnResult& result, std::int64_t sample, const ValueOf& value,
                     const NameOf& name) {
    if (request.keep_values) result.values.emplace_back(result.moments.size());
    for (std::size_t m = 0; m < result.moments.size(); ++m) {
      const double x = value(m);
      if (!std::isfinite(x)) result.failure = results::Failure{sample, fmt::format("metric {} is not finite", name(m))};
      result.moments[m].add(x);
      if (request.keep_values) result.values.back()[m] = x;
    }
  }

  Experiment study_;
  std::vector<std::size_t> plain_;
  std::vector<StoredPaired> paired_;
  Measure measure_;
  std::vector<Solver> chosen_;
  std::vector<std::pair<std::size_t, std::size_t>> pair_members_;
  std::vector<Column> columns_;  // the algorithms, then the pairs
  std::vector<OwnProgram> own_;
};

AxisValue value_on(const Axis& axis, const std::map<std::string, std::string>& settings) {
  if (const auto found = settings.find(axis.name); found != settings.end()) {
    AxisValue value = AxisValue::parse(found->second);
    axis.check(value);
    return value;
  }
  if (axis.omitted_at) return *axis.omitted_at;
  if (axis.values.size() != 1)
    throw InputError("axis {} is missing; a point needs a value of it, such as {}", axis.name,
                     fmt::join(collected(axis.values, &AxisValue::text), ", "));
  return axis.values.front();
}

// Whether the study's numbers are the same bytes on every machine, with its own algorithms at its own values.
bool is_exact_everywhere(const Experiment& study) {
  return std::ranges::all_of(study.algorithms,
                             [&](const std::string& name) { return study.solvers.choose(name).exact_everywhere; }) &&
         std::ranges::all_of(study.axes,
                             [](const Axis& axis) {
                               return axis.exact_at == nullptr ||
                                      std::ranges::all_of(axis.values, axis.exact_at, &AxisValue::text);
                             }) &&
         std::ranges::all_of(stored_plain_metrics(study),
                             [&](std::size_t m) { return study.measured.metrics[m].exact_everywhere; });
}

}  // namespace

PairedMetric relative_metric(const std::string& name, const std::string& title, int digits, const std::string& of) {
  return {
      {name, title, "", "less", digits}, of, [](double mine, double rival) { return rival == 0 ? 1 : mine / rival; }};
}

std::vector<std::string> defining_metrics(const Experiment& study) {
  std::vector<std::string> names;
  bool all = true;
  const auto add = [&](const auto& metric) {
    if (metric.added) return;
    if (is_stored(study, metric))
      names.push_back(metric.record.name);
    else
      all = false;
  };
  std::ranges::for_each(study.measured.metrics, add);
  std::ranges::for_each(study.paired_metrics, add);
  return all ? std::vector<std::string>{} : names;
}

Experiment completed(Experiment study) {
  study.exact_everywhere = is_exact_everywhere(study);
  study.definition = fmt::format("revision {}, chunks of {}", study.revision, study.chunk_size);
  for (const std::size_t m : stored_plain_metrics(study)) study.metrics.push_back(study.measured.metrics[m].record);
  for (const StoredPaired& paired : stored_paired_metrics(study)) study.metrics.push_back(paired.metric.record);
  for (const Metric& metric : study.measured.metrics)
    if (metric.added && !is_stored(study, metric)) study.offered_metrics.push_back(metric.record);
  return study;
}

StudyColumns Experiment::columns(const std::vector<std::string>& names) const {
  const auto solver = std::make_shared<const StudySolver>(*this, names);
  return {solver->columns(), [solver](const ChunkRequest& request) { return solver->solve(request); },
          [solver](std::uint64_t seed, const Point& point, std::int64_t number, std::size_t column) {
            return solver->prepare(seed, point, number, column);
          },
          solver->own_programs()};
}

bool Experiment::is_paired(const std::string& metric) const {
  return contains(paired_metrics, metric, [](const PairedMetric& paired) { return paired.record.name; });
}

std::vector<std::string> Experiment::stored_names() const {
  std::vector<std::string> names = collected(metrics, &results::MetricRecord::name);
  // The last column is that of a pair if there are any.
  if (columns(algorithms).all.back().record.rival.empty())
    std::erase_if(names, [this](const std::string& metric) { return is_paired(metric); });
  return names;
}

Point point_at(const Experiment& experiment, const std::map<std::string, std::string>& settings) {
  for (const auto& [name, value] : settings) static_cast<void>(place_of_axis(experiment.axes, name, experiment.name));
  std::vector<Point::Entry> entries;
  std::vector<Axis> axes = experiment.axes;
  for (Axis& axis : axes) {
    axis.values = {value_on(axis, settings)};
    entries.push_back(entry_on(axis, axis.values.front()));
  }
  experiment.require_measurable(axes);
  return Point(std::move(entries));
}

Replay replay(const Experiment& experiment, const std::vector<std::string>& algorithms, std::uint64_t seed,
              const Point& point, std::int64_t sample) {
  return StudySolver(experiment, algorithms.empty() ? experiment.algorithms : algorithms).replayed(seed, point, sample);
}

}  // namespace apportion::engine
