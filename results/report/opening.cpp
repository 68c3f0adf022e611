// The first screen of a report: a card for each paper, and the figure that an exhibit opens with.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>

#include "base/text.hpp"
#include "results/cells.hpp"
#include "results/charts/chart.hpp"
#include "results/report/parts.hpp"
#include "results/rows.hpp"

namespace apportion::results {
namespace {

// The first chart of the user's own sweeps; null where they have none.
const ReportExhibit* first_chart_of_sweeps(const Report& report) {
  for (const ReportSweep& sweep : report.sweeps)
    for (const ReportExhibit& entry : sweep.shown.exhibits)
      if (!entry.exhibit.charts.empty() && !entry.rows.rows.empty()) return &entry;
  return nullptr;
}

// The exhibit whose chart stands on the first screen; null where none was run.
const ReportExhibit* opening_exhibit(const Report& report) {
  for (const ReportPaper& paper : report.papers)
    for (const ReportExhibit& entry : paper.exhibits)
      if (!entry.exhibit.opening_chart.empty()) return &entry;
  return nullptr;
}

std::string headline_of(const ReportExhibit& entry) {
  if (entry.exhibit.headline.empty() || entry.rows.rows.empty()) return {};
  return cell_text(entry.rows.rows.front()[column_index(entry.rows, entry.exhibit.headline, entry.exhibit.name)]);
}

// "62 of 108 claims"; "" for none.
std::string share_of(const Tally& tally, const std::string& noun) {
  return tally.total() == 0 ? "" : fmt::format("{} of {}", tally.of(Outcome::reproduced), counted(tally.total(), noun));
}

std::string joined(const std::string& first, const std::string& second, const std::string& word) {
  return first.empty() || second.empty() ? first + second : first + word + second;
}

// Where a part of the paper was run what is judged is not all, and what is missing is no failure.
std::string verdict_sentence(const ReportPaper& paper) {
  Tally claims;
  Tally values;
  std::int64_t open = 0;
  for (const ReportExhibit& entry : paper.exhibits)
    for (const Judgement& judgement : entry.exhibit.judgements)
      if (is_counted(paper, judgement)) {
        (judgement.claim.empty() ? values : claims) += tally_of(judged_claims(entry.exhibit, judgement, entry.rows));
        open += claims_to_judge(entry.exhibit, judgement, entry.rows);
      }
  const std::string shares = joined(share_of(claims, "claim"), share_of(values, "printed value"), " and ");
  if (shares.empty()) return "";
  const auto exhibits = static_cast<std::int64_t>(paper.missing.size());
  if (open + exhibits == 0) return shares + " reproduced.";
  const std::string waiting =
      joined(open == 0 ? "" : counted(open, "claim"), exhibits == 0 ? "" : counted(exhibits, "exhibit"), " and ");
  return fmt::format("Of what can be judged yet, {} reproduced; {} {} for results.", shares, waiting,
                     open + exhibits == 1 ? "waits" : "wait");
}

// Sentences that the paper's exhibits compute, but the one under the figure.
std::string headlines(const ReportPaper& paper, const ReportExhibit* shown_below) {
  std::string text;
  for (const ReportExhibit& entry : paper.exhibits) {
    const std::string sentence = &entry == shown_below ? "" : headline_of(entry);
    if (!sentence.empty())
      text += fmt::format("<p>{} <a href=\"#{}\">Show it</a></p>\n", xml_escaped(sentence),
                          name_in_page(entry.exhibit.name));
  }
  return text;
}

std::string card(const ReportPaper& paper, const ReportExhibit* shown_below) {
  const std::string sentence = verdict_sentence(paper);
  const std::string said = headlines(paper, shown_below);
  if (sentence.empty() && said.empty()) return {};
  std::string text =
      fmt::format("<li class=\"card{}\">\n<h3><a href=\"#{}\">{}</a></h3>\n<p class=\"faint\">{}</p>\n{}",
                  said.empty() ? "" : " wide", xml_escaped(paper.name), xml_escaped(short_title(paper)),
                  xml_escaped(paper.title), said);
  if (!sentence.empty()) text += fmt::format("<p>{}</p>\n", xml_escaped(sentence));
  return text + tally_bar(tally_of(paper)) + "</li>\n";
}

// One line that leads to all of them.
std::string sweep_links(const Report& report) {
  std::string links;
  for (const ReportSweep& sweep : report.sweeps)
    links += fmt::format("{}<a href=\"#{}\">{}</a>", links.empty() ? "" : " · ", name_in_page(sweep.shown.name),
                         xml_escaped(short_title(sweep.shown)));
  return links.empty() ? "" : "<p class=\"sweeps\">Your own sweeps: " + links + "</p>\n";
}

// What each asks; the only one has its title above.
std::string sweep_cards(const Report& report) {
  std::string cards;
  for (const ReportSweep& sweep : report.sweeps) {
    const std::string title = report.sweeps.size() == 1
                                  ? ""
                                  : fmt::format("<h3><a href=\"#{}\">{}</a></h3>\n", name_in_page(sweep.shown.name),
                                                xml_escaped(sweep.shown.title));
    cards += fmt::format("<li class=\"card wide\">\n{}<p>{}</p>\n<p class=\"faint\">{}</p>\n</li>\n", title,
                         xml_escaped(sweep.question),
                         counted(static_cast<std::int64_t>(sweep.shown.exhibits.size()), "exhibit"));
  }
  return "<ul class=\"cards\">\n" + cards + "</ul>\n";
}

std::string main_figure(const ReportExhibit* entry) {
  if (entry == nullptr) return {};
  const Exhibit& exhibit = entry->exhibit;
  const Chart& chart = chosen_chart(exhibit, exhibit.opening_chart);
  return chart_figure(*entry, chart, "opening-" + exhibit.name, exhibit.title,
                      fmt::format("<strong>{}.</strong> {} From {}.", xml_escaped(exhibit.title),
                                  xml_escaped(headline_of(*entry)), link_to(exhibit.name)));
}

}  // namespace

std::string tally_bar(const Tally& tally) {
  if (tally.total() == 0) return {};
  std::string words;
  std::string parts;
  for (const Outcome outcome : outcomes) {
    const std::int64_t count = tally.of(outcome);
    if (count == 0 && outcome != Outcome::reproduced && outcome != Outcome::not_reproduced) continue;
    words += fmt::format("{}{} {}", words.empty() ? "" : ", ", count,
                         outcome == Outcome::not_reproduced ? "not" : outcome_name(outcome));
    if (count > 0)
      parts += fmt::format(R"(<span class="bar-{}" style="flex-grow: {}"></span>)", outcome_class(outcome), count);
  }
  return fmt::format(
      "<div class=\"tally-bar\"><div class=\"bar\" role=\"img\" aria-label=\"{0}\">{1}</div><p "
      "class=\"legend\">{0}</p></div>\n",
      words, parts);
}

bool is_of_sweeps_alone(const Report& report) {
  return !report.sweeps.empty() &&
         std::ranges::all_of(report.papers, [](const ReportPaper& paper) { return paper.exhibits.empty(); });
}

std::string page_title(const Report& report) {
  if (!is_of_sweeps_alone(report)) return "Apportion: what is reproduced";
  if (report.sweeps.size() == 1) return report.sweeps.front().shown.title;
  return fmt::format("Apportion: {} sweeps", report.sweeps.size());
}

std::string opening(const Report& report) {
  if (is_of_sweeps_alone(report))
    return "<div class=\"opening\">\n" + main_figure(first_chart_of_sweeps(report)) + "<div>\n" + sweep_cards(report) +
           "</div>\n</div>\n";
  const ReportExhibit* shown = opening_exhibit(report);
  std::string cards;
  for (const ReportPaper& paper : report.papers) cards += card(paper, shown);
  if (!cards.empty()) cards = "<ul class=\"cards\">\n" + cards + "</ul>\n";
  return "<div class=\"opening\">\n<div>\n" + cards + sweep_links(report) + "</div>\n" + main_figure(shown) +
         "</div>\n";
}

}  // namespace apportion::results
