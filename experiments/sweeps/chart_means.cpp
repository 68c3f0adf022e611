// Charts of a sweep's own metrics: what a section says, completed and checked.
#include "experiments/sweeps/chart_means.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "base/error.hpp"
#include "experiments/problems/problem_family.hpp"
#include "experiments/sweeps/default_exhibits.hpp"
#include "experiments/sweeps/exhibit_sections.hpp"
#include "experiments/sweeps/means.hpp"
#include "experiments/sweeps/words.hpp"

namespace apportion::sweeps {
namespace {

using results::Chart;
using results::ChartKind;
using results::MetricRecord;

/// Reads one section.
class MeansReader {
 public:
  MeansReader(const Section& section, const engine::Experiment& experiment)
      : section_(section),
        experiment_(experiment),
        stored_(stored_metrics_of(experiment)),
        kind_(section.text("kind")),
        fixed_(section.read("set", settings_in)) {}

  SweepExhibit entry() {
    read_means();
    entry_.exhibit.charts = {chart_};
    return std::move(entry_);
  }

 private:
  [[nodiscard]] bool is_heat_map() const { return kind_ == "heat-map"; }

  void read_means() {
    MeansRequest request;
    request.fixed = fixed_;
    for (const auto& [axis, value] : request.fixed) check_fixed(axis, value);
    request.algorithms = section_.read("algorithm", [this](const std::string& list) {
      std::vector<std::string> names = names_in(list);
      for (std::string& name : names) name = canonical_name(experiment_, name);
      return names;
    });
    request.single_samples = section_.read("of", [this](const std::string& word) { return is_of_samples(word); });
    read_metrics(request);
    read_dimensions(request);
    fix_the_rest(request);
    describe_chart(request);
    entry_.exhibit = means_exhibit(experiment_, request);
    entry_.exhibit.note = meanings_of(request.metrics) +
                          (request.single_samples ? "Single samples." : "Means over the samples of each point.");
    if (is_heat_map()) entry_.exhibit.layout.row_title = request.row;
    if (chart_.kind == ChartKind::scatter) entry_.exhibit.layout = {.values = entry_.exhibit.layout.values};
    entry_.parameters = request.fixed;
  }

  bool is_of_samples(const std::string& word) const {
    if (one_of("of", word, {"means", "samples"}) == "means") return false;
    if (kind_ == "curves" || is_heat_map()) throw InputError("of = samples needs kind = scatter or points");
    if (!experiment_.keep_samples)
      throw InputError("of = samples needs the values of all samples: write keep-samples = true above the sections");
    return true;
  }

  void check_fixed(const std::string& name, const std::string& value) {
    std::vector<std::string> names;
    for (const engine::Axis& axis : experiment_.axes) {
      names.push_back(axis.name);
      if (axis.name != name) continue;
      at(section_.ini, section_.find("set")->line, [&] {
        axis.check(engine::AxisValue::parse(value));
        return true;
      });
      return;
    }
    throw section_.error("set", unknown_name("axis of " + experiment_.name, name, names).what());
  }

  // All metrics that the family has, stored or not.
  [[nodiscard]] std::vector<std::string> names_of_family() const {
    std::vector<std::string> names;
    const problems::ProblemFamily* family = family_of(experiment_);
    if (family == nullptr) return names;
    const engine::Experiment all = problems::default_sweep(*family);
    for (const std::vector<MetricRecord>* list : {&all.metrics, &all.offered_metrics})
      for (const MetricRecord& metric : *list) names.push_back(metric.name);
    return names;
  }

  // A metric that is stored; the message says what would store one that is not.
  MetricRecord metric_in(const std::string& name) const {
    std::vector<std::string> names;
    for (const std::vector<MetricRecord>* list : {&stored_.plain, &stored_.paired})
      for (const MetricRecord& metric : *list) {
        if (metric.name == name) return metric;
        names.push_back(metric.name);
      }
    if (std::ranges::find(experiment_.metrics, name, &MetricRecord::name) != experiment_.metrics.end())
      throw InputError(fmt::format("{} compares an algorithm with a rival: write rival = ALGORITHM", name));
    if (contains(names_of_family(), name))
      throw InputError(fmt::format("{0} is not stored: write metrics = {1}, {0}", name, fmt::join(names, ", ")));
    throw unknown_name("metric of " + experiment_.name, name, names);
  }

  std::vector<MetricRecord> metrics_in(const std::string& list) const {
    std::vector<MetricRecord> metrics;
    for (const std::string& name : names_in(list)) metrics.push_back(metric_in(name));
    return metrics;
  }

