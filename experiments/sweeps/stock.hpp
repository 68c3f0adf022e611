// The stored results of one experiment under one seed, for exhibits whose layout depends on them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "experiments/engine/experiment.hpp"
#include "results/database/reader.hpp"
#include "results/database/stored_studies.hpp"
#include "results/records.hpp"

namespace apportion::sweeps {

class Stock {
 public:
  /// `reader` must outlive this.
  Stock(const std::string& experiment, std::int64_t seed, const results::Reader& reader);

  [[nodiscard]] bool empty() const { return study_.algorithms.empty(); }
  [[nodiscard]] const results::StudyKey& key() const { return key_; }
  [[nodiscard]] const std::vector<std::string>& axes() const { return study_.axes; }
  [[nodiscard]] const std::vector<results::Coordinate>& added_axes() const { return study_.added_axes; }
  [[nodiscard]] const std::vector<std::string>& algorithms() const { return study_.algorithms; }
  /// The values on an axis: numbers ascending, then texts.
  [[nodiscard]] std::vector<std::string> values(const std::string& axis) const;

  /// The metric of that name, which must have a direction; for "" the cost that the family's paper compares, else the
  /// first with a direction. InputError if there is none.
  [[nodiscard]] results::MetricRecord compared_metric(const std::string& name) const;

  /// InputError, with the nearest names, for an algorithm or an axis without results of the experiment.
  void require_algorithm(const std::string& name) const;
  void require_axis(const std::string& name) const;
  /// InputError, with the existing values, for another value.
  void require_value(const std::string& axis, const std::string& value) const;

 private:
  const results::Reader& reader_;
  results::StudyKey key_;
  results::ShownStudy study_;
};

/// Whether a user's file defines the experiment; only its points are shown then.
[[nodiscard]] bool is_of_file(const engine::Experiment& experiment);

/// "not run yet: ratio=16; `apportion run e.ini`": what of a file's points, algorithms and samples the database lacks,
/// where it has anything of the study; "" where it has all. `database` is that of --db, which the command names.
[[nodiscard]] std::string not_run_yet(const engine::Experiment& experiment, std::int64_t seed,
                                      const results::Reader& reader, const std::string& database);

}  // namespace apportion::sweeps
