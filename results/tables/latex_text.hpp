// Texts as LaTeX: escaped, as cells, and with places where a line may end.
#pragma once

#include <string>
#include <string_view>

#include "results/tables/pivot.hpp"

namespace apportion::results {

/// The text with every character that LaTeX would interpret escaped; two of them never join to a dash or a quote.
[[nodiscard]] std::string latex_escaped(std::string_view text);

/// A cell: "-" where it is empty, and in columns aligned to the right a minus sign for the hyphen before a number.
[[nodiscard]] std::string latex_cell(const std::string& text, Align align);

/// The text, escaped, for a column that is broken into lines: words may be broken as well, where breaks_behind() says.
[[nodiscard]] std::string latex_broken(std::string_view text);

}  // namespace apportion::results