  [[nodiscard]] bool is_paired(const MetricRecord& metric) const {
    return std::ranges::find(stored_.paired, metric.name, &MetricRecord::name) != stored_.paired.end();
  }

  // What is drawn, and for a scatter plot of two metrics what stands along x.
  void read_metrics(MeansRequest& request) {
    const std::string key = is_heat_map() ? "colour" : "y";
    request.metrics = section_.read(key, [this](const std::string& list) { return metrics_in(list); });
    if (request.metrics.empty()) request.metrics = {metric_in(compared_metric(experiment_))};
    drawn_ = request.metrics;
    const std::string x = section_.text("x");
    const auto is_x = [&x](const engine::Axis& axis) { return axis.name == x; };
    if (!is_heat_map() && !x.empty() && x != algorithm_word && std::ranges::none_of(experiment_.axes, is_x) &&
        (kind_.empty() || kind_ == "scatter")) {
      x_metric_ = section_.read(
          "x", [this](const std::string& name) -> std::optional<MetricRecord> { return axis_or_metric(name); });
      if (std::ranges::find(drawn_, x_metric_->name, &MetricRecord::name) == drawn_.end())
        request.metrics.insert(request.metrics.begin(), *x_metric_);
    }
    request.paired = is_paired(request.metrics.front());
    for (const MetricRecord& metric : request.metrics)
      if (is_paired(metric) != request.paired)
        throw section_.error(key, fmt::format("{} compares with a rival and {} does not; they need charts of their own",
                                              (request.paired ? request.metrics.front() : metric).name,
                                              (request.paired ? metric : request.metrics.front()).name));
  }

  // The message for a word that is neither lists both.
  MetricRecord axis_or_metric(const std::string& name) const {
    std::vector<std::string> names{algorithm_word};
    for (const engine::Axis& axis : experiment_.axes) names.push_back(axis.name);
    for (const MetricRecord& metric : stored_.plain) names.push_back(metric.name);
    for (const MetricRecord& metric : stored_.paired) names.push_back(metric.name);
    if (contains(names, name) || contains(names_of_family(), name)) return metric_in(name);
    throw unknown_name("axis or metric of " + experiment_.name, name, names);
  }

  std::vector<std::string> dimensions_in(const std::string& key) const {
    return section_.read(key, [this](const std::string& list) {
      std::vector<std::string> names = names_in(list);
      if (names == std::vector<std::string>{none_word}) return std::vector<std::string>{};
      for (const std::string& name : names) static_cast<void>(dimension_in(experiment_, name));
      return names;
    });
  }

  void read_dimensions(MeansRequest& request) {
    const auto dimension = [this](const std::string& name) { return dimension_in(experiment_, name); };
    request.series = dimensions_in("series");
    request.panels = dimensions_in("panels");
    if (!x_metric_) request.row = section_.read("x", dimension);
    if (is_heat_map()) {
      request.column = request.row;
      request.row = section_.read("y", dimension);
    }
    std::vector<std::string> taken = request.panels;
    taken.insert(taken.end(), request.series.begin(), request.series.end());
    for (const std::string& name : {request.row, request.column})
      if (!name.empty()) taken.push_back(name);
    require_once(taken);
    for (const auto& [axis, value] : request.fixed) taken.push_back(axis);
    const bool one_algorithm = request.algorithms.size() == 1;
    if (one_algorithm) taken.emplace_back(algorithm_word);
    choose_the_rest(request, taken);
  }

  void require_once(const std::vector<std::string>& laid_out) const {
    for (const std::string& name : laid_out) {
      if (std::ranges::count(laid_out, name) > 1) throw section_.error("x", fmt::format("{} is laid out twice", name));
      if (fixed_.contains(name)) throw section_.error("set", fmt::format("{} is both laid out and fixed", name));
    }
  }

  // x, series and panels that the section leaves open. Points of two metrics need none of them.
  void choose_the_rest(MeansRequest& request, std::vector<std::string> taken) const {
    const bool needs_x = !x_metric_ && request.row.empty();
    DefaultDimensions chosen = default_dimensions(experiment_, taken);
    if (needs_x) {
      if (chosen.x.empty()) chosen.x = algorithm_word;
      request.row = chosen.x;
      taken.push_back(chosen.x);
    } else if (!chosen.x.empty()) {
      if (chosen.x == algorithm_word)
        chosen.series = {algorithm_word};
      else
        chosen.panels.insert(chosen.panels.begin(), chosen.x);
    }
    if (section_.find("series") == nullptr && !is_heat_map()) request.series = chosen.series;
    if (section_.find("panels") == nullptr && !x_metric_) request.panels = chosen.panels;
    if (section_.find("panels") == nullptr && is_heat_map() && !chosen.series.empty())
      request.panels.insert(request.panels.begin(), algorithm_word);
  }

