// Models that draw loads of arrays in space.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/cells/cell_loads.hpp"
#include "sim/random_stream.hpp"

namespace apportion {

/// The names of models of arrays in space, whose layers have rows x columns cells. Loads are whole numbers, the same on
/// every machine:
///   full    all cells have load 1
///   ball    the cells in the inscribed ellipsoid have load 1
///   rock    the greatest connected piece of the pores between random spheres, whose radii are 0.045 to 0.105 of the
///           longest side and which fill three fifths of the array
///   ocean   columns of cells from the first layer down to a random depth, and land where that is 0; of these the
///           greatest connected piece
///   peak    1, and up to 10 to 40 more around each of four points, with widths of 0.06 to 0.16 of the longest side
///   layers  1, 8, 2 and 5 in four layers whose surfaces are waves
[[nodiscard]] std::vector<std::string> load_models_in_space();

/// As draw_loads().
[[nodiscard]] CellLoads draw_loads_in_space(const std::string& model, std::int64_t layers, std::int64_t rows,
                                            std::int64_t columns, RandomStream& stream);

}  // namespace apportion
