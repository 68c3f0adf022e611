// Parts of a report, each as HTML.
#pragma once

#include <string>
#include <vector>

#include "base/files.hpp"
#include "results/report/report.hpp"

namespace apportion::results {

/// The style of the page and its script, in results/report/.
[[nodiscard]] const std::vector<EmbeddedFile>& report_files();

/// "kaddoura-table7", from an exhibit's name: for ids and names of files.
[[nodiscard]] std::string name_in_page(const std::string& name);

/// A link to the exhibit of that name.
[[nodiscard]] std::string link_to(const std::string& exhibit);

/// The table with a caption for screen readers only, since the text above is the same.
[[nodiscard]] std::string titled_above(std::string table);

/// A table that scrolls within its box if the page is too narrow.
[[nodiscard]] std::string scrolling(const std::string& label, const std::string& content);

/// Unpivoted rows with a caption.
[[nodiscard]] std::string plain_table(const std::string& caption, const Rows& rows);

/// Links to the query of a table, which follows, and to its rows as CSV. `id` also names the file.
[[nodiscard]] std::string query_and_data(const std::string& id, const std::string& name, const QueriedRows& result);

/// The link to the rows of a table that does not come from a single query, and their origin.
[[nodiscard]] std::string data_alone(const std::string& id, const std::string& origin, const Rows& rows);

/// The exhibit with its charts and drawings, tables, note, query and data. Its title leaves out that of the section at
/// its beginning.
[[nodiscard]] std::string exhibit_article(const ReportExhibit& entry, const std::string& section);

/// A figure with the chart, or a line with the reason why it could not be drawn. `chart` must be an element of
/// entry.exhibit.charts, whose pictures must have been drawn; `caption` is HTML.
[[nodiscard]] std::string chart_figure(const ReportExhibit& entry, const Chart& chart, const std::string& label,
                                       const std::string& caption);

/// A drawing as a picture, and the list of its parts; "" if nothing is drawn.
[[nodiscard]] std::string drawing_figure(const ReportDrawing& drawing, const std::string& label, const std::string& id);

}  // namespace apportion::results
