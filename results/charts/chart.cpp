// Charts of exhibits: the choice of a chart, its rows sorted into panels, curves and points, gnuplot's output adapted
// to pages, and the calls of gnuplot and rsvg-convert.
#include "results/charts/chart.hpp"

#include <fmt/format.h>
#include <sys/wait.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <map>
#include <memory>
#include <system_error>
#include <utility>

#include "base/error.hpp"
#include "base/program.hpp"
#include "base/text.hpp"
#include "base/words.hpp"
#include "results/charts/chart_script.hpp"

namespace apportion::results {
namespace {

using Row = std::vector<Value>;

/// Fills the panels row by row.
class Sorter {
 public:
  Sorter(const Exhibit& exhibit, const Chart& chart, const Rows& rows) : exhibit_(exhibit), chart_(chart), rows_(rows) {
    if (chart.values.empty()) throw InputError("{} has a chart without values", exhibit.name);
    data_.x = axis_values(chart.x.column, is_heat_map() || chart.kind == ChartKind::box_plots);
    if (is_heat_map()) data_.y = axis_values(chart.y.column, true);
    if (chart.x.logarithmic && !data_.x.categories) give_zero_a_place();
  }

  ChartData data() {
    // A row without an x, such as a mean over all points, is not drawn.
    for (const Row& row : rows_.rows)
      if (!is_null(cell(row, chart_.x.column))) add(row);
    for (const Row& row : rows_.rows)
      if (const Value& name = cell(row, chart_.series); !is_null(name) && !contains(series_, cell_text(name)))
        static_cast<void>(index_in_order_of_appearance(data_.absent, cell_text(name)));
    data_.series = std::max<std::size_t>(series_.size(), 1);
    require_drawable();
    for (Panel& panel : data_.panels)
      std::ranges::sort(panel.curves, {}, [](const Curve& curve) { return std::pair(curve.series, curve.value); });
    if (!chart_.panel_down.empty()) {
      data_.across = across_.size();
      for (std::size_t i = 0; i < grid_.size(); ++i)
        data_.panels[i].place = grid_[i].first * across_.size() + grid_[i].second;
      std::ranges::sort(data_.panels, {}, &Panel::place);
    }
    add_notices();
    return std::move(data_);
  }

 private:
  [[nodiscard]] bool is_heat_map() const { return chart_.kind == ChartKind::heat_map; }

  // The cell of a column; NULL for "".
  [[nodiscard]] const Value& cell(const Row& row, const std::string& column) const {
    static const Value none;
    return column.empty() ? none : row[column_index(rows_, column, exhibit_.name)];
  }

  [[nodiscard]] AxisPlaces axis_values(const std::string& name, bool categories) const {
    const std::size_t column = column_index(rows_, name, exhibit_.name);
    AxisPlaces axis;
    axis.categories = categories || std::ranges::any_of(rows_.rows, [&](const Row& row) {
                        return !is_null(row[column]) && !number_in(row[column]).has_value();
                      });
    std::map<double, std::string> numbers;
    for (const Row& row : rows_.rows) {
      if (is_null(row[column])) continue;
      if (axis.categories)
        static_cast<void>(index_in_order_of_appearance(axis.texts, cell_text(row[column])));
      else
        numbers.emplace(*number_in(row[column]), cell_text(row[column]));
    }
    for (std::size_t i = 0; i < axis.texts.size(); ++i) axis.places.push_back(static_cast<double>(i + 1));
    for (const auto& [place, text] : numbers) {
      axis.places.push_back(place);
      axis.texts.push_back(text);
    }
    return axis;
  }

  // Gives 0 a place on a logarithmic axis: one of seven even steps away from the others, or more if it could not be
  // distinguished.
  void give_zero_a_place() {
    const auto zero = std::ranges::find(data_.x.places, 0.0);
    if (zero == data_.x.places.end() || zero + 1 == data_.x.places.end()) return;
    const double least = *(zero + 1);
    data_.zero = least / std::max(1.6, std::pow(data_.x.places.back() / least, 0.15));
    *zero = *data_.zero;
  }