  // Axes with one value become parameters; one with several must have a place.
  void fix_the_rest(MeansRequest& request) const {
    std::vector<std::string> laid_out = request.panels;
    laid_out.insert(laid_out.end(), request.series.begin(), request.series.end());
    laid_out.insert(laid_out.end(), {request.row, request.column});
    for (const engine::Axis& axis : experiment_.axes) {
      if (contains(laid_out, axis.name) || request.fixed.contains(axis.name)) continue;
      if (axis.values.size() == 1) {
        request.fixed[axis.name] = axis.values.front().text;
      } else if (x_metric_) {
        request.further_columns.push_back(axis.name);
      } else {
        std::vector<std::string> values;
        for (const engine::AxisValue& value : axis.values) values.push_back(value.text);
        throw section_.error(
            "panels", fmt::format("{0} has the values {1}: lay it out as x, series or panels, or write set = {0}={2}",
                                  axis.name, fmt::join(values, ", "), values.front()));
      }
    }
    const std::size_t algorithms =
        request.algorithms.empty() ? experiment_.algorithms.size() : request.algorithms.size();
    if (algorithms > 1 && !contains(laid_out, algorithm_word) && !x_metric_)
      throw section_.error("panels", fmt::format("there are {} algorithms: lay algorithm out as x, series or panels, "
                                                 "or write algorithm = {}",
                                                 algorithms, experiment_.algorithms.front()));
  }

  void describe_chart(MeansRequest& request) {
    const std::string x = is_heat_map() ? request.column : request.row;
    const bool numeric = x_metric_ || is_numeric(experiment_, x);
    chart_.kind = chart_kind(kind_.empty() && x_metric_ ? "scatter" : kind_);
    chart_.joined = kind_.empty() ? numeric : kind_ != "points";
    if (x_metric_)
      chart_.x = {value_column(experiment_, x_metric_->name), titled(*x_metric_)};
    else
      chart_.x = {x, dimension_title(experiment_, x)};
    if (section_.find("log") == nullptr && !is_heat_map())
      for (const engine::Axis& axis : experiment_.axes)
        if (axis.name == x) chart_.x.logarithmic = asks_for_logarithms(axis);
    for (const MetricRecord& metric : drawn_)
      chart_.values.push_back({value_column(experiment_, metric.name), metric.name, metric.digits});
    chart_.y.title = drawn_.size() == 1 ? titled(drawn_.front()) : joined_titles(chart_.values);
    if (is_heat_map()) chart_.y = {request.row, dimension_title(experiment_, request.row)};
    chart_.series = series_column(request);
    if (!request.panels.empty()) chart_.panel = panel_column;
    read_errors(request);
  }

  void read_errors(MeansRequest& request) {
    const bool possible = chart_.kind == ChartKind::curves && !request.single_samples;
    const std::string value = chart_.values.front().column;
    std::string wanted = section_.read("errors", [](const std::string& word) {
      return one_of("errors", word, {"interval", "sd", "se", none_word});
    });
    if (!wanted.empty() && wanted != none_word) {
      if (!possible) throw section_.error("errors", "error bars belong to means by an axis: kind = curves or points");
      if (experiment_.samples < 2 || experiment_.deterministic)
        throw section_.error("errors",
                             fmt::format("errors = {}: there is one sample at each point, and so no spread", wanted));
    }
    if (wanted.empty())
      wanted = possible && chart_.values.size() == 1 && !experiment_.deterministic ? "interval" : none_word;
    if (wanted == none_word) return;
    chart_.error = wanted == "interval" ? interval_column(value) : value + "_" + wanted;
    if (wanted != "interval") request.further_columns = {chart_.error};
    chart_.error_title = wanted == "interval" ? interval_title
                         : wanted == "sd"     ? "one standard deviation of the samples to either side"
                                              : "one standard error of the mean to either side";
  }

  const Section& section_;
  const engine::Experiment& experiment_;
  StoredMetrics stored_;
  std::string kind_;  // "" where the section leaves it open
  std::map<std::string, std::string> fixed_;
  SweepExhibit entry_;
  Chart chart_;
  std::vector<MetricRecord> drawn_;
  std::optional<MetricRecord> x_metric_;
};

}  // namespace

SweepExhibit means_chart_in(const Section& section, const engine::Experiment& experiment) {
  return MeansReader(section, experiment).entry();
}

}  // namespace apportion::sweeps
