// How wide texts are, and texts broken into lines.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace apportion {

/// In shares of the size of the letters. The widths are DejaVu Sans', rounded up: no common sans serif is wider.
[[nodiscard]] double text_width(std::string_view text);

/// The characters of a text in UTF-8.
[[nodiscard]] double character_count(std::string_view text);

/// The text, or as much of its beginning and end as fits into `width`, as text_width() counts, with an ellipsis between
/// them: names that begin alike often end differently.
[[nodiscard]] std::string shortened(const std::string& text, double width);

/// The words in lines of at most that width; a longer word has a line of its own. No line for a text without words.
[[nodiscard]] std::vector<std::string> wrapped(std::string_view text, double width,
                                               double (*measure)(std::string_view) = text_width);

}  // namespace apportion
