// The claims of a paper with their verdicts, at a report's beginning.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>

#include "base/text.hpp"
#include "results/report/parts.hpp"
#include "results/report/verdicts.hpp"

namespace apportion::results {
namespace {

struct Claim {
  JudgedRow verdict;
  std::string exhibit;
};

constexpr std::array claim_columns = {"claim", "of", "verdict", "in the exhibit's words", "rests on", "exhibit"};

std::vector<Claim> claims_of(const ReportPaper& paper) {
  std::vector<Claim> claims;
  for (const ReportExhibit& entry : paper.exhibits)
    for (const Judgement& judgement : entry.exhibit.judgements) {
      if (judgement.claim.empty()) continue;
      for (JudgedRow& verdict : judged_rows(entry.exhibit, judgement, entry.rows))
        claims.push_back({std::move(verdict), entry.exhibit.name});
    }
  // What is not reproduced first.
  std::ranges::stable_sort(claims, std::ranges::greater(), [](const Claim& claim) { return claim.verdict.outcome; });
  return claims;
}

Rows rows_of(const std::vector<Claim>& claims) {
  Rows rows{{claim_columns.begin(), claim_columns.end()}, {}};
  for (const auto& [verdict, exhibit] : claims)
    rows.rows.push_back({verdict.claim, verdict.setting, std::string(outcome_name(verdict.outcome)), verdict.verdict,
                         verdict.standing, exhibit});
  return rows;
}

std::string line_of(const Claim& claim) {
  const JudgedRow& verdict = claim.verdict;
  return fmt::format(
      "<tr><th scope=\"row\">{}</th><td>{}</td><td class=\"{}\">{}</td><td>{}</td><td>{}</td><td>{}</td></tr>\n",
      xml_escaped(verdict.claim), xml_escaped(verdict.setting), outcome_class(verdict.outcome),
      outcome_name(verdict.outcome), xml_escaped(verdict.verdict), xml_escaped(verdict.standing),
      link_to(claim.exhibit));
}

}  // namespace

std::string claims_table(const ReportPaper& paper) {
  const std::vector<Claim> claims = claims_of(paper);
  if (claims.empty()) return {};
  std::string heads;
  for (const char* name : claim_columns) heads += fmt::format("<th scope=\"col\">{}</th>", xml_escaped(name));
  std::string lines;
  for (const Claim& claim : claims) lines += line_of(claim);
  const std::string caption = paper.title + ": claims";
  return scrolling(caption, fmt::format("<table>\n<caption>{}</caption>\n<thead>\n<tr>{}</tr>\n</thead>\n<tbody>\n{}"
                                        "</tbody>\n</table>\n",
                                        xml_escaped(caption), heads, lines)) +
         data_alone(paper.name + "-verdicts", from_exhibits, rows_of(claims));
}

}  // namespace apportion::results
