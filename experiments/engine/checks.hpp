// Statements of a paper that the program itself checks, case by case: their texts, the exhibit and claims that show the
// results, and the checks as columns of a study.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "experiments/engine/claims.hpp"
#include "experiments/engine/erasure.hpp"
#include "results/exhibit.hpp"
#include "sim/random_stream.hpp"

namespace apportion::engine {

/// The source of a statement.
enum class Said : std::uint8_t {
  paper,    ///< the paper, unchanged
  denied,   ///< the paper denies that it always holds
  amended,  ///< the paper's statement, with a correction or condition of ours
  beyond    ///< the paper does not say it
};

/// In how many of its cases a statement is claimed to hold.
enum class Reach : std::uint8_t {
  always,
  mostly  ///< in more than half: the paper says most, generally, or would expect it
};

/// A statement of a paper. Its check has the same name.
struct CheckedStatement {
  std::int64_t position = 0;  ///< among the paper's statements
  std::string name = {};
  std::string place = {};  ///< in the paper: "Section 4, Lemma 1"
  Said said = Said::paper;
  Reach reach = Reach::always;
  std::string text = {};     ///< the statement, in our own words
  std::string checked = {};  ///< the range of cases, with at most one %d, for CheckedCases::bound
  /// The format of the sizes of a counterexample, at most most_case_sizes, with %d for each: "n=%d p=%d". Or
  /// only their names, "n p" (_: no name): sizes of 0 are then omitted, for cases with fewer sizes than
  /// others.
  std::string sizes = {};
  std::string standing = {};  ///< "reconstructed" if the cases had to be invented; results::Judgement
  /// Of an amended statement: the name of the paper's statement whose claim holds under this condition; "": the amended
  /// statement is a claim of its own.
  std::string amends = {};
  std::string unjudged = {};  ///< why it cannot be judged, whatever the cases show; "" if it can
};

constexpr std::size_t most_case_sizes = 8;

/// The table of a paper's statements.
struct StatementTable {
  std::string view;  ///< the results of the study with case_metrics()
  std::vector<CheckedStatement> statements;
  std::string amended = "the paper, amended by us";  ///< the source of an amended statement
  /// Its columns, in this order.
  std::vector<std::string> columns = {
      "statement", "place",        "said by", "text",     "verdict", "smallest counterexample",
      "checked",   "said to hold", "cases",   "failures", "standing"};
};

/// A row for each statement in order of position, without numbers if it was not checked. Judged by its source, claim by
/// claim if it has a column `standing`, and otherwise only in numbers; the caller sets name and title, and may extend
/// the note. Throws std::out_of_range for an unknown column.
[[nodiscard]] results::Exhibit statements_exhibit(StatementTable table);

/// How the claims of a paper's statements are formed.
struct StatementClaims {
  std::string checks;  ///< a relation with the columns algorithm, cases and failures
  bool names_place = true;
  std::string denial = "not always: ";  ///< prefix of the statements that the paper denies
  /// The relation has a column `counterexample`, NULL without a counterexample; it is shown after the counts.
  bool shows_counterexample = false;
  /// Judges a statement that holds mostly at each of its cases, so that it is `mostly reproduced` if some fail.
  bool judges_cases = false;
};

/// checked_claim() of every statement of the paper, in order of position. If the paper denies a statement, the claim is
/// that some case fails. An amendment becomes the condition of the amended statement's claim; the first one if there
/// are several. Throws std::logic_error for an amendment of a statement that does not exist, or that the paper does not
/// claim to hold always.
[[nodiscard]] std::vector<Claim> statement_claims(std::vector<CheckedStatement> statements, const StatementClaims& how);

/// The counts of a check. The smallest counterexample has the least sum of sizes, then the lexicographically least
/// sizes.
struct CheckedCases {
  std::int64_t bound = 0;  ///< the size up to which cases were checked
  std::int64_t cases = 0;
  std::int64_t failures = 0;
  std::vector<std::int64_t> counterexample = {};  ///< its sizes; empty without a counterexample

  /// Counts a case; without sizes it cannot become the counterexample.
  void add(bool holds, const std::vector<std::int64_t>& sizes = {});
};

/// A check without random draws: a function, or a visit to all cases with a predicate.
template <class Subject>
using CasesUpTo = std::function<CheckedCases(const Subject& subject)>;

/// The function that checks a statement, by the statement's name. The checks of a study share a subject: a bound on the
/// cases, or a random instance.
template <class Subject>
using Check = StudyFunction<Subject, CheckedCases>;

/// `bound`, `cases`, `failures`, and `size1`, `size2`, ... of the smallest counterexample, 0 without one.
/// std::out_of_range for a counterexample of more than most_case_sizes sizes.
[[nodiscard]] Numbers numbers_of(const CheckedCases& cases);

/// The metrics of these numbers, with this many sizes, at most most_case_sizes.
[[nodiscard]] std::vector<Metric> case_metrics(std::size_t sizes = most_case_sizes);

/// The checks as columns of a study. With bounds as subjects it is deterministic and has one sample.
template <class Subject>
[[nodiscard]] std::vector<StudyFunction<Subject, Numbers>> functions_of(const std::vector<Check<Subject>>& checks) {
  std::vector<StudyFunction<Subject, Numbers>> functions;
  for (const Check<Subject>& check : checks)
    functions.push_back(
        {check.name,
         [check](const Subject& subject, RandomStream& stream) { return numbers_of(check(subject, stream)); },
         check.exact_everywhere, check.revision});
  return functions;
}

}  // namespace apportion::engine
