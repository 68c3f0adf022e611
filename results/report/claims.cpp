// The claims of a paper with their verdicts, each claim once.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <utility>

#include "base/text.hpp"
#include "results/report/parts.hpp"
#include "results/report/verdicts.hpp"

namespace apportion::results {
namespace {

constexpr std::array claim_columns = {"claim", "verdict", "in the exhibit's words", "rests on", "exhibit"};

std::vector<JudgedClaim> claims_of(const ReportPaper& paper) {
  std::vector<JudgedClaim> claims;
  for (const ReportExhibit& entry : paper.exhibits)
    for (const Judgement& judgement : entry.exhibit.judgements) {
      if (judgement.claim.empty() || !is_counted(paper, judgement)) continue;
      for (JudgedClaim& claim : judged_claims(entry.exhibit, judgement, entry.rows)) claims.push_back(std::move(claim));
    }
  // What is not reproduced first.
  std::ranges::stable_sort(claims, std::ranges::greater(), &JudgedClaim::outcome);
  return claims;
}

// "reproduced: latency 0; mostly reproduced: latency 100, latency 1000", or the one verdict where no setting tells
// the rows apart.
std::string words_of(const JudgedClaim& claim) {
  std::vector<std::pair<std::string, std::string>> settings;
  for (const JudgedRow& row : claim.rows) {
    const auto same = std::ranges::find(settings, row.verdict, &std::pair<std::string, std::string>::first);
    if (same == settings.end())
      settings.emplace_back(row.verdict, row.setting);
    else
      same->second += ", " + row.setting;
  }
  std::string words;
  for (const auto& [verdict, where] : settings)
    words += fmt::format("{}{}{}{}", words.empty() ? "" : "; ", verdict, where.empty() ? "" : ": ", where);
  return words;
}

std::vector<std::string> cells_of(const JudgedClaim& claim) {
  return {claim.claim(), std::string(outcome_name(claim.outcome())), words_of(claim), claim.standing(), claim.exhibit};
}

Rows rows_of(const std::vector<JudgedClaim>& claims) {
  Rows rows{{claim_columns.begin(), claim_columns.end()}, {}};
  for (const JudgedClaim& claim : claims) {
    const std::vector<std::string> cells = cells_of(claim);
    rows.rows.emplace_back(cells.begin(), cells.end());
  }
  return rows;
}

std::string line_of(const JudgedClaim& claim) {
  const std::vector<std::string> cells = cells_of(claim);
  return fmt::format("<tr><th scope=\"row\">{}</th><td class=\"{}\">{}</td><td>{}</td><td>{}</td><td>{}</td></tr>\n",
                     xml_escaped(cells[0]), outcome_class(claim.outcome()), cells[1], xml_escaped(cells[2]),
                     xml_escaped(cells[3]), link_to(claim.exhibit));
}

std::string table_of(const std::vector<JudgedClaim>& claims, const std::string& caption) {
  std::string heads;
  for (const char* name : claim_columns) heads += fmt::format("<th scope=\"col\">{}</th>", xml_escaped(name));
  std::string lines;
  for (const JudgedClaim& claim : claims) lines += line_of(claim);
  return scrolling(caption, fmt::format("<table class=\"claims\">\n<caption>{}</caption>\n<thead>\n<tr>{}</tr>\n"
                                        "</thead>\n<tbody>\n{}</tbody>\n</table>\n",
                                        xml_escaped(caption), heads, lines));
}

}  // namespace

std::string claims_tables(const ReportPaper& paper) {
  const std::vector<JudgedClaim> claims = claims_of(paper);
  if (claims.empty()) return {};
  const auto first = std::ranges::find(claims, Outcome::reproduced, &JudgedClaim::outcome);
  const std::vector<JudgedClaim> open(claims.begin(), first);
  const std::vector<JudgedClaim> reproduced(first, claims.end());
  const std::string of = short_title(paper) + ": claims ";
  std::string text;
  if (!open.empty()) text += table_of(open, of + "that are not, or not wholly, reproduced");
  if (!reproduced.empty())
    text += fmt::format("<details>\n<summary>{} reproduced</summary>\n{}</details>\n",
                        counted(static_cast<std::int64_t>(reproduced.size()), "claim"),
                        table_of(reproduced, of + "reproduced"));
  return text + data_alone(paper.name + "-verdicts", from_exhibits, rows_of(claims));
}

}  // namespace apportion::results
