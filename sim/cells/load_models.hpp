// Random loads for the cells of an array: the instance classes of Saule, Bas & Catalyurek, and coastlines.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/cells/cell_loads.hpp"
#include "sim/random_stream.hpp"

namespace apportion {

/// The names of all models, in the order in which they are documented. All loads are whole numbers, drawn with
/// + - x / and sqrt only: the same bytes on every machine.
///
/// The first four are the synthetic classes of Saule, Bas & Catalyurek, "Load-balancing spatially located computations
/// using rectangular partitions", J. Parallel Distrib. Comput. 72, 2012 (arXiv 1104.2566), reconstructed without the
/// paper's text at hand: a uniform draw from [0, cells) is divided by a distance plus 0.1, which keeps the divisor
/// positive. Ours are rounded down, but to no less than 1, since a cell of load 0 would be left out.
///   uniform     whole numbers from 1000 to 1200, each as likely
///   diagonal    by the distance of the cell's centre to the line from the first corner to the last
///   peak        by the distance to the centre of one cell, drawn once
///   multi-peak  by the distance to the nearest of three such centres
///   coast       three tenths of the cells are left out as land, the others have load 1. Land is where a sum of up to
///               seven octaves of value noise is least; the coarsest has four waves along the longer side, each further
///               one has twice as many and half the height.
[[nodiscard]] std::vector<std::string> load_models();

/// Draws the loads of rows x columns cells. InputError for an unknown model with the nearest names, and unless there
/// are from 1 to 10^8 cells.
[[nodiscard]] CellLoads draw_loads(const std::string& model, std::int64_t rows, std::int64_t columns,
                                   RandomStream& stream);

}  // namespace apportion
