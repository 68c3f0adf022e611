// The report as a page: head, contents, overview, sweeps, papers, provenance.
#include "results/report/report.hpp"

#include <fmt/format.h>

#include "base/text.hpp"
#include "results/report/parts.hpp"

namespace apportion::results {
namespace {

constexpr std::size_t most_open_sweeps = 3;  // more of them would put the papers out of reach

std::string head(const Report& report) {
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<title>{}: report on {}</title>\n<link rel=\"icon\" href=\"data:,\">\n<style>\n{}</style>\n"
      "<script>document.documentElement.classList.add('loading')</script>\n</head>\n<body id=\"top\">\n"
      "<a class=\"skip\" href=\"#overview\">To the overview</a>\n",
      xml_escaped(page_title(report)), xml_escaped(report.database), report_style());
}

std::string title(const Report& report) {
  const std::string heading = xml_escaped(page_title(report));
  if (is_of_sweeps_alone(report))
    return fmt::format("<header>\n<h1>{}</h1>\n<p>All numbers come from the database {}.</p>\n</header>\n", heading,
                       xml_escaped(report.database));
  return fmt::format(
      "<header>\n<h1>{}</h1>\n<p>How to divide an array among unequal processors, "
      "so that all finish together and communicate little: what the papers print and claim, computed anew{}. "
      "All numbers come from the database {}, seed {}{}.</p>\n</header>\n",
      heading, report.sweeps.empty() ? "" : ", and your own sweeps", xml_escaped(report.database),
      xml_escaped(report.seed), report.instances.exhibits.empty() ? "" : "; those of instances from instances/");
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

}  // namespace

std::string report_page(const Report& report) {
  std::string page = head(report) + title(report) + contents(report) + "<main>\n" + overview_section(report);
  const bool few = report.sweeps.size() <= most_open_sweeps;
  for (const ReportSweep& sweep : report.sweeps) page += sweep_section(sweep, sweep_title(report, sweep), few);
  for (const ReportPaper& paper : report.papers) page += paper_section(paper);
  page += paper_section(report.instances) + replays_section(report) + not_run_section(report) +
          provenance_section(report) + "</main>\n<script>\n";
  return page.append(report_script()) + "</script>\n</body>\n</html>\n";
}

}  // namespace apportion::results
