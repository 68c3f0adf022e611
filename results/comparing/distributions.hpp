// One experiment under two seeds: other samples, so that only distributions can be compared.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "results/comparing/series.hpp"
#include "results/database/stored_studies.hpp"

namespace apportion::results {

/// The means of one series on both sides.
struct MeanPair {
  SeriesKey key;
  double old_mean = 0;
  double new_mean = 0;
  /// Of Welch's test, by the normal distribution, after Holm's correction for all pairs; nothing where a side has too
  /// few samples or has no spread.
  std::optional<double> p_value = {};
  bool agrees = false;
};

/// An experiment that either database has under one seed, and not under the same.
struct OtherSeed {
  std::string experiment;
  std::int64_t old_seed = 0;
  std::int64_t new_seed = 0;
  std::vector<MeanPair> means;    ///< of the series that both sides have, by key
  std::int64_t one_sided = 0;     ///< series that one side has
  std::int64_t with_too_few = 0;  ///< series that are left out: a side has less than `fewest_judged` samples
};

inline constexpr std::int64_t fewest_judged = 10;
inline constexpr double level_of_agreement = 0.05;  ///< means whose corrected p is below this do not agree

/// Those of the same definition on both sides, by name.
[[nodiscard]] std::vector<OtherSeed> compare_other_seeds(const Reader& older, const Reader& newer);

}  // namespace apportion::results
