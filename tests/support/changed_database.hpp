// Changes of a results database by SQL, with hashes and sums, as if the program had made them.
#pragma once

#include <filesystem>
#include <string>

#include "results/database/hashes.hpp"

namespace apportion::testing_support {

/// Runs the SQL on a database that no store has open. A check finds nothing in it but what the program would find wrong
/// with results of its own, such as summaries that their units do not add up to.
inline void change_soundly(const std::filesystem::path& file, const std::string& sql) {
  SQLite::Database database(file.string(), SQLite::OPEN_READWRITE);
  results::provide_row_sums(database);
  database.exec(sql);
  results::hash_units(database, 0);
  results::sum_views(database);
}

}  // namespace apportion::testing_support
