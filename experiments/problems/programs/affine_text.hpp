// Affine expressions as users write them: "2*I - J + 3".
#pragma once

#include <string_view>

#include "sim/programs/affine.hpp"

namespace apportion::problems {

/// A sum of terms, each a whole number, an index (a letter, then letters, digits or _), or number*index; blanks may
/// stand between. InputError for anything else, numbers above 10^15 included.
[[nodiscard]] Affine parse_affine(std::string_view text);

}  // namespace apportion::problems
