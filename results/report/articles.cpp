// An exhibit in a report: its charts, its tables with switches, and the links to its query and rows.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>
#include <string_view>

#include "base/text.hpp"
#include "results/charts/chart.hpp"
#include "results/records.hpp"
#include "results/report/parts.hpp"
#include "results/report/verdicts.hpp"
#include "results/rows.hpp"
#include "results/tables/formats.hpp"

namespace apportion::results {
namespace {

// Encodes text for a data URI by RFC 3986.
std::string percent_encoded(const std::string& text) {
  std::string result;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    const bool plain = (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
                       std::string_view("-._~,/:()").find(c) != std::string_view::npos;
    if (plain)
      result += c;
    else
      result += fmt::format("%{:02X}", byte);
  }
  return result;
}

std::string csv_link(const std::string& id, const Rows& rows) {
  return fmt::format(R"(<a download="{}.csv" href="data:text/csv;charset=utf-8,{}">CSV, {}</a>)", id,
                     percent_encoded(render_csv(rows)), counted(rows.rows.size(), "row"));
}

constexpr std::size_t most_open_rows = 60;

/// The commands that explain rows with a printed number.
class Explanations {
 public:
  explicit Explanations(const ReportExhibit& entry)
      : id_(name_in_page(entry.exhibit.name) + "-number"), exhibit_(entry.exhibit.name), rows_(entry.rows) {
    const auto printed = std::ranges::find(rows_.columns, "printed");
    if (printed == rows_.columns.end() || entry.exhibit.judgements.empty() || rows_.rows.empty()) return;
    printed_ = static_cast<std::size_t>(printed - rows_.columns.begin());
    for (const std::string& name : naming_columns(entry.exhibit, rows_))
      telling_.push_back(column_index(rows_, name, exhibit_));
    drop_needless();
  }

  /// The id of the row's line; "" if it has none.
  [[nodiscard]] std::string id(std::size_t row) const {
    return printed_ && !is_null(rows_.rows[row][*printed_]) ? fmt::format("{}{}", id_, row + 1) : "";
  }

  /// A line for each of these rows; "" if there is none.
  [[nodiscard]] std::string list() const {
    std::string lines;
    std::size_t count = 0;
    for (std::size_t row = 0; row < rows_.rows.size(); ++row) {
      const std::string id_of_row = id(row);
      if (id_of_row.empty()) continue;
      ++count;
      lines += fmt::format("<li id=\"{}\">printed {}: <code>{}</code></li>\n", id_of_row,
                           xml_escaped(cell_text(rows_.rows[row][*printed_])), xml_escaped(command(row)));
    }
    if (lines.empty()) return lines;
    return fmt::format(
        "<details>\n<summary>What explains each of {} printed numbers</summary>\n<ul>\n{}</ul>\n</details>\n", count,
        lines);
  }

 private:
  [[nodiscard]] std::string place(std::size_t row, const std::vector<std::size_t>& columns) const {
    std::string text;
    for (const std::size_t column : columns)
      if (const std::string value = cell_text(rows_.rows[row][column]); !value.empty())
        text += " " + quoted_for_a_shell(rows_.columns[column] + "=" + value);
    return text;
  }

  [[nodiscard]] std::size_t places(const std::vector<std::size_t>& columns) const {
    std::set<std::string> all;
    for (std::size_t row = 0; row < rows_.rows.size(); ++row) all.insert(place(row, columns));
    return all.size();
  }

  // Drops columns that are not needed to identify rows: first texts with blanks, then the last ones.
  void drop_needless() {
    const std::size_t all = places(telling_);
    for (const bool only_blanks : {true, false})
      for (std::size_t i = telling_.size(); i-- > 0;) {
        if (only_blanks && cell_text(rows_.rows.front()[telling_[i]]).find(' ') == std::string::npos) continue;
        std::vector<std::size_t> fewer = telling_;
        fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
        if (places(fewer) == all) telling_ = std::move(fewer);
      }
  }

  [[nodiscard]] std::string command(std::size_t row) const {
    return "apportion explain " + exhibit_ + place(row, telling_);
  }

