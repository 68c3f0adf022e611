// The beginning of a report: what failed, what is reproduced, what was not run.
#include <fmt/format.h>

#include <algorithm>

#include "results/html.hpp"
#include "results/report/parts.hpp"
#include "results/report/verdicts.hpp"

namespace apportion::results {
namespace {

std::string link_to(const Exhibit& exhibit) {
  return fmt::format("<a href=\"#{}\">{}</a>", name_in_page(exhibit.name), html_escaped(exhibit.name));
}

template <class Condition>
std::size_t count(const std::vector<Verdict>& verdicts, Condition condition) {
  return static_cast<std::size_t>(std::count_if(verdicts.begin(), verdicts.end(), condition));
}

std::string number_cell(std::size_t number, std::string_view classes = "") {
  const std::string coloured = number > 0 && !classes.empty() ? fmt::format(" {}", classes) : "";
  return fmt::format("<td class=\"number{}\">{}</td>", coloured, number);
}

std::string tally_line(const ReportExhibit& entry, const Judgement& judgement) {
  const std::vector<Verdict> verdicts = verdicts_of(entry.exhibit, judgement, entry.rows);
  std::string line =
      fmt::format("<tr><th scope=\"row\">{}</th><td>{}</td>", html_escaped(judgement.what), link_to(entry.exhibit)) +
      number_cell(verdicts.size());
  for (const Outcome outcome : {Outcome::reproduced, Outcome::partly, Outcome::not_reproduced})
    line += number_cell(count(verdicts, [outcome](const Verdict& each) { return each.outcome == outcome; }),
                        outcome_class(outcome));
  for (const char* standing : {"calibrated", "reconstructed"})
    line += number_cell(count(verdicts, [standing](const Verdict& each) { return each.standing == standing; }));
  return line + "</tr>\n";
}

std::string tally_of(const ReportPaper& paper) {
  std::string lines;
  for (const ReportExhibit& entry : paper.exhibits)
    for (const Judgement& judgement : entry.exhibit.judgements) lines += tally_line(entry, judgement);
  if (lines.empty()) return {};
  return fmt::format("<tbody>\n<tr><th scope=\"rowgroup\" colspan=\"8\">{}</th></tr>\n{}</tbody>\n",
                     html_escaped(paper.title), lines);
}

std::string tally(const Report& report) {
  std::string bodies;
  for (const ReportPaper& paper : report.papers) bodies += tally_of(paper);
  if (bodies.empty()) return "<p>Nothing that the papers say has been judged yet.</p>\n";
  const std::string caption = "Verdicts, counted from the rows of the exhibits";
  std::string heads;
  for (const char* name : {"judged", "exhibit"}) heads += fmt::format("<th scope=\"col\">{}</th>", name);
  for (const char* name :
       {"number", "reproduced", "partly", "not reproduced", "of all: calibrated", "of all: reconstructed"})
    heads += fmt::format("<th scope=\"col\" class=\"number\">{}</th>", name);
  return scrolling(caption, fmt::format("<table>\n<caption>{}</caption>\n<thead>\n<tr>{}</tr>\n</thead>\n{}</table>\n",
                                        caption, heads, bodies)) +
         "<p class=\"note\">Partly: at more than half of the points, or under a hypothesis about the authors' "
         "arithmetic. "
         "Calibrated: a constant was tuned to what is judged, so that agreement is no evidence. Reconstructed: rests "
         "on "
         "something that the paper leaves open. Of the numbers judged by a 95 % interval some 5 % fall outside by "
         "chance.</p>\n";
}

struct Claim {
  Verdict verdict;
  const Exhibit* exhibit = nullptr;
};

std::vector<Claim> claims_of(const ReportPaper& paper) {
  std::vector<Claim> claims;
  for (const ReportExhibit& entry : paper.exhibits)
    for (const Judgement& judgement : entry.exhibit.judgements) {
      if (judgement.claim.empty()) continue;
      for (Verdict& verdict : verdicts_of(entry.exhibit, judgement, entry.rows))
        claims.push_back({std::move(verdict), &entry.exhibit});
    }
  // What is not reproduced first.
  std::stable_sort(claims.begin(), claims.end(),
                   [](const Claim& a, const Claim& b) { return a.verdict.outcome > b.verdict.outcome; });
  return claims;
}

std::string claims_table(const ReportPaper& paper) {
  const std::vector<Claim> claims = claims_of(paper);
  if (claims.empty()) return {};
  std::string lines;
  for (const Claim& claim : claims) {
    const Verdict& verdict = claim.verdict;
    lines += fmt::format(
        "<tr><th scope=\"row\">{}</th><td>{}</td><td class=\"{}\">{}</td><td>{}</td><td>{}</td><td>{}</td></tr>\n",
        html_escaped(verdict.claim), html_escaped(verdict.setting), outcome_class(verdict.outcome),
        outcome_name(verdict.outcome), html_escaped(verdict.verdict), html_escaped(verdict.standing),
        link_to(*claim.exhibit));
  }
  const std::string caption = paper.title + ": claims";
  return scrolling(
      caption,
      fmt::format("<table>\n<caption>{}</caption>\n<thead>\n<tr><th scope=\"col\">claim</th><th scope=\"col\">of</th>"
                  "<th scope=\"col\">verdict</th><th scope=\"col\">in the exhibit's words</th><th scope=\"col\">rests "
                  "on</th><th scope=\"col\">exhibit</th></tr>\n</thead>\n<tbody>\n{}</tbody>\n</table>\n",
                  html_escaped(caption), lines));
}

std::string not_run(const Report& report) {
  std::string items;
  for (const ReportPaper& paper : report.papers)
    for (const MissingExhibit& missing : paper.missing)
      items += fmt::format("<li>{}: <code>{}</code></li>\n", html_escaped(missing.name), html_escaped(missing.command));
  if (items.empty()) return {};
  return "<h3>Not run</h3>\n<p>The database has no results for these exhibits; the commands make them.</p>\n<ul>\n" +
         items + "</ul>\n";
}

}  // namespace

std::string overview_section(const Report& report) {
  std::string text = "<section id=\"overview\">\n<h2>Overview</h2>\n";
  if (!report.failures.rows.empty())
    text += "<h3>Failures</h3>\n" + plain_table("Units that failed, and are missing below", report.failures);
  text += tally(report);
  for (const ReportPaper& paper : report.papers)
    for (const ReportExhibit& entry : paper.exhibits)
      if (entry.exhibit.overview) text += exhibit_tables(entry) + "<p>From " + link_to(entry.exhibit) + ".</p>\n";
  for (const ReportPaper& paper : report.papers) text += claims_table(paper);
  return text + not_run(report) + "</section>\n";
}

}  // namespace apportion::results
