// How much room a text takes in a chart, before anything is drawn.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace apportion::results {

/// In the unit of `font`, the size of the letters. The widths are DejaVu Sans', rounded up: no common sans serif is
/// wider.
[[nodiscard]] double text_width(std::string_view text, double font);

/// The text, or as much of its beginning and end as fits into `width` with an ellipsis between them.
[[nodiscard]] std::string shortened(const std::string& text, double width, double font);

/// The text broken between words into at most `lines` lines of that width; what is too long is shortened. No line for
/// an empty text.
[[nodiscard]] std::vector<std::string> wrapped(const std::string& text, double width, double font, std::size_t lines);

}  // namespace apportion::results
