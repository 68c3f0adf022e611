// Examples that stand in the documentation.
#pragma once

#include <string>
#include <vector>

namespace apportion::testing_support {

/// A block between ``` lines.
struct CodeBlock {
  std::string heading;   ///< of level two that it stands under
  std::string language;  ///< what follows the opening ```
  std::string text;
};

/// All blocks of a page, such as "docs/results-format.md", in order. std::runtime_error where there is no such page.
[[nodiscard]] std::vector<CodeBlock> code_blocks(const std::string& page);

/// The first ```json block of a page, such as "docs/program-format.md". std::runtime_error where there is none.
[[nodiscard]] std::string json_example(const std::string& page);

}  // namespace apportion::testing_support
