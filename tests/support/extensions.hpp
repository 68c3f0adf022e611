// Where the tests, documents and examples of extensions are.
#pragma once

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

}  // namespace apportion::testing_support
