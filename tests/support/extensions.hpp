// Where the tests, documents and examples of extensions are.
#pragma once

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "experiments/problems/problem_family.hpp"

namespace apportion::testing_support {

/// The folders extensions/NAME whose family the program has: those that are built in.
[[nodiscard]] inline std::vector<std::filesystem::path> extension_folders() {
  std::vector<std::filesystem::path> folders;
  for (const auto& entry : std::filesystem::directory_iterator(APPORTION_SOURCE_DIR "/extensions"))
    if (problems::find_family(entry.path().filename().string()) != nullptr) folders.push_back(entry.path());
  return folders;
}

/// Whether the text calls a family of an extension that is not built in, as `solve cells` does.
[[nodiscard]] inline bool needs_more_extensions(const std::string& text) {
  return std::ranges::any_of(std::filesystem::directory_iterator(APPORTION_SOURCE_DIR "/extensions"),
                             [&](const std::filesystem::directory_entry& entry) {
                               const std::string name = entry.path().filename().string();
                               return problems::find_family(name) == nullptr &&
                                      text.find(" " + name + " ") != std::string::npos;
                             });
}

}  // namespace apportion::testing_support
