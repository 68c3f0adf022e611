// Common parts of the drawings of all problem families: colours, lengths and names.
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace apportion::problems {

/// The number of colours that all readers can distinguish.
inline constexpr std::size_t svg_palette_size = 9;

/// The number of shades of each of them.
inline constexpr std::size_t svg_shades = 3;

/// A pale colour for dark text. The first nine are distinguishable for colour-blind readers. Nine darker and nine
/// lighter ones of the same hues follow; of all others, neighbouring numbers have distant hues.
[[nodiscard]] std::string svg_colour(std::size_t number);

/// "12.5": two decimals at most, without needless zeros.
[[nodiscard]] std::string svg_length(double value);

/// The beginning of an element, <rect x="…" y="…" width="…" height="…", and a text with further attributes.
[[nodiscard]] std::string svg_rect(double x, double y, double width, double height);
[[nodiscard]] std::string svg_text(double x, double y, double size, std::string_view attributes, std::string_view text);

/// 1, 2 or 5 times a power of ten: the least step with at most `most` steps in `span`.
[[nodiscard]] double svg_step(double span, int most);

/// A white page of this size with `body`, in the font of all drawings.
[[nodiscard]] std::string svg_document(double width, double height, std::string_view body);

/// The numbers of each vertex's neighbours.
using Neighbours = std::vector<std::set<std::size_t>>;

/// The colours of the vertices of each graph, as numbers for svg_colour(). A number is one processor in several
/// drawings. Neighbours within a graph have different colours. A vertex has the same colour in all graphs, unless its
/// neighbours in all graphs together use all nine. Up to nine vertices have the colours of their numbers; otherwise the
/// nine are used about equally often. Colours from nine on are used only if a single graph needs them, which does not
/// happen if its vertices are connected areas of a plane.
[[nodiscard]] std::vector<std::vector<std::size_t>> colours_of(const std::vector<Neighbours>& graphs);

/// The same, with vertices of one colour in different shades as long as there are shades, so that up to 27 vertices are
/// mostly distinguishable. Neighbours still differ by more than a shade.
[[nodiscard]] std::vector<std::vector<std::size_t>> shaded_colours_of(const std::vector<Neighbours>& graphs);

/// The characters of a UTF-8 text.
[[nodiscard]] std::vector<std::string> characters_of(std::string_view text);

/// The name, or as much of its beginning and end as gives `most` characters with an ellipsis between them.
[[nodiscard]] std::string shortened(const std::string& name, std::size_t most);

}  // namespace apportion::problems
