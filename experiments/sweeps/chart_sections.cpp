// Charts as sections of a sweep file: their kinds and looks, and those of a statement's columns.
#include "experiments/sweeps/chart_sections.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "base/error.hpp"
#include "base/numbers.hpp"
#include "experiments/sweeps/chart_means.hpp"
#include "experiments/sweeps/default_exhibits.hpp"
#include "experiments/sweeps/exhibit_sections.hpp"
#include "experiments/sweeps/words.hpp"
#include "results/charts/chart.hpp"

namespace apportion::sweeps {
namespace {

using results::Chart;
using results::ChartKind;

double number_in(const std::string& key, const std::string& text) {
  const std::optional<double> number = parse_real(text);
  if (!number || !std::isfinite(*number)) throw InputError(fmt::format("{} = {}: must be a number", key, text));
  return *number;
}

// "0 no gap, y = x equal": a number or y = x, and what the key says of it.
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

results::ChartWidth width_in(const std::string& word) {
  const std::optional<results::ChartWidth> width = results::parse_width(word);
  if (!width) throw unknown_name("width", word, {"screen", "column", "page"});
  return *width;
}

// Keys that only heat maps have, or never.
void require_keys_of_kind(const Section& section, bool heat_map) {
  const std::vector<std::string> others = heat_map ? std::vector<std::string>{"series", "errors", "line", "log"}
                                                   : std::vector<std::string>{"colour", "neutral"};
  for (const std::string& key : others)
    if (section.find(key) != nullptr)
      throw section.error(key, fmt::format("{} {} to a heat map", key, heat_map ? "does not belong" : "belongs only"));
  for (const char* key : {"x", "y"})
    if (heat_map && section.find(key) == nullptr)
      throw section.error("kind", fmt::format("a heat map lies between two axes; [{}] has no {}", section.name, key));
}

// Of the columns of a statement, which nobody knows yet.
SweepExhibit statement_chart_in(const Section& section) {
  for (const char* key : {"algorithm", "of"})
    if (section.find(key) != nullptr)
      throw section.error(key, fmt::format("{} cannot stand beside sql: the statement chooses", key));
  const bool heat_map = section.text("kind") == "heat-map";
  SweepExhibit entry;
  Chart chart;
  results::Exhibit& exhibit = entry.exhibit;
  exhibit.sql = section.text("sql");
  entry.parameters = section.read("set", settings_in);
  chart.kind = chart_kind(section.text("kind"));
  chart.joined = section.text("kind") != "points";
  chart.x = {section.required("x"), section.text("x")};
  chart.values = section.read(heat_map ? "colour" : "y", values_in);
  static_cast<void>(section.required(heat_map ? "colour" : "y"));
  chart.y.title = heat_map ? section.text("y") : joined_titles(chart.values);
  if (heat_map) chart.y.column = section.text("y");
  chart.series = section.text("series");
  chart.panel = section.text("panels");
  chart.error = section.text("errors");
  chart.error_title = chart.error;
  exhibit.charts = {chart};
  if (chart.kind == ChartKind::scatter) return entry;
  exhibit.layout = {.page = chart.panel,
                    .row = heat_map ? chart.y.column : chart.x.column,
                    .column = heat_map ? chart.x.column : chart.series,
                    .pages_across = 3,
                    .values = chart.values};
  return entry;
}

// The axes that are logarithmic.
std::vector<std::string> logarithmic_in(const std::string& list, const Chart& chart, bool categories) {
  std::vector<std::string> names = log_axes_in(list);
  if (contains(names, "x") && categories) throw InputError(fmt::format("log = x: {} has no numbers", chart.x.column));
  for (const results::ReferenceLine& line : chart.lines)
    if (contains(names, "y") && line.y && *line.y <= 0)
      throw InputError(fmt::format("a line at {} cannot be drawn on a logarithmic axis", *line.y));
  return names;
}

void read_looks(const Section& section, const engine::Experiment& experiment, Chart& chart) {
  if (const std::string text = section.text("x-title"); !text.empty()) chart.x.title = text;
  if (const std::string text = section.text("y-title"); !text.empty()) chart.y.title = text;
  chart.lines = section.read("line", lines_in);
  chart.width = section.read("width", width_in);
  if (const IniEntry* entry = section.find("across"); entry != nullptr)
    chart.panels_across =
        at(section.ini, entry->line, [&] { return static_cast<int>(whole_number("across", entry->value, 1, 6)); });
  chart.neutral = section.read(
      "neutral", [](const std::string& text) -> std::optional<double> { return number_in("neutral", text); });
  const bool is_dimension =
      chart.x.column == "algorithm" || engine::axis_named(experiment.axes, chart.x.column) != nullptr;
  const bool categories = section.find("sql") == nullptr && is_dimension && !is_numeric(experiment, chart.x.column);
  const std::vector<std::string> logarithmic =
      section.read("log", [&](const std::string& list) { return logarithmic_in(list, chart, categories); });
  if (section.find("log") == nullptr) return;
  chart.x.logarithmic = contains(logarithmic, "x");
  chart.y.logarithmic = contains(logarithmic, "y");
}

std::string title_of(const engine::Experiment& experiment, const Chart& chart) {
  const std::string drawn = joined_titles(chart.values);
  if (chart.kind == ChartKind::heat_map)
    return fmt::format("{}: {} by {} and {}", experiment.title, drawn, chart.y.column, chart.x.column);
  return fmt::format("{}: {} against {}", experiment.title, drawn, chart.x.column);
}

}  // namespace

SweepExhibit chart_in(const Section& section, const std::string& name, const engine::Experiment& experiment) {
  section.require_known({"title",     "kind",    "x",       "y",   "colour", "series",  "panels",
                         "algorithm", "of",      "errors",  "log", "line",   "neutral", "across",
                         "width",     "x-title", "y-title", "set", "sql",    "note"});
  const std::string kind = section.read("kind", [](const std::string& word) {
    return one_of("kind", word, {"curves", "points", "scatter", "heat-map"});
  });
  require_keys_of_kind(section, kind == "heat-map");
  SweepExhibit entry =
      section.find("sql") != nullptr ? statement_chart_in(section) : means_chart_in(section, experiment);
  Chart& chart = entry.exhibit.charts.front();
  read_looks(section, experiment, chart);
  entry.name = chart.name = name;
  entry.exhibit.title = section.text("title").empty() ? title_of(experiment, chart) : section.text("title");
  if (section.find("note") != nullptr) entry.exhibit.note = section.text("note");
  return entry;
}

std::vector<std::string> log_axes_in(const std::string& list) {
  std::vector<std::string> names = names_in(list);
  if (names == std::vector<std::string>{none_word}) return {};
  for (const std::string& name : names) static_cast<void>(one_of("log", name, {"x", "y", none_word}));
  return names;
}

std::string one_of(const std::string& key, const std::string& word, const std::vector<std::string>& words) {
  if (!contains(words, word)) throw unknown_name(key, word, words);
  return word;
}

ChartKind chart_kind(const std::string& word) {
  if (word == "scatter") return ChartKind::scatter;
  return word == "heat-map" ? ChartKind::heat_map : ChartKind::curves;
}

std::string joined_titles(const std::vector<results::ValueColumn>& values) {
  std::string titles;
  for (const results::ValueColumn& value : values) titles += (titles.empty() ? "" : ", ") + value.title;
  return titles;
}

}  // namespace apportion::sweeps
