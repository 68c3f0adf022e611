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

/// A table of its own that scrolls within its box where the page is too narrow.
[[nodiscard]] std::string scrolling(const std::string& label, const std::string& content);

/// Rows as they come, under a caption.
[[nodiscard]] std::string plain_table(const std::string& caption, const Rows& rows);

/// What failed, the verdicts of all papers, and the tables that stand at the beginning.
[[nodiscard]] std::string overview_section(const Report& report);

/// The exhibit with its charts and drawings, tables, note, query and data.
[[nodiscard]] std::string exhibit_article(const ReportExhibit& entry);

/// An SVG document as a picture with a name and a caption.
[[nodiscard]] std::string figure(std::string svg, const std::string& label, const std::string& caption);

/// All tables of an exhibit: a switch between its values where it has several.
[[nodiscard]] std::string exhibit_tables(const ReportExhibit& entry);

}  // namespace apportion::results
