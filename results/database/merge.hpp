// Merging databases: the shards of one sweep, or what several machines have computed, into one.
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

namespace apportion::results {

struct MergeSettings {
  /// Studies of one experiment that differ in seed or definition, and columns that differ in revision, are kept side
  /// by side. Otherwise an input that has only other ones is refused: it belongs to another sweep.
  bool mixed = false;
};

struct MergeReport {
  std::int64_t added = 0;     ///< units that were not there
  std::int64_t replaced = 0;  ///< units that an input had with more samples, with its values, or without a failure
  std::int64_t present = 0;   ///< units that were there already
  std::int64_t merged = 0;    ///< inputs
};

/// Writes into `out`, made if it does not exist, what the inputs have and it has not: studies, points, columns, units
/// with moments, samples and failures, runs (by UUID), timings. Printed numbers stay this program's. Merging again
/// changes nothing, and the content does not depend on the order of the inputs.
///
/// Of one unit, more samples win over fewer (a short last chunk), then a result over a failure, then single samples
/// over moments alone, then more metrics over fewer; what both have must agree to the bit, and a longer chunk must
/// reach as far as a shorter one.
///
/// Each input is merged in one transaction, in the order given; the summaries are folded at the end. An input that is
/// refused leaves nothing of itself; those before it stay merged, those after it are not merged. Killed at any moment,
/// `out` holds whole inputs, and merging again completes it. Inputs are only read, and may be written meanwhile.
///
/// Throws MergeRefused, and what Store and Reader throw when they open a file. All inputs are opened once before
/// anything is written.
MergeReport merge(const std::filesystem::path& out, const std::vector<std::filesystem::path>& inputs,
                  const MergeSettings& settings = {});

}  // namespace apportion::results
