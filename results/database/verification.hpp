// Whether a database holds what was written into it.
#pragma once

#include <cstdint>
#include <filesystem>

namespace apportion::results {

/// How closely a database is looked at before it is used.
enum class Check {
  none,
  quick,  ///< SQLite's integrity check, and sums of all tables but those of units
  full    ///< what verify() does
};

/// What a full check has counted.
struct Verification {
  bool hashed = true;          ///< false: of an earlier program, which stored no hashes
  std::int64_t units = 0;      ///< that match their hashes, if there are any
  std::int64_t summaries = 0;  ///< that are what their units add up to
  std::int64_t waiting = 0;    ///< that a run which was cut off has not brought up to date
};

/// Opens the file for reading and checks all of one state of it: SQLite's integrity check and foreign keys, sums of the
/// tables, a hash per unit, and every summary against its units, folded again. Nothing is written. Throws StoreError,
/// which says what is wrong first, and what Reader throws.
[[nodiscard]] Verification verify(const std::filesystem::path& file);

}  // namespace apportion::results
