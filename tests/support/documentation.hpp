// Examples that stand in the documentation.
#pragma once

#include <string>

namespace apportion::testing_support {

/// The first ```json block of a page, such as "docs/program-format.md". std::runtime_error where there is none.
[[nodiscard]] std::string json_example(const std::string& page);

}  // namespace apportion::testing_support
