// Colours of the parts of drawings: neighbours never have the same.
#pragma once

#include <cstddef>
#include <vector>

namespace apportion::problems {

/// Who borders on whom: for each vertex the numbers of its neighbours.
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

}  // namespace apportion::problems
