// What the SVG drawings of all problem families share.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace apportion::problems {

/// One of nine pale colours, the same for `number` and number + 9.
[[nodiscard]] std::string_view svg_colour(std::size_t number);

/// "12.5": two decimals at most, without needless zeros.
[[nodiscard]] std::string svg_length(double value);

/// A white page of this size with `body` on it, in the type of all drawings.
[[nodiscard]] std::string svg_document(double width, double height, std::string_view body);

}  // namespace apportion::problems
