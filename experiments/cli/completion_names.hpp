// The names that can be completed, as candidates for the word that is being typed.
#pragma once

#include "experiments/cli/typed_line.hpp"

namespace apportion::cli {

// Words of commands.
[[nodiscard]] Candidates described_things(const TypedLine& line);
[[nodiscard]] Candidates experiments_and_files(const TypedLine& line);
[[nodiscard]] Candidates experiments_and_settings(const TypedLine& line);
[[nodiscard]] Candidates exhibits_and_settings(const TypedLine& line);
[[nodiscard]] Candidates files_and_stored_sweeps(const TypedLine& line);
[[nodiscard]] Candidates experiments_and_stored_sweeps(const TypedLine& line);
[[nodiscard]] Candidates referenced_experiments(const TypedLine& line);

// Values of options.
[[nodiscard]] Candidates algorithm_names(const TypedLine& line);
/// Several, with commas between them, of which the last one is being typed.
[[nodiscard]] Candidates listed_algorithm_names(const TypedLine& line);
[[nodiscard]] Candidates axis_names(const TypedLine& line);
/// "AXIS=", or "AXIS=VALUE,..." once that is typed.
[[nodiscard]] Candidates axis_settings(const TypedLine& line);
[[nodiscard]] Candidates metric_names(const TypedLine& line);
[[nodiscard]] Candidates value_names(const TypedLine& line);
[[nodiscard]] Candidates chart_names(const TypedLine& line);
/// These words as the first of a command, and nothing after it.
[[nodiscard]] Completer first_word(Candidates candidates);
/// These words, whatever the line.
[[nodiscard]] Completer words(Candidates candidates);
/// Several of these words, with commas between them, of which the last one is being typed.
[[nodiscard]] Completer listed_words(Candidates candidates);

}  // namespace apportion::cli
