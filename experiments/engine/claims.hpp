// What a paper claims in words, as data: claims, which one SQL statement judges, and the paper's sentences with the
// claims that judge each.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "results/exhibit.hpp"

namespace apportion::engine {

/// One claim. It is judged at its points: the rows that follow FROM in `points`, where a point that was not run has
/// NULLs, so that a claim gets a verdict only where all its points were run.
///
/// The SQL may use all columns of the points, which must not be called setting, measure or holds; `holds` and
/// `measured` may also use the value of `measure`, by that name.
struct Claim {
  std::string text;           ///< where it has a %s, the value of `quoted` stands there
  std::string points;         ///< "shapes WHERE below"
  std::string measure;        ///< at one point; a number, or NULL
  std::string holds;          ///< at one point; with `as_one` an aggregate over all of them
  std::string unit = {};      ///< of the measure, as it follows numbers
  int digits = 2;             ///< decimals of the measure
  std::string measured = {};  ///< an aggregate, what was measured in words; "": from the least to the greatest measure
  bool as_one = false;        ///< the points together are judged once
  std::string quoted = {};    ///< an aggregate, such as a printed number
  std::string standing = "reconstructed";  ///< see results::Judgement
  /// An aggregate: whether it holds under a condition that the paper does not state. Where the claim does not hold as
  /// it stands, but this is true, the verdict is `under a condition`.
  std::string amended = {};
  /// An aggregate: whether few samples are enough for the verdict, as one counterexample is; "": they are not.
  std::string settled = {};
  /// An aggregate: why nothing here can judge the claim, as a text; NULL where it can be judged. The verdict is then
  /// results::cannot_be_judged, whatever holds, once all points were run.
  std::string unjudged = {};
  std::string key = {};  ///< by which sentences of data files name it; of a checked statement the statement's name
};

/// A relation whose numbers are means over samples: the claims about it are judged once the experiments behind it have
/// as many as fewest_samples() says, at each of their points.
struct SampledRelation {
  std::string name;  ///< the word with which the points of a claim begin; "": all claims
  std::vector<std::string> experiments;
  /// Which of the experiments' points count: SQL over `coordinates` (JSON), the query's parameters and the `setting`.
  std::string condition = "true";
};

/// How many samples a verdict takes: a tenth of those that the experiment draws by default, but at least 10, or all.
[[nodiscard]] std::int64_t fewest_samples(std::int64_t by_default);

/// The claims of a paper, numbered from 1.
struct ClaimTable {
  /// What the claims' points name, besides views: a list of common table expressions, without WITH; "": nothing.
  std::string relations = {};
  /// The column of every relation by whose values claims are told apart, such as latency; "": a claim is one row.
  std::string setting = {};
  std::string label = {};  ///< stands before the setting's values
  std::vector<Claim> claims = {};
  std::vector<SampledRelation> sampled = {};         ///< needs the parameter :seed
  std::map<std::string, std::int64_t> samples = {};  ///< of the experiments that are sampled, by default
};

/// The claim that no case of a check failed. `checks` is a relation with the columns algorithm, cases and failures,
/// such as the view of a study of checks (checks.hpp); measured is how many cases there were. `amendment` is the
/// check of the same claim under a condition that the paper does not state; "": there is no such check.
[[nodiscard]] Claim checked_claim(std::string text, std::string_view checks, std::string_view algorithm,
                                  std::string_view amendment = "");

/// The columns claim, `setting` (where there is one), verdict, measured, points, standing; a row for each claim and
/// setting for which anything was run. The verdict is that of results::verdict_of_points_sql(), `under a condition`
/// where a claim is amended, or `cannot be judged`, with the reason in `measured`. With sampled relations a claim that
/// lacks samples has the verdict "not judged, needs N samples", and one more column, judged_anyway, has what reference
/// grids are compared by. Throws std::logic_error for a claim that has a %s and nothing to stand there, or the other
/// way round.
[[nodiscard]] std::string claims_sql(const ClaimTable& table);

/// claims_sql() laid out and judged: claims down, settings, where there are some, across. Name, title and note are the
/// caller's.
[[nodiscard]] results::Exhibit claims_exhibit(const ClaimTable& table);

/// A sentence that claims something.
struct Sentence {
  std::string place;                       ///< section, lemma or figure
  std::string words;                       ///< a few of its own, to find it by
  std::vector<std::string> claims;         ///< their keys; empty: nothing judges it
  std::vector<std::string> settings = {};  ///< of the claims, those that it is about, as shown; empty: all
};

/// A row for each sentence, with the numbers of its claims and the verdict that follows from theirs: `reproduced` or
/// `not reproduced` where all are, `cannot be judged` where no claim can be, otherwise `partly reproduced`; of some
/// claims that cannot be judged only the others count. Nothing where one of the claims has no verdict, `no verdict`
/// where there is none. The last row counts them; the note lists the claims that no sentence names. `paper` is its
/// folder, and `who` "Niculescu says". Throws std::logic_error for a key that no claim has.
[[nodiscard]] results::Exhibit sentences_exhibit(const std::string& paper, const std::string& who,
                                                 const ClaimTable& table, const std::vector<Sentence>& sentences);

}  // namespace apportion::engine
