// The numbers of a study in a database, as series that can be compared, and how two databases differ.
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
  /// The samples that were tried at one point, by the algorithm that has most, with those that failed.
  [[nodiscard]] std::int64_t samples_at(const std::string& point) const;
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

/// How two databases differ in one study. Where each has the experiment under one seed, and not the same, the samples
/// are others: then the means are compared, by Welch's test with Holm's correction for all of them, and `changes` has
/// those that do not agree.
struct StudyChanges {
  StudyKey key;
  std::string old_definition;  ///< "" where it is not there
  std::string new_definition;
  std::optional<std::int64_t> other_seed = {};  ///< of the newer side
  std::vector<MetricChange> changes = {};       ///< worst first; empty where the definitions differ
  std::int64_t agreeing = 0;                    ///< under another seed: means that agree
  std::int64_t too_few = 0;                     ///< means of fewer than `least_judged` samples, which are not judged
  std::int64_t one_sided = 0;                   ///< means that one side lacks

  /// Both sides have it, by definitions whose numbers cannot be compared.
  [[nodiscard]] bool redefined() const {
    return !old_definition.empty() && !new_definition.empty() && old_definition != new_definition;
  }
  [[nodiscard]] bool is_same() const { return !redefined() && changes.empty() && too_few == 0 && one_sided == 0; }
};

inline constexpr std::int64_t least_judged = 10;
inline constexpr double level_of_agreement = 0.05;  ///< means whose corrected p is below this do not agree

/// All studies of both databases, point by point.
[[nodiscard]] std::vector<StudyChanges> compare_databases(const Reader& older, const Reader& newer,
                                                          double tolerance = usual_tolerance);

}  // namespace apportion::results
