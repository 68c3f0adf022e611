// The files of a new algorithm, made of the examples in a source tree.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace apportion::cli {

/// A file of a source tree and what is to stand in it.
struct NewFile {
  std::filesystem::path file;  ///< relative to the tree
  std::string text;
  bool exists = false;  ///< it is there, and is to be extended
};

/// The families that have an example of an algorithm.
[[nodiscard]] std::vector<std::string> families_of_new_algorithms();

/// The experiment whose reference grid a new algorithm of the family gets.
[[nodiscard]] std::string experiment_of_new_algorithm(const std::string& family);

/// The algorithm, its test, and the list of reference grids with a line for it. InputError where `tree` is not a source
/// tree of this project, the name cannot be one, an algorithm of the family has it, or one of the new files is there.
[[nodiscard]] std::vector<NewFile> files_of_new_algorithm(const std::filesystem::path& tree, const std::string& family,
                                                          const std::string& name);

}  // namespace apportion::cli
