// Drawings of rectangle decompositions: SVG for pages, box characters for terminals; outlines of their parts.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "experiments/engine/experiment.hpp"
#include "sim/rectangles/decomposition.hpp"

namespace apportion::problems {

/// A decomposition and the title above it.
struct LabelledDecomposition {
  std::string title = {};
  Decomposition decomposition;
  std::vector<double> shares = {};      ///< of the parts, in percent; empty: shares of the area
  std::vector<Rect> left_out = {};      ///< cells of no part, even where parts cover them
  std::vector<std::string> names = {};  ///< of the processors; empty: their numbers
  /// The processors' groups, by which parts are coloured: parts of a group have shades of one colour. Empty: by part.
  std::vector<std::string> groups = {};
};

/// One SVG document with the decompositions below each other, or `across` of them side by side, as far apart as the
/// longest title needs. Every part is labelled with its processor and its share if they fit; its tooltip has these and
/// its area and perimeter, and its group if parts are coloured by groups, whose colours are then explained below the
/// drawings. A processor with a name has that in place of its number; if it does not fit, the number is explained below
/// the drawings. Parts with a common boundary have different colours, and a processor has one colour in all drawings if
/// possible, see shaded_colours_of(). A part of several rectangles is one shape. Cells in left_out are grey, without
/// labels. The array's row 0 is on top and its column 0 on the left. Sides keep their proportion up to 1:20; beyond,
/// the short one is stretched and the title tells so. Empty parts are omitted. The same input gives the same bytes on
/// every machine.
[[nodiscard]] std::string svg_drawing(const std::vector<LabelledDecomposition>& decompositions, std::size_t across = 1);

/// The parts that svg_drawing() draws, with the content of their tooltips.
[[nodiscard]] std::vector<engine::DrawnPart> drawn_parts(const std::vector<LabelledDecomposition>& decompositions);

/// The decomposition in UTF-8 box characters, about 60 characters wide, without its title: each part with its
/// processor's number and, if it fits, its share. Parts too thin for their number are drawn thicker. A processor with a
/// name has that in place of its number or, if it does not fit, below the drawing, followed by the processors of each
/// group. Cells in left_out are shaded. InputError for more than 1000 rectangles.
[[nodiscard]] std::string text_drawing(const LabelledDecomposition& drawn);

/// All of them in one drawing, "svg" or "text": side by side in a picture, unless they are too wide.
[[nodiscard]] std::string drawing_of(const std::vector<LabelledDecomposition>& decompositions,
                                     const std::string& format);

// --- Outlines

struct OutlineCorner {
  double row = 0;
  double column = 0;
};

/// A closed polygon whose sides are alternately horizontal and vertical.
using OutlineLoop = std::vector<OutlineCorner>;

/// The outline of disjoint rectangles, without common sides: a loop around each connected piece,
/// clockwise if rows run downwards, and one around each hole. Coordinates within `tolerance` are
/// equal.
[[nodiscard]] std::vector<OutlineLoop> outline(const std::vector<Rect>& rectangles, double tolerance);

/// The outline of one part of a decomposition, which may be of whole cells in an array of any size.
[[nodiscard]] std::vector<OutlineLoop> part_outline(const Decomposition& decomposition, std::size_t processor);

/// The length of the loops.
[[nodiscard]] double length_of(const std::vector<OutlineLoop>& loops);

/// The perimeter of one part: the length of its outline.
[[nodiscard]] double part_perimeter(const Decomposition& decomposition, std::size_t processor);

/// The smallest box around them.
[[nodiscard]] Rect bounding_box(const std::vector<Rect>& rectangles);

/// The rectangle within the union of `rectangles`, and outside `left_out`, with the most room for a label of this size;
/// of those that it fits, the one with the greatest area. Coordinates within `tolerance` are equal. Nothing if there is
/// no such rectangle.
[[nodiscard]] std::optional<Rect> label_box(const std::vector<Rect>& rectangles, const std::vector<Rect>& left_out,
                                            const Extent& label, double tolerance);

}  // namespace apportion::problems
