// The parts of a report, each as HTML.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "results/report/report.hpp"
#include "results/report/verdicts.hpp"

namespace apportion::results {

/// A file of results/report/: the style of the page, or its script.
struct ReportFile {
  std::string_view name;
  std::string_view text;
};

/// All of them, built into the program.
[[nodiscard]] const std::vector<ReportFile>& report_files();

/// "kaddoura-table7", from an exhibit's name: for ids and names of files.
[[nodiscard]] std::string name_in_page(const std::string& name);

/// A link to the exhibit of that name.
[[nodiscard]] std::string link_to(const std::string& exhibit);

/// The short title of a paper, "Kaddoura 1996", from its name and the year at the end of its title; for a sweep its
/// title.
[[nodiscard]] std::string short_title(const ReportPaper& paper);

/// The table with a caption for screen readers only, since the text above says the same.
[[nodiscard]] std::string titled_above(std::string table);

/// A table that scrolls within its box if the page is too narrow.
[[nodiscard]] std::string scrolling(const std::string& label, const std::string& content);

/// Unpivoted rows with a caption.
[[nodiscard]] std::string plain_table(const std::string& caption, const Rows& rows);

/// Links to the query of a table, which follows, and to its rows as CSV. `id` also names the file.
[[nodiscard]] std::string query_and_data(const std::string& id, const std::string& name, const QueriedRows& result);

/// The link to the rows of a table that does not come from a single query, and their origin.
[[nodiscard]] std::string data_alone(const std::string& id, const std::string& origin, const Rows& rows);

/// The origin of counts over rows of exhibits.
inline constexpr const char* from_exhibits = "taken from the rows of the exhibits, each of which has its query";

/// Whether the judgement is counted here; false if another exhibit that is shown counts the same.
[[nodiscard]] bool is_counted(const ReportPaper& paper, const Judgement& judgement);

/// The counted verdicts on a paper.
[[nodiscard]] Tally tally_of(const ReportPaper& paper);

/// A bar with a tally's shares, and its numbers below; "" if nothing is judged.
[[nodiscard]] std::string tally_bar(const Tally& tally);

/// The verdicts on a paper's claims, each once: those not fully reproduced, and the others folded; "" if none is
/// judged.
[[nodiscard]] std::string claims_tables(const ReportPaper& paper);

/// Whether the report has sweeps, but no results of papers.
[[nodiscard]] bool is_of_sweeps_alone(const Report& report);

/// The title of the page: that of its only sweep, the number of its sweeps, or the general title.
[[nodiscard]] std::string page_title(const Report& report);

/// The contents, which stay in view, with a link to the top.
[[nodiscard]] std::string contents(const Report& report);

/// The top of the page: its description, a card for each paper with results, and the opening figure.
[[nodiscard]] std::string opening(const Report& report);

/// Failures, and the verdicts of all papers.
[[nodiscard]] std::string overview_section(const Report& report);

/// A section that can be folded.
struct FoldedSection {
  std::string id;
  std::string title;
  std::string beside;  ///< HTML beside the title, also when folded
  std::string content;
  bool kept_open = false;  ///< the page's script does not fold it
};
[[nodiscard]] std::string folding(const FoldedSection& section);

/// A paper or a sweep with this title and all its exhibits; "" if a paper has none.
[[nodiscard]] std::string paper_section(const ReportPaper& paper, const std::string& title, bool kept_open = false);
/// "Results" if the sweep is the page's only subject and has its title; else the sweep's title.
[[nodiscard]] std::string sweep_title(const Report& report, const ReportPaper& sweep);

/// The exhibits without results in the database, with the commands that make them; "" if there are none.
[[nodiscard]] std::string not_run_section(const Report& report);

/// The exhibit with its charts and drawings, tables, note, query and data. Its title leaves out that of the section at
/// its beginning.
[[nodiscard]] std::string exhibit_article(const ReportExhibit& entry, const std::string& section);

/// The chart as a picture, or a line with the reason why there is none. Its ids begin with `id`; the caption is HTML.
[[nodiscard]] std::string chart_figure(const ReportExhibit& entry, const Chart& chart, const std::string& id,
                                       const std::string& label, const std::string& caption);

/// SVG elements with a name and a caption, which is HTML.
[[nodiscard]] std::string figure(const std::string& pictures, const std::string& label, const std::string& caption);

/// A drawing as a picture, and the list of its parts; "" if nothing is drawn.
[[nodiscard]] std::string drawing_figure(const ReportDrawing& drawing, const std::string& label, const std::string& id);

/// The content of the database, and its runs.
[[nodiscard]] std::string provenance_section(const Report& report);

/// All tables of an exhibit, with a switch between its values if it has several.
[[nodiscard]] std::string exhibit_tables(const ReportExhibit& entry);

}  // namespace apportion::results
