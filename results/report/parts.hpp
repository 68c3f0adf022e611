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

/// Both, built into the program, by name.
[[nodiscard]] const std::vector<ReportFile>& report_files();

/// "kaddoura-table7", from an exhibit's name: for ids and names of files.
[[nodiscard]] std::string name_in_page(const std::string& name);

/// A link to the exhibit of that name.
[[nodiscard]] std::string link_to(const std::string& exhibit);

/// What a paper is called in a few words, "Kaddoura 1996", from its name and the year that its title ends with; of a
/// sweep its title.
[[nodiscard]] std::string short_title(const ReportPaper& paper);

/// The table with a caption that is only read aloud: what stands above it says the same.
[[nodiscard]] std::string titled_above(std::string table);

/// A table of its own that scrolls within its box where the page is too narrow.
[[nodiscard]] std::string scrolling(const std::string& label, const std::string& content);

/// Rows as they come, under a caption.
[[nodiscard]] std::string plain_table(const std::string& caption, const Rows& rows);

/// Links to the query of a table, which follows, and to its rows as CSV. `id` also names the file.
[[nodiscard]] std::string query_and_data(const std::string& id, const std::string& name, const QueriedRows& result);

/// The link to the rows of a table that no single query answers, and where they come from.
[[nodiscard]] std::string data_alone(const std::string& id, const std::string& origin, const Rows& rows);

/// All verdicts on a paper that count.
[[nodiscard]] Tally tally_of(const ReportPaper& paper);

/// A bar of a tally's shares, and its numbers below; "" where nothing is judged.
[[nodiscard]] std::string tally_bar(const Tally& tally);

/// What the exhibits say of a paper's claims, each once: those that are not, or not wholly, reproduced, and the others
/// to unfold; "" where none is judged.
[[nodiscard]] std::string claims_tables(const ReportPaper& paper);

/// Whether there are sweeps and no results of papers.
[[nodiscard]] bool is_of_sweeps_alone(const Report& report);

/// What the page is called: what its only sweep is, or how many sweeps it is of, or what it is about.
[[nodiscard]] std::string page_title(const Report& report);

/// What failed, and the verdicts of all papers.
[[nodiscard]] std::string overview_section(const Report& report);

/// A section that can be folded.
struct FoldedSection {
  std::string id;
  std::string title;
  std::string beside;  ///< HTML that stands by the title, folded or not
  std::string content;
  bool kept_open = false;  ///< the page's script does not fold it
};
[[nodiscard]] std::string folding(const FoldedSection& section);

/// What the database has no results for, with the commands that make them; "" where it has all.
[[nodiscard]] std::string not_run_section(const Report& report);

/// The exhibit with its charts and drawings, tables, note, query and data. Its title leaves out that of the section,
/// where it begins with it.
[[nodiscard]] std::string exhibit_article(const ReportExhibit& entry, const std::string& section);

/// The chart as a picture, or a line on why there is none. `id` begins the ids in it; the caption is HTML.
[[nodiscard]] std::string chart_figure(const ReportExhibit& entry, const Chart& chart, const std::string& id,
                                       const std::string& label, const std::string& caption);

/// A drawing as a picture, and the list of its parts; "" where nothing is drawn.
[[nodiscard]] std::string drawing_figure(const ReportDrawing& drawing, const std::string& label, const std::string& id);

}  // namespace apportion::results
