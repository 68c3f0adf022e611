// The texts of the files that a user's study or paper was read from, which a database keeps together as one.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "base/embedded_file.hpp"
#include "results/records.hpp"

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

}  // namespace apportion::sweeps
