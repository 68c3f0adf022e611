// Examples from the documentation.
#pragma once

#include <string>
#include <vector>

namespace apportion::testing_support {

/// A block between ``` lines.
struct CodeBlock {
  std::string heading;   ///< the heading of level two above it
  std::string language;  ///< the word after the opening ```
  std::string text;
};

/// All blocks of a page, such as "docs/results-format.md", in order. std::runtime_error if there is no such page.
[[nodiscard]] std::vector<CodeBlock> code_blocks(const std::string& page);

/// The first ```json block of a page, such as "docs/program-format.md". std::runtime_error if there is no such block.
[[nodiscard]] std::string json_example(const std::string& page);

}  // namespace apportion::testing_support
