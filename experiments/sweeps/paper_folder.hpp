// A user's paper: a folder with studies, printed numbers, exhibits, claims and sentences.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "experiments/engine/reference.hpp"
#include "experiments/sweeps/sweep_file.hpp"
#include "results/records.hpp"

namespace apportion::sweeps {

/// A word of the command line that names a folder with a paper.ini, or a study or exhibit in it: FOLDER, FOLDER/NAME.
struct PaperWord {
  std::filesystem::path folder;
  std::string name = {};  ///< the study or exhibit; "": all
};

/// Nothing if the word names no such folder. A built-in paper has precedence over a folder of its name, which is
/// written as ./NAME and then called PARENT-NAME.
[[nodiscard]] std::optional<PaperWord> paper_word(const std::string& word);

/// InputError for a name that a user's paper cannot have, such as that of a built-in paper.
void require_paper_name(const std::string& name);

/// Reads and checks all of its files, as described in docs/add-a-paper.md. InputError, with file and line.
[[nodiscard]] Paper read_paper(const std::filesystem::path& folder);

/// The paper of this name as stored by a run of one of its studies: its exhibits can be shown, but it cannot be run.
[[nodiscard]] Paper read_stored_paper(const std::string& name, const results::SweepText& stored);

/// The paper of FILE.ini, FOLDER or FOLDER/NAME, with all its studies. InputError as of read_sweep_file() and
/// read_paper(), and for another word.
[[nodiscard]] Paper paper_named(const std::string& word);

}  // namespace apportion::sweeps
