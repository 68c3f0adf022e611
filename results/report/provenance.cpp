// Where a report comes from: the database's content, what it holds, and who ran what.
#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"
#include "results/cells.hpp"
#include "results/report/parts.hpp"

namespace apportion::results {
namespace {

// Columns whose texts would be wider than all the others together.
bool is_folded(const std::string& column) { return column == "flags" || column == "libraries"; }

std::string heads_of(const std::vector<std::string>& columns) {
  std::string heads;
  std::string folded;
  for (const std::string& column : columns) {
    if (is_folded(column))
      folded += (folded.empty() ? "" : ", ") + column;
    else
      heads += fmt::format("<th scope=\"col\">{}</th>", xml_escaped(column));
  }
  if (!folded.empty()) heads += fmt::format("<th scope=\"col\">{}</th>", xml_escaped(folded));
  return heads;
}

std::string line_of(const std::vector<std::string>& columns, const std::vector<Value>& row) {
  std::string line;
  std::string folded;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const std::string text = xml_escaped(cell_text(row[i]));
    if (is_folded(columns[i]))
      folded += fmt::format("<p>{}: {}</p>", columns[i], text);
    else
      line += fmt::format("<td>{}</td>", text);
  }
  if (!folded.empty()) line += fmt::format("<td><details><summary>show</summary>{}</details></td>", folded);
  return "<tr>" + line + "</tr>\n";
}

std::string runs_table(const Rows& runs) {
  const std::string caption = "Runs, the newest first";
  std::string lines;
  for (const std::vector<Value>& row : runs.rows) lines += line_of(runs.columns, row);
  return scrolling(caption,
                   fmt::format("<table class=\"runs\">\n<caption>{}</caption>\n<thead>\n<tr>{}</tr>\n</thead>\n"
                               "<tbody>\n{}</tbody>\n</table>\n",
                               caption, heads_of(runs.columns), lines));
}

}  // namespace

std::string provenance_section(const Report& report) {
  const std::string origin = fmt::format(
      "<p>Page written by {}. SHA-256 of the results (<code>apportion digest</code>): <code "
      "style=\"overflow-wrap: anywhere\">{}</code></p>\n",
      xml_escaped(report.program), xml_escaped(report.digest));
  return folding({.id = "provenance",
                  .title = "Provenance",
                  .beside = " <span class=\"faint\">what the database holds, and who ran what</span>",
                  .content = origin + plain_table("Experiments", report.experiments.rows) +
                             query_and_data("experiments", "the experiments", report.experiments) +
                             runs_table(report.runs.rows) + query_and_data("runs", "the runs", report.runs)});
}

}  // namespace apportion::results
