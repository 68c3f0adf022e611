// Checks that a database is undamaged.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace apportion::results {

/// The result of a check.
struct Verification {
  std::int64_t units = 0;
  std::int64_t summaries = 0;             ///< summaries that equal the merged moments of their units
  std::int64_t waiting = 0;               ///< summaries that a killed run did not update
  std::int64_t samples = 0;               ///< values of kept samples, which give the moments of their units
  std::vector<std::string> foreign = {};  ///< views and indexes of others: "the view x"; the program does not use them
};

/// Opens the file for reading and checks all of it: SQLite's integrity check and foreign keys, and recomputes the
/// moments of units from kept samples and every summary from its units. Nothing is written. Throws StoreError with the
/// first error, and the exceptions of Reader.
[[nodiscard]] Verification verify(const std::filesystem::path& file);

}  // namespace apportion::results
