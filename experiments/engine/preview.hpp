// What a run would do, without touching the database.
#pragma once

#include "experiments/engine/plan.hpp"
#include "results/database/reader.hpp"

namespace apportion::engine {

struct Preview {
  std::int64_t units = 0;          ///< to do
  std::int64_t units_present = 0;  ///< there already, failures that are not tried again included
  std::int64_t units_failed = 0;   ///< of those, the failures
  std::vector<Point> points;
  std::vector<Task> tasks;  ///< what make_plan() would plan
};

/// Counts what make_plan() would plan. `reader` is nullptr where there is no database yet.
[[nodiscard]] Preview preview(const Experiment& experiment, const StudyColumns& columns, const RunRequest& request,
                              const results::Reader* reader);

}  // namespace apportion::engine
