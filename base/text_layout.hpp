// Widths of texts, and texts broken into lines.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace apportion {

/// The width in multiples of the font size. Widths are DejaVu Sans', rounded up: no common sans serif is wider.
[[nodiscard]] double text_width(std::string_view text);

/// The number of characters of a UTF-8 text.
[[nodiscard]] double character_count(std::string_view text);

/// The text, or as much of its beginning and end as fits into `width` (see text_width()), with an ellipsis between:
/// names that begin alike often end differently.
[[nodiscard]] std::string shortened(const std::string& text, double width);

/// The words in lines of at most this width; a longer word gets its own line. A text without words has no lines.
[[nodiscard]] std::vector<std::string> wrapped(std::string_view text, double width,
                                               double (*measure)(std::string_view) = text_width);

}  // namespace apportion
