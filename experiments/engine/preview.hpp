// What a run would do, without touching the database.
#pragma once

#include "experiments/engine/plan.hpp"
#include "results/database/reader.hpp"

namespace apportion::engine {

/// The work that make_plan() would find. `reader` is nullptr where there is no database yet.
[[nodiscard]] Work preview(const Experiment& experiment, const StudyColumns& columns, const RunRequest& request,
                           const results::Reader* reader);

}  // namespace apportion::engine
