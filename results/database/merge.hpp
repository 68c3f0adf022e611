// Checking that a database is undamaged, and merging databases, such as the shards of a sweep or the results of several
// machines.
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

struct MergeReport {
  std::int64_t added = 0;     ///< units that `out` lacked
  std::int64_t replaced = 0;  ///< units that an input had with more samples, with single samples, or without a failure
  std::int64_t present = 0;   ///< units that `out` had already
};

/// Adds to `out`, made if it does not exist, what it lacks of the inputs: studies, points, columns, units with moments,
/// samples and failures, runs (by UUID), timings. Printed numbers remain those of this program. Merging again changes
/// nothing, and the content does not depend on the order of the inputs.
///
/// Of two versions of a unit the one with more samples is kept (a last chunk may be short), then a result instead of a
/// failure, then single samples instead of moments only, then more metrics. Common numbers must be equal to the bit,
/// and a longer chunk must have at least the range of a shorter one.
///
/// Each input is merged in one transaction, in the given order. A refused input, or a killed program, leaves those
/// before it merged. Inputs are only read, and may be written meanwhile.
///
/// If `mixed`, studies of one experiment that differ in seed or definition, and columns that differ in revision, are
/// kept side by side. Otherwise an input with only such studies or columns is refused: it belongs to another sweep.
///
/// Throws MergeRefused, and the exceptions of Store and Reader for files, which are all opened before anything is
/// written.
MergeReport merge(const std::filesystem::path& out, const std::vector<std::filesystem::path>& inputs,
                  bool mixed = false);

}  // namespace apportion::results
