// The sections of sweep files that describe exhibits: [exhibit], [chart], [improvement] and [comparison].

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "algorithms/options.hpp"
#include "base/error.hpp"
#include "base/numbers.hpp"
#include "base/text.hpp"
#include "base/words.hpp"
#include "experiments/engine/catalogue.hpp"
#include "experiments/engine/claims.hpp"
#include "experiments/engine/experiment.hpp"
#include "experiments/problems/problem_family.hpp"
#include "experiments/sweeps/ini.hpp"
#include "experiments/sweeps/means.hpp"
#include "experiments/sweeps/paper_sources.hpp"
#include "experiments/sweeps/sentences.hpp"
#include "experiments/sweeps/sweep_file.hpp"
#include "experiments/sweeps/table_request.hpp"
#include "results/charts/chart.hpp"
#include "results/exhibit.hpp"

namespace apportion::sweeps {
namespace {

using results::Chart;
using results::ChartKind;
using results::MetricRecord;

constexpr std::array kind_words = {Word{ChartKind::curves, "curves"}, Word{ChartKind::scatter, "scatter"},
                                   Word{ChartKind::heat_map, "heat-map"}, Word{ChartKind::box_plots, "box-plots"}};

// Curves without a word, and for "points".
ChartKind chart_kind(const std::string& word) { return value_of(kind_words, word).value_or(ChartKind::curves); }

// "total, gap"
std::string joined_titles(const std::vector<results::ValueColumn>& values) {
  return fmt::format("{}", fmt::join(collected(values, &results::ValueColumn::title), ", "));
}

// `algorithm`, and the names of the experiment's axes.
std::vector<std::string> dimensions_of(const engine::Experiment& experiment) {
  std::vector<std::string> names = collected(experiment.axes, &engine::Axis::name);
  names.insert(names.begin(), algorithm_word);
  return names;
}

// The name, if it is one of these; InputError otherwise.
std::string dimension_in(const engine::Experiment& experiment, const std::string& name) {
  return one_of("axis of " + experiment.name, name, dimensions_of(experiment));
}

// Reads a [chart] without a statement: its query, table and chart, but for the chart's looks.
class MeansReader {
 public:
  MeansReader(const Section& section, const engine::Experiment& experiment)
      : section_(section), experiment_(experiment), stored_(experiment.stored_names()), kind_(section.text("kind")) {
    request_.fixed = section.read("set", settings_in);
  }

  results::Exhibit exhibit() {
    for (const auto& setting : request_.fixed)
      at(section_.ini, section_.find("set")->line, [&] {
        const std::size_t place = engine::place_of_axis(experiment_.axes, setting.first, experiment_.name);
        experiment_.axes[place].check(engine::AxisValue::parse(setting.second));
      });
    request_.algorithms = section_.read("algorithm", names_in);
    for (std::string& name : request_.algorithms)
      name = at(section_.ini, section_.find("algorithm")->line, [&] { return canonical_name(experiment_, name); });
    request_.single_samples = is_of_samples();
    read_metrics();
    read_dimensions();
    fix_the_rest();
    describe_chart();
    results::Exhibit exhibit = means_exhibit(experiment_, request_);
    exhibit.note = meanings_of(request_.metrics) +
                   (request_.single_samples ? "Single samples." : "Means over the samples of each point.");
    if (is_heat_map()) exhibit.layout.row_title = request_.row;
    if (chart_.kind == ChartKind::scatter || chart_.kind == ChartKind::box_plots)
      exhibit.layout = {.values = exhibit.layout.values};
    exhibit.charts = {chart_};
    return exhibit;
  }

 private:
  [[nodiscard]] bool is_heat_map() const { return kind_ == "heat-map"; }

