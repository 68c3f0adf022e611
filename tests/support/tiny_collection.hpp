// A minimal collection of instances, one of each family, in a folder of the test.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace apportion::testing_support {

/// A planned instance: its problem as a line of JSON, and the method whose answer is its best value.
struct TinyInstance {
  std::string name;
  std::string family;
  std::string problem;
  std::string metric;
  std::string method;
};

/// One of each family that is built in, then a grid that is not drawn behind the first, another of boxes, and two of
/// cells, with another objective and a previous division.
[[nodiscard]] std::vector<TinyInstance> tiny_instances();

/// Writes the problems, their solutions and the index into the folder.
void write_collection(const std::filesystem::path& folder, const std::vector<TinyInstance>& instances);

}  // namespace apportion::testing_support