  static double place_in(const AxisPlaces& axis, const Value& value) {
    if (!axis.categories) return *number_in(value);
    const auto found = std::ranges::find(axis.texts, cell_text(value));
    return axis.places.at(static_cast<std::size_t>(found - axis.texts.begin()));
  }

  [[nodiscard]] std::optional<double> number_of(const Row& row, const std::string& column) const {
    const Value& value = cell(row, column);
    const std::optional<double> number = number_in(value);
    if (!number && !is_null(value))
      throw InputError("{} cannot draw '{}' in column '{}': it is no number", exhibit_.name, cell_text(value), column);
    return number;
  }

  // The name of a panel; a number gets the name of its column: "latency 100".
  [[nodiscard]] std::string panel_name_of(const Row& row, const std::string& column) const {
    const Value& value = cell(row, column);
    return number_in(value) ? column + " " + cell_text(value) : cell_text(value);
  }

  void add(const Row& row) {
    const std::string down = panel_name_of(row, chart_.panel_down);
    const std::string across = panel_name_of(row, chart_.panel);
    const std::string name = joined(down, ", ", across);
    const std::size_t index = index_in_order_of_appearance(panel_names_, name);
    if (index >= most_panels) return;
    if (index == data_.panels.size()) {
      data_.panels.push_back({.title = name, .place = index});
      grid_.emplace_back(index_in_order_of_appearance(down_, down), index_in_order_of_appearance(across_, across));
    }
    Panel& panel = data_.panels[index];
    if (const std::optional<double> mark = number_of(row, chart_.mark.column))
      if (!contains(panel.marks, *mark)) panel.marks.push_back(*mark);
    for (std::size_t i = 0; i < chart_.values.size(); ++i)
      if (const std::optional<double> value = number_of(row, chart_.values[i].column)) add(panel, row, i, *value);
  }

  // Whether a number has a place on an axis; counts those that have none.
  bool has_place(double number, bool logarithmic) {
    if (!std::isfinite(number)) ++infinite_;
    if (std::isfinite(number) && logarithmic && number <= 0) ++not_positive_;
    return std::isfinite(number) && (!logarithmic || number > 0);
  }

  void add(Panel& panel, const Row& row, std::size_t value_index, double value) {
    ChartPoint point{.x = place_in(data_.x, cell(row, chart_.x.column)), .y = value, .low = value, .high = value};
    if (point.x == 0) point.x = data_.zero.value_or(0);
    if (!has_place(point.x, chart_.x.logarithmic && !data_.x.categories) ||
        !has_place(value, chart_.y.logarithmic && !is_heat_map()))
      return;
    if (++points_ > most_points)
      throw InputError("{} has more than {} points for one picture", exhibit_.name, most_points);
    if (is_heat_map()) {
      point.y = place_in(data_.y, cell(row, chart_.y.column));
      point.value = value;
      point.label = cell_text(value, chart_.values[value_index].digits);
    } else if (value_index == 0) {
      add_error(row, point);
    }
    if (!chart_.label.empty()) point.label = cell_text(cell(row, chart_.label));
    curve_of(panel, row, value_index).points.push_back(std::move(point));
  }

  void add_error(const Row& row, ChartPoint& point) {
    const std::optional<double> half = number_of(row, chart_.error);
    const std::optional<double> low = half ? point.y - *half : number_of(row, chart_.error_low);
    const std::optional<double> high = half ? point.y + *half : number_of(row, chart_.error_high);
    if (!low || !high || !std::isfinite(*low) || !std::isfinite(*high)) return;
    point.low = *low;
    point.high = *high;
    data_.has_errors = true;
  }

