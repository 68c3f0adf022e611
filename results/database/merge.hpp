// Merging databases, such as the shards of a sweep or the results of several machines.
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

namespace apportion::results {

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
