// Texts within HTML and SVG.
#pragma once

#include <string>
#include <string_view>

namespace apportion::results {

/// With &, <, > and quotes as entities, so that it can stand between tags and within quotes.
[[nodiscard]] std::string html_escaped(std::string_view text);

}  // namespace apportion::results
