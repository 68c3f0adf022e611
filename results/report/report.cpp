// The page: its title and cards, the verdicts, the sections of papers and sweeps, and its origin.
#include "results/report/report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <functional>
#include <iterator>
#include <optional>
#include <utility>

#include "base/text.hpp"
#include "results/charts/chart.hpp"
#include "results/report/parts.hpp"
#include "results/report/verdicts.hpp"
#include "results/rows.hpp"

namespace apportion::results {
namespace {

constexpr const char* from_exhibits = "taken from the rows of the exhibits, each of which has its query";

std::string_view text_of_file(std::string_view name) {
  return std::ranges::find(report_files(), name, &EmbeddedFile::name)->text;
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

// Whether the report has sweeps, but no results of papers.
bool is_of_sweeps_alone(const Report& report) {
  return !report.sweeps.empty() &&
         std::ranges::all_of(report.papers, [](const ReportPaper& paper) { return paper.exhibits.empty(); });
}

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

// A section that can be folded. Sections are open in the file, so that nothing is hidden without a script.
struct FoldedSection {
  std::string id;
  std::string title;
  std::string beside;  // HTML beside the title, also when folded
  std::string content;
  bool kept_open = false;  // the page's script does not fold it
};

std::string folding(const FoldedSection& section) {
  return fmt::format(
      "<section id=\"{0}\" aria-labelledby=\"{0}-title\">\n<details class=\"fold{1}\" open>\n<summary><h2 "
      "id=\"{0}-title\">{2}</h2>{3}</summary>\n{4}</details>\n</section>\n",
      section.id, section.kept_open ? " kept" : "", xml_escaped(section.title), section.beside, section.content);
}

// A table with these heads and bodies, which are HTML.
std::string table_element(const std::string& kind, const std::string& caption, const std::string& heads,
                          const std::string& bodies) {
  return scrolling(caption, fmt::format("<table class=\"{}\">\n<caption>{}</caption>\n<thead>\n<tr>{}</tr>\n</thead>\n"
                                        "{}</table>\n",
                                        kind, xml_escaped(caption), heads, bodies));
}

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

// The counted verdicts on a paper.
Tally tally_of_paper(const ReportPaper& paper) {
  Tally all;
  for (const CountedJudgement& counted : paper.counted) all += tally_of(counted.claims);
  return all;
}

// A bar with a tally's shares, and its numbers below; "" if nothing is judged.
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
  if (tally.computed > 0) words += fmt::format(", {} computed", tally.computed);
  return fmt::format(
      "<div class=\"tally-bar\"><div class=\"bar\" role=\"img\" aria-label=\"{0}\">{1}</div><p "
      "class=\"legend\">{0}</p></div>\n",
      words, parts);
}

constexpr std::array claim_columns = {"claim", "verdict", "in the exhibit's words", "rests on", "exhibit"};

std::vector<JudgedClaim> claims_of(const ReportPaper& paper) {
  std::vector<JudgedClaim> claims;
  for (const CountedJudgement& each : paper.counted)
    if (!each.judgement->claim.empty()) std::ranges::copy(each.claims, std::back_inserter(claims));
  // Claims that are not reproduced come first.
  std::ranges::stable_sort(claims, std::ranges::greater(), &JudgedClaim::outcome);
  return claims;
}

// "reproduced: latency 0; mostly reproduced: latency 100, latency 1000", or the only verdict if there are no settings.
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
  for (const auto& [verdict, where] : settings) words = joined(words, "; ", joined(verdict, ": ", where));
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
  return table_element("claims", caption, heads, "<tbody>\n" + lines + "</tbody>\n");
}

// The verdicts on a paper's claims, each once: those not fully reproduced, and the others folded; "" if none is judged.
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
                        counted(reproduced.size(), "claim"), table_of(reproduced, of + "reproduced"));
  return text + data_alone(name_in_page(paper.name) + "-verdicts", from_exhibits, rows_of(claims));
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

