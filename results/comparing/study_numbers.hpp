// The numbers of a study in a database as series, and the differences of two databases.
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

/// The algorithms and the metric to be read; empty: all.
struct NumbersChoice {
  std::vector<std::string> algorithms = {};  ///< canonical names, without pairs
  std::string metric = {};
};

/// The numbers that the views show: those of the newest definition, and of each column's newest revision with a
/// completed point.
class StudyNumbers {
 public:
  /// Empty if the database does not have the study. `reader` must outlive this.
  StudyNumbers(const Reader& reader, const StudyKey& key, NumbersChoice choice = {});

  /// "" if the database does not have the study.
  [[nodiscard]] const std::string& definition() const { return definition_; }
  [[nodiscard]] const std::vector<std::string>& axes() const { return axes_; }
  /// Points in the spelling of SeriesKey, sorted.
  [[nodiscard]] std::vector<std::string> points() const;
  /// The coordinates of one point as stored: without axes that were added later and have their default value there.
  [[nodiscard]] std::vector<Coordinate> coordinates(const std::string& point) const;
  /// The most samples that an algorithm tried at one point, including those that failed.
  [[nodiscard]] std::int64_t samples_at(const std::string& point) const;
  /// The series at one point; empty if there is no such point. Units that failed have no numbers.
  [[nodiscard]] SeriesSet at(const std::string& point) const;
  /// The series at all points; for small studies, since all are in memory.
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
  [[nodiscard]] bool is_same() const { return !redefined() && changes.empty() && too_few == 0 && one_sided == 0; }
};

inline constexpr std::int64_t least_judged = 10;
inline constexpr double level_of_agreement = 0.05;  ///< means whose corrected p is below this do not agree

/// Compares all studies of two databases, point by point.
[[nodiscard]] std::vector<StudyChanges> compare_databases(const Reader& older, const Reader& newer,
                                                          double tolerance = usual_tolerance);

}  // namespace apportion::results
