// A user's paper: a folder with studies, printed numbers, exhibits, claims and sentences.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "experiments/sweeps/sweep_file.hpp"
#include "results/records.hpp"

namespace apportion::sweeps {

/// What a user's own exhibits are of: a folder with its studies, or a sweep file with its only one.
struct Paper {
  std::string name;      ///< begins the names of its exhibits: my-paper, or sweeps/mine
  std::string title;     ///< authors, title, year
  std::string run_word;  ///< what `apportion run` takes: the folder or the file
  std::vector<NamedExperiment> studies = {};
  std::vector<SweepExhibit> exhibits = {};
  std::string text = {};  ///< of its files, for readers

  /// That of its studies, unless the command line says otherwise.
  [[nodiscard]] std::uint64_t seed() const { return studies.front().seed(); }
  [[nodiscard]] bool is_folder() const { return studies.front().sweep->definition.paper == name; }
  /// What its exhibits call a study: gaps of my-paper/gaps.
  [[nodiscard]] static const std::string& short_name(const NamedExperiment& study) {
    return study.sweep->definition.name;
  }
};

/// A word of the command line that names a folder with a paper.ini, or what stands in one: FOLDER, FOLDER/NAME.
struct PaperWord {
  std::filesystem::path folder;
  std::string name = {};  ///< of a study or an exhibit; "": all
};

/// Nothing where the word names no such folder. A paper that the program has wins over a folder of its name, which is
/// named as ./NAME.
[[nodiscard]] std::optional<PaperWord> paper_word(const std::string& word);

/// InputError for a name that no folder of a user's paper can have, such as that of a paper which the program has.
void require_paper_name(const std::string& name);

/// Reads and checks all of its files; docs/add-a-paper.md says what may stand in them. InputError, with file and line.
[[nodiscard]] Paper read_paper(const std::filesystem::path& folder);

/// The paper of this name as a run of one of its studies stored it: its exhibits can be shown, and it cannot be run.
[[nodiscard]] Paper read_stored_paper(const std::string& name, const results::SweepText& stored);
/// Whether that is the text of a folder, and not of a sweep.
[[nodiscard]] bool is_stored_paper(const results::SweepText& stored);

/// A sweep file as the paper with its only study.
[[nodiscard]] Paper paper_of(NamedExperiment sweep);

/// The studies that the word names: all, or one of them. InputError for another name, and as of read_paper().
[[nodiscard]] std::vector<NamedExperiment> studies_named(const PaperWord& word);

}  // namespace apportion::sweeps
