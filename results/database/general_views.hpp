// The views that do not depend on an experiment: what the rest of the program, and users, may ask for without knowing
// the tables. docs/results-format.md describes them: runs, failures, published_numbers, measurements, measured_times,
// stored_experiments; and shown_columns, which says which columns the other views show.
#pragma once

#include <string>
#include <vector>

namespace apportion::results {

struct View {
  std::string name;
  std::string sql;  ///< CREATE VIEW ...
};

[[nodiscard]] std::vector<View> general_views();

}  // namespace apportion::results
