// Exhibits as sections of a sweep file.
#include "experiments/sweeps/exhibit_sections.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>

#include "algorithms/options.hpp"
#include "base/error.hpp"
#include "base/numbers.hpp"
#include "base/text.hpp"
#include "experiments/sweeps/algorithm_sections.hpp"
#include "experiments/sweeps/chart_sections.hpp"
#include "experiments/sweeps/section.hpp"

namespace apportion::sweeps {
namespace {

SweepExhibit exhibit_in(const Section& section, const std::string& name) {
  section.require_known({"title", "sql", "row", "column", "page", "values", "note", "set"});
  SweepExhibit entry{.name = name};
  entry.exhibit.title = section.required("title");
  entry.exhibit.sql = section.required("sql");
  entry.exhibit.note = section.text("note");
  entry.parameters = section.read("set", settings_in);
  results::Layout& layout = entry.exhibit.layout;
  layout.row = section.text("row");
  layout.column = section.text("column");
  layout.page = section.text("page");
  layout.pages_across = 3;
  layout.values = section.read("values", values_in);
  if (layout.row.empty() && !(layout.column + layout.page).empty()) static_cast<void>(section.required("row"));
  if (layout.row.empty()) return entry;
  static_cast<void>(section.required("values"));
  entry.exhibit.charts = {{.name = "curves",
                           .x = {layout.row, layout.row},
                           .y = {.title = layout.values.front().title},
                           .values = {layout.values.front()},
                           .series = layout.column,
                           .panel = layout.page}};
  return entry;
}

// One of the algorithms that the study solves, by its canonical name.
std::string solved_in(const engine::Experiment& experiment, const std::string& name) {
  std::string canonical = canonical_name(experiment, name);
  std::vector<std::string> solved = experiment.algorithms;
  for (std::string& each : solved) each = canonical_name(experiment, each);
  if (std::ranges::find(solved, canonical) == solved.end())
    throw InputError(fmt::format("{} is not among the study's algorithms {}", canonical, fmt::join(solved, ", ")));
  return canonical;
}

SweepExhibit improvement_in(const Section& section, const std::string& name, const engine::Experiment& experiment) {
  section.require_known({"title", "rival", "algorithm", "metric", "rows", "columns", "pages", "set"});
  const auto canonical = [&](const std::string& algorithm) { return solved_in(experiment, algorithm); };
  const auto axis = [&](const std::string& text) { return dimension_in(experiment, text); };
  static_cast<void>(section.required("rival"));
  static_cast<void>(section.required("rows"));
  ImprovementRequest request;
  request.experiment = experiment.name;
  request.name = experiment.name + "/" + name;
  request.title = section.text("title");
  request.rival = section.read("rival", canonical);
  request.algorithms = section.read("algorithm", [&](const std::string& list) {
    std::vector<std::string> names = list == "all" ? std::vector<std::string>{} : names_in(list);
    std::transform(names.begin(), names.end(), names.begin(), canonical);
    return names;
  });
  request.metric = section.text("metric");
  request.rows = section.read("rows", axis);
  request.columns = section.read("columns", axis);
  request.pages = section.read("pages", axis);
  request.fixed = section.read("set", settings_in);
  return {.name = name, .improvement = request};
}

// The canonical names of a list of the study's algorithms; none for `all`.
std::vector<std::string> all_solved_in(const engine::Experiment& experiment, const std::string& list) {
  if (list == "all") return {};
  std::vector<std::string> names = names_in(list);
  for (std::string& name : names) name = solved_in(experiment, name);
  return names;
}

std::string directed_metric_of(const engine::Experiment& experiment, const std::string& name) {
  std::vector<std::string> names;
  for (const results::MetricRecord& metric : experiment.metrics)
    if (!metric.better.empty()) names.push_back(metric.name);
  if (std::ranges::find(names, name) == names.end())
    throw unknown_name("metric with a better and a worse of " + experiment.name, name, names);
  return name;
}

// Values of fixed axes, as many as there are.
std::map<std::string, std::string> fixed_in(const engine::Experiment& experiment, const std::string& text) {
  std::map<std::string, std::string> fixed = settings_in(text);
  for (const auto& [axis, values] : fixed) static_cast<void>(dimension_in(experiment, axis));
  return fixed;
}

SweepExhibit comparison_in(const Section& section, const std::string& name, const engine::Experiment& experiment) {
  section.require_known({"title", "algorithms", "against", "metric", "along", "log", "set"});
  ComparisonRequest request = comparison_of(experiment);
  request.name = experiment.name + "/" + name;
  request.title = section.text("title");
  request.algorithms =
      section.read("algorithms", [&](const std::string& list) { return all_solved_in(experiment, list); });
  request.against = section.read("against", [&](const std::string& text) { return solved_in(experiment, text); });
  request.metric =
      section.read("metric", [&](const std::string& text) { return directed_metric_of(experiment, text); });
  request.along = section.read("along", [&](const std::string& text) { return dimension_in(experiment, text); });
  request.log = section.read(
      "log", [](const std::string& list) -> std::optional<std::vector<std::string>> { return log_axes_in(list); });
  request.fixed = section.read("set", [&](const std::string& text) { return fixed_in(experiment, text); });
  request.run_word = section.ini.file.string();
  return {.name = name, .comparison = request};
}

// "NAME" of [exhibit.NAME], "exhibit" of [exhibit]; nothing where the section is of another kind.
std::optional<std::string> name_in(const std::string& section, const std::string& kind) {
  if (section == kind) return kind;
  if (section.starts_with(kind + ".") && section.size() > kind.size() + 1) return section.substr(kind.size() + 1);
  return std::nullopt;
}

}  // namespace

std::vector<SweepExhibit> exhibits_of(const IniFile& ini, const engine::Experiment& experiment) {
  std::vector<SweepExhibit> exhibits;
  for (const auto& [name, line] : ini.sections) {
    const Section section{ini, name, line};
    if (const auto exhibit = name_in(name, "exhibit"))
      exhibits.push_back(exhibit_in(section, *exhibit));
    else if (const auto improvement = name_in(name, "improvement"))
      exhibits.push_back(improvement_in(section, *improvement, experiment));
    else if (const auto chart = name_in(name, "chart"))
      exhibits.push_back(chart_in(section, *chart, experiment));
    else if (const auto comparison = name_in(name, "comparison"))
      exhibits.push_back(comparison_in(section, *comparison, experiment));
    else if (is_algorithm_section(name))
      continue;
    else
      throw ini.error(line, unknown_name("section", name,
                                         {"exhibit", "exhibit.NAME", "improvement", "improvement.NAME", "chart",
                                          "chart.NAME", "comparison", "comparison.NAME", "algorithm.NAME"})
                                .what());
    const auto same = [&](const SweepExhibit& other) { return other.name == exhibits.back().name; };
    if (std::ranges::count_if(exhibits, same) > 1)
      throw ini.error(line, fmt::format("two exhibits are called {}", exhibits.back().name));
  }
  return exhibits;
}

bool has_comparison(const IniFile& ini) {
  return std::ranges::any_of(ini.sections,
                             [](const auto& section) { return name_in(section.first, "comparison").has_value(); });
}

ComparisonRequest comparison_of(const engine::Experiment& experiment) {
  ComparisonRequest request{.experiment = experiment.name};
  for (const engine::Column& column : experiment.columns(experiment.algorithms).all)
    if (column.record.rival.empty()) request.order.push_back(column.record.name);
  request.applied.emplace();
  for (const engine::Axis& axis : experiment.axes)
    if (axis.role == engine::AxisRole::applied) request.applied->push_back(axis.name);
  return request;
}

std::vector<std::string> names_in(const std::string& list) {
  std::vector<std::string> names = split_names(list);
  for (std::string& name : names) {
    name = std::string(trimmed(name));
    if (name.empty()) throw InputError(fmt::format("'{}' has an empty name", list));
  }
  return names;
}

std::string canonical_name(const engine::Experiment& experiment, const std::string& algorithm) {
  return experiment.columns({algorithm}).all.front().record.name;
}

}  // namespace apportion::sweeps
