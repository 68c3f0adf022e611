// Statements of a paper that the program checks itself, case by case: what is said of each, and the exhibit and the
// claims that show what came out. checks.hpp has the study that checks them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/engine/claims.hpp"
#include "results/exhibit.hpp"

namespace apportion::engine {

/// Where the statement comes from.
enum class Said : std::uint8_t {
  paper,    ///< the paper, as it stands
  denied,   ///< the paper says that it does not always hold
  amended,  ///< the paper's statement, with a correction or condition of ours
  beyond    ///< the paper does not say it
};

/// In how many of its cases a statement is said to hold.
enum class Reach : std::uint8_t {
  always,
  mostly  ///< in more than half: the paper says most, generally, or would expect it
};

/// A statement of a paper. Its name is also that of its check.
struct CheckedStatement {
  std::int64_t position = 0;  ///< among the paper's statements
  std::string name = {};
  std::string place = {};  ///< in the paper: "Section 4, Lemma 1"
  Said said = Said::paper;
  Reach reach = Reach::always;
  std::string text = {};     ///< what is stated, in our own words
  std::string checked = {};  ///< the range of cases, with at most one %d, for CheckedCases::bound
  /// How the sizes of a counterexample, at most most_case_sizes, are spelled: with %d for each of them, "n=%d p=%d". Or
  /// their names alone, "n p" (_: no name): then those that are 0 are left out, for cases that have fewer sizes than
  /// others.
  std::string sizes = {};
  std::string standing = {};  ///< "reconstructed" where the cases had to be invented; results::Judgement
  /// Of an amended statement: the name of the paper's statement whose claim holds under this condition; "": it is a
  /// claim of its own.
  std::string amends = {};
  std::string unjudged = {};  ///< why it cannot be judged, whatever the cases show; "": it can
};

constexpr std::size_t most_case_sizes = 8;

/// The table of a paper's statements.
struct StatementTable {
  std::string view;  ///< the results of the study with case_metrics()
  std::vector<CheckedStatement> statements;
  std::string amended = "the paper, amended by us";  ///< the source of an amended statement
  /// Which columns it has, in this order.
  std::vector<std::string> columns = {
      "statement", "place",        "said by", "text",     "verdict", "smallest counterexample",
      "checked",   "said to hold", "cases",   "failures", "standing"};
};

/// A row for each statement in order of position, without numbers where it was not checked. Judged by its source,
/// claim by claim where it has a column `standing`, and otherwise in numbers only; name, title and note are the
/// caller's, who may add to the note. Throws std::out_of_range for a column that does not exist.
[[nodiscard]] results::Exhibit statements_exhibit(StatementTable table);

/// How the claims of a paper's statements are put.
struct StatementClaims {
  std::string checks;  ///< a relation with the columns algorithm, cases and failures
  bool names_place = true;
  std::string denial = "not always: ";  ///< stands before what the paper denies
  /// The relation has a column `counterexample`, NULL where there is none; it is shown after the counts.
  bool shows_counterexample = false;
  /// What is said to hold mostly is judged at each of its cases, so that it is `mostly reproduced` where some fail.
  bool judges_cases = false;
};

/// checked_claim() of every statement but those beyond the paper, in order of position. Where the paper denies it, the
/// claim is that some case fails. What amends a statement is the condition of that one's claim; the first counts where
/// there are several. Throws std::logic_error for what amends none of them that the paper says to hold always.
[[nodiscard]] std::vector<Claim> statement_claims(std::vector<CheckedStatement> statements, const StatementClaims& how);

}  // namespace apportion::engine
