// What the fuzz targets of several families check.
#pragma once

#include <string>
#include <string_view>

#include "sim/rectangles/decomposition.hpp"

namespace apportion::fuzz {

/// That the text, which the program would print, is JSON of one line that its own strict reader takes.
void expect_json(const std::string& text);

/// That `a` is at most `b`, but for rounding: 1e-9 of either, or of `scale`.
void expect_at_most(double a, double b, double scale, std::string_view what);

/// Whether a name, or one of those in its options, is that of a search, which takes too long for a fuzz target.
[[nodiscard]] bool is_search(std::string_view algorithm);

}  // namespace apportion::fuzz
