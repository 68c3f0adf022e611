// What the rows of exhibits say about the papers.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "results/exhibit.hpp"
#include "results/rows.hpp"

namespace apportion::results {

/// In the order in which they are counted.
inline constexpr std::array outcomes = {Outcome::reproduced, Outcome::partly, Outcome::not_reproduced,
                                        Outcome::conditional, Outcome::unjudged};

[[nodiscard]] std::string_view outcome_name(Outcome outcome);
/// For class attributes.
[[nodiscard]] std::string_view outcome_class(Outcome outcome);

/// One row with a verdict.
struct JudgedRow {
  std::string claim;    ///< "" where the judgement only counts
  std::string setting;  ///< such as the sampling model, and which rows the judgement looks at
  std::string verdict;  ///< in the exhibit's words
  std::string standing;
  Outcome outcome = Outcome::not_reproduced;
};

/// Neither "" nor "not judged, ...", with which a claim says that a run had too few samples for a verdict.
[[nodiscard]] bool is_judged(std::string_view verdict);

/// In the order of the rows, without those that are not judged. Throws InputError for a column that the rows do not
/// have, std::invalid_argument for a verdict that is not on the scale.
[[nodiscard]] std::vector<JudgedRow> judged_rows(const Exhibit& exhibit, const Judgement& judgement, const Rows& rows);

/// A claim with all that an exhibit says of it, or one value of a judgement that only counts.
struct JudgedClaim {
  std::string exhibit;
  std::vector<JudgedRow> rows;  ///< one for each of the circumstances; at least one

  [[nodiscard]] const std::string& claim() const { return rows.front().claim; }
  /// What it is under all circumstances that can be judged; partly where they differ.
  [[nodiscard]] Outcome outcome() const;
  /// What a row rests on; "" where none does.
  [[nodiscard]] std::string standing() const;
};

/// In the order in which the claims appear. Throws as judged_rows().
[[nodiscard]] std::vector<JudgedClaim> judged_claims(const Exhibit& exhibit, const Judgement& judgement,
                                                     const Rows& rows);

/// How many claims have rows, and in none of them a verdict yet.
[[nodiscard]] std::int64_t claims_to_judge(const Exhibit& exhibit, const Judgement& judgement, const Rows& rows);

/// Whether the judgement is of printed numbers, and not of claims or of what is only computed: the rows have a column
/// `printed`.
[[nodiscard]] bool judges_printed_numbers(const Judgement& judgement, const Rows& rows);

/// A printed number with a verdict; without a number where the cell is a text.
struct PrintedNumber {
  std::optional<double> printed;
  std::optional<double> ours;  ///< expected, where an interval judges it
  double chance = 1;           ///< that it agrees, if the model is true
  bool agrees = false;         ///< by the algorithms as they are described
  bool agrees_with_more = false;
};
[[nodiscard]] std::vector<PrintedNumber> printed_numbers(const Exhibit& exhibit, const Judgement& judgement,
                                                         const Rows& rows);

struct Tally {
  std::array<std::int64_t, outcomes.size()> counts = {};  ///< in the order of `outcomes`
  std::int64_t calibrated = 0;                            ///< of all
  std::int64_t reconstructed = 0;                         ///< of all

  [[nodiscard]] std::int64_t of(Outcome outcome) const;
  [[nodiscard]] std::int64_t total() const;
  Tally& operator+=(const Tally& other);
};

[[nodiscard]] Tally tally_of(const std::vector<JudgedClaim>& claims);

}  // namespace apportion::results
