// What the drawings of all problem families share: colours, of which neighbours never have the same, lengths and names.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

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

/// 1, 2 or 5 times a power of ten, the least of which no more than `most` are in `span`.
[[nodiscard]] double svg_step(double span, int most);

/// A white page of this size with `body` on it, in the type of all drawings.
[[nodiscard]] std::string svg_document(double width, double height, std::string_view body);

/// Which vertices are adjacent: for each the numbers of its neighbours.
using Neighbours = std::vector<std::vector<std::size_t>>;

/// The colours of the vertices of each graph, as numbers for svg_colour(). Vertices with one number are one processor
/// in several drawings. Within a graph no two neighbours have one colour. A vertex has one colour in all graphs, unless
/// its neighbours in all graphs together leave none of nine. Up to nine vertices have that of their number; otherwise
/// each of the nine is taken about equally often. Colours from nine on are used only where a single graph needs them,
/// which one whose vertices are connected areas of a plane does not.
[[nodiscard]] std::vector<std::vector<std::size_t>> colours_of(const std::vector<Neighbours>& graphs);

/// The same, with vertices of one colour in different shades of it as far as there are shades, so that up to 27
/// vertices are mostly told apart. Neighbours still differ by more than a shade.
[[nodiscard]] std::vector<std::vector<std::size_t>> shaded_colours_of(const std::vector<Neighbours>& graphs);

/// The characters of a UTF-8 text.
[[nodiscard]] std::vector<std::string> characters_of(std::string_view text);

/// The name, or as much of its beginning and end as makes `most` characters with an ellipsis between them.
[[nodiscard]] std::string shortened(const std::string& name, std::size_t most);

}  // namespace apportion::problems