  std::string id_;
  std::string exhibit_;
  const Rows& rows_;
  std::optional<std::size_t> printed_;
  std::vector<std::size_t> telling_;  // columns that identify rows
};

/// The colour of each cell, and the text shown on hovering: the other values of its row.
class Marks {
 public:
  explicit Marks(const ReportExhibit& entry) : exhibit_(entry.exhibit), rows_(entry.rows), explanations_(entry) {
    const Layout& layout = exhibit_.layout;
    if (layout.row.empty() || (!exhibit_.heat && exhibit_.judgements.empty())) return;
    for (std::size_t row = 0; row < rows_.rows.size(); ++row) {
      CellMark& mark = marks_.emplace_back(CellMark{.link = explanations_.id(row)});
      for (std::size_t i = 0; i < rows_.columns.size(); ++i) {
        const std::string& name = rows_.columns[i];
        const std::string value = cell_text(rows_.rows[row][i]);
        if (name != layout.page && name != layout.row && name != layout.column && !value.empty())
          mark.title = joined(mark.title, ", ", fmt::format("{} {}", name, value));
      }
    }
  }

  /// The greatest distance from the neutral value on any page: all pages share their colours.
  [[nodiscard]] double reach(const Sheet& sheet) const {
    double greatest = 0;
    for (const Page& page : sheet.pages)
      for (const Block& block : page.blocks)
        for (const PageColumn& column : block.columns)
          for (const std::string& cell : column.cells) greatest = std::max(greatest, std::abs(distance(cell)));
    return greatest;
  }

  [[nodiscard]] CellMarker of_page(const ValueColumn& value, double reach) const {
    return [this, reach, verdicts = verdicts_on(value.column)](std::size_t row, const std::string& /*heading*/,
                                                               const std::string& text) {
      CellMark mark = row < marks_.size() ? marks_[row] : CellMark{};
      if (const std::string verdict = row < verdicts.size() ? cell_text(verdicts[row]) : ""; !verdict.empty())
        mark.classes = class_of(exhibit_.judgements.front(), verdict, !mark.link.empty());
      else if (const double away = distance(text); away != 0)
        mark.classes = fmt::format("{}{}", away > 0 ? 'c' : 'd',
                                   std::clamp(static_cast<int>(std::ceil(4 * std::abs(away) / reach)), 1, 4));
      return mark;
    };
  }

  /// The marker for unpivoted rows: verdicts have the same meaning in every row.
  [[nodiscard]] CellMarker of_rows() const {
    return [this](std::size_t row, const std::string& heading, const std::string& text) {
      if (heading == "printed") return CellMark{.link = explanations_.id(row)};
      const bool is_one = exhibit_.judgements.size() == 1 && exhibit_.judgements.front().verdict == heading;
      if (!is_one || text.empty()) return CellMark{};
      return CellMark{.classes =
                          class_of(exhibit_.judgements.front(), text, std::ranges::any_of(rows_.columns, is_printed))};
    };
  }

 private:
  [[nodiscard]] static std::string class_of(const Judgement& judgement, const std::string& verdict, bool is_printed) {
    if (!is_judged(verdict)) return "";
    const Outcome outcome = outcome_of(verdict, judgement.stance).value_or(Outcome::not_reproduced);
    const bool is_computed = outcome == Outcome::reproduced && judgement.claim.empty() && !is_printed;
    return std::string(outcome_class(is_computed ? Outcome::unjudged : outcome));
  }

  // The verdicts on a value by rows: those of the hypothesis for its values.
  [[nodiscard]] std::vector<Value> verdicts_on(const std::string& value) const {
    if (marks_.empty() || exhibit_.judgements.empty()) return {};
    const Judgement& judgement = exhibit_.judgements.front();
    const std::string& with = judgement.hypothesis.column;
    return cells_of(rows_, !with.empty() && value.starts_with(with) ? with + "_verdict" : judgement.verdict);
  }

  // The distance from the neutral value; 0 for text.
  [[nodiscard]] double distance(const std::string& text) const {
    if (!exhibit_.heat) return 0;
    return coordinate("", text).number.value_or(*exhibit_.heat) - *exhibit_.heat;
  }