  [[nodiscard]] bool is_of_samples() const {
    const std::string of = section_.word("of", {"means", "samples"});
    const bool boxes = kind_ == "box-plots";
    if (of != "samples" && !boxes) return false;
    const char* const key = boxes ? "kind" : "of";
    if (kind_ == "curves" || is_heat_map())
      throw section_.error(key, "of = samples needs kind = scatter, points or box-plots");
    if (!experiment_.keep_samples)
      throw section_.error(
          key, "of = samples needs the values of all samples: write keep-samples = true above the sections");
    return true;
  }

  // All metrics of the family, stored or not.
  [[nodiscard]] std::vector<std::string> names_of_family() const {
    std::vector<std::string> names;
    const problems::ProblemFamily* family = problems::family_of(experiment_);
    if (family == nullptr) return names;
    const engine::Experiment all = problems::default_sweep(*family);
    for (const std::vector<MetricRecord>* list : {&all.metrics, &all.offered_metrics})
      for (const MetricRecord& metric : *list) names.push_back(metric.name);
    return names;
  }

  // A stored metric; for others the error names the way to store them.
  MetricRecord metric_in(const std::string& name) const {
    const auto metric = std::ranges::find(experiment_.metrics, name, &MetricRecord::name);
    if (contains(stored_, name)) return *metric;
    if (metric != experiment_.metrics.end())
      throw InputError("{} compares an algorithm with a rival: write rival = ALGORITHM", name);
    if (contains(names_of_family(), name))
      throw InputError("{0} is not stored: write metrics = {1}, {0}", name, fmt::join(stored_, ", "));
    throw unknown_name("metric of " + experiment_.name, name, stored_);
  }

  // Reads the drawn metrics, and for a scatter plot the metric along x.
  void read_metrics() {
    const std::string key = is_heat_map() ? "colour" : "y";
    section_.read(key, [this](const std::string& list) {
      for (const std::string& name : names_in(list)) request_.metrics.push_back(metric_in(name));
    });
    if (request_.metrics.empty()) request_.metrics = {metric_in(compared_metric(experiment_))};
    drawn_ = request_.metrics;
    const std::string x = section_.text("x");
    if (!is_heat_map() && !x.empty() && !contains(dimensions_of(experiment_), x) &&
        (kind_.empty() || kind_ == "scatter")) {
      x_metric_ = section_.read(
          "x", [this](const std::string& name) -> std::optional<MetricRecord> { return axis_or_metric(name); });
      if (!contains(drawn_, x_metric_->name, &MetricRecord::name))
        request_.metrics.insert(request_.metrics.begin(), *x_metric_);
    }
    request_.paired = experiment_.is_paired(request_.metrics.front().name);
    for (const MetricRecord& metric : request_.metrics)
      if (experiment_.is_paired(metric.name) != request_.paired)
        throw section_.error(key, fmt::format("{} compares with a rival and {} does not; they need charts of their own",
                                              (request_.paired ? request_.metrics.front() : metric).name,
                                              (request_.paired ? metric : request_.metrics.front()).name));
  }

