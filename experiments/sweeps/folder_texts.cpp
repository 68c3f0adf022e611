// Files of a folder, read from the disk or unpacked from a stored text.
#include "experiments/sweeps/folder_texts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <system_error>

#include "base/error.hpp"
#include "base/files.hpp"
#include "base/numbers.hpp"
#include "results/database/published.hpp"

namespace apportion::sweeps {
namespace {

namespace fs = std::filesystem;

constexpr std::uintmax_t most_bytes = 50'000'000;

// The first line of several packed texts, with which no INI file can begin. For each text follow "BYTES NAME", the text
// and a line break.
constexpr std::string_view head = "files of one folder\n";

using Texts = std::map<std::string, std::string>;

InputError malformed() { return InputError("the stored text of the files is cut off or damaged"); }

// Takes the text up to the character from the rest, and removes the character.
std::string_view take_until(std::string_view& rest, char end) {
  const std::size_t length = rest.find(end);
  if (length == std::string_view::npos) throw malformed();
  const std::string_view taken = rest.substr(0, length);
  rest.remove_prefix(length + 1);
  return taken;
}

Texts unpacked(std::string_view rest) {
  Texts texts;
  for (rest.remove_prefix(head.size()); !rest.empty();) {
    const std::optional<std::int64_t> bytes = parse_whole(take_until(rest, ' '));
    const std::string name(take_until(rest, '\n'));
    if (!bytes || *bytes < 0 || static_cast<std::size_t>(*bytes) >= rest.size()) throw malformed();
    texts[name] = rest.substr(0, static_cast<std::size_t>(*bytes));
    rest.remove_prefix(static_cast<std::size_t>(*bytes));
    if (!take_until(rest, '\n').empty()) throw malformed();
  }
  return texts;
}

}  // namespace

bool FolderTexts::is_packed(const std::string& text) { return text.starts_with(head); }

FolderTexts FolderTexts::stored(const fs::path& folder, const fs::path& main, const std::string& text) {
  FolderTexts texts(folder);
  texts.is_stored_ = true;
  if (is_packed(text))
    texts.texts_ = unpacked(text);
  else
    texts.add(main.string(), text);
  return texts;
}

FolderTexts FolderTexts::built_in(const std::string& folder) {
  FolderTexts texts(folder);
  texts.is_stored_ = texts.is_built_in_ = true;
  for (const EmbeddedFile& file : built_in_files())
    if (file.name.starts_with(folder + "/"))
      texts.add(std::string(file.name.substr(folder.size() + 1)), std::string(file.text));
  for (const EmbeddedFile& file : results::published_files())
    if (file.name.starts_with(folder + "/"))
      texts.add(std::string(file.name.substr(folder.size() + 1)), std::string(file.text));
  return texts;
}

bool FolderTexts::has(const std::string& name) const {
  std::error_code missing;
  return texts_.contains(name) || (!is_stored_ && fs::exists(folder_ / name, missing));
}

void FolderTexts::require_inside(const std::string& name) const {
  if (!is_stored_) static_cast<void>(path_inside(folder_, name));
}

const std::string& FolderTexts::text(const std::string& name) {
  if (const auto found = texts_.find(name); found != texts_.end()) return found->second;
  if (is_stored_) throw InputError(fmt::format("{} was not stored with the results", name));
  require_inside(name);
  const std::string file = (folder_ / name).string();
  require_regular_file(file, most_bytes);
  return texts_[name] = read_input(file);
}

std::vector<std::string> FolderTexts::names_in(const std::string& folder, const std::string& ending) const {
  std::vector<std::string> names;
  for (const auto& [name, text] : texts_)
    if (name.ends_with(ending) &&
        (folder == "." ? name.find('/') == std::string::npos : name.starts_with(folder + "/")))
      names.push_back(name);
  if (is_stored_) return names;
  std::error_code missing;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder_ / folder, missing))
    if (entry.path().extension() == ending)
      names.push_back((folder == "." ? "" : folder + "/") + entry.path().filename().string());
  std::ranges::sort(names);
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

std::string FolderTexts::packed() const {
  if (texts_.size() == 1) return texts_.begin()->second;
  std::string all(head);
  for (const auto& [name, text] : texts_) all += fmt::format("{} {}\n{}\n", text.size(), name, text);
  return all;
}

std::string readable_texts(const std::string& stored) {
  if (!FolderTexts::is_packed(stored)) return stored;
  std::string all;
  for (const auto& [name, text] : unpacked(stored))
    all += fmt::format("{}# {}\n{}", all.empty() ? "" : "\n", name, text);
  return all;
}

}  // namespace apportion::sweeps
