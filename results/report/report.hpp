// The report: one HTML page with the verdicts, tables, charts and drawings of a database.
#pragma once

#include <string>
#include <vector>

#include "base/files.hpp"
#include "results/charts/chart.hpp"
#include "results/exhibit.hpp"
#include "results/report/verdicts.hpp"
#include "results/rows.hpp"

namespace apportion::results {

/// A picture, and the texts shown on hovering over its parts.
struct ReportDrawing {
  std::string svg = {};  ///< an SVG document; "" if nothing can be drawn
  Rows parts = {};       ///< one row per part
};

/// The result of an SQL statement, and its text.
struct QueriedRows {
  Rows rows = {};
  std::string sql = {};
};

/// An exhibit and the result of its statement.
struct ReportExhibit {
  Exhibit exhibit;
  Rows rows;
  std::string claim = {};   ///< the paper's claim about its experiment
  std::string source = {};  ///< the place in the paper
  std::vector<ReportDrawing> drawings = {};
  // Set by report_page().
  std::vector<InlineChart> pictures = {};                               ///< the pictures of its charts
  bool opens_page = false;                                              ///< its first chart opens a report of sweeps
  std::string origin = "computed from single samples, not by a query";  ///< the origin of rows without a query
};

/// The verdicts of a judgement that no other exhibit that is shown counts. Refers to the exhibit.
struct CountedJudgement {
  const ReportExhibit* entry;
  const Judgement* judgement;
  std::vector<JudgedRow> rows;
  std::vector<JudgedClaim> claims;
};

/// An exhibit without results in the database, and the command that makes them.
struct MissingExhibit {
  std::string name;
  std::string command;
};

/// One sample that every algorithm solved again for the report.
struct ReplayedSample {
  std::string title;      ///< experiment, place, seed and sample
  ReportDrawing drawing;  ///< of all solutions
  Rows rows;              ///< one per algorithm, with its metrics
};

/// A folder of experiments, or a sweep.
struct ReportPaper {
  std::string name = {};   ///< such as kaddoura, or sweeps/crossover
  std::string title = {};  ///< authors, title, year
  std::vector<ReportExhibit> exhibits = {};
  std::vector<MissingExhibit> missing = {};
  std::int64_t printed = 0;  ///< numbers of the paper that the program has, judged here or not
  // For a user's own sweep or paper:
  std::string question = {};                   ///< the comment that a sweep's file begins with
  std::string origin = {};                     ///< its folder or file and seed, in a few words
  std::string text = {};                       ///< the text of its files
  std::vector<std::string> problems = {};      ///< a line for each exhibit that cannot be shown
  bool is_sweep = false;                       ///< it has no card among those of the papers
  std::vector<CountedJudgement> counted = {};  ///< set by report_page()
};

struct Report {
  std::string database;  ///< the file's name
  std::string program;   ///< version and revision of the program that wrote the page
  std::string seed;
  std::string page = {};    ///< the address of the page that divides arrays, if it is installed
  int refresh_seconds = 0;  ///< after which a browser reloads the file; 0: never
  std::vector<ReportPaper> papers = {};
  std::vector<ReportPaper> sweeps = {};
  std::vector<ReplayedSample> replays = {};
  ReportPaper instances = {};    ///< the collection, if there is one
  QueriedRows failures = {};     ///< units that failed, with experiment, place and message
  QueriedRows experiments = {};  ///< the stored seed, samples, units and timings of each
  QueriedRows runs = {};         ///< what was run, when, on what machine
};

/// The whole page, which needs no other file and no network, and hides nothing without its script. The same report
/// gives the same bytes. A chart that cannot be drawn is replaced by a line. A report with only sweeps has their title.
/// Throws InputError if an exhibit's declaration and its rows do not agree.
[[nodiscard]] std::string report_page(Report report);

/// The style of the page and its script, in results/report/.
[[nodiscard]] const std::vector<EmbeddedFile>& report_files();

}  // namespace apportion::results
