// Sweep files, their algorithms, and what a word of the command line names: an experiment, a paper or such a file.
#pragma once

#include <cstdint>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "algorithms/own_algorithm.hpp"
#include "experiments/engine/experiment.hpp"
#include "experiments/engine/reference.hpp"
#include "experiments/engine/statements.hpp"
#include "experiments/engine/study.hpp"
#include "experiments/sweeps/ini.hpp"
#include "results/exhibit.hpp"
#include "sim/random_stream.hpp"

namespace apportion::sweeps {

/// A statement in which all words are replaced, and the experiments whose results it reads by name.
struct OwnStatement {
  std::string sql = {};
  std::set<std::string> experiments = {};
  engine::StatementChecker::Place place = {};  ///< in the user's files
  results::Settings parameters = {};
};

/// What a user's own exhibits are of: a folder with its studies, or a sweep file with its only one.
struct Paper {
  std::string name = {};      ///< begins the names of its exhibits: my-paper, or sweeps/mine
  std::string title = {};     ///< authors, title, year
  std::string run_word = {};  ///< what `apportion run` takes: the folder or the file
  std::vector<engine::Experiment> studies = {};
  std::vector<results::Exhibit> exhibits = {};
  std::vector<OwnStatement> statements = {};           ///< of the exhibits
  std::string text = {};                               ///< of its files, for readers
  std::uint64_t seed = default_seed;                   ///< of its runs, or of the run that stored it
  std::vector<engine::ReferenceGrid> references = {};  ///< of the program's own papers
  bool declared_grids_only = true;                     ///< see engine::Paper
  int place = 0;                                       ///< see engine::Paper

  [[nodiscard]] bool is_folder() const { return studies.front().declared->paper == name; }
};

/// What its exhibits call a study that a file defines: gaps of my-paper/gaps.
[[nodiscard]] std::string short_name(const engine::Experiment& study);
/// The seed that its runs have unless the command line says otherwise.
[[nodiscard]] std::uint64_t seed_of(const engine::Experiment& study);
/// What `apportion run` takes to run it: its name, the file, or the paper's folder.
[[nodiscard]] const std::string& run_word_of(const engine::Experiment& study);

/// Whether a word of the command line names a sweep file: it ends in ".ini".
[[nodiscard]] bool is_sweep_file(const std::string& word);

/// Reads and checks the file and those that it names, such as clusters, which are relative to its folder;
/// docs/sweeps.md says what may stand in it. InputError names the file, the line, and what would be right.
[[nodiscard]] Paper read_sweep_file(const std::filesystem::path& file);

/// The same of a text that a run of the file stored. Files that it names are not opened: its exhibits can be shown, and
/// its study cannot be run.
[[nodiscard]] Paper read_stored_sweep(const results::SweepText& stored);

/// The study that a file describes, of a paper or, with "sweeps", of the file alone. InputError, with the line.
[[nodiscard]] engine::SweepDefinition definition_in(const IniFile& ini, const std::string& paper);

/// InputError, with the line, for a statement that is wrong. `studies`: those that the file or folder defines.
void require_statements(const std::vector<OwnStatement>& statements, const std::vector<engine::Experiment>& studies);

class PaperSources;

/// The exhibits that a file's sections describe, in its order, but those of claims. InputError, with the line, for an
/// unknown section or key, a key that is missing, two exhibits of one name, and what does not fit the study.
[[nodiscard]] std::vector<results::Exhibit> exhibits_of(const IniFile& original, const PaperSources& sources);

/// Whether a section is [comparison] or [comparison.NAME], which need single samples.
[[nodiscard]] bool is_comparison(const std::string& section);

/// Whether a section is one of an algorithm, whose name it then has.
[[nodiscard]] bool is_algorithm_section(const std::string& section);

/// Whether a section is one of a metric that is made of others.
[[nodiscard]] bool is_metric_section(const std::string& section);

/// The programs of a file that may be no sweep: other sections and keys are not looked at. InputError also where it has
/// no such section.
[[nodiscard]] std::vector<OwnProgram> own_programs_in(const std::filesystem::path& file);

/// EXPERIMENT, PAPER, FILE.ini, FOLDER or FOLDER/STUDY. InputError with the nearest names, or as of read_sweep_file()
/// and read_paper().
[[nodiscard]] std::vector<engine::Experiment> experiments_named(const std::string& word);

/// The same where only one will do: InputError lists the experiments of a paper.
[[nodiscard]] engine::Experiment experiment_named(const std::string& word);

}  // namespace apportion::sweeps
