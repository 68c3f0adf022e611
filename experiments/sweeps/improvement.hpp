// Improvement over a rival in percent, laid out by axes: the papers' percentage tables for any experiment.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "results/database/reader.hpp"
#include "results/exhibit.hpp"

namespace apportion::sweeps {

/// Rows, columns and pages are axes or "algorithm"; columns and pages may be left out ("").
struct ImprovementRequest {
  std::string experiment = {};
  std::string name = {};                     ///< of the exhibit
  std::string title = {};                    ///< "": made of what is asked
  std::string rival = {};                    ///< canonical name
  std::vector<std::string> algorithms = {};  ///< canonical names; empty: all but the rival
  std::string metric = {};                   ///< "": the cost that the family's paper compares
  std::string rows = {};
  std::string columns = {};
  std::string pages = {};
  std::map<std::string, std::string> fixed = {};  ///< axis -> its one value; the query's parameters
};

/// 100 (mean of the rival - mean) / mean of the rival: of means, as the papers do. Where more of the metric is better
/// the sign is turned. Several algorithms that are neither rows nor columns nor pages become columns, or pages where
/// there are columns.
///
/// What there is, is read from the database. InputError for an unknown axis, algorithm or metric, and for an axis that
/// has several values and is neither laid out nor fixed. Where the experiment has no results under that seed the
/// exhibit's query answers nothing.
[[nodiscard]] results::Exhibit improvement_exhibit(const ImprovementRequest& request, std::int64_t seed,
                                                   const results::Reader& reader);

}  // namespace apportion::sweeps