  // The message for a word that is neither lists both.
  MetricRecord axis_or_metric(const std::string& name) const {
    std::vector<std::string> names = dimensions_of(experiment_);
    names.insert(names.end(), stored_.begin(), stored_.end());
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

  void read_dimensions() {
    const auto dimension = [this](const std::string& name) { return dimension_in(experiment_, name); };
    request_.series = dimensions_in("series");
    request_.panels = dimensions_in("panels");
    if (!x_metric_) request_.row = section_.read("x", dimension);
    if (is_heat_map()) {
      request_.column = request_.row;
      request_.row = section_.read("y", dimension);
    }
    std::vector<std::string> taken = request_.laid_out();
    for (const std::string& name : taken) {
      if (std::ranges::count(taken, name) > 1) throw section_.error("x", fmt::format("{} is laid out twice", name));
      if (request_.fixed.contains(name))
        throw section_.error("set", fmt::format("{} is both laid out and fixed", name));
    }
    for (const auto& [axis, value] : request_.fixed) taken.push_back(axis);
    const bool one_algorithm = request_.algorithms.size() == 1;
    if (one_algorithm) taken.emplace_back(algorithm_word);
    choose_the_rest(taken);
  }

  // Chooses x, series and panels that the section does not set. A scatter plot of two metrics needs no further
  // dimension.
  void choose_the_rest(const std::vector<std::string>& taken) {
    const bool needs_x = !x_metric_ && request_.row.empty();
    MeansRequest chosen = default_dimensions(experiment_, taken);
    request_.fixed.merge(chosen.fixed);
    if (needs_x)
      request_.row = chosen.row.empty() ? algorithm_word : chosen.row;
    else if (chosen.row == algorithm_word)
      chosen.series = {algorithm_word};
    else if (!chosen.row.empty())
      chosen.panels.insert(chosen.panels.begin(), chosen.row);
    if (!section_.has("series") && !is_heat_map()) request_.series = chosen.series;
    if (!section_.has("panels") && !x_metric_) request_.panels = chosen.panels;
    if (!section_.has("panels") && is_heat_map() && !chosen.series.empty())
      request_.panels.insert(request_.panels.begin(), algorithm_word);
  }

  // Axes with one value become parameters; axes with several must be laid out.
  void fix_the_rest() {
    const std::vector<std::string> laid_out = request_.laid_out();
    for (const engine::Axis& axis : experiment_.axes) {
      if (contains(laid_out, axis.name) || request_.fixed.contains(axis.name)) continue;
      if (x_metric_) {
        request_.further_columns.push_back(axis.name);
      } else {
        const std::vector<std::string> values = collected(axis.values, &engine::AxisValue::text);
        throw section_.error(
            "panels", fmt::format("{0} has the values {1}: lay it out as x, series or panels, or write set = {0}={2}",
                                  axis.name, fmt::join(values, ", "), values.front()));
      }
    }
    const std::size_t algorithms =
        request_.algorithms.empty() ? experiment_.algorithms.size() : request_.algorithms.size();
    if (algorithms > 1 && !contains(laid_out, algorithm_word) && !x_metric_)
      throw section_.error("panels", fmt::format("there are {} algorithms: lay algorithm out as x, series or panels, "
                                                 "or write algorithm = {}",
                                                 algorithms, experiment_.algorithms.front()));
  }

  void describe_chart() {
    chart_ = chart_of(experiment_, request_, drawn_);
    chart_.kind = chart_kind(kind_.empty() && x_metric_ ? "scatter" : kind_);
    if (x_metric_) chart_.x = {value_column(experiment_, x_metric_->name), titled(*x_metric_)};
    if (x_metric_ || !kind_.empty()) chart_.joined = kind_ != "points";
    if (is_heat_map()) {
      chart_.x.logarithmic = false;
      chart_.y = {request_.row, dimension_title(experiment_.axes, request_.row)};
    }
    if (chart_.kind == ChartKind::curves && !request_.single_samples) chart_.label = missing_column;
    read_errors();
  }

  void read_errors() {
    const bool possible = chart_.kind == ChartKind::curves && !request_.single_samples;
    const std::string value = chart_.values.front().column;
    std::string wanted = section_.word("errors", {"interval", "sd", "se", none_word});
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
    if (wanted != "interval") request_.further_columns = {chart_.error};
    chart_.error_title = wanted == "interval" ? interval_title
                         : wanted == "sd"     ? "one standard deviation of the samples to either side"
                                              : "one standard error of the mean to either side";
  }

  const Section& section_;
  const engine::Experiment& experiment_;
  std::vector<std::string> stored_;  // metrics
  std::string kind_;                 // "" if the section does not set it
  MeansRequest request_;
  Chart chart_;
  std::vector<MetricRecord> drawn_;
  std::optional<MetricRecord> x_metric_;
};

double number_in(const std::string& key, const std::string& text) {
  const std::optional<double> number = parse_real(text);
  if (!number || !std::isfinite(*number)) throw InputError("{} = {}: must be a number", key, text);
  return *number;
}

// Reads "0 no gap, y = x equal": a number or y = x, and its title in the key.
std::vector<results::ReferenceLine> lines_in(const std::string& list) {
  constexpr std::string_view diagonal = "diagonal";
  std::vector<results::ReferenceLine> lines;
  for (const std::string& entry : names_in(list)) {
    const std::size_t blank = entry.find(' ');
    const std::string where = entry.substr(0, blank);
    results::ReferenceLine line;
    if (where != diagonal) line.y = number_in("line", where);
    line.title = blank == std::string::npos ? (line.y ? where : "y = x") : entry.substr(blank + 1);
    lines.push_back(line);
  }
  return lines;
}

// One of these kinds of charts, without the keys that only heat maps have, or never.
void require_kind(const Section& section, const std::vector<std::string>& kinds) {
  const bool heat_map = section.word("kind", kinds) == "heat-map";
  const std::vector<std::string> others = heat_map ? std::vector<std::string>{"series", "errors", "line", "log"}
                                                   : std::vector<std::string>{"colour", "neutral"};
  for (const std::string& key : others)
    if (section.has(key))
      throw section.error(key, fmt::format("{} {} to a heat map", key, heat_map ? "does not belong" : "belongs only"));
  for (const char* key : {"x", "y"})
    if (heat_map && !section.has(key))
      throw section.error("kind", fmt::format("a heat map lies between two axes; [{}] has no {}", section.name, key));
}

void set_statement(const Section& section, const PaperSources& sources, results::Exhibit& exhibit) {
  OwnStatement statement = sources.statement(section, "sql");
  exhibit.parameters = statement.parameters = parameters_of(section, statement.sql, sources.study_of(section));
  exhibit.sql = statement.sql;
  exhibit.reads = statement.experiments;
  sources.check_later(std::move(statement));
}

// A chart of the columns of a statement, which are unknown before it runs.
Chart columns_chart_in(const Section& section, const PaperSources& sources) {
  for (const char* key : {"algorithm", "of"})
    if (section.has(key))
      throw section.error(key, fmt::format("{} cannot be combined with sql: the statement chooses", key));
  const bool heat_map = section.text("kind") == "heat-map";
  const auto values = [&](const std::string& key) {
    return section.read(key, [&](const std::string& /*value*/) { return values_in(sources.text(section, key)); });
  };
  Chart chart;
  chart.kind = chart_kind(section.text("kind"));
  chart.joined = section.text("kind") != "points";
  static_cast<void>(section.required("x"));
  const results::ValueColumn x = values("x").front();
  chart.x = {x.column, x.title};
  chart.values = values(heat_map ? "colour" : "y");
  static_cast<void>(section.required(heat_map ? "colour" : "y"));
  chart.y.title = heat_map ? section.text("y") : joined_titles(chart.values);
  if (heat_map) chart.y.column = section.text("y");
  chart.series = section.text("series");
  chart.panel = section.text("panels");
  chart.label = section.text("label");
  if (section.has("mark")) chart.mark = values("mark").front();
  // "interval as 95 % interval of the mean": the column with half the length of an error bar, or two with its ends.
  const std::vector<results::ValueColumn> errors = section.read("errors", values_in);
  if (errors.empty()) return chart;
  if (errors.size() > 2) throw section.error("errors", "error bars have one column, or one for each end");
  (errors.size() == 1 ? chart.error : chart.error_low) = errors.front().column;
  if (errors.size() == 2) chart.error_high = errors.back().column;
  chart.error_title = errors.back().title;
  return chart;
}

results::Exhibit statement_chart_in(const Section& section, const PaperSources& sources) {
  results::Exhibit exhibit;
  set_statement(section, sources, exhibit);
  const Chart chart = columns_chart_in(section, sources);
  const bool heat_map = chart.kind == ChartKind::heat_map;
  exhibit.charts = {chart};
  if (chart.kind == ChartKind::scatter) return exhibit;
  exhibit.layout = {.page = chart.panel,
                    .row = heat_map ? chart.y.column : chart.x.column,
                    .column = heat_map ? chart.x.column : chart.series,
                    .pages_across = 3,
                    .values = chart.values};
  return exhibit;
}

std::vector<std::string> logarithmic_in(const std::string& list, const Chart& chart, bool categories) {
  std::vector<std::string> names = logarithmic_axes_in(list);
  if (contains(names, "x") && categories) throw InputError("log = x: {} has no numbers", chart.x.column);
  for (const results::ReferenceLine& line : chart.lines)
    if (contains(names, "y") && line.y && *line.y <= 0)
      throw InputError("a line at {} cannot be drawn on a logarithmic axis", *line.y);
  return names;
}

// `experiment`: nullptr if the axes are columns of a statement.
void read_looks(const Section& section, const engine::Experiment* experiment, const PaperSources& sources,
                Chart& chart) {
  if (const std::string text = sources.text(section, "x-title"); !text.empty()) chart.x.title = text;
  if (const std::string text = sources.text(section, "y-title"); !text.empty()) chart.y.title = text;
  chart.lines = section.read("line", lines_in);
  chart.width = section.read("width", results::chart_width);
  chart.free_scales = section.word("scales", {"same", "free"}) == "free";
  chart.panels_across = static_cast<int>(section.whole("across", 1, 6, chart.panels_across));
  chart.neutral = section.read(
      "neutral", [](const std::string& text) -> std::optional<double> { return number_in("neutral", text); });
  const engine::Axis* axis = experiment == nullptr ? nullptr : engine::axis_named(experiment->axes, chart.x.column);
  const bool categories =
      axis != nullptr ? !axis->has_numbers() : experiment != nullptr && chart.x.column == algorithm_word;
  const std::vector<std::string> logarithmic =
      section.read("log", [&](const std::string& list) { return logarithmic_in(list, chart, categories); });
  if (!section.has("log")) return;
  chart.x.logarithmic = contains(logarithmic, "x");
  chart.y.logarithmic = contains(logarithmic, "y");
}

// The chart of a section, as described in docs/charts.md, with the table of its numbers. Missing keys are chosen as by
// default_exhibit(). InputError, with the line, for an unknown key, word, axis, metric or algorithm, and for an axis
// with several values that is neither laid out nor fixed.
results::Exhibit chart_in(const Section& section, const std::string& name, const PaperSources& sources) {
  const engine::Experiment& experiment = sources.study_of(section);
  section.require_known({"study",     "title",  "kind",   "x",       "y",       "colour", "series", "panels",
                         "algorithm", "of",     "errors", "log",     "line",    "label",  "mark",   "neutral",
                         "across",    "scales", "width",  "x-title", "y-title", "set",    "sql",    "note"});
  require_kind(section, {"curves", "points", "scatter", "heat-map", "box-plots"});
  const bool has_statement = section.has("sql");
  results::Exhibit exhibit =
      has_statement ? statement_chart_in(section, sources) : MeansReader(section, experiment).exhibit();
  Chart& chart = exhibit.charts.front();
  read_looks(section, has_statement ? nullptr : &experiment, sources, chart);
  chart.name = name;
  exhibit.title = sources.text(section, "title");
  if (exhibit.title.empty())
    exhibit.title =
        fmt::format("{}: {} {}", experiment.title, joined_titles(chart.values),
                    chart.kind == ChartKind::heat_map ? fmt::format("by {} and {}", chart.y.column, chart.x.column)
                                                      : "against " + chart.x.column);
  if (section.has("note")) exhibit.note = sources.text(section, "note");
  return exhibit;
}

// [chart.EXHIBIT.NAME]: a chart of the columns of an exhibit's statement.
Chart chart_of_exhibit(const Section& section, const std::string& name, const PaperSources& sources) {
  section.require_known({"kind", "x", "y", "colour", "series", "panels", "errors", "log", "line", "label", "mark",
                         "neutral", "across", "scales", "width", "x-title", "y-title"});
  require_kind(section, {"curves", "points", "scatter", "heat-map"});
  Chart chart = columns_chart_in(section, sources);
  read_looks(section, nullptr, sources, chart);
  chart.name = name;
  return chart;
}

// --- Titles, notes, layouts, and keys for the report

std::string unless_none(const std::string& text) { return text == none_word ? "" : text; }

void read_layout(const Section& section, const PaperSources& sources, results::Layout& layout) {
  layout.row = section.text("row");
  layout.column = section.text("column");
  layout.page = section.text("page");
  layout.pages_across = static_cast<int>(section.whole("across", 1, 100, 3));
  layout.values =
      section.read("values", [&](const std::string& /*value*/) { return values_in(sources.text(section, "values")); });
  layout.shown_values = static_cast<std::size_t>(section.whole("shown", 1, 100, 1));
  layout.hidden = section.read("hidden", names_in);
  if (section.has("row-title")) layout.row_title = unless_none(sources.text(section, "row-title"));
  if (section.has("column-title")) layout.column_title = unless_none(sources.text(section, "column-title"));
  if (layout.row.empty() && !(layout.column + layout.page).empty()) static_cast<void>(section.required("row"));
}

void read_report(const Section& section, const PaperSources& sources, results::Exhibit& exhibit) {
  if (section.text("judges") == none_word) {
    exhibit.judgements.clear();
  } else if (section.has("judges")) {
    results::Judgement& judgement = exhibit.judgements.emplace_back();
    judgement.what = sources.text(section, "judges");
    judgement.standing = section.text("standing");
    judgement.chance = section.text("chance");
    if (section.has("hypothesis")) judgement.hypothesis = section.read("hypothesis", values_in).front();
    if (section.has("verdict")) judgement.verdict = section.text("verdict");
  }
  if (section.has("counted-by"))
    for (results::Judgement& judgement : exhibit.judgements)
      judgement.counted_by = sources.paper() + "/" + section.text("counted-by");
  if (section.has("requires")) {
    const std::vector<std::string> columns = section.read("requires-of", names_in);
    if (columns.empty() || columns.size() > 2)
      throw section.error(
          "requires-of",
          "requires-of names the column that is NULL where a row is not judged, and, behind a comma, one "
          "that is NULL where nothing could judge it");
    exhibit.requirements = {{sources.text(section, "requires"), columns.front(), columns.size() > 1 ? columns[1] : "",
                             sources.text(section, "needs")}};
  }
  exhibit.overview = section.says_yes("overview");
  exhibit.headline = section.text("headline");
  exhibit.opening_chart = section.text("opens");
  exhibit.heat =
      section.read("heat", [](const std::string& text) -> std::optional<double> { return number_in("heat", text); });
  if (section.has("claim")) exhibit.claim = unless_none(sources.text(section, "claim"));
}

// The statements of the paper that the program checks, in sentences.csv; `statements` is the relation of the checks.
void set_checked_statements(const Section& section, const PaperSources& sources, results::Exhibit& exhibit) {
  constexpr const char* file = "sentences.csv";
  OwnStatement view = sources.statement(section, "statements");
  engine::StatementTable table{
      .view = view.sql,
      .statements = at(section.ini, section.line, [&] {
        return checked_in(parse_sentences(sources.texts().path(file).string(), sources.texts().text(file)));
      })};
  if (section.has("columns")) table.columns = section.read("columns", names_in);
  if (section.has("amended")) table.amended = section.text("amended");
  exhibit = engine::statements_exhibit(std::move(table));
  exhibit.parameters = parameters_of(section, exhibit.sql, sources.study_of(section));
  exhibit.reads = view.experiments;
}

results::Exhibit exhibit_in(const Section& section, const std::string& name, const PaperSources& sources) {
  if (section.has("compares")) return compared_numbers(section, name, sources);
  section.require_known({"study",      "sql",        "set",        "drawing",   "made-by",     "open-axes",
                         "statements", "columns",    "amended",    "title",     "note",        "row",
                         "column",     "page",       "values",     "row-title", "across",      "column-title",
                         "shown",      "hidden",     "charts",     "judges",    "verdict",     "standing",
                         "chance",     "hypothesis", "counted-by", "requires",  "requires-of", "needs",
                         "overview",   "headline",   "opens",      "heat",      "claim",       "like"});
  results::Exhibit exhibit;
  static_cast<void>(section.required("title"));
  if (section.has("statements")) {
    set_checked_statements(section, sources, exhibit);
  } else {
    static_cast<void>(section.required("sql"));
    set_statement(section, sources, exhibit);
  }
  exhibit.drawing = section.read("drawing", [](const std::string& wanted) -> std::optional<results::Drawing> {
    const auto& drawings = engine::Catalogue::instance().drawings();
    static_cast<void>(one_of("drawing", wanted, collected(drawings, &engine::NamedDrawing::name)));
    return std::ranges::find(drawings, wanted, &engine::NamedDrawing::name)->drawing;
  });
  exhibit.made_by = section.text("made-by");
  exhibit.open_axes = section.read("open-axes", names_in);
  exhibit.title = sources.text(section, "title");
  if (section.has("note")) exhibit.note = sources.text(section, "note");
  read_report(section, sources, exhibit);
  read_layout(section, sources, exhibit.layout);
  const results::Layout& layout = exhibit.layout;
  if (layout.row.empty()) return exhibit;
  static_cast<void>(section.required("values"));
  if (section.word("charts", {none_word}).empty())
    exhibit.charts = {{.name = "curves",
                       .x = {layout.row, layout.row},
                       .y = {.title = layout.values.front().title},
                       .values = {layout.values.front()},
                       .series = layout.column,
                       .panel = layout.page}};
  return exhibit;
}

// The name in a request. The metric and the fixed axes of an improvement are checked later against the results.
std::string name_in_request(const engine::Experiment& experiment, TableKind kind, KeyType type,
                            const std::string& name) {
  if (type == KeyType::algorithm) {
    std::string canonical = canonical_name(experiment, name);
    const std::vector<std::string> solved = canonical_names(experiment);
    if (contains(solved, canonical)) return canonical;
    throw InputError("{} is not among the study's algorithms {}", canonical, fmt::join(solved, ", "));
  }
  if (type == KeyType::axis) return dimension_in(experiment, name);
  if (kind == TableKind::improvement) return name;
  if (type == KeyType::settings) return dimension_in(experiment, name);
  std::vector<std::string> directed;
  for (const MetricRecord& metric : experiment.metrics)
    if (!metric.better.empty()) directed.push_back(metric.name);
  return one_of("metric of " + experiment.name + " of which less or more is better:", name, directed);
}

template <TableKind kind>
results::Exhibit table_in(const Section& section, const std::string& name, const PaperSources& sources) {
  const engine::Experiment& experiment = sources.study_of(section);
  const std::vector<TableKey> keys = table_keys(kind);
  std::vector<std::string> known{"study"};
  for (const TableKey& key : keys) known.push_back(key.name);
  section.require_known(known);
  for (const TableKey& key : keys)
    if (key.required) static_cast<void>(section.required(key.name));
  TableRequest request{
      .kind = kind, .experiment = experiment.name, .name = sources.paper() + "/" + name, .study = experiment};
  const auto names = [&](KeyType type, const std::string& each) {
    return name_in_request(experiment, kind, type, each);
  };
  for (const TableKey& key : keys)
    section.read(key.name, [&](const std::string& value) { set_key(key, value, names, request); });
  const std::string over = kind == TableKind::improvement ? "over " : "against ";
  results::Exhibit exhibit;
  exhibit.title = fmt::format("{} {}", word_of(kind), request.rival.empty() ? "of all pairs" : over + request.rival);
  exhibit.tables = [request](const results::Settings& fixed, std::int64_t seed, const results::Reader& reader) {
    TableRequest asked = request;
    for (const auto& [axis, value] : fixed) asked.fixed[axis] = value;
    return table_exhibits(asked, seed, reader);
  };
  return exhibit;
}

// The reader of the sections [KIND] and [KIND.NAME].
struct SectionKind {
  std::string word;
  results::Exhibit (*read)(const Section& section, const std::string& name, const PaperSources& sources);
};

const std::vector<SectionKind>& section_kinds() {
  static const std::vector<SectionKind> kinds = {{"exhibit", exhibit_in},
                                                 {word_of(TableKind::improvement), table_in<TableKind::improvement>},
                                                 {"chart", chart_in},
                                                 {word_of(TableKind::comparison), table_in<TableKind::comparison>}};
  return kinds;
}

bool is_of_kind(const std::string& section, const std::string& kind) {
  return section == kind || !name_in(section, kind).empty();
}

InputError unknown_section(const std::string& name) {
  std::vector<std::string> known;
  for (const SectionKind& kind : section_kinds()) known.insert(known.end(), {kind.word, kind.word + ".NAME"});
  known.insert(known.end(), {"algorithm.NAME", "metric.NAME", "template.NAME", "words", "claims", "claim.KEY"});
  return unknown_name("section", name, known);
}

}  // namespace

std::vector<results::Exhibit> exhibits_of(const IniFile& original, const PaperSources& sources) {
  const IniFile ini = with_templates(original);
  std::vector<results::Exhibit> exhibits;
  std::map<std::string, std::size_t> places;  // of the exhibits, by name
  std::set<std::string> with_own_charts;
  for (const IniSection& each : ini.sections) {
    const Section section{ini, each};
    if (!name_in(each.name, algorithm_kind).empty() || !name_in(each.name, metric_kind).empty() ||
        is_claim_section(each.name) || each.name == "words")
      continue;
    const auto kind = std::ranges::find_if(section_kinds(),
                                           [&](const SectionKind& known) { return is_of_kind(each.name, known.word); });
    if (kind == section_kinds().end()) throw ini.error(section.line, unknown_section(section.name).what());
    // [exhibit] has the name of its kind.
    const std::string name = each.name == kind->word ? kind->word : name_in(each.name, kind->word);
    // [chart.EXHIBIT.CHART] belongs to the exhibit.
    const std::size_t dot = std::min(name.rfind('.'), name.size());
    if (const auto owner = places.find(name.substr(0, dot));
        kind->word == "chart" && dot < name.size() && owner != places.end()) {
      results::Exhibit& exhibit = exhibits[owner->second];
      if (with_own_charts.insert(exhibit.name).second) exhibit.charts.clear();
      exhibit.charts.push_back(chart_of_exhibit(section, name.substr(dot + 1), sources));
      continue;
    }
    results::Exhibit exhibit = kind->read(section, name, sources);
    exhibit.name = sources.paper() + "/" + name;
    if (exhibit.study.empty()) exhibit.study = sources.study_of(section).name;
    if (!places.emplace(name, exhibits.size()).second)
      throw ini.error(section.line, fmt::format("two exhibits are called {}", name));
    exhibits.push_back(std::move(exhibit));
  }
  return exhibits;
}

bool is_comparison(const std::string& section) { return is_of_kind(section, word_of(TableKind::comparison)); }

}  // namespace apportion::sweeps
