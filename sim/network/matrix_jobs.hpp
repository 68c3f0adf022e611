// Matrix product and LU decomposition on a process grid with block-cyclic distribution, as jobs.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "base/words.hpp"
#include "sim/grids/process_grid.hpp"
#include "sim/network/network.hpp"
#include "sim/network/simulate.hpp"

namespace apportion {

constexpr std::int64_t most_matrix_size = 10'000;

/// Square matrices of size x size elements, distributed over a P x Q grid: slices repeat along rows and columns with
/// the generalised block as period (sim/grids/block_cyclic.hpp). Processor numbers are cell numbers; speeds[cell] is
/// the speed of the cell's process, in element updates (a multiplication and an addition) per second.
struct MatrixLayout {
  ProcessGrid grid;      ///< two dimensions
  WholeLengths lengths;  ///< of the generalised block: lengths[0] of its rows, lengths[1] of its columns
  std::int64_t size = 0;
  std::vector<double> speeds;
};

/// InputError unless the grid has two dimensions, there is a length from 0 to most_matrix_size for each slice, with a
/// positive sum in each dimension, a positive speed for each cell, and a size from 1 to most_matrix_size.
void validate(const MatrixLayout& layout);

enum class MatrixWork : std::uint8_t { product, lu };
inline constexpr std::array matrix_work_words = {Word{MatrixWork::product, "product"}, Word{MatrixWork::lu, "lu"}};

/// `product`: C += A B by outer products of panels. A panel is a run of indices k whose column of A has one owner in
/// each row of the grid, and whose row of B has one in each column. The owners send it along the rows and columns of
/// the grid, as a separate message to each process; a process that has both pieces updates its part of C. (Kalinov &
/// Klimov, Section 2, for the distribution; ScaLAPACK's PUMMA and SUMMA for the algorithm.)
/// `lu`: LU decomposition without pivoting, right-looking, by the same panels: the process of the diagonal block
/// factors it and sends it along its row and column, these solve for their parts of L and U and send them on, and all
/// update the rest of the matrix.
[[nodiscard]] Job matrix_job(const MatrixLayout& layout, MatrixWork work);

/// A matrix computation on a process grid, and the network that it runs on.
struct MatrixPlatform {
  std::shared_ptr<const Network> network;  ///< between the processes
  std::vector<double> speeds;              ///< of the processes
  MatrixWork work = MatrixWork::product;
  std::int64_t size = 0;           ///< of the matrices
  double seconds_per_element = 0;  ///< of an element update by a process of speed 1; 0: only messages take time
};

/// The job of the processes that the mapping assigns to the cells; processor numbers are cell numbers.
[[nodiscard]] Job matrix_job(const MatrixPlatform& platform, const ProcessGrid& grid, const Mapping& mapping,
                             const WholeLengths& lengths);

/// The simulated time of the computation. InputError for a layout that validate() refuses, and for messages without a
/// route.
[[nodiscard]] double matrix_seconds(const MatrixPlatform& platform, const ProcessGrid& grid, const Mapping& mapping,
                                    const WholeLengths& lengths);

}  // namespace apportion
