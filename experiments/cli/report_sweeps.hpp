// The user's own sweeps within a report.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "experiments/cli/exhibit_rows.hpp"
#include "results/report/report.hpp"

namespace apportion::cli {

/// The sweeps that the words name, FILE.ini or sweeps/NAME; where there are none, all of the database, those whose text
/// is not stored with the reason. `seed`: of their results, else what each file says, or the run that stored its text.
/// An exhibit that cannot be shown is a line among the sweep's problems. InputError for another word, a file that
/// cannot be read, and a study that is named twice. Checks the database fully before it reads it.
[[nodiscard]] std::vector<results::ReportSweep> report_sweeps(const std::vector<std::string>& words,
                                                              const ExhibitRequest& request,
                                                              std::optional<std::int64_t> seed,
                                                              const std::filesystem::path& database);

}  // namespace apportion::cli
