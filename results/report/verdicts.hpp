// What the rows of exhibits say about the papers.
#pragma once

#include <string>
#include <vector>

#include "results/exhibit.hpp"
#include "results/rows.hpp"

namespace apportion::results {

[[nodiscard]] std::string_view outcome_name(Outcome outcome);
/// For class attributes: good, partly, bad.
[[nodiscard]] std::string_view outcome_class(Outcome outcome);

/// One row with a verdict.
struct JudgedRow {
  std::string claim;    ///< "" where the judgement only counts
  std::string setting;  ///< such as the sampling model, and which rows the judgement looks at
  std::string verdict;  ///< in the exhibit's words
  std::string standing;
  Outcome outcome = Outcome::not_reproduced;
};

/// In the order of the rows. Throws InputError for a column that the rows do not have, std::invalid_argument for a
/// verdict that is not on the scale.
[[nodiscard]] std::vector<JudgedRow> judged_rows(const Exhibit& exhibit, const Judgement& judgement, const Rows& rows);

}  // namespace apportion::results
