// A paper's claims in words, as data: claims, which one SQL statement judges, the paper's sentences with the claims
// that judge each, and statements that the program itself checks, case by case.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/engine/erasure.hpp"
#include "results/exhibit.hpp"
#include "sim/random_stream.hpp"

namespace apportion::engine {

/// One claim. It is judged at its points: the rows of `points` (the text after FROM), with NULLs for points that were
/// not run, so that a claim gets a verdict only if all its points were run.
///
/// The SQL may use all columns of the points, which must not be called setting, measure or holds; `holds` and
/// `measured` may also use the value of `measure`, by that name.
struct Claim {
  std::string text;                        ///< a %s is replaced by the value of `quoted`
  std::string points;                      ///< "shapes WHERE below"
  std::string measure;                     ///< at one point; a number, or NULL
  std::string holds;                       ///< at one point; with `as_one` an aggregate over all of them
  std::string unit = {};                   ///< of the measure, appended to numbers
  int digits = 2;                          ///< decimals of the measure
  std::string measured = {};               ///< an aggregate: the result in words; "": the range of the measure
  bool as_one = false;                     ///< the points are judged together, once
  std::string quoted = {};                 ///< an aggregate, such as a printed number
  std::string standing = "reconstructed";  ///< see results::Judgement
  /// An aggregate: whether the claim holds under a condition that the paper does not state. If the claim fails but this
  /// is true, the verdict is `under a condition`.
  std::string amended = {};
  /// An aggregate: whether few samples suffice for the verdict, as for one counterexample; "": they do not.
  std::string settled = {};
  /// An aggregate: a text, why the claim cannot be judged here; NULL if it can. The verdict is then
  /// results::cannot_be_judged, whatever holds, once all points were run.
  std::string unjudged = {};
  std::string key = {};  ///< its name in sentences of data files; for checked statements their name
};

/// A relation whose numbers are means over samples: claims about it are judged once the experiments behind it have
/// fewest_samples() at each of their points.
struct SampledRelation {
  std::string name;  ///< the first word in the points of a claim; "": all claims
  std::vector<std::string> experiments;
  /// The relevant points of the experiments: SQL over `coordinates` (JSON), the query's parameters and the `setting`.
  std::string condition = "true";
};

/// The number of samples that a verdict needs: a tenth of the experiment's default, but at least 10, or all.
[[nodiscard]] std::int64_t fewest_samples(std::int64_t by_default);

/// The claims of a paper, numbered from 1.
struct ClaimTable {
  /// Relations that the claims' points use, besides views: common table expressions, without WITH; "": nothing.
  std::string relations = {};
  /// The column of every relation whose values distinguish claims, such as latency; "": a claim is one row.
  std::string setting = {};
  std::string label = {};  ///< prefix of the setting's values
  std::vector<Claim> claims = {};
  std::vector<SampledRelation> sampled = {};         ///< needs the parameter :seed
  std::map<std::string, std::int64_t> samples = {};  ///< of the experiments that are sampled, by default
};

/// The claim that no case of a check failed. `checks` is a relation with the columns algorithm, cases and failures,
/// such as the view of a study of checks; measured is the number of cases. `amendment` is the check of the
/// same claim under a condition that the paper does not state; "": there is no such check.
[[nodiscard]] Claim checked_claim(std::string text, std::string_view checks, std::string_view algorithm,
                                  std::string_view amendment = "");

/// The columns claim, `setting` (if given), verdict, measured, points, standing; a row for each claim and setting with
/// any results. The verdict is that of results::verdict_of_points_sql(), `under a condition` if a claim is amended, or
/// `cannot be judged`, with the reason in `measured`. With sampled relations, a claim without enough samples has the
/// verdict "not judged, needs N samples", and a further column, judged_anyway, has the verdict that reference grids
/// compare. Throws std::logic_error unless a claim has both a %s and a value for it, or neither.
[[nodiscard]] std::string claims_sql(const ClaimTable& table);

/// claims_sql() with a layout and judgement: claims down, settings, if any, across. The caller sets name, title and
/// note.
[[nodiscard]] results::Exhibit claims_exhibit(const ClaimTable& table);

/// A sentence that claims something.
struct Sentence {
  std::string place;                       ///< section, lemma or figure
  std::string words;                       ///< a few of its words, to find it by
  std::vector<std::string> claims;         ///< the keys of its claims; empty: nothing judges it
  std::vector<std::string> settings = {};  ///< the settings that it concerns, as shown; empty: all
};

/// A row for each sentence, with the numbers of its claims and the combined verdict: `reproduced` or `not reproduced`
/// if all claims are, `cannot be judged` if no claim can be, otherwise `partly reproduced`; claims that cannot be
/// judged do not count if others can. Empty if one of the claims has no verdict, `no verdict` if the sentence has no
/// claims. The last row counts the verdicts; the note lists the claims that no sentence names. `paper` is its folder,
/// and `says` "Niculescu says". Throws std::logic_error for the key of an unknown claim.
[[nodiscard]] results::Exhibit sentences_exhibit(const std::string& paper, const std::string& says,
                                                 const ClaimTable& table, const std::vector<Sentence>& sentences);

// Statements that the program itself checks, case by case.

/// The source of a statement.
enum class Said : std::uint8_t {
  paper,    ///< the paper, unchanged
  denied,   ///< the paper denies that it always holds
  amended,  ///< the paper's statement, with a correction or condition of ours
  beyond    ///< not in the paper
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
  /// The format of the sizes of a counterexample, at most most_case_sizes, with %d for each: "n=%d p=%d". Or only their
  /// names, "n p" (_: no name): sizes of 0 are then omitted, for cases with fewer sizes than others.
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
  /// The columns of the table, in this order.
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
/// A check that draws its cases.
template <class Subject>
using DrawnCases = std::function<CheckedCases(const Subject& subject, RandomStream& stream)>;

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
