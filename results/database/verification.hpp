// Whether a database holds what was written into it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace apportion::results {

/// Whether a database is checked as by verify() before it is used. `none` is for one that was checked before.
enum class Check { none, full };

/// What a check has found.
struct Verification {
  std::int64_t units = 0;      ///< that match their hashes
  std::int64_t summaries = 0;  ///< that are what their units add up to
  std::int64_t waiting = 0;    ///< that a run which was cut off has not brought up to date
  /// Views with another text than this program writes: altered, or of an earlier program. What is shown does not depend
  /// on them.
  std::vector<std::string> altered_views = {};
};

/// Opens the file for reading and checks all of it: SQLite's integrity check and foreign keys, sums of the
/// tables, a hash per unit, and every summary against its units, folded again. Nothing is written. Throws StoreError,
/// which says what is wrong first, and what Reader throws.
[[nodiscard]] Verification verify(const std::filesystem::path& file);

}  // namespace apportion::results
