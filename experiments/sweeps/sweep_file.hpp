// Sweep files, their algorithms, and what a word of the command line names: an experiment, a paper or such a file.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "algorithms/own_algorithm.hpp"
#include "experiments/engine/experiment.hpp"
#include "experiments/engine/statements.hpp"
#include "experiments/engine/study.hpp"
#include "experiments/sweeps/ini.hpp"
#include "experiments/sweeps/table_request.hpp"
#include "results/exhibit.hpp"

namespace apportion::sweeps {

/// A statement in which all words are replaced, and the experiments whose results it reads by name.
struct OwnStatement {
  std::string sql = {};
  std::set<std::string> experiments = {};
  engine::StatementChecker::Place place = {};  ///< in the user's files
};

/// A section [exhibit], [improvement] or [comparison], or the same with .NAME.
struct SweepExhibit {
  std::string name;  ///< NAME, or the word itself
  results::Exhibit exhibit = {};
  std::map<std::string, std::string> parameters = {};  ///< of the exhibit's query, with their defaults
  std::optional<TableRequest> request = std::nullopt;  ///< of an improvement or a comparison, instead of the exhibit
  std::string study = {};                              ///< the experiment that it is of
  std::set<std::string> experiments = {};              ///< of whose views the statement reads
  /// Of claims: those on a study that was not run wait for it, and the others are shown.
  bool is_of_claims = false;
  std::vector<OwnStatement> statements = {};  ///< in the user's words, to be checked
};

/// Its title, or what an improvement or a comparison is of.
[[nodiscard]] std::string title_of(const SweepExhibit& entry);

struct SweepFile {
  std::filesystem::path file;
  engine::SweepDefinition definition;
  std::vector<SweepExhibit> exhibits;
  std::string run_word = {};  ///< what `apportion run` takes, if it is not the file

  [[nodiscard]] std::string experiment() const { return definition.paper + "/" + definition.name; }
};

/// Whether a word of the command line names a sweep file: it ends in ".ini".
[[nodiscard]] bool is_sweep_file(const std::string& word);

/// Reads and checks the file; docs/sweeps.md says what may stand in it. Files that it names, such as clusters, are not
/// opened, and are relative to its folder. InputError names the file, the line, and what would be right.
[[nodiscard]] SweepFile read_sweep_file(const std::filesystem::path& file);

/// The same of a text that a run of the file stored. Files that it names are not opened: its exhibits can be shown, and
/// its study cannot be run.
[[nodiscard]] SweepFile read_stored_sweep(const results::SweepText& stored);

/// The study that a file describes, of a paper or, with "sweeps", of the file alone. InputError, with the line.
[[nodiscard]] engine::SweepDefinition definition_in(const IniFile& ini, const std::string& paper);

/// InputError, with the line, for an exhibit's statement that is wrong. `studies`: those that the file or folder
/// defines.
void require_statements(const std::vector<SweepExhibit>& exhibits, const std::vector<engine::Experiment>& studies);

class PaperSources;

/// The exhibits that a file's sections describe, in its order, but those of claims. InputError, with the line, for an
/// unknown section or key, a key that is missing, two exhibits of one name, and what does not fit the study.
[[nodiscard]] std::vector<SweepExhibit> exhibits_of(const IniFile& ini, const PaperSources& sources);

/// Whether a section is [comparison] or [comparison.NAME], which need single samples.
[[nodiscard]] bool is_comparison(const std::string& section);

/// Whether a section is one of an algorithm, whose name it then has.
[[nodiscard]] bool is_algorithm_section(const std::string& section);

/// The programs that the file's sections describe, in its order; they run in the file's folder. Nothing is started, and
/// no other file is opened. InputError, with the line, for an unknown key, a missing command and a value out of range.
[[nodiscard]] std::vector<OwnProgram> own_programs_of(const IniFile& ini);

/// Those of a file that may be no sweep: other sections and keys are not looked at. InputError also where it has no
/// such section.
[[nodiscard]] std::vector<OwnProgram> own_programs_in(const std::filesystem::path& file);

/// An experiment, and the sweep file that it was read from, if it was.
struct NamedExperiment {
  engine::Experiment experiment;
  std::optional<SweepFile> sweep = std::nullopt;

  /// The seed that its runs have unless the command line says otherwise.
  [[nodiscard]] std::uint64_t seed() const;
  /// What `apportion run` takes to run it: its name, or the file.
  [[nodiscard]] std::string run_word() const;
};

/// EXPERIMENT, PAPER, FILE.ini, FOLDER or FOLDER/STUDY. InputError with the nearest names, or as of read_sweep_file()
/// and read_paper(); with the line also for a statement that is wrong, and for files that the file names.
[[nodiscard]] std::vector<NamedExperiment> experiments_named(const std::string& word);

/// The same where only one will do: InputError lists the experiments of a paper.
[[nodiscard]] NamedExperiment experiment_named(const std::string& word);

/// The sweep of a text that a run stored, as of read_stored_sweep().
[[nodiscard]] NamedExperiment stored_experiment(const results::SweepText& stored);

}  // namespace apportion::sweeps