std::string headline_of(const ReportExhibit& entry) {
  if (entry.exhibit.headline.empty() || entry.rows.rows.empty()) return {};
  return cell_text(entry.rows.rows.front()[column_index(entry.rows, entry.exhibit.headline, entry.exhibit.name)]);
}

// "929 of 1,080 printed numbers agree, 87 more with TILE[legacy]; ..."; "" if none is judged.
std::string numbers_sentence(const ReportPaper& paper) {
  std::vector<PrintedNumber> numbers;
  std::string hypothesis;
  for (const CountedJudgement& each : paper.counted) {
    std::ranges::move(printed_numbers(each.rows), std::back_inserter(numbers));
    if (hypothesis.empty()) hypothesis = each.judgement->hypothesis.title;
  }
  if (numbers.empty()) return "";
  const auto agreeing = std::ranges::count_if(numbers, &PrintedNumber::agrees);
  double expected = 0;
  for (const PrintedNumber& number : numbers) expected += number.chance;
  std::string text = fmt::format("{} of {} agree as the paper describes what it does", agreeing,
                                 counted(numbers.size(), "printed number"));
  if (!hypothesis.empty())
    text += fmt::format(", {} more with {}",
                        std::ranges::count_if(numbers, &PrintedNumber::agrees_with_more) - agreeing, hypothesis);
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

// "62 of 108 claims"; "" where there are no claims.
std::string share_of(const Tally& tally, const std::string& noun) {
  return tally.total() == 0 ? "" : fmt::format("{} of {}", tally.of(Outcome::reproduced), counted(tally.total(), noun));
}

// A sentence on the paper's verdicts. If only a part of the paper was run, the sentence is about that part: missing
// results are not failures.
std::string verdict_sentence(const ReportPaper& paper) {
  Tally claims;
  std::int64_t open = 0;
  for (const CountedJudgement& each : paper.counted) {
    if (!each.judgement->claim.empty()) claims += tally_of(each.claims);
    open += claims_to_judge(each.entry->exhibit, *each.judgement, each.entry->rows);
  }
  std::string said = joined(numbers_sentence(paper), " ", computed_sentence(paper));
  const std::string shares = share_of(claims, "claim");
  if (shares.empty()) return said;
  const auto exhibits = static_cast<std::int64_t>(paper.missing.size());
  if (open + exhibits == 0) return joined(said, " ", shares + " reproduced.");
  const std::string waiting =
      joined(open == 0 ? "" : counted(open, "claim"), " and ", exhibits == 0 ? "" : counted(exhibits, "exhibit"));
  return joined(said, " ",
                fmt::format("Of what can be judged yet, {} reproduced; {} {} for results.", shares, waiting,
                            open + exhibits == 1 ? "waits" : "wait"));
}

// The sentences that the paper's exhibits compute, without the one under the figure.
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
                  said.empty() ? "" : " wide", name_in_page(paper.name), xml_escaped(short_title(paper)),
                  xml_escaped(paper.title), said);
  if (!sentence.empty()) text += fmt::format("<p>{}</p>\n", xml_escaped(sentence));
  return text + tally_bar(tally_of_paper(paper)) + "</li>\n";
}

