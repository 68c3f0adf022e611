// What the SVG drawings of all problem families share.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace apportion::problems {

/// How many colours are told apart by everybody.
inline constexpr std::size_t svg_palette_size = 9;

/// And how many shades each of them has.
inline constexpr std::size_t svg_shades = 3;

/// A pale colour on which dark text can be read. The first nine are told apart by colour-blind readers. Nine darker and
/// nine lighter ones follow, of the same hues; of all others neighbouring numbers have hues far from each other.
[[nodiscard]] std::string svg_colour(std::size_t number);

/// "12.5": two decimals at most, without needless zeros.
[[nodiscard]] std::string svg_length(double value);

/// A white page of this size with `body` on it, in the type of all drawings.
[[nodiscard]] std::string svg_document(double width, double height, std::string_view body);

}  // namespace apportion::problems
