// Who runs what, where: the record that a run leaves in the database.
#pragma once

#include <string>

#include "results/records.hpp"

namespace apportion::cli {

/// `threads` 0 stands for all cores.
[[nodiscard]] results::RunRecord run_record(const std::string& command, int threads);

}  // namespace apportion::cli