// Cards with the question of each sweep; a single sweep has its title above.
std::string sweep_cards(const Report& report) {
  std::string cards;
  for (const ReportPaper& sweep : report.sweeps) {
    const std::string title =
        report.sweeps.size() == 1
            ? ""
            : fmt::format("<h3><a href=\"#{}\">{}</a></h3>\n", name_in_page(sweep.name), xml_escaped(sweep.title));
    const std::string sentence = verdict_sentence(sweep);
    cards += fmt::format("<li class=\"card wide\">\n{}<p>{}</p>\n{}<p class=\"faint\">{}</p>\n{}</li>\n", title,
                         xml_escaped(sweep.question), sentence.empty() ? "" : "<p>" + xml_escaped(sentence) + "</p>\n",
                         counted(sweep.exhibits.size(), "exhibit"), tally_bar(tally_of_paper(sweep)));
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
      const std::vector<PrintedNumber> numbers = printed_numbers(each.rows);
      double unit = 0;
      for (const PrintedNumber& number : numbers)
        if (number.ours) unit = std::max(unit, std::abs(number.printed.value_or(0)));
      for (const PrintedNumber& number : numbers)
        if (unit > 0 && number.printed && number.ours)
          shown.rows.rows.push_back({short_title(paper), *number.printed / unit, *number.ours / unit,
                                     number.agrees             ? "agrees"
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

std::string main_figure(const ReportExhibit* entry) {
  if (entry == nullptr) return {};
  const Exhibit& exhibit = entry->exhibit;
  const Chart& chart = chosen_chart(exhibit, exhibit.opening_chart);
  return chart_figure(*entry, chart, exhibit.title,
                      fmt::format("<strong>{}.</strong> {} From {}.", xml_escaped(exhibit.title),
                                  xml_escaped(headline_of(*entry)), link_to(exhibit.name)));
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
  if (!cards.empty()) cards = "<ul class=\"cards\">\n" + cards + "</ul>\n";
  std::string links;
  for (const ReportPaper& sweep : report.sweeps)
    links = joined(links, " · ",
                   fmt::format("<a href=\"#{}\">{}</a>", name_in_page(sweep.name), xml_escaped(short_title(sweep))));
  if (!links.empty()) links = "<p class=\"sweeps\">Your own sweeps: " + links + "</p>\n";
  return "<div class=\"opening\">\n" + figure + "<div>\n" + cards + links + "</div>\n</div>\n";
}

// The columns of a line for each judgement: what is judged, how many verdicts of each kind, the exhibit.
std::vector<std::string> tally_columns() {
  std::vector<std::string> columns{"paper", "judged", "number"};
  for (const Outcome outcome : outcomes) columns.emplace_back(outcome_name(outcome));
  columns.insert(columns.end(), {"computed", "of all: calibrated", "of all: reconstructed", "exhibit"});
  return columns;
}

Rows tally_rows(const Report& report) {
  Rows rows{tally_columns(), {}};
  for (const auto* papers : {&report.papers, &report.sweeps})
    for (const ReportPaper& paper : *papers)
      for (const CountedJudgement& counted : paper.counted) {
        const Tally tally = tally_of(counted.claims);
        std::vector<Value>& row = rows.rows.emplace_back();
        row = {paper.title, counted.judgement->what, tally.total()};
        row.insert(row.end(), tally.counts.begin(), tally.counts.end());
        row.insert(row.end(), {tally.computed, tally.calibrated, tally.reconstructed, counted.entry->exhibit.name});
      }
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
    "or found by only one of two algorithms (CC and NL). "
    "Under a condition: where something holds that the paper does not state. Cannot be judged: the paper means "
    "something else or nothing definite, its own numbers cannot show it, or the judge would be of our making; "
    "such verdicts are among the number. Computed: a value is as expected, and no paper prints it. Calibrated: a "
    "constant was tuned to what is judged, "
    "so agreement is no evidence. Reconstructed: rests on something that the paper leaves open. "
    "Of the numbers judged by a 95 % interval up to 5 % fall outside by chance, few of those that are printed as "
    "whole numbers. "
    "A claim that is judged under several circumstances, such as latencies, counts once.</p>\n";

// A table body for each paper.
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
  if (rows.rows.empty() && is_of_sweeps_alone(report)) return {};
  if (rows.rows.empty()) return "<p>No claim of the papers has been judged yet.</p>\n";
  return "<details class=\"fold\" open>\n<summary>What is judged, exhibit by exhibit, and what partly "
         "means</summary>\n" +
         table_element("tally", "Verdicts, counted from the rows of the exhibits", tally_heads(), tally_bodies(rows)) +
         tally_note + data_alone("tally", from_exhibits, rows) + "</details>\n";
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

// The exhibits without results in the database, with the commands that make them; "" if there are none.
std::string not_run_section(const Report& report) {
  std::string items;
  std::int64_t count = 0;
  const auto add = [&](const ReportPaper& paper) {
    for (const MissingExhibit& missing : paper.missing) {
      items += fmt::format("<li>{}: <code>{}</code></li>\n", xml_escaped(missing.name), xml_escaped(missing.command));
      ++count;
    }
  };
  for (const ReportPaper& sweep : report.sweeps) add(sweep);
  if (!is_of_sweeps_alone(report))
    for (const ReportPaper& paper : report.papers) add(paper);
  if (items.empty()) return {};
  return folding({.id = "not-run",
                  .title = "Not run",
                  .beside = fmt::format(" <span class=\"faint\">{}</span>", counted(count, "exhibit")),
                  .content = "<p>The database has no results for these exhibits; the commands make them.</p>\n<ul>\n" +
                             items + "</ul>\n"});
}

std::string link_item(const std::string& id, const std::string& text) {
  return fmt::format("<li><a href=\"#{}\">{}</a></li>\n", id, xml_escaped(text));
}

std::string contents_of(const ReportPaper& paper, const std::string& title) {
  std::string items;
  for (const ReportExhibit& entry : paper.exhibits)
    items += link_item(name_in_page(entry.exhibit.name), entry.exhibit.name.substr(paper.name.size() + 1));
  if (items.empty()) return link_item(name_in_page(paper.name), title);
  return fmt::format("<li><a href=\"#{}\">{}</a>\n<details>\n<summary>{}</summary>\n<ul>\n{}</ul>\n</details></li>\n",
                     name_in_page(paper.name), xml_escaped(title), counted(paper.exhibits.size(), "exhibit"), items);
}

// The contents, which stay in view, with a link to the top.
std::string contents(const Report& report) {
  std::string items = link_item("overview", "Overview");
  for (const ReportPaper& sweep : report.sweeps) items += contents_of(sweep, sweep_title(report, sweep));
  for (const ReportPaper& paper : report.papers)
    if (!paper.exhibits.empty()) items += contents_of(paper, short_title(paper));
  if (!report.instances.exhibits.empty()) items += contents_of(report.instances, short_title(report.instances));
  if (!report.replays.empty()) items += link_item("replays", "Replayed samples");
  if (!not_run_section(report).empty()) items += link_item("not-run", "Not run");
  items += link_item("provenance", "Provenance");
  return "<nav aria-label=\"Contents\">\n<a class=\"to-top\" href=\"#top\">Top</a>\n<details open>\n<summary>Contents"
         "</summary>\n<ul>\n" +
         items + "</ul>\n</details>\n</nav>\n";
}

std::string articles(const ReportPaper& paper, const std::string& section) {
  // Overviews of a paper come first.
  std::string text;
  for (const bool overview : {true, false})
    for (const ReportExhibit& entry : paper.exhibits)
      if (entry.exhibit.overview == overview) text += exhibit_article(entry, section);
  return text;
}

// A paper or a sweep with this title and all its exhibits; "" if a paper has none.
std::string paper_section(const ReportPaper& paper, const std::string& title, bool kept_open = false) {
  if (!paper.is_sweep && paper.exhibits.empty() && paper.problems.empty()) return {};
  const std::string origin =
      paper.origin.empty() ? "" : fmt::format("<p class=\"faint\">{}</p>", xml_escaped(paper.origin));
  std::string problems;
  for (const std::string& line : paper.problems) problems += fmt::format("<li>{}</li>\n", xml_escaped(line));
  if (!problems.empty()) problems = "<ul class=\"problems\">\n" + problems + "</ul>\n";
  std::string files;
  if (!paper.text.empty())
    files = fmt::format("<details>\n<summary>{}</summary>\n<pre><code>{}</code></pre>\n</details>\n",
                        paper.is_sweep ? "The sweep file" : "The files of the paper", xml_escaped(paper.text));
  return folding({.id = name_in_page(paper.name),
                  .title = title,
                  .beside = origin + tally_bar(tally_of_paper(paper)),
                  .content = problems + claims_tables(paper) + articles(paper, paper.title) + files,
                  .kept_open = kept_open});
}

std::string replays_section(const Report& report) {
  if (report.replays.empty()) return {};
  std::string text;
  for (std::size_t i = 0; i < report.replays.size(); ++i) {
    const ReplayedSample& replay = report.replays[i];
    const std::string id = fmt::format("replay-{}", i + 1);
    text += fmt::format("<h3>{}</h3>\n", xml_escaped(replay.title)) + drawing_figure(replay.drawing, replay.title, id) +
            titled_above(plain_table(replay.title, replay.rows)) +
            data_alone(id, "solved again for this page, not by a query: apportion replay prints the same", replay.rows);
  }
  return folding({.id = "replays", .title = "Replayed samples", .beside = {}, .content = text});
}

// Columns whose texts would be wider than all the others together.
bool is_folded(const std::string& column) { return column == "flags" || column == "libraries"; }

std::string heads_of(const std::vector<std::string>& columns) {
  std::string heads;
  std::string folded;
  for (const std::string& column : columns) {
    if (is_folded(column))
      folded = joined(folded, ", ", column);
    else
      heads += fmt::format("<th scope=\"col\">{}</th>", xml_escaped(column));
  }
  if (!folded.empty()) heads += fmt::format("<th scope=\"col\">{}</th>", xml_escaped(folded));
  return heads;
}

std::string run_line(const std::vector<std::string>& columns, const std::vector<Value>& row) {
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

std::string provenance_section(const Report& report) {
  const std::string origin =
      fmt::format("<p>Page written by {}. <code>apportion digest</code> prints the SHA-256 of the results.</p>\n",
                  xml_escaped(report.program));
  const Rows& runs = report.runs.rows;
  std::string lines;
  for (const std::vector<Value>& row : runs.rows) lines += run_line(runs.columns, row);
  return folding({.id = "provenance",
                  .title = "Provenance",
                  .beside = " <span class=\"faint\">what the database holds, and what was run</span>",
                  .content = origin + plain_table("Experiments", report.experiments.rows) +
                             query_and_data("experiments", "the experiments", report.experiments) +
                             table_element("runs", "Runs, the newest first", heads_of(runs.columns),
                                           "<tbody>\n" + lines + "</tbody>\n") +
                             query_and_data("runs", "the runs", report.runs)});
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

// Further notes below the title.
std::string notes(const Report& report) {
  std::string text;
  if (report.refresh_seconds > 0)
    text += fmt::format("<p class=\"faint\">A run goes on; this page is written again every {} s.</p>\n",
                        report.refresh_seconds);
  if (!report.page.empty())
    text += fmt::format("<p class=\"faint\"><a href=\"{}\">Divide an array of your own</a> in the browser.</p>\n",
                        xml_escaped(report.page));
  return text;
}

std::string title(const Report& report) {
  const std::string heading = xml_escaped(page_title(report));
  if (is_of_sweeps_alone(report))
    return fmt::format("<header>\n<h1>{}</h1>\n<p>All numbers come from the database {}.</p>\n{}</header>\n", heading,
                       xml_escaped(report.database), notes(report));
  return fmt::format(
      "<header>\n<h1>{}</h1>\n<p>How to divide an array among unequal processors, "
      "so that all finish together and communicate little: what the papers print and claim, computed anew{}. "
      "All numbers come from the database {}, seed {}{}.</p>\n{}</header>\n",
      heading, report.sweeps.empty() ? "" : ", and your own sweeps", xml_escaped(report.database),
      xml_escaped(report.seed), report.instances.exhibits.empty() ? "" : "; those of instances from instances/",
      notes(report));
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

constexpr std::size_t most_open_sweeps = 3;  // with more, the papers would be too far down

}  // namespace

std::string report_page(Report report) {
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
