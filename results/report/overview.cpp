// The overview of a report: what failed, and how many verdicts each exhibit gives.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/text.hpp"
#include "results/cells.hpp"
#include "results/report/parts.hpp"
#include "results/report/verdicts.hpp"

namespace apportion::results {
namespace {

// One line per judgement: what is judged, how many verdicts of each kind, the exhibit.
std::vector<std::string> tally_columns() {
  std::vector<std::string> columns{"paper", "judged", "number"};
  for (const Outcome outcome : outcomes) columns.emplace_back(outcome_name(outcome));
  columns.insert(columns.end(), {"of all: calibrated", "of all: reconstructed", "exhibit"});
  return columns;
}

std::vector<Value> tally_row(const ReportPaper& paper, const ReportExhibit& entry, const Judgement& judgement) {
  const Tally tally = tally_of(judged_claims(entry.exhibit, judgement, entry.rows));
  std::vector<Value> row{paper.title, judgement.what, tally.total()};
  row.insert(row.end(), tally.counts.begin(), tally.counts.end());
  row.insert(row.end(), {tally.calibrated, tally.reconstructed, entry.exhibit.name});
  return row;
}

Rows tally_rows(const Report& report) {
  Rows rows{tally_columns(), {}};
  for (const ReportPaper& paper : report.papers)
    for (const ReportExhibit& entry : paper.exhibits)
      for (const Judgement& judgement : entry.exhibit.judgements)
        if (is_counted(paper, judgement)) rows.rows.push_back(tally_row(paper, entry, judgement));
  return rows;
}

// The exhibit comes last, so that on a narrow page the counts can be seen without scrolling.
std::string tally_line(const std::vector<Value>& row) {
  constexpr std::size_t first_outcome = 3;
  std::string line = fmt::format("<tr><th scope=\"row\">{}</th>", xml_escaped(cell_text(row[1])));
  for (std::size_t i = 2; i + 1 < row.size(); ++i) {
    const bool coloured = i >= first_outcome && i < first_outcome + outcomes.size() && cell_text(row[i]) != "0";
    line += fmt::format("<td class=\"number{}{}\">{}</td>", coloured ? " " : "",
                        coloured ? outcome_class(outcomes.at(i - first_outcome)) : "", cell_text(row[i]));
  }
  return fmt::format("{}<td>{}</td></tr>\n", line, link_to(cell_text(row.back())));
}

std::string tally_heads() {
  const std::vector<std::string> columns = tally_columns();
  std::string heads;
  for (std::size_t i = 1; i < columns.size(); ++i)
    heads += fmt::format("<th scope=\"col\"{}>{}</th>", i > 1 && i + 1 < columns.size() ? " class=\"number\"" : "",
                         columns[i]);
  return heads;
}

constexpr const char* tally_note =
    "<p class=\"note\">Partly: at more than half of the points, under some of several circumstances, "
    "under a hypothesis about the authors' arithmetic, or found by only one of two algorithms (CC and NL). "
    "Under a condition: where something holds that the paper does not state. Cannot be judged: the paper means "
    "something else or nothing definite, its own numbers cannot show it, or the judge would be of our making; "
    "such verdicts are among the number. Calibrated: a constant was tuned to what is judged, "
    "so agreement is no evidence. Reconstructed: rests on something that the paper leaves open. "
    "Of the numbers judged by a 95 % interval up to 5 % fall outside by chance, few of those that are printed as "
    "whole numbers. "
    "A claim that is judged under several circumstances, such as latencies, counts once.</p>\n";

// A paper each.
std::string tally_bodies(const Rows& rows) {
  std::string bodies;
  for (std::size_t i = 0; i < rows.rows.size(); ++i) {
    const std::vector<Value>& row = rows.rows[i];
    if (i == 0 || row.front() != rows.rows[i - 1].front())
      bodies += fmt::format("{}<tbody>\n<tr><th scope=\"rowgroup\" colspan=\"{}\"><span>{}</span></th></tr>\n",
                            i == 0 ? "" : "</tbody>\n", row.size() - 1, xml_escaped(cell_text(row.front())));
    bodies += tally_line(row);
  }
  return bodies + "</tbody>\n";
}

std::string tally(const Report& report) {
  const Rows rows = tally_rows(report);
  if (is_of_sweeps_alone(report)) return {};
  if (rows.rows.empty()) return "<p>No claim of the papers has been judged yet.</p>\n";
  const std::string caption = "Verdicts, counted from the rows of the exhibits";
  return "<details class=\"fold\" open>\n<summary>What is judged, exhibit by exhibit, and what partly "
         "means</summary>\n" +
         scrolling(caption, fmt::format("<table class=\"tally\">\n<caption>{}</caption>\n<thead>\n<tr>{}</tr>\n"
                                        "</thead>\n{}</table>\n",
                                        caption, tally_heads(), tally_bodies(rows))) +
         tally_note + data_alone("tally", from_exhibits, rows) + "</details>\n";
}

std::string failures(const Report& report) {
  if (report.failures.rows.rows.empty()) return {};
  const std::string count = counted(static_cast<std::int64_t>(report.failures.rows.rows.size()), "unit");
  return fmt::format(
             "<details class=\"fold failures\" id=\"failures\" open>\n<summary><h3>Failures</h3> {} failed, and "
             "{} missing below</summary>\n",
             count, report.failures.rows.rows.size() == 1 ? "is" : "are") +
         plain_table("Units that failed", report.failures.rows) +
         query_and_data("failures", "the failures", report.failures) + "</details>\n";
}

}  // namespace

bool is_counted(const ReportPaper& paper, const Judgement& judgement) {
  return std::ranges::none_of(paper.exhibits, [&judgement](const ReportExhibit& entry) {
    return !judgement.counted_by.empty() && entry.exhibit.name == judgement.counted_by;
  });
}

Tally tally_of(const ReportPaper& paper) {
  Tally all;
  for (const ReportExhibit& entry : paper.exhibits)
    for (const Judgement& judgement : entry.exhibit.judgements)
      if (is_counted(paper, judgement)) all += tally_of(judged_claims(entry.exhibit, judgement, entry.rows));
  return all;
}

std::string overview_section(const Report& report) {
  return "<section id=\"overview\">\n<h2 class=\"unseen\">Overview</h2>\n" + failures(report) + opening(report) +
         tally(report) + "</section>\n";
}

std::string not_run_section(const Report& report) {
  std::string items;
  std::int64_t count = 0;
  const auto add = [&](const ReportPaper& paper) {
    for (const MissingExhibit& missing : paper.missing) {
      items += fmt::format("<li>{}: <code>{}</code></li>\n", xml_escaped(missing.name), xml_escaped(missing.command));
      ++count;
    }
  };
  for (const ReportSweep& sweep : report.sweeps) add(sweep.shown);
  if (!is_of_sweeps_alone(report))
    for (const ReportPaper& paper : report.papers) add(paper);
  if (items.empty()) return {};
  return folding({.id = "not-run",
                  .title = "Not run",
                  .beside = fmt::format(" <span class=\"faint\">{}</span>", counted(count, "exhibit")),
                  .content = "<p>The database has no results for these exhibits; the commands make them.</p>\n<ul>\n" +
                             items + "</ul>\n"});
}

}  // namespace apportion::results
