// Examples that stand in the documentation.
#include "tests/support/documentation.hpp"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>

namespace apportion::testing_support {

std::string json_example(const std::string& page) {
  std::ifstream stream(std::filesystem::path(APPORTION_SOURCE_DIR) / page);
  const std::string text{std::istreambuf_iterator<char>(stream), {}};
  const std::string opening = "```json\n";
  const std::size_t start = text.find(opening);
  if (start == std::string::npos) throw std::runtime_error(page + " has no JSON example");
  const std::size_t first = start + opening.size();
  return text.substr(first, text.find("```", first) - first);
}

}  // namespace apportion::testing_support
