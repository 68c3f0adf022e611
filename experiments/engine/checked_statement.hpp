// Statements of a paper that the program checks itself, case by case: what is said of each, how its cases become
// metrics, and the exhibit and the claims that show what came out.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/engine/checked_cases.hpp"
#include "experiments/engine/claims.hpp"
#include "experiments/engine/study.hpp"
#include "results/exhibit.hpp"

namespace apportion::engine {

/// Who says so.
enum class Said : std::uint8_t {
  paper,    ///< the paper, as it stands
  denied,   ///< the paper says that it does not always hold
  amended,  ///< the paper's statement, with a correction or condition of ours
  beyond    ///< nobody
};

/// In how many of its cases a statement is said to hold.
enum class Reach : std::uint8_t {
  always,
  mostly  ///< in more than half: the paper says most, generally, or would expect it
};

/// A statement of a paper. The study's algorithm of this name checks it, and its answer is a CheckedCases.
struct CheckedStatement {
  std::int64_t position = 0;  ///< among the paper's statements
  std::string name = {};
  std::string place = {};  ///< in the paper: "Section 4, Lemma 1"
  Said said = Said::paper;
  Reach reach = Reach::always;
  std::string text = {};                ///< what is stated, in our own words
  std::string checked = {};             ///< the range of cases, with at most one %d, for CheckedCases::bound
  std::vector<std::string> sizes = {};  ///< what the sizes of a case are called; at most most_case_sizes
  std::string standing = {};            ///< "reconstructed" where the cases had to be invented; results::Judgement
};

constexpr std::size_t most_case_sizes = 8;

/// The numbers of a CheckedCases. The sizes are those of the smallest counterexample; 0: it has none, or fewer.
struct CaseMeasures {
  double bound = 0;
  double cases = 0;
  double failures = 0;
  double size1 = 0;
  double size2 = 0;
  double size3 = 0;
  double size4 = 0;
  double size5 = 0;
  double size6 = 0;
  double size7 = 0;
  double size8 = 0;
};

/// Throws std::out_of_range for a counterexample of more than most_case_sizes sizes.
[[nodiscard]] CaseMeasures case_measures(const CheckedCases& cases);

[[nodiscard]] std::vector<Metric<CaseMeasures>> case_metrics();

/// A row for each statement in order of position, with its verdict, smallest counterexample and number of cases;
/// `view` has the results of the study with case_metrics(). Judged by who says so; name and title are the caller's.
[[nodiscard]] results::Exhibit statements_exhibit(std::string_view view, std::vector<CheckedStatement> statements);

/// checked_claim() of a statement, by its place and text. Where the paper denies it, the claim is that some case fails.
[[nodiscard]] Claim statement_claim(const CheckedStatement& statement, std::string_view checks);

}  // namespace apportion::engine