  void require_drawable() const {
    if (std::ranges::all_of(data_.panels, [](const Panel& panel) { return panel.curves.empty(); }))
      throw InputError("{} {}", exhibit_.name,
                       not_positive_ > 0 ? "has no values above 0 and cannot be drawn on a logarithmic axis"
                                         : "has no number to draw");
    if (series_.size() > most_series)
      throw InputError("{} has {} curves in one picture; {} can be told apart: take panels, or fix an axis",
                       exhibit_.name, series_.size(), most_series);
  }

  void add_notices() {
    std::vector<std::string>& notices = data_.notices;
    if (not_positive_ > 0)
      notices.push_back(
          fmt::format("{} not above 0 left out: a logarithmic axis cannot show them", counted(not_positive_, "value")));
    if (infinite_ > 0) notices.push_back(fmt::format("{} not finite left out", counted(infinite_, "value")));
    if (panel_names_.size() > most_panels)
      notices.push_back(
          fmt::format("{} of {} panels drawn; fix an axis to see the others", most_panels, panel_names_.size()));
    if (!chart_.error.empty() && !data_.has_errors) notices.emplace_back("no error bars: no point has an interval");
  }

  Curve& curve_of(Panel& panel, const Row& row, std::size_t value) {
    const std::string name = cell_text(cell(row, chart_.series));
    const std::size_t series = index_in_order_of_appearance(series_, name);
    for (Curve& curve : panel.curves)
      if (curve.series == series && curve.value == value) return curve;
    const std::string& title = chart_.values[value].title;
    const std::string& first = chart_.series.empty() ? title : name;
    const bool both = !chart_.series.empty() && chart_.values.size() > 1;
    return panel.curves.emplace_back(Curve{both ? name + ", " + title : first, series, value});
  }

