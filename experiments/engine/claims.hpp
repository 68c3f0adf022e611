// A paper's claims in words, as data: claims, which one SQL statement judges, and the paper's sentences with the claims
// that judge each.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "results/exhibit.hpp"

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
/// such as the view of a study of checks (checks.hpp); measured is the number of cases. `amendment` is the check of the
/// same claim under a condition that the paper does not state; "": there is no such check.
[[nodiscard]] Claim checked_claim(std::string text, std::string_view checks, std::string_view algorithm,
                                  std::string_view amendment = "");

/// The columns claim, `setting` (if given), verdict, measured, points, standing; a row for each claim and setting
/// with any results. The verdict is that of results::verdict_of_points_sql(), `under a condition` if a claim is
/// amended, or `cannot be judged`, with the reason in `measured`. With sampled relations, a claim without enough
/// samples has the verdict "not judged, needs N samples", and a further column, judged_anyway, has the verdict
/// that reference grids compare. Throws std::logic_error unless a claim has both a %s and a value for it, or
/// neither.
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
/// and `who` "Niculescu says". Throws std::logic_error for the key of an unknown claim.
[[nodiscard]] results::Exhibit sentences_exhibit(const std::string& paper, const std::string& who,
                                                 const ClaimTable& table, const std::vector<Sentence>& sentences);

}  // namespace apportion::engine
