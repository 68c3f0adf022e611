// The collection of instances within a report.
#pragma once

#include <filesystem>

#include "results/report/report.hpp"

namespace apportion::cli {

/// Gaps and methods of all families, performance profiles, and the instances, the open ones first and drawn with their
/// best solutions. No exhibits where the folder has no index. InputError for a damaged one.
[[nodiscard]] results::ReportPaper instances_paper(const std::filesystem::path& folder);

}  // namespace apportion::cli
