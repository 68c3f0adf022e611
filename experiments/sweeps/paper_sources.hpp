// What the sections of sweep files and of papers' folders may name: studies, words, printed numbers and files.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "experiments/engine/experiment.hpp"
#include "experiments/sweeps/folder_texts.hpp"
#include "experiments/sweeps/ini.hpp"
#include "experiments/sweeps/sweep_file.hpp"
#include "results/database/published.hpp"

namespace apportion::sweeps {

/// A study of a sweep file or a paper.
struct OwnStudy {
  std::string name;  ///< as sections call it: gaps of my-paper/gaps
  engine::Experiment experiment;
  bool has_given_instances = false;  ///< its points are the lines of a file, which a stored text does not know

  /// What claims call its results: two_by_two of two-by-two.
  [[nodiscard]] std::string relation() const;
};

class PaperSources {
 public:
  /// `paper` begins the names of its exhibits; `texts` must outlive this.
  PaperSources(std::string paper, FolderTexts& texts) : paper_(std::move(paper)), texts_(&texts) {}

  void add(OwnStudy study) { studies_.push_back(std::move(study)); }

  [[nodiscard]] const std::string& paper() const { return paper_; }
  [[nodiscard]] const std::vector<OwnStudy>& studies() const { return studies_; }
  [[nodiscard]] FolderTexts& texts() const { return *texts_; }

  /// The section [words]: NAME = VALUE, or NAME = FILE.sql. A word wins over a study of its name.
  void read_words(const IniFile& ini);
  /// A word that the program gives.
  void add_word(const std::string& name, const std::string& value) { words_[name] = value; }
  /// The file with its words in the place of {WORD} in all values outside sections. InputError, with the line, for an
  /// unknown word.
  void put_words_into(IniFile& ini) const;
  /// A file of printed numbers. InputError, with the line, for what it may not hold.
  void read_printed(const std::string& file);

  /// The study of that name, with or without the paper's before it. InputError with the nearest names.
  [[nodiscard]] const OwnStudy& study_named(const std::string& name) const;
  /// The study of that name within the paper, or nullptr.
  [[nodiscard]] const OwnStudy* study_called(const std::string& name) const;
  /// The study that the key `study` names, that which the section [exhibit.STUDY] is called after, the one that `study`
  /// names above all sections, or the only one. InputError where there are several.
  [[nodiscard]] const OwnStudy& study_of(const Section& section) const;

  /// The key's value, or the text of the file FILE.sql that it is, with {WORD} replaced: by the word's value, which the
  /// section may give itself as {WORD} = VALUE, by the view of a study of that name, also written {view:STUDY}, or
  /// {study} of the one that the section is of, or, of {printed:EXHIBIT} and {printed:EXHIBIT,EXHIBIT}, by the printed
  /// numbers as a relation in brackets. "" where the key is missing. InputError, with the line, for an unknown word,
  /// and for one that uses itself.
  [[nodiscard]] OwnStatement statement(const Section& section, const std::string& key) const;
  /// The same of what readers see.
  [[nodiscard]] std::string text(const Section& section, const std::string& key) const {
    return statement(section, key).sql;
  }

  /// A text with {WORD} replaced. InputError, without a line, for an unknown word.
  [[nodiscard]] std::string with_words(const std::string& text) const;

  /// Statements of exhibits are checked when all studies are known.
  void check_later(OwnStatement statement) const { to_check_.push_back(std::move(statement)); }
  [[nodiscard]] const std::vector<OwnStatement>& to_check() const { return to_check_; }

  /// The printed numbers of an exhibit; InputError, which names the nearest exhibits, where there are none, and, with
  /// the line, for a rule that needs the number of samples that a printed mean rests on, and lacks it. `of` is that of
  /// numbers which do not say it.
  [[nodiscard]] std::vector<results::PublishedNumber> printed_in(const std::string& exhibit,
                                                                 std::optional<double> of = std::nullopt) const;
  [[nodiscard]] std::size_t printed_numbers() const { return printed_.size(); }
  /// An error about a line of the file with the printed numbers.
  [[nodiscard]] PlacedError printed_error(std::int64_t line, const std::string& message) const;
  /// FILE:LINE, where the number is written.
  [[nodiscard]] std::string printed_place(const results::PublishedNumber& number) const;
  /// InputError for a printed number of an exhibit that nothing has asked for.
  void require_printed_used() const;

 private:
  struct Expansion;

  [[nodiscard]] std::string expanded(const std::string& text, Expansion& expansion) const;
  [[nodiscard]] std::string replacement(const std::string& word, const std::string& form, Expansion& expansion) const;
  [[nodiscard]] std::string printed_relation(const std::string& exhibits) const;
  [[nodiscard]] std::string view_relation(const std::string& study, const std::string& form,
                                          Expansion& expansion) const;

  std::string paper_;
  std::vector<OwnStudy> studies_;
  FolderTexts* texts_;
  std::map<std::string, std::string> words_;
  std::string printed_file_;
  std::vector<results::PublishedNumber> printed_;
  mutable std::set<std::string> used_exhibits_;                   // of printed numbers
  mutable std::map<std::string, std::string> printed_relations_;  // by the exhibits that they are of
  mutable std::vector<OwnStatement> to_check_;
};

/// What names a word, a claim or a paper: letters, digits, - and _. InputError otherwise.
[[nodiscard]] std::string plain_name(const std::string& name);

/// The name of a study's view, quoted.
[[nodiscard]] std::string view_of(const engine::Experiment& experiment);
/// Where the word, or the beginning of one that ends so, stands in the statement, as no part of a longer word.
[[nodiscard]] std::size_t find_word(const std::string& sql, const std::string& word, std::size_t from = 0);
/// What `set` gives a statement, and for an axis of the study that it asks for besides, as :sampling, its first value.
[[nodiscard]] std::map<std::string, std::string> parameters_of(const Section& section, const std::string& sql,
                                                               const engine::Experiment& study);
/// Puts a relation without rows into the place of the study's view: it has not been run.
void leave_out(const engine::Experiment& experiment, std::string& sql);

/// A text or a number within SQL.
[[nodiscard]] std::string literal_of(const engine::AxisValue& value);

}  // namespace apportion::sweeps
