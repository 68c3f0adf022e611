// Comparisons with certainty as exhibits: ratios of means with their intervals, and where one algorithm overtakes
// another.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "experiments/engine/catalogue.hpp"
#include "results/database/reader.hpp"

namespace apportion::sweeps {

struct ComparisonRequest {
  std::string experiment = {};
  std::string name = {};                     ///< of the exhibit
  std::string title = {};                    ///< "": made of what is asked
  std::vector<std::string> algorithms = {};  ///< canonical names; empty: all that there are
  std::vector<std::string> order =
      {};                    ///< of the algorithms where the request names no algorithm: as the study lists them
  std::string against = {};  ///< the one rival of all others; "": all pairs, the earlier over the later
  std::string metric = {};   ///< "": the cost that the family's paper compares
  std::string along = {};    ///< axis of the chart and of the crossings; "": chosen, and all axes
  std::map<std::string, std::string> fixed = {};  ///< axis -> the values to look at, comma-separated
  /// Which of the chart's axes, x and y, are logarithmic. Nothing: x, where its steps ask for it.
  std::optional<std::vector<std::string>> log = std::nullopt;
  /// The axes whose values meet the same samples. Nothing where that is not known: then the samples of all points are
  /// drawn together, which is right for either kind of axis, but the row over all points has a wider interval.
  std::optional<std::vector<std::string>> applied = std::nullopt;
  std::string run_word = {};  ///< what `apportion run` takes to make the results
};

/// The table of ratios with its chart; where numbers stand along an axis one with the crossings, called NAME-crossings;
/// and what it comes to, a sentence for each pair, called NAME-sentences. Instances of a file are the samples of a
/// point, unless the request looks along them. Their rows are computed when they are asked for, once for all. What
/// there is, is read from the database: where the experiment has no results under that seed the table has no rows.
///
/// InputError for an unknown axis, algorithm or metric, for fewer than two algorithms and for more than 10 000 rows;
/// when the rows are computed also where single samples are not stored, naming --keep-samples.
[[nodiscard]] std::vector<engine::CatalogueExhibit> comparison_exhibits(const ComparisonRequest& request,
                                                                        std::int64_t seed,
                                                                        const results::Reader& reader);

}  // namespace apportion::sweeps
