// The numbers of a study in a database, as series that can be compared, and one experiment under two seeds: other
// samples, so that only distributions can be compared.
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

/// Which of a study's numbers are wanted; empty: all.
struct NumbersChoice {
  std::vector<std::string> algorithms = {};  ///< canonical names, without pairs
  std::string metric = {};
};

/// What the views show: the newest definition, and of each column that has a completed point the newest revision.
class StudyNumbers {
 public:
  /// Nothing is there if the database does not have the study. `reader` must outlive this.
  StudyNumbers(const Reader& reader, const StudyKey& key, NumbersChoice choice = {});

  /// "" if the database does not have the study.
  [[nodiscard]] const std::string& definition() const { return definition_; }
  [[nodiscard]] const std::vector<std::string>& axes() const { return axes_; }
  /// Points in the spelling of SeriesKey, sorted.
  [[nodiscard]] std::vector<std::string> points() const;
  /// Those of one point as the database has them: without axes that came later, where it stands at their default.
  [[nodiscard]] std::vector<Coordinate> coordinates(const std::string& point) const;
  /// The series at one point; empty if there is no such point. Units that failed have no numbers.
  [[nodiscard]] SeriesSet at(const std::string& point) const;
  /// Those of all points; for small studies, since it is all in memory.
  [[nodiscard]] SeriesSet all() const;

 private:
  struct ShownColumn {
    std::int64_t id = 0;
    SeriesKey key;  // without point and metric
    int revision = 0;
    int rival_revision = 0;
  };

  struct StoredPoint {
    std::int64_t id = 0;
    std::string coordinates;  // JSON
  };

  [[nodiscard]] bool is_chosen(const std::string& algorithm, const std::string& rival) const;
  void add_column(const std::string& point, std::int64_t point_id, const ShownColumn& column, SeriesSet& set) const;

  const Reader* reader_;
  std::string definition_;
  std::vector<std::string> axes_;
  NumbersChoice choice_;
  std::map<std::string, StoredPoint> points_;
  std::vector<ShownColumn> columns_;
};

/// How two databases differ in one study.
struct StudyDifferences {
  StudyKey key;
  std::string old_definition;  ///< "" where it is not there
  std::string new_definition;
  std::vector<Difference> differences;  ///< worst first; empty where the definitions differ

  /// Both sides have it, by definitions whose numbers cannot be compared.
  [[nodiscard]] bool redefined() const {
    return !old_definition.empty() && !new_definition.empty() && old_definition != new_definition;
  }
};

/// All studies of both databases, point by point. Studies without any difference are left out.
[[nodiscard]] std::vector<StudyDifferences> compare_databases(const Reader& older, const Reader& newer);

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
