// Examples from the documentation.
#include "tests/support/documentation.hpp"

#include <filesystem>
#include <fstream>
#include <stdexcept>

namespace apportion::testing_support {

std::vector<CodeBlock> code_blocks(const std::string& page) {
  std::ifstream stream(std::filesystem::path(APPORTION_SOURCE_DIR) / page);
  if (!stream) throw std::runtime_error(page + " cannot be read");
  std::vector<CodeBlock> blocks;
  std::string heading;
  bool inside = false;
  for (std::string line; std::getline(stream, line);) {
    if (line.starts_with("```")) {
      inside = !inside;
      if (inside) blocks.push_back({heading, line.substr(3), ""});
    } else if (inside) {
      blocks.back().text += line + "\n";
    } else if (line.starts_with("## ")) {
      heading = line.substr(3);
    }
  }
  return blocks;
}

std::string json_example(const std::string& page) {
  for (const CodeBlock& block : code_blocks(page))
    if (block.language == "json") return block.text;
  throw std::runtime_error(page + " has no JSON example");
}

}  // namespace apportion::testing_support
