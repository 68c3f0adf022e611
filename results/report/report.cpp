// The report as a page: head, contents, overview, papers, provenance.
#include "results/report/report.hpp"

#include <fmt/format.h>

#include "base/text.hpp"
#include "results/report/parts.hpp"

namespace apportion::results {
namespace {

std::string contents_of(const ReportPaper& paper) {
  std::string items;
  for (const ReportExhibit& entry : paper.exhibits)
    items += fmt::format("<li><a href=\"#{}\">{}</a></li>\n", name_in_page(entry.exhibit.name),
                         xml_escaped(entry.exhibit.name));
  if (items.empty()) return {};
  return fmt::format("<details>\n<summary>{}</summary>\n<ul>\n{}</ul>\n</details>\n", xml_escaped(paper.title), items);
}

std::string contents(const Report& report) {
  std::string text = "<nav aria-label=\"Contents\">\n<p><a href=\"#overview\">Overview</a></p>\n";
  for (const ReportPaper& paper : report.papers) text += contents_of(paper);
  if (!report.replays.empty()) text += "<p><a href=\"#replays\">Replayed samples</a></p>\n";
  return text + "<p><a href=\"#provenance\">Provenance</a></p>\n</nav>\n";
}

std::string head(const Report& report) {
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<title>Apportion: report on {0}</title>\n<link rel=\"icon\" href=\"data:,\">\n<style>\n{1}</style>\n</head>\n"
      "<body>\n<a class=\"skip\" href=\"#overview\">To the overview</a>\n<header>\n<h1>Apportion: what is "
      "reproduced</h1>\n"
      "<p>Classic results on dividing arrays among unequal processors, computed anew and held against what the papers "
      "print. All numbers on this page come from the database {0}, seed {2}.</p>\n{3}</header>\n",
      xml_escaped(report.database), report_style(), xml_escaped(report.seed), contents(report));
}

std::string paper_section(const ReportPaper& paper) {
  if (paper.exhibits.empty()) return {};
  std::string text = fmt::format("<section id=\"{0}\" aria-labelledby=\"{0}-title\">\n<h2 id=\"{0}-title\">{1}</h2>\n",
                                 xml_escaped(paper.name), xml_escaped(paper.title));
  for (const ReportExhibit& entry : paper.exhibits) text += exhibit_article(entry);
  return text + "</section>\n";
}

std::string replayed_sample(const ReplayedSample& replay, const std::string& id) {
  return fmt::format("<h3>{}</h3>\n", xml_escaped(replay.title)) + drawing_figure(replay.drawing, replay.title, id) +
         plain_table(replay.title, replay.rows) +
         data_alone(id, "solved again for this page, by no query: apportion replay prints the same", replay.rows);
}

std::string replays_section(const Report& report) {
  if (report.replays.empty()) return {};
  std::string text = "<section id=\"replays\">\n<h2>Replayed samples</h2>\n";
  for (std::size_t i = 0; i < report.replays.size(); ++i)
    text += replayed_sample(report.replays[i], fmt::format("replay-{}", i + 1));
  return text + "</section>\n";
}

}  // namespace

std::string report_page(const Report& report) {
  std::string page = head(report) + "<main>\n" + overview_section(report);
  for (const ReportPaper& paper : report.papers) page += paper_section(paper);
  return page + replays_section(report) + provenance_section(report) + "</main>\n</body>\n</html>\n";
}

}  // namespace apportion::results
