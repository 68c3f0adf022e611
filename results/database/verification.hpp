// Whether a database holds what was written into it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace apportion::results {

/// What a check has found.
struct Verification {
  std::int64_t units = 0;
  std::int64_t summaries = 0;             ///< that are what their units add up to
  std::int64_t waiting = 0;               ///< that a run which was cut off has not brought up to date
  std::int64_t samples = 0;               ///< values of kept samples, which add up to the moments of their units
  std::vector<std::string> foreign = {};  ///< views and indexes of others: "the view x"; nothing of ours uses them
};

/// Opens the file for reading and checks all of it: SQLite's integrity check and foreign keys, the moments of units
/// against their kept samples, and every summary against its units, both folded again. Nothing is written. Throws
/// StoreError, which says what is wrong first, and what Reader throws.
[[nodiscard]] Verification verify(const std::filesystem::path& file);

}  // namespace apportion::results
