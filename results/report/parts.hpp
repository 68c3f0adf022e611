// The parts of a report, each as HTML.
#pragma once

#include <string>
#include <string_view>

#include "results/report/report.hpp"

namespace apportion::results {

/// The style of the page: results/report/style.css, built into the program.
[[nodiscard]] std::string_view report_style();

/// "kaddoura-table7", from an exhibit's name: for ids and names of files.
[[nodiscard]] std::string name_in_page(std::string name);

/// A link to the exhibit of that name.
[[nodiscard]] std::string link_to(const std::string& exhibit);

/// A table of its own that scrolls within its box where the page is too narrow.
[[nodiscard]] std::string scrolling(const std::string& label, const std::string& content);

/// Rows as they come, under a caption.
[[nodiscard]] std::string plain_table(const std::string& caption, const Rows& rows);

/// Links to the query of a table, which follows, and to its rows as CSV. `id` also names the file.
[[nodiscard]] std::string query_and_data(const std::string& id, const std::string& name, const QueriedRows& result);

/// The link to the rows of a table that no single query answers, and where they come from.
[[nodiscard]] std::string data_alone(const std::string& id, const std::string& origin, const Rows& rows);

/// The origin of what is counted in the rows of exhibits.
inline constexpr const char* from_exhibits = "taken from the rows of the exhibits, each of which has its query";

/// What the exhibits say of a paper's claims, what is not reproduced first; "" where none is judged.
[[nodiscard]] std::string claims_table(const ReportPaper& paper);

/// What failed, the verdicts of all papers, and the tables that stand at the beginning.
[[nodiscard]] std::string overview_section(const Report& report);

/// The exhibit with its charts and drawings, tables, note, query and data.
[[nodiscard]] std::string exhibit_article(const ReportExhibit& entry);

/// An SVG document as a picture with a name and a caption.
[[nodiscard]] std::string figure(std::string svg, const std::string& label, const std::string& caption);

/// A drawing as a picture, and the list of its parts; "" where nothing is drawn.
[[nodiscard]] std::string drawing_figure(const ReportDrawing& drawing, const std::string& label, const std::string& id);

/// What the database holds, and who ran what.
[[nodiscard]] std::string provenance_section(const Report& report);

/// All tables of an exhibit: a switch between its values where it has several.
[[nodiscard]] std::string exhibit_tables(const ReportExhibit& entry);

}  // namespace apportion::results
