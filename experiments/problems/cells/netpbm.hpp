// PGM and PBM, the grey maps and bitmaps of Netpbm, as loads of cells.
#pragma once

#include <string_view>

#include "experiments/problems/cells/cell_table.hpp"

namespace apportion::problems {

/// Whether the text begins like any file of Netpbm: P and a digit.
[[nodiscard]] bool is_netpbm(std::string_view text);
/// Whether it begins like PBM.
[[nodiscard]] bool is_bitmap(std::string_view text);

/// The loads in a text of P1, P2, P4 or P5 as parse_cell_table() says. InputError, without the file's name, for all
/// others, and unless the text is exactly as long as its header says. All cells may be left out.
[[nodiscard]] CellTable parse_netpbm(std::string_view text);

}  // namespace apportion::problems
