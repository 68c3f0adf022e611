// Sweep files, their algorithms, folders with papers, and words of the command line that name an experiment, a paper or
// such a file.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "algorithms/own_algorithm.hpp"
#include "experiments/engine/catalogue.hpp"
#include "experiments/engine/experiment.hpp"
#include "experiments/sweeps/ini.hpp"
#include "results/database/stored_studies.hpp"
#include "results/exhibit.hpp"
#include "sim/random_stream.hpp"

namespace apportion::sweeps {

using engine::OwnStatement;
using engine::Paper;
using engine::StatementPlace;

/// The name of a study in its exhibits: gaps for my-paper/gaps.
[[nodiscard]] std::string short_name(const engine::Experiment& study);
/// The default seed of its runs.
[[nodiscard]] std::uint64_t seed_of(const engine::Experiment& study);
/// The argument of `apportion run`: its name, the file, or the paper's folder.
[[nodiscard]] const std::string& run_word_of(const engine::Experiment& study);

/// Whether a user's file defines the experiment; only its points are shown then.
[[nodiscard]] bool is_of_file(const engine::Experiment& experiment);
/// Whether the file's study and the stored one differ in their definitions; then nothing is shown.
[[nodiscard]] bool is_redefined(const engine::Experiment& experiment, const results::ShownStudy& stored);

/// Whether a word of the command line names a sweep file: it ends in ".ini".
[[nodiscard]] bool is_sweep_file(const std::string& word);

/// Reads and checks the file, as described in docs/sweeps.md, and the files that it names, such as clusters, which are
/// relative to its folder. InputError with file, line and valid entries.
[[nodiscard]] Paper read_sweep_file(const std::filesystem::path& file);

/// As read_sweep_file(), for a text stored by a run. Files that it names are not opened: its exhibits can be shown, but
/// its study cannot be run.
[[nodiscard]] Paper read_stored_sweep(const results::SweepText& stored);

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

/// The study of a file, within a paper or, with "sweeps", of a single file; or of a text from a database. InputError,
/// with the line.
[[nodiscard]] engine::SweepDefinition definition_in(const IniFile& ini, const std::string& paper, bool is_stored);

/// Prepares the statements as `show` will run them, without a database. InputError "FILE:LINE: ..." for one that is no
/// query, or uses an unknown column, function, table or parameter besides :seed. `studies` are those of the file or
/// folder; experiments of the catalogue are found automatically. Studies of other sweep files, sweeps_NAME, are
/// unknown, and a statement on them passes.
void require_statements(const std::vector<OwnStatement>& statements, const std::vector<engine::Experiment>& studies);

class PaperSources;

/// The exhibits of a file's sections, in its order, without claims. InputError, with the line, for an unknown section
/// or key, a missing key, two exhibits of one name, and entries that do not fit the study.
[[nodiscard]] std::vector<results::Exhibit> exhibits_of(const IniFile& original, const PaperSources& sources);

/// The exhibit of a section with `compares`: every printed number of that exhibit, the study's mean at this point with
/// its standard error, and the verdict by the number's rule. InputError, with the line, for invalid entries, and for a
/// number with an algorithm, a quantity or coordinates that the study does not have.
[[nodiscard]] results::Exhibit compared_numbers(const Section& section, const std::string& name,
                                                const PaperSources& sources);

/// The files of claims, and how texts refer to the paper.
struct ClaimSources {
  std::string name = "claims";      ///< the name of the exhibit
  std::string table_section = {};   ///< has the keys for all claims: "claims", or "" in a file of claims only
  std::string sentences_file = {};  ///< the default of the key `sentences` of that section; "": there is no file
  std::string says = {};            ///< "Niculescu says"
};

/// Adds the exhibit `claims` of the sections [claim.KEY], and the exhibit `sentences` of the file of sentences; neither
/// if there are no claims. InputError, with file and line, also if an exhibit already has one of these names.
void add_claim_exhibits(const IniFile& original, const ClaimSources& where, const PaperSources& sources,
                        std::vector<results::Exhibit>& exhibits);

/// Whether a section is one of claims, or of their table.
[[nodiscard]] bool is_claim_section(const std::string& section);

/// Whether a section is [comparison] or [comparison.NAME], which need single samples.
[[nodiscard]] bool is_comparison(const std::string& section);

/// The kinds of sections [algorithm.NAME], and [metric.NAME], which defines a metric by an expression.
inline constexpr const char* algorithm_kind = "algorithm";
inline constexpr const char* metric_kind = "metric";

/// The programs of a file that need not be a sweep: other sections and keys are ignored. InputError also if it has no
/// such section.
[[nodiscard]] std::vector<OwnProgram> own_programs_in(const std::filesystem::path& file);

/// EXPERIMENT, PAPER, FILE.ini, FOLDER or FOLDER/STUDY. InputError with the nearest names, or as of read_sweep_file()
/// and read_paper().
[[nodiscard]] std::vector<engine::Experiment> experiments_named(const std::string& word);

/// As experiments_named(), for a single experiment; for several InputError lists them.
[[nodiscard]] engine::Experiment experiment_named(const std::string& word);

}  // namespace apportion::sweeps