  const Exhibit& exhibit_;
  const Rows& rows_;
  Explanations explanations_;
  std::vector<CellMark> marks_;  // [row]; empty if nothing is judged and there is no heat
};

std::string pages(const ReportExhibit& entry, const ValueColumn& value, const Marks& marks) {
  const Exhibit& exhibit = entry.exhibit;
  const Sheet sheet = arranged(exhibit, entry.rows, value.column);
  const double reach = marks.reach(sheet);
  std::string text;
  for (const Page& page : sheet.pages) {
    const bool several = exhibit.layout.values.size() > 1;
    const std::string caption = joined(page.caption, ": ", several ? value.title : "");
    const std::string& named = caption.empty() ? exhibit.title : caption;
    const std::string table = scrolling(named, html_table(sheet, page, named, marks.of_page(value, reach)));
    text += caption.empty() ? titled_above(table) : table;
  }
  return "<div class=\"tables\">\n" + text + "</div>\n";
}

// Radio buttons and :checked need no script, and show the first value if the style is missing.
std::string switched(const ReportExhibit& entry, const Marks& marks) {
  const std::string id = name_in_page(entry.exhibit.name);
  std::string buttons;
  std::string views;
  const std::vector<ValueColumn>& values = entry.exhibit.layout.values;
  for (std::size_t i = 0; i < values.size(); ++i) {
    buttons +=
        fmt::format(R"(<input type="radio" name="{0}-view" id="{0}-view{1}"{2}><label for="{0}-view{1}">{3}</label>)"
                    "\n",
                    id, i, i == 0 ? " checked" : "", xml_escaped(values[i].title));
    views += fmt::format("<div class=\"view\" data-value=\"{}\">\n{}</div>\n", xml_escaped(values[i].column),
                         pages(entry, values[i], marks));
  }
  return fmt::format("<fieldset class=\"views\">\n<legend>Shown:</legend>\n{}{}</fieldset>\n", buttons, views);
}

// The texts shown on hovering, as a table.
std::string all_rows(const ReportExhibit& entry) {
  return fmt::format("<details>\n<summary>All {} rows, with exact values</summary>\n{}</details>\n",
                     entry.rows.rows.size(), titled_above(plain_table(entry.exhibit.title + ": all rows", entry.rows)));
}

std::string as_they_come(const ReportExhibit& entry, const Marks& marks) {
  const Sheet sheet = arranged(entry.exhibit, entry.rows, "");
  const std::string& title = entry.exhibit.title;
  std::string table = titled_above(scrolling(title, html_table(sheet, sheet.pages.front(), title, marks.of_rows())));
  if (sheet.rows.size() <= most_open_rows) return table;
  return fmt::format("<details>\n<summary>Table of {} rows</summary>\n{}</details>\n", sheet.rows.size(), table);
}

std::string chart_caption(const Chart& chart) {
  std::string text = chart.kind == ChartKind::heat_map  ? "Heat map of "
                     : chart.kind == ChartKind::scatter ? "Each point: "
                                                        : "";
  if (chart.kind == ChartKind::heat_map)
    text += fmt::format("{} by {} and {}", chart.values.front().title, chart.x.title, chart.y.title);
  else
    text += fmt::format("{} against {}", chart.y.title, chart.x.title);
  if (!chart.error.empty() || !chart.error_low.empty()) text += "; bars: " + chart.error_title;
  return text + ". The numbers are in the table.";
}

// Drawings; if there are more than fit on a screen, they are folded.
std::string drawings_of(const ReportExhibit& entry) {
  constexpr std::size_t most_open = 2;
  std::string text;
  for (const ReportDrawing& drawing : entry.drawings)
    text += drawing_figure(drawing, entry.exhibit.title, name_in_page(entry.exhibit.name));
  if (entry.drawings.size() <= most_open) return text;
  return fmt::format("<details>\n<summary>{} drawings</summary>\n{}</details>\n", entry.drawings.size(), text);
}

std::string pictures(const ReportExhibit& entry) {
  std::string text = drawings_of(entry);
  for (const Chart& chart : entry.exhibit.charts)
    // The tables of an exhibit with heat replace its heat map. The chart that opens the page is not repeated.
    if ((!entry.exhibit.heat || chart.kind != ChartKind::heat_map) &&
        (!entry.opens_page || &chart != &entry.exhibit.charts.front()))
      text += chart_figure(entry, chart, entry.exhibit.title + ", " + chart.name, xml_escaped(chart_caption(chart)));
  return text.empty() ? text : "<div class=\"pictures\">\n" + text + "</div>\n";
}

// SVG elements with a name and a caption, which is HTML.
std::string figure(const std::string& pictures, const std::string& label, const std::string& caption) {
  return fmt::format("<figure>\n{}<figcaption>{}</figcaption>\n</figure>\n", scrolling(label, pictures), caption);
}

// All tables of an exhibit, with a switch between its values if it has several.
std::string exhibit_tables(const ReportExhibit& entry) {
  // Verdicts are shown even if tables on a terminal leave them out.
  ReportExhibit shown = entry;
  std::vector<ValueColumn>& values = shown.exhibit.layout.values;
  for (const Judgement& judgement : entry.exhibit.judgements)
    if (entry.exhibit.heat && !contains(values, judgement.verdict, &ValueColumn::column))
      values.push_back({judgement.verdict, "reproduced?"});
  const Marks marks(shown);
  if (shown.exhibit.layout.row.empty()) return as_they_come(shown, marks);
  const std::string tables = values.size() > 1 ? switched(shown, marks) : pages(shown, values.front(), marks);
  return shown.exhibit.heat ? tables + all_rows(shown) : tables;
}

// Screen readers announce the SVG as an image; the numbers are in the tables.
std::string as_image(std::string svg, const std::string& label) {
  svg.erase(0, svg.find("<svg"));
  svg.insert(4, fmt::format(R"( role="img" aria-label="{}")", xml_escaped(label)));
  return svg;
}

}  // namespace

std::string query_and_data(const std::string& id, const std::string& name, const QueriedRows& result) {
  return fmt::format(
      "<p><a href=\"#{0}-sql\">SQL</a> · {1}</p>\n<details id=\"{0}-sql\">\n<summary>The query of {2}</summary>\n"
      "<pre><code>{3}</code></pre>\n</details>\n",
      id, csv_link(id, result.rows), xml_escaped(name), xml_escaped(result.sql));
}

std::string data_alone(const std::string& id, const std::string& origin, const Rows& rows) {
  return fmt::format("<p>{} · {}</p>\n", csv_link(id, rows), xml_escaped(origin));
}

std::string titled_above(std::string table) {
  constexpr std::string_view start = "<caption";
  return table.insert(table.find(start) + start.size(), " class=\"unseen\"");
}

std::string scrolling(const std::string& label, const std::string& content) {
  return fmt::format("<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"{}\">\n{}</div>\n",
                     xml_escaped(label), content);
}

std::string plain_table(const std::string& caption, const Rows& rows) {
  const Exhibit exhibit{.name = caption, .title = caption, .sql = ""};
  const Sheet sheet = arranged(exhibit, rows, "");
  return scrolling(caption, html_table(sheet, sheet.pages.front(), caption));
}

std::string name_in_page(const std::string& name) { return identifier(name, '-'); }

std::string link_to(const std::string& exhibit) {
  return fmt::format("<a href=\"#{}\">{}</a>", name_in_page(exhibit), xml_escaped(exhibit));
}

std::string chart_figure(const ReportExhibit& entry, const Chart& chart, const std::string& label,
                         const std::string& caption) {
  const InlineChart& drawn = entry.pictures.at(static_cast<std::size_t>(&chart - entry.exhibit.charts.data()));
  if (drawn.problem.empty()) return figure(as_image(drawn.svg, label), label, caption);
  return fmt::format("<p class=\"problem\">No chart {}: {}</p>\n", xml_escaped(chart.name), xml_escaped(drawn.problem));
}

std::string drawing_figure(const ReportDrawing& drawing, const std::string& label, const std::string& id) {
  if (drawing.svg.empty()) return {};
  if (drawing.parts.rows.empty())
    return figure(as_image(drawing.svg, label), label, "Hovering over a part shows more about it.");
  return figure(as_image(drawing.svg, label), label, "Hovering over a part shows its line of the list.") +
         fmt::format("<details>\n<summary>List of the {} parts</summary>\n{}{}</details>\n", drawing.parts.rows.size(),
                     titled_above(plain_table(label + ": parts", drawing.parts)),
                     data_alone(id + "-parts", "computed for this page, not by a query", drawing.parts));
}

std::string exhibit_article(const ReportExhibit& entry, const std::string& section) {
  const std::string id = name_in_page(entry.exhibit.name);
  std::string title = entry.exhibit.title;
  if (title.starts_with(section + ": ")) title.erase(0, section.size() + 2);
  std::string text = fmt::format("<article id=\"{0}\" aria-labelledby=\"{0}-title\">\n<h3 id=\"{0}-title\">{1}</h3>\n",
                                 id, xml_escaped(title));
  if (!entry.claim.empty())
    text += fmt::format("<p class=\"faint\">Claim: {}. <cite>{}</cite></p>\n", xml_escaped(entry.claim),
                        xml_escaped(entry.source));
  text += "<div class=\"body\">\n" + pictures(entry) + "<div>\n" + exhibit_tables(entry) + "</div>\n</div>\n";
  if (const std::string note = note_below(entry.exhibit, entry.rows); !note.empty())
    text += fmt::format("<p class=\"note\">{}</p>\n", xml_escaped(note));
  text += Explanations(entry).list();
  const std::string data = entry.exhibit.sql.empty()
                               ? data_alone(id, entry.origin, entry.rows)
                               : query_and_data(id, entry.exhibit.name, {entry.rows, entry.exhibit.sql});
  return text + data + "</article>\n";
}

}  // namespace apportion::results
