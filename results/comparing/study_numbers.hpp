// The numbers of a study, as a database or a file of accepted numbers has them, and how two databases differ.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "results/comparing/series.hpp"
#include "results/database/stored_studies.hpp"

namespace apportion::results {

class Reader;

struct StudyNumbers {
  StudyKey key;
  std::string definition;  ///< revisions of sampler and metrics; "" if the study is not there
  std::vector<std::string> axes;
  SeriesSet series;
  std::map<std::string, std::int64_t> tried =
      {};  ///< by point: samples of the algorithm with most, failed ones included
};

/// Without numbers: the newest definition.
[[nodiscard]] StudyNumbers stored_definition(const Reader& reader, const StudyKey& key);

/// What the views show: the newest definition, and of each column that has a completed point the newest revision. Units
/// that failed have no numbers. All of it is in memory. With `metric` only this metric of single algorithms.
[[nodiscard]] StudyNumbers stored_numbers(const Reader& reader, const StudyKey& key,
                                          const std::optional<std::string>& metric = std::nullopt);

/// The differences of two databases in one study. If each has the experiment under one seed, and the seeds differ,
/// samples cannot be paired: the means are compared by Welch's test with Holm's correction, and `changes` has those
/// that do not agree.
struct StudyChanges {
  StudyKey key;
  std::string old_definition;  ///< "" if the study is missing
  std::string new_definition;
  std::optional<std::int64_t> other_seed = {};  ///< of the newer side
  std::vector<MetricChange> changes = {};       ///< worst first; empty if the definitions differ
  std::int64_t agreeing = 0;                    ///< under another seed: means that agree
  std::int64_t too_few = 0;                     ///< means of fewer than `least_judged` samples, not judged
  std::int64_t one_sided = 0;                   ///< means that one side lacks

  /// Whether both sides have the study, by definitions whose numbers cannot be compared.
  [[nodiscard]] bool redefined() const {
    return !old_definition.empty() && !new_definition.empty() && old_definition != new_definition;
  }
};

inline constexpr std::int64_t least_judged = 10;
inline constexpr double level_of_agreement = 0.05;  ///< means whose corrected p is below this do not agree

/// All studies of both databases.
[[nodiscard]] std::vector<StudyChanges> compare_databases(const Reader& older, const Reader& newer,
                                                          double tolerance = usual_tolerance);

}  // namespace apportion::results
