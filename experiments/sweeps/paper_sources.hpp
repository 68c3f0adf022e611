// The files of a sweep or a paper, and the names that their sections may use: studies, words, printed numbers.
#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/files.hpp"
#include "experiments/engine/experiment.hpp"
#include "experiments/sweeps/ini.hpp"
#include "experiments/sweeps/sweep_file.hpp"
#include "results/database/published.hpp"

namespace apportion::sweeps {

/// The files of one folder by their relative names: read from the disk on first use, or as stored by a run.
class FolderTexts {
 public:
  explicit FolderTexts(std::filesystem::path folder) : folder_(std::move(folder)) {}

  /// A file with its text, as stored by a run. InputError for texts that packed() has not written.
  static FolderTexts stored(const std::filesystem::path& folder, const std::filesystem::path& main,
                            const std::string& text);
  /// The data files of a folder of experiments/ that are built into the program.
  static FolderTexts built_in(const std::string& folder);
  /// Whether a stored text is that of several files.
  [[nodiscard]] static bool is_packed(const std::string& text);

  /// The file's path for messages.
  [[nodiscard]] std::filesystem::path path(const std::string& name) const { return folder_ / name; }
  [[nodiscard]] bool has(const std::string& name) const;
  /// InputError for a file that is missing, cannot be read, has more than 50 million bytes, or lies outside the folder,
  /// also through a link.
  const std::string& text(const std::string& name);
  /// InputError for a file that lies outside the folder. Stored texts are not checked.
  void require_inside(const std::string& name) const;
  [[nodiscard]] bool is_stored() const { return is_stored_; }
  [[nodiscard]] bool is_built_in() const { return is_built_in_; }
  void add(const std::string& name, const std::string& text) { texts_[name] = text; }
  /// The names of the files with this ending in a folder of the folder, sorted: "studies/gaps.ini".
  [[nodiscard]] std::vector<std::string> names_in(const std::string& folder, const std::string& ending) const;

  /// All texts that were read, as one: the text of a single file, or of several with lines between them.
  [[nodiscard]] std::string packed() const;

 private:
  std::filesystem::path folder_;
  std::map<std::string, std::string> texts_;
  bool is_stored_ = false;
  bool is_built_in_ = false;
};

/// The data files of the program's own papers, within experiments/: "niculescu/claims.ini".
[[nodiscard]] const std::vector<EmbeddedFile>& built_in_files();

/// The texts of a stored sweep or paper for readers; if there are several, each below the name of its file.
[[nodiscard]] std::string readable_texts(const std::string& stored);

class PaperSources {
 public:
  /// `paper` begins the names of its exhibits; `texts` must outlive this.
  PaperSources(std::string paper, FolderTexts& texts) : paper_(std::move(paper)), texts_(&texts) {}

  void add(engine::Experiment study) { studies_.push_back(std::move(study)); }

  [[nodiscard]] const std::string& paper() const { return paper_; }
  [[nodiscard]] const std::vector<engine::Experiment>& studies() const { return studies_; }
  [[nodiscard]] FolderTexts& texts() const { return *texts_; }

  /// Reads the section [words]: NAME = VALUE, or NAME = FILE.sql. A word has precedence over a study of its name.
  void read_words(const IniFile& ini);
  /// Adds a word that the program defines.
  void add_word(const std::string& name, const std::string& value) { words_[name] = value; }
  /// Replaces {WORD} in all values outside of sections. InputError, with the line, for an unknown word.
  void put_words_into(IniFile& ini) const;
  /// A file of printed numbers. InputError, with the line, for what it may not hold.
  void read_printed(const std::string& file);

  /// The study of that name, with or without the name of the paper before it. InputError with the nearest names.
  [[nodiscard]] const engine::Experiment& study_named(const std::string& name) const;
  /// The study of that name within the paper, or nullptr.
  [[nodiscard]] const engine::Experiment* study_called(const std::string& name) const;
  /// The study of a section: that of its key `study`, that of the name in [exhibit.STUDY], that of `study` above all
  /// sections, or the only one. InputError if there are several.
  [[nodiscard]] const engine::Experiment& study_of(const Section& section) const;