  const Exhibit& exhibit_;
  const Chart& chart_;
  const Rows& rows_;
  std::vector<std::string> panel_names_;
  std::vector<std::string> down_;  // names of the rows and columns of panels
  std::vector<std::string> across_;
  std::vector<std::pair<std::size_t, std::size_t>> grid_;  // row and column of each panel
  std::vector<std::string> series_;
  std::size_t points_ = 0;
  std::int64_t not_positive_ = 0;
  std::int64_t infinite_ = 0;
  ChartData data_;
};

constexpr std::array width_words = {Word{ChartWidth::screen, "screen"}, Word{ChartWidth::column, "column"},
                                    Word{ChartWidth::page, "page"}, Word{ChartWidth::slide, "slide"}};

// Replaces gnuplot's black by the page's current colour.
void follow_the_page(std::string& svg) {
  replace_all(svg, "stroke='black'", "stroke='currentColor'");
  replace_all(svg, "stroke=\"black\"", "stroke=\"currentColor\"");
  replace_all(svg, "fill=\"black\"", "fill=\"currentColor\"");
  replace_all(svg, "rgb(  0,   0,   0)", "currentColor");
  replace_all(svg, "color='black'", "");
  replace_all(svg, " color=\"black\"", "");
}

// Keeps outlines visible: gnuplot's shrink with the points of a cloud. Only the definitions of points have their width
// in single quotes.
void keep_outlines(std::string& svg) {
  constexpr std::string_view start = "stroke-width='";
  constexpr std::string_view one_pixel = "vector-effect='non-scaling-stroke' stroke-width='1'";
  for (std::size_t at = svg.find(start); at != std::string::npos; at = svg.find(start, at + one_pixel.size())) {
    const std::size_t end = svg.find('\'', at + start.size());
    svg.replace(at, end + 1 - at, one_pixel);
  }
}

// Removes empty groups, which gnuplot opens at every change of colour.
void drop_empty_groups(std::string& svg) {
  constexpr std::string_view end = "\">\n</g>\n";
  for (std::size_t at = svg.find(end); at != std::string::npos; at = svg.find(end, at)) {
    const std::size_t start = svg.rfind('<', at);
    svg.erase(start, at + end.size() - start);
    at = start;
  }
}

// gnuplot's document as an element of a page.
std::string adapted(std::string svg, const Exhibit& exhibit, const Chart& chart, const std::string& id) {
  svg.erase(0, svg.find("<svg"));
  // All documents of gnuplot have the same identifiers, which must not occur twice on a page.
  for (const std::string_view name : {"gpDot", "gpPt", "gnuplot_canvas", "textbox", "greybox"})
    for (const std::string_view before : {"'#", "id='", "id=\""})
      replace_all(svg, fmt::format("{}{}", before, name), fmt::format("{}{}-{}", before, id, name));
  follow_the_page(svg);
  if (chart.kind == ChartKind::scatter) keep_outlines(svg);
  drop_empty_groups(svg);
  // gnuplot escapes only characters that open a tag. XML forbids "]]>" outside of CDATA sections.
  replace_all(svg, "]]>", "]]&gt;");
  const std::size_t start = svg.find("<title>");
  svg.replace(start, svg.find("</title>", start) - start, "<title>" + xml_escaped(exhibit.title));
  return svg;
}

// The documents in gnuplot's output.
std::vector<std::string> documents_in(std::string_view output) {
  constexpr std::string_view start = "<?xml";
  std::vector<std::string> documents;
  while (!output.empty()) {
    const std::size_t end = std::min(output.find(start, 1), output.size());
    documents.emplace_back(output.substr(0, end));
    output.remove_prefix(end);
  }
  return documents;
}

constexpr std::string_view page_style =
    "<style>svg { color: #111111 } .paper { fill: #ffffff }\n"
    "@media (prefers-color-scheme: dark) { svg { color: #eeeeee } .paper { fill: #1c1c1c } }</style>\n";

// Unnamed files in place of pipes, so that neither side can block the other.
using File = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;

File unnamed_file(const std::string& content = {}) {
  File file(std::tmpfile(), &std::fclose);
  const bool written = file && std::fwrite(content.data(), 1, content.size(), file.get()) == content.size() &&
                       std::fflush(file.get()) == 0;
  if (!written)
    throw ProgramError(fmt::format("cannot write a temporary file: {}", std::generic_category().message(errno)));
  std::rewind(file.get());
  return file;
}

std::string content_of(std::FILE* file) {
  std::rewind(file);
  std::string text;
  char piece[4096];
  while (const std::size_t count = std::fread(piece, 1, sizeof piece, file)) text.append(piece, count);
  return text;
}

pid_t started(const ProgramStart& start, const std::string& package) {
  try {
    return start_program(start);
  } catch (const std::system_error& error) {
    if (error.code() == std::errc::no_such_file_or_directory)
      throw ProgramError(fmt::format("{} is not installed; Debian's package is {}", start.words.front(), package));
    throw ProgramError(fmt::format("{} cannot be started: {}", start.words.front(), error.code().message()));
  }
}

}  // namespace

ChartData chart_data(const Exhibit& exhibit, const Chart& chart, const Rows& rows) {
  return Sorter(exhibit, chart, rows).data();
}

std::optional<Picture> picture_of(std::string_view file) {
  if (file.ends_with(".svg")) return Picture::svg;
  if (file.ends_with(".png")) return Picture::png;
  if (file.ends_with(".pdf")) return Picture::pdf;
  return std::nullopt;
}

std::vector<std::string> chart_widths() { return words_in(width_words); }

ChartWidth chart_width(const std::string& word) { return known_value(width_words, word, "width"); }

const Chart& chosen_chart(const Exhibit& exhibit, const std::string& name) {
  if (exhibit.charts.empty()) throw InputError("{} has no chart", exhibit.name);
  if (name.empty()) return exhibit.charts.front();
  if (const auto found = std::ranges::find(exhibit.charts, name, &Chart::name); found != exhibit.charts.end())
    return *found;
  throw InputError("{} has no chart '{}'; it has {}", exhibit.name, name,
                   fmt::join(collected(exhibit.charts, &Chart::name), ", "));
}

std::string draw_chart(const Exhibit& exhibit, const Chart& chart, const Rows& rows, Picture picture,
                       const Framing& framing) {
  const std::string id = identifier(exhibit.name, '_');
  std::string svg = run_gnuplot(chart_script(chart, chart_data(exhibit, chart, rows), picture, id, framing));
  if (picture != Picture::svg) return svg;
  svg = adapted(std::move(svg), exhibit, chart, id);
  // The first rectangle is the paper.
  const std::size_t paper = svg.find(R"(<rect x="0" y="0")");
  const std::size_t fill = svg.find("fill=\"none\"", paper);
  svg.replace(fill, std::string_view("fill=\"none\"").size(), "class=\"paper\"");
  svg.insert(paper, page_style);
  return "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n" + svg;
}

std::vector<std::string> chart_notices(const Exhibit& exhibit, const Chart& chart, const Rows& rows) {
  return chart_data(exhibit, chart, rows).notices;
}

std::vector<InlineChart> inline_charts(const std::vector<PageChart>& charts) {
  std::vector<InlineChart> drawn(charts.size());
  std::string scripts;
  std::vector<std::size_t> asked;
  for (std::size_t i = 0; i < charts.size(); ++i) {
    try {
      const auto& [exhibit, chart, rows, id] = charts[i];
      scripts += chart_script(chart, chart_data(exhibit, chart, rows), Picture::svg, identifier(id, '_'));
      asked.push_back(i);
    } catch (const UserError& error) {
      drawn[i].problem = error.what();
    }
  }
  std::vector<std::string> documents;
  try {
    documents = documents_in(run_gnuplot(scripts));
  } catch (const ProgramError& error) {
    if (charts.size() == 1) drawn.front().problem = error.what();
  }
  // gnuplot stops at the first failure: then each chart is drawn separately, so that the failing one gets the message.
  if (documents.size() == asked.size()) {
    for (std::size_t i = 0; i < asked.size(); ++i)
      drawn[asked[i]].svg = adapted(std::move(documents[i]), charts[asked[i]].exhibit, charts[asked[i]].chart,
                                    identifier(charts[asked[i]].id, '_'));
  } else if (charts.size() > 1) {
    for (const std::size_t i : asked) drawn[i] = inline_charts({charts[i]}).front();
  }
  return drawn;
}

std::string run_external_program(const std::vector<std::string>& words, const std::string& input,
                                 const std::string& package) {
  const File in = unnamed_file(input);
  const File out = unnamed_file();
  const File err = unnamed_file();
  const pid_t child = started(
      {.words = words, .input = ::fileno(in.get()), .output = ::fileno(out.get()), .error = ::fileno(err.get())},
      package);
  const std::optional<int> status = wait_for_program(child);
  if (!status) throw ProgramError(fmt::format("cannot wait for {}: it has disappeared", words.front()));
  if (!WIFEXITED(*status) || WEXITSTATUS(*status) != 0) {
    std::string complaint = content_of(err.get());  // a killed program writes none
    complaint.erase(complaint.find_last_not_of(" \n") + 1);
    complaint.erase(0, complaint.find_last_of('\n') + 1);
    throw ProgramError(
        fmt::format("{} failed: {}", words.front(), complaint.empty() ? how_it_ended(*status) : complaint));
  }
  return content_of(out.get());
}

std::string run_gnuplot(const std::string& script) {
  // --default-settings: the user's own settings are for other pictures.
  // gnuplot reads "-" byte by byte, and the same stream by its name in blocks.
  return run_external_program({"gnuplot", "--default-settings", "/dev/stdin"}, script, "gnuplot-nox");
}

std::string converted_svg(const std::string& svg, Picture picture) {
  if (picture == Picture::svg) return svg;
  std::vector<std::string> words = {"rsvg-convert", "--format", picture == Picture::png ? "png" : "pdf"};
  if (picture == Picture::png) words.insert(words.end(), {"--zoom", "2"});
  return run_external_program(words, svg, "librsvg2-bin");
}

}  // namespace apportion::results
