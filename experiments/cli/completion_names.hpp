// The names that can be completed, as candidates for the word that is being typed.
#pragma once

#include <string>
#include <vector>

#include "experiments/cli/typed_line.hpp"

namespace apportion::cli {

/// Words, or patterns of file names as of completions(); whether they begin as what is typed does is not yet looked at.
using Candidates = std::vector<std::string>;

// Words of commands.
[[nodiscard]] Candidates described_things(const TypedLine& line);
[[nodiscard]] Candidates experiments_and_files(const TypedLine& line);
[[nodiscard]] Candidates experiments_and_settings(const TypedLine& line);
[[nodiscard]] Candidates exhibits_and_settings(const TypedLine& line);
[[nodiscard]] Candidates files_and_stored_sweeps(const TypedLine& line);
[[nodiscard]] Candidates experiments_and_stored_sweeps(const TypedLine& line);
[[nodiscard]] Candidates referenced_experiments(const TypedLine& line);
[[nodiscard]] Candidates solved_families(const TypedLine& line);
[[nodiscard]] Candidates drawn_families(const TypedLine& line);

// Values of options.
[[nodiscard]] Candidates algorithm_names(const TypedLine& line);
/// Several, with commas between them, of which the last one is being typed.
[[nodiscard]] Candidates listed_algorithm_names(const TypedLine& line);
[[nodiscard]] Candidates axis_names(const TypedLine& line);
/// "AXIS=", or "AXIS=VALUE,..." behind that.
[[nodiscard]] Candidates axis_settings(const TypedLine& line);
[[nodiscard]] Candidates metric_names(const TypedLine& line);
[[nodiscard]] Candidates value_names(const TypedLine& line);
[[nodiscard]] Candidates chart_names(const TypedLine& line);
[[nodiscard]] Candidates format_names(const TypedLine& line);
[[nodiscard]] Candidates new_algorithm_families(const TypedLine& line);
[[nodiscard]] Candidates kernel_names(const TypedLine& line);
[[nodiscard]] Candidates network_names_and_files(const TypedLine& line);
[[nodiscard]] Candidates distribution_kind_names(const TypedLine& line);

}  // namespace apportion::cli
