// A user's paper: a folder with studies, printed numbers, exhibits, claims and sentences.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "experiments/engine/reference.hpp"
#include "experiments/sweeps/sweep_file.hpp"
#include "results/records.hpp"

namespace apportion::sweeps {

/// A word of the command line that names a folder with a paper.ini, or what stands in one: FOLDER, FOLDER/NAME.
struct PaperWord {
  std::filesystem::path folder;
  std::string name = {};  ///< of a study or an exhibit; "": all
};

/// Nothing where the word names no such folder. A paper that the program has wins over a folder of its name, which is
/// named as ./NAME; its exhibits and studies are then those of PARENT-NAME.
[[nodiscard]] std::optional<PaperWord> paper_word(const std::string& word);

/// InputError for a name that no folder of a user's paper can have, such as that of a paper which the program has.
void require_paper_name(const std::string& name);

/// Reads and checks all of its files; docs/add-a-paper.md says what may stand in them. InputError, with file and line.
[[nodiscard]] Paper read_paper(const std::filesystem::path& folder);

/// The paper of this name as a run of one of its studies stored it: its exhibits can be shown, and it cannot be run.
[[nodiscard]] Paper read_stored_paper(const std::string& name, const results::SweepText& stored);

/// That of FILE.ini, FOLDER or FOLDER/NAME, whose studies are then all; InputError as of read_sweep_file() and
/// read_paper(), and for another word.
[[nodiscard]] Paper paper_named(const std::string& word);

/// The studies that the word names: all, or one of them. InputError for another name, and as of read_paper().
[[nodiscard]] std::vector<engine::Experiment> studies_named(const PaperWord& word);

}  // namespace apportion::sweeps