  /// The key's value, or the text of the file if it is FILE.sql, with {WORD} replaced by the word's value, which the
  /// section may define as {WORD} = VALUE. {STUDY} and {view:STUDY} give the view of a study, {study} that of the
  /// section's study; {printed:EXHIBIT} and {printed:EXHIBIT,EXHIBIT} give the printed numbers as a relation in
  /// brackets. "" if the key is missing. InputError, with the line, for an unknown word, and for one that uses itself.
  [[nodiscard]] OwnStatement statement(const Section& section, const std::string& key) const;
  /// As statement(), for a text for readers.
  [[nodiscard]] std::string text(const Section& section, const std::string& key) const {
    return statement(section, key).sql;
  }

  /// A text with {WORD} replaced. InputError, without a line, for an unknown word.
  [[nodiscard]] std::string with_words(const std::string& text) const;

  /// Statements of exhibits are checked when all studies are known.
  void check_later(OwnStatement statement) const { to_check_.push_back(std::move(statement)); }
  [[nodiscard]] const std::vector<OwnStatement>& to_check() const { return to_check_; }

  /// The printed numbers of an exhibit. `of` is the number of samples behind printed means that do not have their own.
  /// InputError with the nearest exhibits if there are none, and, with the line, for a rule that needs `of` and lacks
  /// it.
  [[nodiscard]] std::vector<results::PublishedNumber> printed_in(const std::string& exhibit,
                                                                 std::optional<double> of = std::nullopt) const;
  /// An error about a line of the file with the printed numbers.
  [[nodiscard]] PlacedError printed_error(std::int64_t line, const std::string& message) const;
  /// FILE:LINE, where the number is written.
  [[nodiscard]] std::string printed_place(const results::PublishedNumber& number) const;
  /// InputError for a printed number of an exhibit that was never used.
  void require_printed_used() const;

 private:
  struct Expansion;

  [[nodiscard]] std::string expanded(const std::string& text, Expansion& expansion) const;
  [[nodiscard]] std::string replacement(const std::string& word, const std::string& form, Expansion& expansion) const;
  [[nodiscard]] std::string printed_relation(const std::string& exhibits) const;
  [[nodiscard]] std::string view_relation(const std::string& study, const std::string& form,
                                          Expansion& expansion) const;

  std::string paper_;
  std::vector<engine::Experiment> studies_;
  FolderTexts* texts_;
  std::map<std::string, std::string> words_;
  std::string printed_file_;
  std::vector<results::PublishedNumber> printed_;
  mutable std::set<std::string> used_exhibits_;                   // exhibits whose printed numbers were used
  mutable std::map<std::string, std::string> printed_relations_;  // [exhibits]
  mutable std::vector<OwnStatement> to_check_;
};

/// The name of a word, a claim or a paper: letters, digits, - and _. InputError otherwise.
[[nodiscard]] std::string plain_name(const std::string& name);

/// The name of a study's view, quoted.
[[nodiscard]] std::string view_of(const engine::Experiment& experiment);
/// The place of the text in the statement where it does not end within a longer word; npos if there is none.
[[nodiscard]] std::size_t find_word(const std::string& sql, const std::string& word, std::size_t from = 0);
/// The parameters of a statement: those of `set`, and for other axes that it uses, as :sampling, the first value of the
/// study.
[[nodiscard]] std::map<std::string, std::string> parameters_of(const Section& section, const std::string& sql,
                                                               const engine::Experiment& study);
/// Replaces the view of a study that was not run by an empty relation.
void leave_out(const engine::Experiment& experiment, std::string& sql);

/// A text or a number within SQL.
[[nodiscard]] std::string literal_of(const engine::AxisValue& value);

}  // namespace apportion::sweeps
