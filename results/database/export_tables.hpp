// What an export of a database writes: a table for each readable view, and all summaries as one long, tidy table.
#pragma once

#include <string>
#include <vector>

#include "results/database/reader.hpp"

namespace apportion::results {

struct ExportTable {
  std::string name;  ///< of the file, without its ending
  std::string sql;
};

/// The views that the database has, by name, and `tidy` as the last. Each query orders its rows by what they are about,
/// never by row numbers: equal contents give equal tables (but for `runs` and timings).
[[nodiscard]] std::vector<ExportTable> export_tables(const Reader& reader);

}  // namespace apportion::results
