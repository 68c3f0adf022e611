// What no mapping and no lengths can beat: a lower bound on the time of a block.
#pragma once

#include <cstddef>

#include "sim/grids/process_grid.hpp"

namespace apportion {

/// Up to this many cells blocks of 2 x 2 cells are looked at; above, time_lower_bound() is the ideal time, from which
/// the best divisions of such grids are not far.
inline constexpr std::size_t most_bounded_cells = 256;

/// No mapping and no lengths, real-valued or whole, take less time, but for rounding errors of 1e-12 of it. At least
/// ideal_time(); the least time itself on grids of 2 x 2 cells and on grids of one dimension. The problem is valid.
///
/// Why it holds (ours). In a time T the process at cell rho does M_rho = prod_k l_{k,rho_k} / T <= p_rho elements per
/// unit of time, undivided dimensions included, and the sum of M is the block's volume / T. So T is the volume over
/// (sum of p - loss), with the loss sum of (p - M) >= 0.
///
/// A block of four cells differs in two coordinates. The products of M over its two diagonals are equal. Let a and d be
/// the performances on the diagonal with the greater product, b and c those on the other: M_a M_d = M_b M_c <= bc, and
/// M_a + M_d is greatest where one of the two is as great as it can be. So the block loses at least
/// (ad - bc) / max(a, d).
///
/// Two cells that differ in exactly two coordinates are opposite, and are a diagonal of one block. Every cell has
/// n = sum over k < l of (e_k - 1)(e_l - 1) opposite cells, and is in as many blocks. Summed over all cells and their
/// blocks, the loss of every cell counts 4 n times at most: each of its n blocks has four cells. Hence
///   loss >= 1 / (4 n) sum over cells, sum over their opposite cells, of the loss of the block.
/// Whatever the mapping, the block of the diagonal {i, j} loses at least h_ij, the least over all other pairs as its
/// second diagonal, and the opposites of i are n different processes. So the loss is at least 1 / (4 n) times the sum
/// over i of the n least h_ij. On 2 x 2 cells h looks at the one pair that is left, and the bound is the least loss of
/// the three arrangements.
[[nodiscard]] double time_lower_bound(const GridProblem& problem);

}  // namespace apportion
