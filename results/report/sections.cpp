// The sections of a report that the page's script folds, and the contents that lead to them.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "base/text.hpp"
#include "results/report/parts.hpp"

namespace apportion::results {
namespace {

std::string articles(const ReportPaper& paper, const std::string& section) {
  // What sums up a paper comes before its parts.
  std::string text;
  for (const bool overview : {true, false})
    for (const ReportExhibit& entry : paper.exhibits)
      if (entry.exhibit.overview == overview) text += exhibit_article(entry, section);
  return text;
}

std::string exhibit_links(const ReportPaper& paper) {
  std::string items;
  for (const ReportExhibit& entry : paper.exhibits)
    items += fmt::format("<li><a href=\"#{}\">{}</a></li>\n", name_in_page(entry.exhibit.name),
                         xml_escaped(entry.exhibit.name.substr(paper.name.size() + 1)));
  return items;
}

std::string link_item(const std::string& id, const std::string& text) {
  return fmt::format("<li><a href=\"#{}\">{}</a></li>\n", id, xml_escaped(text));
}

std::string contents_of(const ReportPaper& paper, const std::string& title) {
  const std::string items = exhibit_links(paper);
  if (items.empty()) return link_item(name_in_page(paper.name), title);
  return fmt::format("<li><a href=\"#{}\">{}</a>\n<details>\n<summary>{}</summary>\n<ul>\n{}</ul>\n</details></li>\n",
                     name_in_page(paper.name), xml_escaped(title),
                     counted(static_cast<std::int64_t>(paper.exhibits.size()), "exhibit"), items);
}

std::string list_of(const std::vector<std::string>& lines) {
  std::string items;
  for (const std::string& line : lines) items += fmt::format("<li>{}</li>\n", xml_escaped(line));
  return items.empty() ? "" : "<ul class=\"problems\">\n" + items + "</ul>\n";
}

}  // namespace

// Open in the file: without a script nothing is hidden.
std::string folding(const FoldedSection& section) {
  return fmt::format(
      "<section id=\"{0}\" aria-labelledby=\"{0}-title\">\n<details class=\"fold{1}\" open>\n<summary><h2 "
      "id=\"{0}-title\">{2}</h2>{3}</summary>\n{4}</details>\n</section>\n",
      section.id, section.kept_open ? " kept" : "", xml_escaped(section.title), section.beside, section.content);
}

std::string short_title(const ReportPaper& paper) {
  if (paper.name.starts_with("sweeps/")) return paper.title;
  std::string text = paper.name;
  if (!text.empty()) text.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(text.front())));
  constexpr std::size_t digits = 4;
  if (paper.title.size() < digits) return text;
  const std::string year = paper.title.substr(paper.title.size() - digits);
  return std::ranges::all_of(year, [](char c) { return c >= '0' && c <= '9'; }) ? text + " " + year : text;
}

std::string contents(const Report& report) {
  std::string items = link_item("overview", "Overview");
  for (const ReportSweep& sweep : report.sweeps) items += contents_of(sweep.shown, sweep_title(report, sweep));
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

std::string paper_section(const ReportPaper& paper) {
  if (paper.exhibits.empty()) return {};
  return folding(
      {paper.name, paper.title, tally_bar(tally_of(paper)), claims_tables(paper) + articles(paper, paper.title)});
}

std::string sweep_title(const Report& report, const ReportSweep& sweep) {
  return is_of_sweeps_alone(report) && report.sweeps.size() == 1 ? "Results" : sweep.shown.title;
}

std::string sweep_section(const ReportSweep& sweep, const std::string& title, bool kept_open) {
  std::string content = list_of(sweep.problems) + articles(sweep.shown, sweep.shown.title);
  if (!sweep.text.empty())
    content += fmt::format("<details>\n<summary>The sweep file</summary>\n<pre><code>{}</code></pre>\n</details>\n",
                           xml_escaped(sweep.text));
  return folding({.id = name_in_page(sweep.shown.name),
                  .title = title,
                  .beside = fmt::format("<p class=\"faint\">{}</p>", xml_escaped(sweep.origin)),
                  .content = content,
                  .kept_open = kept_open});
}

}  // namespace apportion::results
