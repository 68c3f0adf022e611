// The options by which `solve rectangles` and `draw rectangles` are given a problem.
#pragma once

#include <vector>

#include "experiments/cli/arguments.hpp"
#include "experiments/families/rectangles_json.hpp"

namespace apportion::cli {

[[nodiscard]] std::vector<OptionDeclaration> rectangle_options();

/// InputError where rows, columns or weights are missing or no numbers.
[[nodiscard]] families::RectangleQuestion rectangle_question(const Arguments& arguments);

/// The one word that the commands of one problem take: its family. InputError otherwise.
void require_rectangles(const Arguments& arguments);

}  // namespace apportion::cli
