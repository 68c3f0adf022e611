// Runs of experiments into databases, for tests that use their results.
#pragma once

#include <filesystem>
#include <string>

#include "experiments/engine/plan.hpp"

namespace apportion::testing_support {

/// Runs a narrowed experiment of the catalogue, timed or not, to its end. No unit may fail.
void run_into(const std::filesystem::path& file, const std::string& experiment, const engine::RunRequest& request = {});

}  // namespace apportion::testing_support
