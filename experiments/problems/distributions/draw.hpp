// Drawings of the owner map of a distributed matrix: SVG for pages, numbers for terminals.
#pragma once

#include <string>
#include <string_view>

#include "experiments/problems/common/fields.hpp"
#include "sim/distributions/cartesian.hpp"

namespace apportion::problems {

/// One SVG document with the matrix, row 0 on top. Elements of one process that touch in a block are one rectangle in
/// the colour of the process, with its coordinates where there is room, and in a tooltip. Up to nine processes
/// have a colour each; otherwise those whose elements lie beside or above each other have different ones. The same
/// input gives the same bytes on every machine. InputError unless the distribution has two dimensions of 512 indices at
/// most.
[[nodiscard]] std::string svg_drawing(std::string_view title, const CartesianDistribution& distribution);

/// One line per row with the process number (s N + t) of each element. InputError as above.
[[nodiscard]] std::string text_drawing(const CartesianDistribution& distribution);

/// The grid of processes of a problem as "svg" or "text".
[[nodiscard]] std::string draw_distribution(const FieldValues& given, const std::string& format);

}  // namespace apportion::problems
