// Models that draw loads of arrays in space; they stand with those of the plane, whose noise they use.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/cells/cell_loads.hpp"
#include "sim/random_stream.hpp"

namespace apportion {

/// The names of models of arrays in space, whose layers are rows x columns cells each; whole numbers, the same bytes on
/// every machine:
///   full    all cells have load 1
///   ball    those in the inscribed ellipsoid
///   rock    the pores between spheres at random, of .045 to .105 of the longest side, that fill three fifths of the
///           array: the greatest connected piece of what is left
///   ocean   columns of cells from the first layer down to a random depth, and land where that is 0; the greatest
///           connected piece
///   peak    1, and more around four points, at most by 10 to 40 each, whose widths are .06 to .16 of the longest side
///   layers  1, 8, 2 and 5 in four layers whose surfaces are waves
[[nodiscard]] std::vector<std::string> load_models_in_space();

/// As draw_loads().
[[nodiscard]] CellLoads draw_loads_in_space(const std::string& model, std::int64_t layers, std::int64_t rows,
                                            std::int64_t columns, RandomStream& stream);

}  // namespace apportion
