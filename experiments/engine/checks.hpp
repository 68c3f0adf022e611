// Checks: plain functions that look at the cases of a statement up to given bounds, and the study that runs a paper's.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

#include "experiments/engine/checked_statement.hpp"
#include "experiments/engine/experiment.hpp"
#include "sim/random_stream.hpp"

namespace apportion::engine {

/// The counts of a check. The smallest counterexample has the least sum of sizes, then the least sizes from the first
/// on.
struct CheckedCases {
  std::int64_t bound = 0;  ///< up to which size cases were looked at
  std::int64_t cases = 0;
  std::int64_t failures = 0;
  std::vector<std::int64_t> counterexample = {};  ///< its sizes; empty where there is none

  /// Without sizes a case is counted and becomes no counterexample.
  void add(bool holds, const std::vector<std::int64_t>& sizes = {});
};

/// A check that draws nothing: a function, or a visit to all cases with what is to hold of each.
template <class Subject>
using CasesUpTo = std::function<CheckedCases(const Subject& subject)>;

/// A statement and the function that checks it. A subject is what all checks of a study look at: how far they go, or an
/// instance that was drawn. A check takes of its subject and its own stream what it needs.
template <class Subject>
struct Check : CheckedStatement {
  std::variant<CasesUpTo<Subject>, CheckedCases (*)(const Subject&, RandomStream&), CheckedCases (*)(),
               CheckedCases (*)(RandomStream&)>
      function;
  int revision = 1;  ///< grows whenever an answer can change

  [[nodiscard]] CheckedCases cases(const Subject& subject, RandomStream& stream) const {
    return std::visit(
        [&](const auto check) {
          if constexpr (std::is_invocable_v<decltype(check)>)
            return check();
          else if constexpr (std::is_invocable_v<decltype(check), const Subject&>)
            return check(subject);
          else if constexpr (std::is_invocable_v<decltype(check), RandomStream&>)
            return check(stream);
          else
            return check(subject, stream);
        },
        function);
  }
};

/// The checks of several themes in order of position.
template <class Subject>
[[nodiscard]] std::vector<Check<Subject>> in_order(std::initializer_list<std::vector<Check<Subject>>> themes) {
  std::vector<Check<Subject>> all;
  for (const std::vector<Check<Subject>>& theme : themes) all.insert(all.end(), theme.begin(), theme.end());
  std::ranges::stable_sort(all, {}, &Check<Subject>::position);
  return all;
}

template <class Subject>
[[nodiscard]] std::vector<CheckedStatement> statements_of(const std::vector<Check<Subject>>& checks) {
  return {checks.begin(), checks.end()};
}

/// A check at a point, without its subject's type. `sample` is the stream of the sample, the same for all checks.
struct PointCheck {
  std::string name;
  int revision = 1;
  std::function<CheckedCases(const Point& point, RandomStream& sample, RandomStream& stream)> cases;
};

template <class Subject>
[[nodiscard]] std::vector<PointCheck> point_checks(const std::vector<Check<Subject>>& checks,
                                                   Subject (*subject)(const Point& point, RandomStream& sample)) {
  std::vector<PointCheck> made;
  for (const Check<Subject>& check : checks)
    made.push_back(
        {check.name, check.revision, [check, subject](const Point& point, RandomStream& sample, RandomStream& stream) {
           return check.cases(subject(point, sample), stream);
         }});
  return made;
}

/// Which number of a CheckedCases a metric is; first_size + k: the size k of the smallest counterexample, 0 where there
/// is none.
enum CaseNumber : std::size_t { case_bound, case_count, case_failures, first_size };

struct CaseMetric {
  results::MetricRecord record;
  std::size_t number = case_count;
};

/// All numbers of the cases. Throws std::out_of_range for a counterexample of more than most_case_sizes sizes.
[[nodiscard]] std::vector<double> case_numbers(const CheckedCases& cases);

/// bound, cases, failures and as many sizes, at most most_case_sizes, as a study's counterexamples have.
[[nodiscard]] std::vector<CaseMetric> case_metrics(std::size_t sizes = most_case_sizes);

/// A bound of the checks as an axis: a whole number from `least` to `most`.
[[nodiscard]] Axis bound_axis(const std::string& name, const std::string& title, double least, double most,
                              double value);

/// A study whose columns are checks. Where the subject is bounds it is deterministic and has one sample.
struct CheckingStudy {
  std::string name = {};
  std::string title = {};
  std::string claim = {};
  std::string source = {};
  std::vector<Axis> axes = {};
  std::vector<PointCheck> checks = {};
  std::vector<CaseMetric> metrics = case_metrics();
  bool deterministic = true;
  bool exact_everywhere = true;
  std::int64_t samples = 1;
  std::int64_t chunk_size = 1;
  /// Shows a drawn subject as one JSON line; nullptr: there is none.
  std::function<std::string(const Point& point, RandomStream& sample)> instance = nullptr;
};

[[nodiscard]] Experiment checking_experiment(const CheckingStudy& checking);

}  // namespace apportion::engine
