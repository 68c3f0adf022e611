// Loads of cells from files: PGM, PBM and CSV.
#pragma once

#include <filesystem>

#include "sim/cells/cell_loads.hpp"

namespace apportion::problems {

/// The loads in a file, whose content says what it is:
///   P2, P5   PGM: a row of grey values for each row of cells; the greatest value is up to 65535, two bytes from 256 on
///   P1, P4   PBM: 1 (black) is a cell that is left out, 0 a cell of load 1
///   else     CSV: a line for each row of cells, a number for each cell, separated by commas
/// `#` begins a comment in PGM and PBM (not within binary pixels). In CSV, blanks around numbers, a byte order mark,
/// either kind of line end and empty lines at the end are allowed. From 1 to 10^8 cells, in a regular file of at most
/// 4 GB. InputError naming the file and the place for anything else: a file that is too short or too long for the size
/// that it declares, unequal rows, a load that is no number, NaN, infinite or negative, no cell with a load. The length
/// is checked before memory is taken.
[[nodiscard]] CellLoads read_loads(const std::filesystem::path& file);

/// The same for PBM only.
[[nodiscard]] CellLoads read_mask(const std::filesystem::path& file);

}  // namespace apportion::problems
