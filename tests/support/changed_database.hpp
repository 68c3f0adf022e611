// Direct changes of a results database, without the program.
#pragma once

#include <SQLiteCpp/SQLiteCpp.h>

#include <filesystem>
#include <string>

namespace apportion::testing_support {

/// Runs the SQL on a database that is not open in a store.
inline void change(const std::filesystem::path& file, const std::string& sql) {
  SQLite::Database(file.string(), SQLite::OPEN_READWRITE).exec(sql);
}

}  // namespace apportion::testing_support
