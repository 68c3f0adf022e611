// Distributions of a block over a grid whose mapping is fixed (Kalinov & Klimov, Section 3.2). `performances` are in
// the order of the cells; the lengths are real-valued and those of a dimension sum to the block's side.
//
// The pressure in slice i of dimension k is f_{k,i}, the longest time in it. The paper asks for equal pressures within
// every dimension. That is necessary for a least time, and not sufficient: such states form a continuum, on which the
// time can even have an interior maximum (on a 2 x 2 grid, for instance), so that what is found depends on the start.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "sim/grids/block_times.hpp"

namespace apportion {

/// A grid whose cells have their processes.
struct MappedGrid {
  ProcessGrid grid;
  std::vector<double> performances;  ///< cell by cell
  std::vector<std::int64_t> block;
};

[[nodiscard]] MappedGrid mapped(const GridProblem& problem, const Mapping& mapping);

/// l_{k,i} proportional to the sum of the performances in the slice.
[[nodiscard]] Lengths natural_lengths(const MappedGrid& grid);

/// From the natural lengths, for k = m-1 down to 0 the lengths that make all pressures of dimension k equal while the
/// other dimensions stay as they are (unique, in closed form); repeated until the time falls by less than 1e-12 of
/// itself. Never slower than natural, up to rounding errors.
[[nodiscard]] Lengths equal_pressure_lengths(const MappedGrid& grid);

/// The paper's own method: borders between slices move like partitions between volumes of gas. *Reconstructed*: the
/// paper gives no rule for the size of a step. *Calibrated*: its two constants, on the one number that the paper
/// prints. Returns the fastest distribution that it saw, the natural one included.
[[nodiscard]] Lengths gas_pressure_lengths(const MappedGrid& grid);

/// The constants of gas_pressure_lengths(): how often all dimensions are swept, the part of the shorter neighbour that
/// moves in the first sweep, and what remains of that part from sweep to sweep.
inline constexpr int gas_sweeps = 150;
inline constexpr double gas_first_step = 0.2;
inline constexpr double gas_step_decay = 0.95;
/// Pressures that differ by no more than this, relative to the greatest, are equal.
inline constexpr double gas_equality = 1e-12;

/// equal_pressure_lengths() ends when the time falls by less than this, relative to itself.
inline constexpr double equal_pressure_gain = 1e-12;

}  // namespace apportion
