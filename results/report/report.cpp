// The page: its contents, the sections of papers and sweeps, and its origin.
#include "results/report/report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "base/text.hpp"
#include "results/report/parts.hpp"

namespace apportion::results {
namespace {

std::string_view text_of_file(std::string_view name) {
  return std::ranges::find(report_files(), name, &ReportFile::name)->text;
}

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

std::string articles(const ReportPaper& paper, const std::string& section) {
  // Overviews of a paper come first.
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
                     name_in_page(paper.name), xml_escaped(title), counted(paper.exhibits.size(), "exhibit"), items);
}

std::string list_of(const std::vector<std::string>& lines) {
  std::string items;
  for (const std::string& line : lines) items += fmt::format("<li>{}</li>\n", xml_escaped(line));
  return items.empty() ? "" : "<ul class=\"problems\">\n" + items + "</ul>\n";
}

std::string files_of(const std::string& summary, const std::string& text) {
  if (text.empty()) return {};
  return fmt::format("<details>\n<summary>{}</summary>\n<pre><code>{}</code></pre>\n</details>\n", summary,
                     xml_escaped(text));
}

constexpr std::size_t most_open_sweeps = 3;  // with more, the papers would be too far down

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

std::string replayed_sample(const ReplayedSample& replay, const std::string& id) {
  return fmt::format("<h3>{}</h3>\n", xml_escaped(replay.title)) + drawing_figure(replay.drawing, replay.title, id) +
         titled_above(plain_table(replay.title, replay.rows)) +
         data_alone(id, "solved again for this page, not by a query: apportion replay prints the same", replay.rows);
}

std::string replays_section(const Report& report) {
  if (report.replays.empty()) return {};
  std::string text;
  for (std::size_t i = 0; i < report.replays.size(); ++i)
    text += replayed_sample(report.replays[i], fmt::format("replay-{}", i + 1));
  return folding({.id = "replays", .title = "Replayed samples", .beside = {}, .content = text});
}

// Draws each chart once, all with a single start of gnuplot.
void draw_charts(Report& report) {
  std::vector<ReportExhibit*> exhibits;
  const auto add = [&exhibits](ReportPaper& paper) {
    for (ReportExhibit& entry : paper.exhibits) exhibits.push_back(&entry);
  };
  std::ranges::for_each(report.papers, add);
  std::ranges::for_each(report.sweeps, add);
  add(report.instances);
  std::vector<PageChart> charts;
  for (const ReportExhibit* entry : exhibits)
    for (const Chart& chart : entry->exhibit.charts)
      charts.push_back({entry->exhibit, chart, entry->rows, entry->exhibit.name + "-" + chart.name});
  std::vector<InlineChart> drawn = charts.empty() ? std::vector<InlineChart>{} : inline_charts(charts);
  auto next = drawn.begin();
  for (ReportExhibit* entry : exhibits)
    for (std::size_t i = 0; i < entry->exhibit.charts.size(); ++i) entry->pictures.push_back(std::move(*next++));
}

// Marks the first chart of the user's own sweeps as the opening of a page that has only sweeps.
void mark_opening(Report& report) {
  if (!is_of_sweeps_alone(report)) return;
  for (ReportPaper& sweep : report.sweeps)
    for (ReportExhibit& entry : sweep.exhibits)
      if (!entry.exhibit.charts.empty() && !entry.rows.rows.empty()) {
        entry.opens_page = true;
        return;
      }
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

// Sections are open in the file, so that nothing is hidden without a script.
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

std::string paper_section(const ReportPaper& paper, const std::string& title, bool kept_open) {
  if (!paper.is_sweep && paper.exhibits.empty() && paper.problems.empty()) return {};
  const std::string origin =
      paper.origin.empty() ? "" : fmt::format("<p class=\"faint\">{}</p>", xml_escaped(paper.origin));
  return folding({.id = name_in_page(paper.name),
                  .title = title,
                  .beside = origin + tally_bar(tally_of(paper)),
                  .content = list_of(paper.problems) + claims_tables(paper) + articles(paper, paper.title) +
                             files_of(paper.is_sweep ? "The sweep file" : "The files of the paper", paper.text),
                  .kept_open = kept_open});
}

std::string sweep_title(const Report& report, const ReportPaper& sweep) {
  return is_of_sweeps_alone(report) && report.sweeps.size() == 1 ? "Results" : sweep.title;
}

std::string report_page(Report report) {
  draw_charts(report);
  mark_opening(report);
  std::string page = head(report) + title(report) + contents(report) + "<main>\n" + overview_section(report);
  const bool few = report.sweeps.size() <= most_open_sweeps;
  for (const ReportPaper& sweep : report.sweeps) page += paper_section(sweep, sweep_title(report, sweep), few);
  for (const ReportPaper& paper : report.papers) page += paper_section(paper, paper.title);
  page += paper_section(report.instances, report.instances.title) + replays_section(report) + not_run_section(report) +
          provenance_section(report) + "</main>\n<script>\n";
  return page.append(text_of_file("script.js")) + "</script>\n</body>\n</html>\n";
}

}  // namespace apportion::results
