// Names of processors in drawings.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace apportion::problems {

/// The characters of a UTF-8 text.
[[nodiscard]] std::vector<std::string> characters_of(std::string_view text);

/// The name, or as much of its beginning and end as makes `most` characters with an ellipsis between them.
[[nodiscard]] std::string shortened(const std::string& name, std::size_t most);

}  // namespace apportion::problems
