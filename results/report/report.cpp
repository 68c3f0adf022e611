// The report's page: elements of HTML; exhibits with their charts and tables; verdicts; the top; sections.
#include "results/report/report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <functional>
#include <iterator>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include "base/text.hpp"
#include "results/charts/chart.hpp"
#include "results/records.hpp"
#include "results/report/verdicts.hpp"
#include "results/rows.hpp"
#include "results/tables/formats.hpp"

namespace apportion::results {
namespace {

// --- Elements of HTML

// The content between two tags; "" for empty content.
std::string enclosed(std::string_view open, const std::string& content, std::string_view close) {
  return content.empty() ? "" : fmt::format("{}{}{}", open, content, close);
}

// The content below a summary, hidden until it is opened; both are HTML.
std::string folded_below(const std::string& summary, const std::string& content) {
  return fmt::format("<details>\n<summary>{}</summary>\n{}</details>\n", summary, content);
}

// "kaddoura-table7", from an exhibit's name: for ids and names of files.
std::string name_in_page(const std::string& name) { return identifier(name, '-'); }

std::string link_to(const std::string& name, const std::string& text) {
  return fmt::format("<a href=\"#{}\">{}</a>", name_in_page(name), xml_escaped(text));
}

// A box that scrolls if the page is too narrow for its content.
std::string scrolling(const std::string& label, const std::string& content) {
  return fmt::format("<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"{}\">\n{}</div>\n",
                     xml_escaped(label), content);
}

// A table with these heads and bodies, which are HTML.
std::string table_element(const std::string& kind, const std::string& caption, const std::string& heads,
                          const std::string& bodies) {
  return scrolling(caption, fmt::format("<table class=\"{}\">\n<caption>{}</caption>\n<thead>\n<tr>{}</tr>\n</thead>\n"
                                        "{}</tbody>\n</table>\n",
                                        kind, xml_escaped(caption), heads, bodies));
}

// Unpivoted rows with a caption.
std::string plain_table(const std::string& caption, const Rows& rows, const CellMarker& marker = {},
                        const Exhibit& exhibit = {}) {
  const Sheet sheet = arranged(exhibit, rows, "");
  return scrolling(caption, html_table(sheet, sheet.pages.front(), caption, marker));
}

// The table with a caption for screen readers only, since the text above is the same.
std::string titled_above(std::string table) {
  constexpr std::string_view start = "<caption";
  return table.insert(table.find(start) + start.size(), " class=\"unseen\"");
}

// SVG elements with a name and a caption, which is HTML. Screen readers announce an SVG as an image; the numbers are in
// the tables.
std::string figure(std::string svg, const std::string& label, const std::string& caption) {
  svg.erase(0, svg.find("<svg"));
  svg.insert(4, fmt::format(R"( role="img" aria-label="{}")", xml_escaped(label)));
  return fmt::format("<figure>\n{}<figcaption>{}</figcaption>\n</figure>\n", scrolling(label, svg), caption);
}

// `id` names the file.
std::string csv_link(const std::string& id, const Rows& rows) {
  return fmt::format(R"(<a download="{}.csv" href="data:text/csv;charset=utf-8,{}">CSV, {}</a>)", id,
                     percent_encoded(render_csv(rows)), counted(rows.rows.size(), "row"));
}

// Links to the query of a table, which follows, and to its rows as CSV.
std::string query_and_data(const std::string& id, const std::string& name, const QueriedRows& result) {
  return fmt::format(
      "<p><a href=\"#{0}-sql\">SQL</a> · {1}</p>\n<details id=\"{0}-sql\">\n<summary>The query of {2}</summary>\n"
      "<pre><code>{3}</code></pre>\n</details>\n",
      id, csv_link(id, result.rows), xml_escaped(name), xml_escaped(result.sql));
}

// The link to the rows of a table that does not come from a single query, and their origin.
std::string data_alone(const std::string& id, const std::string& origin, const Rows& rows) {
  return fmt::format("<p>{} · {}</p>\n", csv_link(id, rows), xml_escaped(origin));
}

// --- An exhibit: its charts, its tables with switches, and the links to its query and rows

// [row] the id of the line that explains its printed number; "" without one.
std::vector<std::string> explanation_ids(const ReportExhibit& entry) {
  std::vector<std::string> ids(entry.rows.rows.size());
  if (entry.exhibit.judgements.empty()) return ids;
  const std::vector<Value> printed = cells_of(entry.rows, "printed");
  for (std::size_t row = 0; row < ids.size(); ++row)
    if (!is_null(printed[row])) ids[row] = fmt::format("{}-number{}", name_in_page(entry.exhibit.name), row + 1);
  return ids;
}

// The row's values in these columns, as arguments of a command.
std::string place_of(const Rows& rows, const std::vector<Value>& row, const std::vector<std::size_t>& columns) {
  std::string text;
  for (const std::size_t column : columns)
    if (const std::string value = cell_text(row[column]); !value.empty())
      text += " " + quoted_for_a_shell(rows.columns[column] + "=" + value);
  return text;
}

// Columns that identify rows. Needless ones are left out: first texts with blanks, then the last ones.
std::vector<std::size_t> identifying_columns(const ReportExhibit& entry) {
  const Rows& rows = entry.rows;
  std::vector<std::size_t> columns;
  for (const std::string& name : naming_columns(entry.exhibit, rows))
    columns.push_back(column_index(rows, name, entry.exhibit.name));
  const auto places = [&rows](const std::vector<std::size_t>& by) {
    std::set<std::string> all;
    for (const std::vector<Value>& row : rows.rows) all.insert(place_of(rows, row, by));
    return all.size();
  };
  const std::size_t all = places(columns);
  for (const bool only_blanks : {true, false})
    for (std::size_t i = columns.size(); i-- > 0;) {
      if (only_blanks && cell_text(rows.rows.front()[columns[i]]).find(' ') == std::string::npos) continue;
      std::vector<std::size_t> fewer = columns;
      fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
      if (places(fewer) == all) columns = std::move(fewer);
    }
  return columns;
}

// The commands that explain the printed numbers; "" if there are none.
std::string explanations(const ReportExhibit& entry) {
  const std::vector<std::string> ids = explanation_ids(entry);
  const auto count = std::ranges::count_if(ids, [](const std::string& id) { return !id.empty(); });
  if (count == 0) return {};
  const std::vector<std::size_t> columns = identifying_columns(entry);
  const std::vector<Value> printed = cells_of(entry.rows, "printed");
  std::string lines;
  for (std::size_t i = 0; i < ids.size(); ++i)
    if (!ids[i].empty())
      lines += fmt::format("<li id=\"{}\">printed {}: <code>apportion explain {}</code></li>\n", ids[i],
                           xml_escaped(cell_text(printed[i])),
                           xml_escaped(entry.exhibit.name + place_of(entry.rows, entry.rows.rows[i], columns)));
  return folded_below(fmt::format("What explains each of {} printed numbers", count), "<ul>\n" + lines + "</ul>\n");
}

// The class of a cell with a verdict.
std::string class_of(const Judgement& judgement, const std::string& verdict, bool has_printed) {
  if (!is_judged(verdict)) return "";
  const Outcome outcome = outcome_of(verdict, judgement.stance).value_or(Outcome::not_reproduced);
  const bool is_computed = outcome == Outcome::reproduced && judgement.claim.empty() && !has_printed;
  return std::string(words_of(is_computed ? Outcome::unjudged : outcome).css_class);
}

// [row] its verdict on this value: that of the hypothesis for the hypothesis' values. Empty if nothing is judged.
std::vector<Value> verdicts_on(const ReportExhibit& entry, const std::string& value) {
  if (entry.exhibit.judgements.empty()) return {};
  const Judgement& judgement = entry.exhibit.judgements.front();
  const std::string& with = judgement.hypothesis.column;
  return cells_of(entry.rows, !with.empty() && value.starts_with(with) ? with + "_verdict" : judgement.verdict);
}

// [row] the mark of its cells, without a colour: the text shown on hovering has the other values of the row. Empty if
// nothing is judged and there is no heat.
std::vector<CellMark> marks_of(const ReportExhibit& entry) {
  const Layout& layout = entry.exhibit.layout;
  std::vector<CellMark> marks;
  if (!entry.exhibit.heat && entry.exhibit.judgements.empty()) return marks;
  for (std::string& id : explanation_ids(entry)) {
    const std::vector<Value>& row = entry.rows.rows[marks.size()];
    CellMark& mark = marks.emplace_back(CellMark{.link = std::move(id)});
    for (std::size_t i = 0; i < row.size(); ++i) {
      const std::string& name = entry.rows.columns[i];
      const std::string value = cell_text(row[i]);
      if (name != layout.page && name != layout.row && name != layout.column && !value.empty())
        mark.title = joined(mark.title, ", ", fmt::format("{} {}", name, value));
    }
  }
  return marks;
}

// The distance from the neutral value; 0 for text.
double from_neutral(const Exhibit& exhibit, const std::string& text) {
  if (!exhibit.heat) return 0;
  return coordinate("", text).number.value_or(*exhibit.heat) - *exhibit.heat;
}

// The greatest distance from the neutral value on any page: all pages share their colours.
double reach_of(const Exhibit& exhibit, const Sheet& sheet) {
  double greatest = 0;
  for (const Page& page : sheet.pages)
    for (const Block& block : page.blocks)
      for (const PageColumn& column : block.columns)
        for (const std::string& cell : column.cells)
          greatest = std::max(greatest, std::abs(from_neutral(exhibit, cell)));
  return greatest;
}

std::string pages(const ReportExhibit& entry, const ValueColumn& value, const std::vector<CellMark>& marks) {
  const Exhibit& exhibit = entry.exhibit;
  const Sheet sheet = arranged(exhibit, entry.rows, value.column);
  const CellMarker marker = [&, reach = reach_of(exhibit, sheet), verdicts = verdicts_on(entry, value.column)](
                                std::size_t row, const std::string& /*heading*/, const std::string& text) {
    CellMark mark = row < marks.size() ? marks[row] : CellMark{};
    if (const std::string verdict = row < verdicts.size() ? cell_text(verdicts[row]) : ""; !verdict.empty())
      mark.classes = class_of(exhibit.judgements.front(), verdict, !mark.link.empty());
    else if (const double away = from_neutral(exhibit, text); away != 0)
      mark.classes = fmt::format("{}{}", away > 0 ? 'c' : 'd',
                                 std::clamp(static_cast<int>(std::ceil(4 * std::abs(away) / reach)), 1, 4));
    return mark;
  };
  std::string text;
  for (const Page& page : sheet.pages) {
    const std::string caption = joined(page.caption, ": ", exhibit.layout.values.size() > 1 ? value.title : "");
    const std::string& named = caption.empty() ? exhibit.title : caption;
    const std::string table = scrolling(named, html_table(sheet, page, named, marker));
    text += caption.empty() ? titled_above(table) : table;
  }
  return "<div class=\"tables\">\n" + text + "</div>\n";
}

// Radio buttons and :checked need no script, and show the first value if the style is missing.
std::string switched(const ReportExhibit& entry, const std::vector<CellMark>& marks) {
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

// Unpivoted rows; verdicts have the same meaning in every row.
std::string as_they_come(const ReportExhibit& entry) {
  constexpr std::size_t most_open_rows = 60;
  const std::vector<Judgement>& judgements = entry.exhibit.judgements;
  const bool has_printed = std::ranges::any_of(entry.rows.columns, is_printed);
  const CellMarker marker = [&, ids = explanation_ids(entry)](std::size_t row, const std::string& heading,
                                                              const std::string& text) {
    if (heading == "printed") return CellMark{.link = ids[row]};
    const bool is_verdict = judgements.size() == 1 && judgements.front().verdict == heading && !text.empty();
    return is_verdict ? CellMark{.classes = class_of(judgements.front(), text, has_printed)} : CellMark{};
  };
  const std::string table = titled_above(plain_table(entry.exhibit.title, entry.rows, marker, entry.exhibit));
  const std::size_t rows = entry.rows.rows.size();
  return rows <= most_open_rows ? table : folded_below(fmt::format("Table of {} rows", rows), table);
}

// All tables of an exhibit, with a switch between its values if it has several; beside those of heat, which are
// rounded, all rows.
std::string exhibit_tables(const ReportExhibit& entry) {
  // Verdicts are shown even if tables on a terminal leave them out.
  ReportExhibit shown = entry;
  std::vector<ValueColumn>& values = shown.exhibit.layout.values;
  for (const Judgement& judgement : entry.exhibit.judgements)
    if (entry.exhibit.heat && !contains(values, judgement.verdict, &ValueColumn::column))
      values.push_back({judgement.verdict, "reproduced?"});
  if (shown.exhibit.layout.row.empty()) return as_they_come(shown);
  const std::vector<CellMark> marks = marks_of(shown);
  std::string tables = values.size() > 1 ? switched(shown, marks) : pages(shown, values.front(), marks);
  if (!shown.exhibit.heat) return tables;
  return tables + folded_below(fmt::format("All {} rows, with exact values", entry.rows.rows.size()),
                               titled_above(plain_table(entry.exhibit.title + ": all rows", entry.rows)));
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

// A figure with the chart, or a line with the reason why it could not be drawn. `chart` must be an element of
// entry.exhibit.charts, whose pictures must have been drawn; `caption` is HTML.
std::string chart_figure(const ReportExhibit& entry, const Chart& chart, const std::string& label,
                         const std::string& caption) {
  const InlineChart& drawn = entry.pictures.at(static_cast<std::size_t>(&chart - entry.exhibit.charts.data()));
  if (drawn.problem.empty()) return figure(drawn.svg, label, caption);
  return fmt::format("<p class=\"problem\">No chart {}: {}</p>\n", xml_escaped(chart.name), xml_escaped(drawn.problem));
}

// A drawing as a picture, and the list of its parts; "" if nothing is drawn.
std::string drawing_figure(const ReportDrawing& drawing, const std::string& label, const std::string& id) {
  if (drawing.svg.empty()) return {};
  if (drawing.parts.rows.empty()) return figure(drawing.svg, label, "Hovering over a part shows more about it.");
  return figure(drawing.svg, label, "Hovering over a part shows its line of the list.") +
         folded_below(fmt::format("List of the {} parts", drawing.parts.rows.size()),
                      titled_above(plain_table(label + ": parts", drawing.parts)) +
                          data_alone(id + "-parts", "computed for this page, not by a query", drawing.parts));
}

// Drawings, which are folded if there are more than fit on a screen, and charts.
std::string pictures(const ReportExhibit& entry) {
  constexpr std::size_t most_open = 2;
  std::string text;
  for (const ReportDrawing& drawing : entry.drawings)
    text += drawing_figure(drawing, entry.exhibit.title, name_in_page(entry.exhibit.name));
  if (entry.drawings.size() > most_open) text = folded_below(fmt::format("{} drawings", entry.drawings.size()), text);
  for (const Chart& chart : entry.exhibit.charts)
    // The tables of an exhibit with heat replace its heat map. The chart that opens the page is not repeated.
    if ((!entry.exhibit.heat || chart.kind != ChartKind::heat_map) &&
        (!entry.opens_page || &chart != &entry.exhibit.charts.front()))
      text += chart_figure(entry, chart, entry.exhibit.title + ", " + chart.name, xml_escaped(chart_caption(chart)));
  return enclosed("<div class=\"pictures\">\n", text, "</div>\n");
}

// The exhibit with its pictures, tables, note, query and data. Its title leaves out that of the section at its
// beginning.
std::string article(const ReportExhibit& entry, const std::string& section) {
  const std::string id = name_in_page(entry.exhibit.name);
  std::string title = entry.exhibit.title;
  if (title.starts_with(section + ": ")) title.erase(0, section.size() + 2);
  std::string text = fmt::format("<article id=\"{0}\" aria-labelledby=\"{0}-title\">\n<h3 id=\"{0}-title\">{1}</h3>\n",
                                 id, xml_escaped(title));
  if (!entry.claim.empty())
    text += fmt::format("<p class=\"faint\">Claim: {}. <cite>{}</cite></p>\n", xml_escaped(entry.claim),
                        xml_escaped(entry.source));
  text += "<div class=\"body\">\n" + pictures(entry) + "<div>\n" + exhibit_tables(entry) + "</div>\n</div>\n" +
          enclosed("<p class=\"note\">", xml_escaped(note_below(entry.exhibit, entry.rows)), "</p>\n") +
          explanations(entry);
  text += entry.exhibit.sql.empty() ? data_alone(id, entry.origin, entry.rows)
                                    : query_and_data(id, entry.exhibit.name, {entry.rows, entry.exhibit.sql});
  return text + "</article>\n";
}

// --- Verdicts

constexpr const char* from_exhibits = "taken from the rows of the exhibits, each of which has its query";

std::vector<CountedJudgement> counted_in(const ReportPaper& paper) {
  std::vector<CountedJudgement> counted;
  for (const ReportExhibit& entry : paper.exhibits)
    for (const Judgement& judgement : entry.exhibit.judgements) {
      const auto counts = [&](const ReportExhibit& other) { return other.exhibit.name == judgement.counted_by; };
      if (std::ranges::any_of(paper.exhibits, counts)) continue;
      std::vector<JudgedRow> rows = judged_rows(entry.exhibit, judgement, entry.rows);
      std::vector<JudgedClaim> claims = judged_claims(entry.exhibit, rows);
      counted.push_back({&entry, &judgement, std::move(rows), std::move(claims)});
    }
  return counted;
}

// The counted verdicts on a paper, or those on its claims alone.
std::vector<JudgedClaim> verdicts_in(const ReportPaper& paper, bool only_claims) {
  std::vector<JudgedClaim> all;
  for (const CountedJudgement& each : paper.counted)
    if (!only_claims || !each.judgement->claim.empty()) std::ranges::copy(each.claims, std::back_inserter(all));
  return all;
}

// A bar with the shares of the counted verdicts, and their numbers below; "" if nothing is judged.
std::string tally_bar(const ReportPaper& paper) {
  const Tally tally = tally_of(verdicts_in(paper, false));
  if (tally.total() == 0) return {};
  std::string words;
  std::string parts;
  for (const OutcomeWords& each : outcome_words) {
    const std::int64_t count = tally.of(each.outcome);
    const bool is_bad = each.outcome == Outcome::not_reproduced;
    if (count == 0 && each.outcome != Outcome::reproduced && !is_bad) continue;
    words = joined(words, ", ", fmt::format("{} {}", count, is_bad ? "not" : each.name));
    if (count > 0) parts += fmt::format(R"(<span class="bar-{}" style="flex-grow: {}"></span>)", each.css_class, count);
  }
  if (tally.computed > 0) words += fmt::format(", {} computed", tally.computed);
  return fmt::format(
      "<div class=\"tally-bar\"><div class=\"bar\" role=\"img\" aria-label=\"{0}\">{1}</div><p "
      "class=\"legend\">{0}</p></div>\n",
      words, parts);
}

// The class of a cell: of the outcome that it names, or that a count which is not 0 is of; "" for other cells.
std::string_view outcome_class(const std::string& column, const std::string& text) {
  const auto* const found = std::ranges::find_if(outcome_words, [&](const OutcomeWords& words) {
    return words.name == (column == "verdict" ? text : text == "0" ? "" : column);
  });
  return found == outcome_words.end() ? "" : found->css_class;
}

// Rows about verdicts as a table. The column `first` names a row, and the last one its exhibit; the one before `first`,
// if there is one, names the groups of rows.
std::string verdict_table(const std::string& kind, const std::string& caption, const Rows& rows, std::size_t first) {
  std::string heads;
  std::string bodies;
  for (std::size_t r = 0; r < rows.rows.size(); ++r) {
    const std::vector<Value>& row = rows.rows[r];
    if (r == 0) bodies += "<tbody>\n";
    if (first > 0 && (r == 0 || row.front() != rows.rows[r - 1].front()))
      bodies += fmt::format("{}<tr><th scope=\"rowgroup\" colspan=\"{}\"><span>{}</span></th></tr>\n",
                            r == 0 ? "" : "</tbody>\n<tbody>\n", row.size() - 1, xml_escaped(cell_text(row.front())));
    bodies += "<tr>";
    for (std::size_t i = first; i < row.size(); ++i) {
      const std::string& column = rows.columns[i];
      const std::string number = std::holds_alternative<std::int64_t>(row[i]) ? "number" : "";
      if (r == 0)
        heads += fmt::format("<th scope=\"col\"{}>{}</th>", enclosed(" class=\"", number, "\""), xml_escaped(column));
      const std::string text = cell_text(row[i]);
      const std::string classes = joined(number, " ", std::string(outcome_class(column, text)));
      if (i == first)
        bodies += fmt::format("<th scope=\"row\">{}</th>", xml_escaped(text));
      else
        bodies += fmt::format("<td{}>{}</td>", enclosed(" class=\"", classes, "\""),
                              i + 1 == row.size() ? link_to(text, text) : xml_escaped(text));
    }
    bodies += "</tr>\n";
  }
  return table_element(kind, caption, heads, bodies);
}

// The short title of a paper, "Kaddoura 1996", from its name and the year at the end of its title; for a sweep its
// title.
std::string short_title(const ReportPaper& paper) {
  if (paper.name.starts_with("sweeps/")) return paper.title;
  std::string text = paper.name;
  if (!text.empty()) text.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(text.front())));
  constexpr std::size_t digits = 4;
  if (paper.title.size() < digits) return text;
  const std::string year = paper.title.substr(paper.title.size() - digits);
  return std::ranges::all_of(year, [](char c) { return c >= '0' && c <= '9'; }) ? text + " " + year : text;
}

// The verdicts on a paper's claims, each once: those not fully reproduced, and the others folded; "" if none is judged.
std::string claims_tables(const ReportPaper& paper) {
  std::vector<JudgedClaim> claims = verdicts_in(paper, true);
  if (claims.empty()) return {};
  std::ranges::stable_sort(claims, std::ranges::greater(), &JudgedClaim::outcome);
  const auto first = std::ranges::find(claims, Outcome::reproduced, &JudgedClaim::outcome);
  const std::vector<JudgedClaim> open(claims.begin(), first);
  const std::vector<JudgedClaim> reproduced(first, claims.end());
  const std::string of = short_title(paper) + ": claims ";
  std::string text;
  if (!open.empty()) text += verdict_table("claims", of + "that are not, or not wholly, reproduced", rows_of(open), 0);
  if (!reproduced.empty())
    text += folded_below(counted(reproduced.size(), "claim") + " reproduced",
                         verdict_table("claims", of + "reproduced", rows_of(reproduced), 0));
  return text + data_alone(name_in_page(paper.name) + "-verdicts", from_exhibits, rows_of(claims));
}

// A row for each judgement: what is judged, how many verdicts of each kind, the exhibit, which comes last, so that on a
// narrow page the counts can be seen without scrolling.
Rows tally_rows(const Report& report) {
  Rows rows{{"paper", "judged", "number"}, {}};
  for (const OutcomeWords& each : outcome_words) rows.columns.emplace_back(each.name);
  rows.columns.insert(rows.columns.end(), {"computed", "of all: calibrated", "of all: reconstructed", "exhibit"});
  for (const auto* papers : {&report.papers, &report.sweeps})
    for (const ReportPaper& paper : *papers)
      for (const CountedJudgement& counted : paper.counted) {
        const Tally tally = tally_of(counted.claims);
        std::vector<Value>& row = rows.rows.emplace_back();
        row = {paper.title, counted.judgement->what, tally.total()};
        for (const OutcomeWords& each : outcome_words) row.emplace_back(tally.of(each.outcome));
        row.insert(row.end(), {tally.computed, tally.calibrated, tally.reconstructed, counted.entry->exhibit.name});
      }
  return rows;
}

constexpr const char* tally_note =
    "<p class=\"note\">Partly: at more than half of the points, under some of several circumstances, "
    "or found by only one of two algorithms (CC and NL). "
    "Under a condition: where something holds that the paper does not state. Cannot be judged: the paper means "
    "something else or nothing definite, its own numbers cannot show it, or the judge would be of our making; "
    "such verdicts are among the number. Computed: a value is as expected, and no paper prints it. Calibrated: a "
    "constant was tuned to what is judged, "
    "so agreement is no evidence. Reconstructed: rests on something that the paper leaves open. "
    "Of the numbers judged by a 95 % interval up to 5 % fall outside by chance, few of those that are printed as "
    "whole numbers. "
    "A claim that is judged under several circumstances, such as latencies, counts once.</p>\n";

// Whether the report has sweeps, but no results of papers.
bool is_of_sweeps_alone(const Report& report) {
  return !report.sweeps.empty() &&
         std::ranges::all_of(report.papers, [](const ReportPaper& paper) { return paper.exhibits.empty(); });
}

std::string tally(const Report& report) {
  const Rows rows = tally_rows(report);
  if (rows.rows.empty() && is_of_sweeps_alone(report)) return {};
  if (rows.rows.empty()) return "<p>No claim of the papers has been judged yet.</p>\n";
  return "<details class=\"fold\" open>\n<summary>What is judged, exhibit by exhibit, and what partly "
         "means</summary>\n" +
         verdict_table("tally", "Verdicts, counted from the rows of the exhibits", rows, 1) + tally_note +
         data_alone("tally", from_exhibits, rows) + "</details>\n";
}

// "929 of 1,080 printed numbers agree, 87 more with TILE[legacy]; ..."; "" if none is judged.
std::string numbers_sentence(const ReportPaper& paper) {
  std::vector<JudgedRow> numbers;
  std::string hypothesis;
  for (const CountedJudgement& each : paper.counted) {
    std::ranges::move(printed_numbers(each.rows), std::back_inserter(numbers));
    if (hypothesis.empty()) hypothesis = each.judgement->hypothesis.title;
  }
  if (numbers.empty()) return "";
  const auto agreeing = std::ranges::count_if(numbers, &JudgedRow::agrees);
  double expected = 0;
  for (const JudgedRow& number : numbers) expected += number.chance;
  std::string text = fmt::format("{} of {} agree as the paper describes what it does", agreeing,
                                 counted(numbers.size(), "printed number"));
  if (!hypothesis.empty())
    text += fmt::format(", {} more with {}", std::ranges::count_if(numbers, &JudgedRow::agrees_with_more) - agreeing,
                        hypothesis);
  text += fmt::format("; a true model would have {:.1f}.", expected);
  return paper.printed > std::ssize(numbers) ? text + fmt::format(" {} are printed.", paper.printed) : text;
}

// "3 computed values that no paper prints: 2 as expected."; "" if there are none.
std::string computed_sentence(const ReportPaper& paper) {
  std::vector<JudgedRow> computed;
  for (const CountedJudgement& each : paper.counted)
    std::ranges::copy_if(each.rows, std::back_inserter(computed), &JudgedRow::is_computed);
  if (computed.empty()) return "";
  return fmt::format("{} that no paper prints: {} as expected.", counted(computed.size(), "computed value"),
                     std::ranges::count_if(computed, &JudgedRow::agrees));
}

// "62 of 108 claims reproduced." If only a part of the paper was run, the sentence is about that part: missing
// results are not failures. "" where there are no claims.
std::string claims_sentence(const ReportPaper& paper) {
  const Tally claims = tally_of(verdicts_in(paper, true));
  if (claims.total() == 0) return "";
  const std::string reproduced =
      fmt::format("{} of {} reproduced", claims.of(Outcome::reproduced), counted(claims.total(), "claim"));
  std::int64_t open = 0;
  for (const CountedJudgement& each : paper.counted)
    open += claims_to_judge(each.entry->exhibit, *each.judgement, each.entry->rows);
  const auto exhibits = static_cast<std::int64_t>(paper.missing.size());
  if (open + exhibits == 0) return reproduced + ".";
  const std::string waiting =
      joined(open == 0 ? "" : counted(open, "claim"), " and ", exhibits == 0 ? "" : counted(exhibits, "exhibit"));
  return fmt::format("Of what can be judged yet, {}; {} {} for results.", reproduced, waiting,
                     open + exhibits == 1 ? "waits" : "wait");
}

// A paragraph on the paper's verdicts.
std::string verdict_paragraph(const ReportPaper& paper) {
  const std::string numbers = joined(numbers_sentence(paper), " ", computed_sentence(paper));
  return enclosed("<p>", xml_escaped(joined(numbers, " ", claims_sentence(paper))), "</p>\n");
}

// --- The top of the page

std::string headline_of(const ReportExhibit& entry) {
  if (entry.exhibit.headline.empty() || entry.rows.rows.empty()) return {};
  return cell_text(entry.rows.rows.front()[column_index(entry.rows, entry.exhibit.headline, entry.exhibit.name)]);
}

// A paper with its verdicts and the sentences that its exhibits compute, without the one under the figure.
std::string card(const ReportPaper& paper, const ReportExhibit* shown_below) {
  std::string said;
  for (const ReportExhibit& entry : paper.exhibits)
    if (const std::string sentence = &entry == shown_below ? "" : headline_of(entry); !sentence.empty())
      said += fmt::format("<p>{} {}</p>\n", xml_escaped(sentence), link_to(entry.exhibit.name, "Show it"));
  const std::string verdicts = verdict_paragraph(paper);
  if (verdicts.empty() && said.empty()) return {};
  return fmt::format("<li class=\"card{}\">\n<h3>{}</h3>\n<p class=\"faint\">{}</p>\n{}{}{}</li>\n",
                     said.empty() ? "" : " wide", link_to(paper.name, short_title(paper)), xml_escaped(paper.title),
                     said, verdicts, tally_bar(paper));
}

// Cards with the question of each sweep; a single sweep has its title above.
std::string sweep_cards(const Report& report) {
  std::string cards;
  for (const ReportPaper& sweep : report.sweeps) {
    const std::string title = report.sweeps.size() == 1 ? "" : link_to(sweep.name, sweep.title);
    cards += fmt::format("<li class=\"card wide\">\n{}<p>{}</p>\n{}<p class=\"faint\">{}</p>\n{}</li>\n",
                         enclosed("<h3>", title, "</h3>\n"), xml_escaped(sweep.question), verdict_paragraph(sweep),
                         counted(sweep.exhibits.size(), "exhibit"), tally_bar(sweep));
  }
  return "<ul class=\"cards\">\n" + cards + "</ul>\n";
}

// Ours against printed: a point for each printed number, a panel for each paper. Numbers are divided by the greatest
// printed one of their exhibit, so that counts and percentages fit into one panel.
ReportExhibit numbers_at_a_glance(const Report& report) {
  ReportExhibit shown{.exhibit = {.name = "ours-and-printed", .title = "Ours against printed"},
                      .rows = {{"paper", "printed", "ours", "agreement"}, {}}};
  for (const ReportPaper& paper : report.papers)
    for (const CountedJudgement& each : paper.counted) {
      const std::vector<JudgedRow> numbers = printed_numbers(each.rows);
      const auto printed = [](const JudgedRow& number) { return number_in(number.printed.front()); };
      double unit = 0;
      for (const JudgedRow& number : numbers)
        if (number.ours) unit = std::max(unit, std::abs(printed(number).value_or(0)));
      for (const JudgedRow& number : numbers)
        if (unit > 0 && printed(number) && number.ours)
          shown.rows.rows.push_back({short_title(paper), *printed(number) / unit, *number.ours / unit,
                                     number.agrees()           ? "agrees"
                                     : number.agrees_with_more ? "agrees under a hypothesis"
                                                               : "differs"});
    }
  shown.exhibit.charts = {{.name = "points",
                           .kind = ChartKind::scatter,
                           .x = {"printed", "printed, of the greatest in its table"},
                           .y = {.title = "ours, in the same unit"},
                           .values = {{"ours", "ours"}},
                           .series = "agreement",
                           .panel = "paper",
                           .lines = {{std::nullopt, "equal"}}}};
  return shown;
}

// The exhibit whose chart is on the first screen, or null if none was run: the first one with an opening chart, or the
// first one with a chart of a page that has only sweeps.
ReportExhibit* opening_exhibit(Report& report) {
  const bool of_sweeps = is_of_sweeps_alone(report);
  for (ReportPaper& paper : of_sweeps ? report.sweeps : report.papers)
    for (ReportExhibit& entry : paper.exhibits)
      if (of_sweeps ? !entry.exhibit.charts.empty() && !entry.rows.rows.empty() : !entry.exhibit.opening_chart.empty())
        return &entry;
  return nullptr;
}

std::string main_figure(const ReportExhibit* entry) {
  if (entry == nullptr) return {};
  const Exhibit& exhibit = entry->exhibit;
  return chart_figure(*entry, chosen_chart(exhibit, exhibit.opening_chart), exhibit.title,
                      fmt::format("<strong>{}.</strong> {} From {}.", xml_escaped(exhibit.title),
                                  xml_escaped(headline_of(*entry)), link_to(exhibit.name, exhibit.name)));
}

// The top of the page: a card for each paper with results, links to all sweeps, and the opening figure.
std::string top_of(const Report& report, const ReportExhibit& numbers, const ReportExhibit* opening) {
  if (is_of_sweeps_alone(report))
    return "<div class=\"opening\">\n" + main_figure(opening) + "<div>\n" + sweep_cards(report) + "</div>\n</div>\n";
  if (!numbers.rows.rows.empty()) opening = nullptr;
  const std::string figure =
      numbers.rows.rows.empty()
          ? main_figure(opening)
          : chart_figure(numbers, numbers.exhibit.charts.front(), numbers.exhibit.title,
                         "<strong>Ours against printed.</strong> A point for each printed number that is judged, in "
                         "units of the greatest number that its table prints. Ours is by the algorithms as described; "
                         "the colour shows whether that agrees by its rule, or only a hypothesis does.");
  std::string cards;
  for (const ReportPaper& paper : report.papers) cards += card(paper, opening);
  std::string links;
  for (const ReportPaper& sweep : report.sweeps) links = joined(links, " · ", link_to(sweep.name, short_title(sweep)));
  return "<div class=\"opening\">\n" + figure + "<div>\n" + enclosed("<ul class=\"cards\">\n", cards, "</ul>\n") +
         enclosed("<p class=\"sweeps\">Your own sweeps: ", links, "</p>\n") + "</div>\n</div>\n";
}

std::string failures(const Report& report) {
  if (report.failures.rows.rows.empty()) return {};
  const std::string count = counted(report.failures.rows.rows.size(), "unit");
  return fmt::format(
             "<details class=\"fold failures\" id=\"failures\" open>\n<summary><h3>Failures</h3> {} failed, and "
             "{} missing below</summary>\n",
             count, report.failures.rows.rows.size() == 1 ? "is" : "are") +
         plain_table("Units that failed", report.failures.rows) +
         query_and_data("failures", "the failures", report.failures) + "</details>\n";
}

// --- Sections

// A section that can be folded, with HTML beside its title. All are open in the file, so that nothing is hidden without
// a script; the page's script folds those that are not kept open.
std::string folding(const std::string& id, const std::string& title, const std::string& beside,
                    const std::string& content, bool kept_open = false) {
  return fmt::format(
      "<section id=\"{0}\" aria-labelledby=\"{0}-title\">\n<details class=\"fold{1}\" open>\n<summary><h2 "
      "id=\"{0}-title\">{2}</h2>{3}</summary>\n{4}</details>\n</section>\n",
      id, kept_open ? " kept" : "", xml_escaped(title), beside, content);
}

// A paper or a sweep with this title and all its exhibits, those that sum it up first; "" if a paper has none.
std::string paper_section(const ReportPaper& paper, const std::string& title, bool kept_open = false) {
  if (!paper.is_sweep && paper.exhibits.empty() && paper.problems.empty()) return {};
  std::string problems;
  for (const std::string& line : paper.problems) problems += fmt::format("<li>{}</li>\n", xml_escaped(line));
  std::string articles;
  for (const bool overview : {true, false})
    for (const ReportExhibit& entry : paper.exhibits)
      if (entry.exhibit.overview == overview) articles += article(entry, paper.title);
  const std::string files = paper.text.empty()
                                ? ""
                                : folded_below(paper.is_sweep ? "The sweep file" : "The files of the paper",
                                               fmt::format("<pre><code>{}</code></pre>\n", xml_escaped(paper.text)));
  return folding(name_in_page(paper.name), title,
                 enclosed("<p class=\"faint\">", xml_escaped(paper.origin), "</p>") + tally_bar(paper),
                 enclosed("<ul class=\"problems\">\n", problems, "</ul>\n") + claims_tables(paper) + articles + files,
                 kept_open);
}

std::string replays_section(const Report& report) {
  std::string text;
  for (std::size_t i = 0; i < report.replays.size(); ++i) {
    const ReplayedSample& replay = report.replays[i];
    const std::string id = fmt::format("replay-{}", i + 1);
    text += fmt::format("<h3>{}</h3>\n", xml_escaped(replay.title)) + drawing_figure(replay.drawing, replay.title, id) +
            titled_above(plain_table(replay.title, replay.rows)) +
            data_alone(id, "solved again for this page, not by a query: apportion replay prints the same", replay.rows);
  }
  return text.empty() ? "" : folding("replays", "Replayed samples", "", text);
}

// The exhibits without results in the database, with the commands that make them; "" if there are none.
std::string not_run_section(const Report& report) {
  std::vector<std::string> items;
  for (const auto* papers : {&report.sweeps, &report.papers})
    for (const ReportPaper& paper : *papers)
      for (const MissingExhibit& missing : paper.missing)
        if (papers == &report.sweeps || !is_of_sweeps_alone(report))
          items.push_back(
              fmt::format("<li>{}: <code>{}</code></li>\n", xml_escaped(missing.name), xml_escaped(missing.command)));
  if (items.empty()) return {};
  return folding("not-run", "Not run",
                 fmt::format(" <span class=\"faint\">{}</span>", counted(items.size(), "exhibit")),
                 fmt::format("<p>The database has no results for these exhibits; the commands make them.</p>\n<ul>\n"
                             "{}</ul>\n",
                             fmt::join(items, "")));
}

// The runs. The last column shows when opened the columns whose texts would be wider than all the others together.
std::string runs_table(const Rows& runs) {
  const auto is_folded = [](const std::string& column) { return column == "flags" || column == "libraries"; };
  std::vector<std::string> folded;
  std::ranges::copy_if(runs.columns, std::back_inserter(folded), is_folded);
  std::string heads;
  for (const std::string& column : runs.columns)
    if (!is_folded(column)) heads += fmt::format("<th scope=\"col\">{}</th>", xml_escaped(column));
  heads += enclosed("<th scope=\"col\">", xml_escaped(fmt::format("{}", fmt::join(folded, ", "))), "</th>");
  std::string lines;
  for (const std::vector<Value>& row : runs.rows) {
    std::string shown;
    std::string hidden;
    for (std::size_t i = 0; i < row.size(); ++i) {
      const std::string text = xml_escaped(cell_text(row[i]));
      if (is_folded(runs.columns[i]))
        hidden += fmt::format("<p>{}: {}</p>", runs.columns[i], text);
      else
        shown += fmt::format("<td>{}</td>", text);
    }
    lines += "<tr>" + shown + enclosed("<td><details><summary>show</summary>", hidden, "</details></td>") + "</tr>\n";
  }
  return table_element("runs", "Runs, the newest first", heads, "<tbody>\n" + lines);
}

std::string provenance_section(const Report& report) {
  return folding(
      "provenance", "Provenance", " <span class=\"faint\">what the database holds, and what was run</span>",
      fmt::format("<p>Page written by {}. <code>apportion digest</code> prints the SHA-256 of the results.</p>\n",
                  xml_escaped(report.program)) +
          plain_table("Experiments", report.experiments.rows) +
          query_and_data("experiments", "the experiments", report.experiments) + runs_table(report.runs.rows) +
          query_and_data("runs", "the runs", report.runs));
}

// --- The page

// "Results" if the sweep is the page's only subject and has its title; else the sweep's title.
std::string sweep_title(const Report& report, const ReportPaper& sweep) {
  return is_of_sweeps_alone(report) && report.sweeps.size() == 1 ? "Results" : sweep.title;
}

// The title of the page: that of its only sweep, the number of its sweeps, or the general title.
std::string page_title(const Report& report) {
  if (!is_of_sweeps_alone(report)) return "Apportion: what is reproduced";
  if (report.sweeps.size() == 1) return report.sweeps.front().title;
  return fmt::format("Apportion: {} sweeps", report.sweeps.size());
}

std::string contents_of(const ReportPaper& paper, const std::string& title) {
  std::string items;
  for (const ReportExhibit& entry : paper.exhibits)
    items +=
        fmt::format("<li>{}</li>\n", link_to(entry.exhibit.name, entry.exhibit.name.substr(paper.name.size() + 1)));
  const std::string exhibits =
      enclosed(fmt::format("\n<details>\n<summary>{}</summary>\n<ul>\n", counted(paper.exhibits.size(), "exhibit")),
               items, "</ul>\n</details>");
  return fmt::format("<li>{}{}</li>\n", link_to(paper.name, title), exhibits);
}

// The contents, which stay in view, with a link to the top.
std::string contents(const Report& report) {
  const auto section = [](const std::string& id, const std::string& title) {
    return fmt::format("<li>{}</li>\n", link_to(id, title));
  };
  std::string items = section("overview", "Overview");
  for (const ReportPaper& sweep : report.sweeps) items += contents_of(sweep, sweep_title(report, sweep));
  for (const ReportPaper& paper : report.papers)
    if (!paper.exhibits.empty()) items += contents_of(paper, short_title(paper));
  if (!report.instances.exhibits.empty()) items += contents_of(report.instances, short_title(report.instances));
  if (!report.replays.empty()) items += section("replays", "Replayed samples");
  if (!not_run_section(report).empty()) items += section("not-run", "Not run");
  items += section("provenance", "Provenance");
  return "<nav aria-label=\"Contents\">\n<a class=\"to-top\" href=\"#top\">Top</a>\n<details open>\n<summary>Contents"
         "</summary>\n<ul>\n" +
         items + "</ul>\n</details>\n</nav>\n";
}

std::string_view text_of_file(std::string_view name) {
  return std::ranges::find(report_files(), name, &EmbeddedFile::name)->text;
}

std::string head(const Report& report) {
  const std::string refresh =
      report.refresh_seconds > 0 ? fmt::format("<meta http-equiv=\"refresh\" content=\"{}\">\n", report.refresh_seconds)
                                 : "";
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n{}"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<title>{}: report on {}</title>\n<link rel=\"icon\" href=\"data:,\">\n<style>\n{}</style>\n"
      "<script>document.documentElement.classList.add('loading')</script>\n</head>\n<body id=\"top\">\n"
      "<a class=\"skip\" href=\"#overview\">To the overview</a>\n",
      refresh, xml_escaped(page_title(report)), xml_escaped(report.database), text_of_file("style.css"));
}

std::string title(const Report& report) {
  std::string about;
  std::string origin = "database " + xml_escaped(report.database);
  if (!is_of_sweeps_alone(report)) {
    about = fmt::format(
        "How to divide an array among unequal processors, so that all finish together and communicate little: what the "
        "papers print and claim, computed anew{}. ",
        report.sweeps.empty() ? "" : ", and your own sweeps");
    origin += fmt::format(", seed {}{}", xml_escaped(report.seed),
                          report.instances.exhibits.empty() ? "" : "; those of instances from instances/");
  }
  std::string notes;
  if (report.refresh_seconds > 0)
    notes += fmt::format("<p class=\"faint\">A run goes on; this page is written again every {} s.</p>\n",
                         report.refresh_seconds);
  if (!report.page.empty())
    notes += fmt::format("<p class=\"faint\"><a href=\"{}\">Divide an array of your own</a> in the browser.</p>\n",
                         xml_escaped(report.page));
  return fmt::format("<header>\n<h1>{}</h1>\n<p>{}All numbers come from the {}.</p>\n{}</header>\n",
                     xml_escaped(page_title(report)), about, origin, notes);
}

// All papers and sweeps, and the instances.
std::vector<ReportPaper*> parts_of(Report& report) {
  std::vector<ReportPaper*> parts;
  for (std::vector<ReportPaper>* papers : {&report.papers, &report.sweeps})
    for (ReportPaper& paper : *papers) parts.push_back(&paper);
  parts.push_back(&report.instances);
  return parts;
}

// Draws each chart once, all with a single start of gnuplot; that of the numbers if there are any.
void draw_charts(Report& report, ReportExhibit& numbers) {
  std::vector<ReportExhibit*> exhibits;
  if (!numbers.rows.rows.empty()) exhibits.push_back(&numbers);
  for (ReportPaper* const paper : parts_of(report))
    for (ReportExhibit& entry : paper->exhibits) exhibits.push_back(&entry);
  std::vector<PageChart> charts;
  for (const ReportExhibit* entry : exhibits)
    for (const Chart& chart : entry->exhibit.charts)
      charts.push_back({entry->exhibit, chart, entry->rows, entry->exhibit.name + "-" + chart.name});
  std::vector<InlineChart> drawn = charts.empty() ? std::vector<InlineChart>{} : inline_charts(charts);
  auto next = drawn.begin();
  for (ReportExhibit* entry : exhibits)
    for (std::size_t i = 0; i < entry->exhibit.charts.size(); ++i) entry->pictures.push_back(std::move(*next++));
}

}  // namespace

std::string report_page(Report report) {
  constexpr std::size_t most_open_sweeps = 3;  // with more, the papers would be too far down
  for (ReportPaper* const paper : parts_of(report)) paper->counted = counted_in(*paper);
  ReportExhibit numbers = numbers_at_a_glance(report);
  draw_charts(report, numbers);
  ReportExhibit* const opening = opening_exhibit(report);
  if (opening != nullptr) opening->opens_page = is_of_sweeps_alone(report);
  std::string page = head(report) + title(report) + contents(report) +
                     "<main>\n<section id=\"overview\">\n<h2 class=\"unseen\">Overview</h2>\n" + failures(report) +
                     top_of(report, numbers, opening) + tally(report) + "</section>\n";
  const bool few = report.sweeps.size() <= most_open_sweeps;
  for (const ReportPaper& sweep : report.sweeps) page += paper_section(sweep, sweep_title(report, sweep), few);
  for (const ReportPaper& paper : report.papers) page += paper_section(paper, paper.title);
  page += paper_section(report.instances, report.instances.title) + replays_section(report) + not_run_section(report) +
          provenance_section(report) + "</main>\n<script>\n";
  return page.append(text_of_file("script.js")) + "</script>\n</body>\n</html>\n";
}

}  // namespace apportion::results
