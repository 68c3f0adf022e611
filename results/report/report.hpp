// The report: one HTML page with the verdicts, tables, charts and drawings of a database.
#pragma once

#include <string>
#include <vector>

#include "results/charts/chart.hpp"
#include "results/exhibit.hpp"
#include "results/rows.hpp"

namespace apportion::results {

/// A picture and what hovering over its parts shows.
struct ReportDrawing {
  std::string svg = {};  ///< an SVG document; "" where nothing can be drawn
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
  std::string claim = {};   ///< what the paper says, of the experiment that feeds it
  std::string source = {};  ///< the place in the paper
  std::vector<ReportDrawing> drawings = {};
  // Set by report_page().
  std::vector<InlineChart> pictures = {};  ///< of its charts
  bool opens_page = false;                 ///< its first chart stands on the first screen of a report of sweeps
  std::string origin = "computed from single samples, not by a query";  ///< of rows that have no query
};

/// An exhibit that the database has nothing for, and the command that makes its results.
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
  // Of a user's own.
  std::string question = {};               ///< the comment that a sweep's file begins with
  std::string origin = {};                 ///< its folder or file and seed, in a few words
  std::string text = {};                   ///< of its files
  std::vector<std::string> problems = {};  ///< one line on each exhibit that cannot be shown
  bool is_sweep = false;                   ///< has no card among those of the papers
};

struct Report {
  std::string database;  ///< the file's name
  std::string program;   ///< that wrote the page: version and revision
  std::string seed;
  std::string digest;
  std::string page = {};    ///< address of the page that divides arrays, where it is installed
  int refresh_seconds = 0;  ///< after which a browser looks at the file again; 0: never
  std::vector<ReportPaper> papers = {};
  std::vector<ReportPaper> sweeps = {};
  std::vector<ReplayedSample> replays = {};
  ReportPaper instances = {};    ///< the collection, where there is one
  QueriedRows failures = {};     ///< units that failed, with experiment, place and message
  QueriedRows experiments = {};  ///< what is stored of each: seed, samples, units, timings
  QueriedRows runs = {};         ///< who ran what, when, on what machine
};

/// The whole page: no other file and no network is needed to read it, and without its script nothing is hidden. The
/// same report gives the same bytes. A chart that cannot be drawn is a line in its place. A report of sweeps alone has
/// their title. Throws InputError where an exhibit's declaration and its rows do not agree.
[[nodiscard]] std::string report_page(Report report);

}  // namespace apportion::results
