// Process grids of any dimension, and the problem of dividing a block of elements over one: the times of the
// processes' parts (Kalinov & Klimov, Section 2), lower bounds on them, and measures of how unequal the performances
// are.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace apportion {

struct MatrixPlatform;  // sim/network/matrix_jobs.hpp

/// A grid of e_0 x ... x e_{m-1} cells. Cells are numbered with the first coordinate fastest, the order in which the
/// natural mapping fills them (Kalinov & Klimov, Section 3.1).
struct ProcessGrid {
  std::vector<std::size_t> edges;

  [[nodiscard]] std::size_t dimensions() const { return edges.size(); }
  [[nodiscard]] std::size_t edge(std::size_t k) const { return edges[k]; }
  /// e_0 ... e_{m-1}.
  [[nodiscard]] std::size_t cells() const;
  /// e_0 ... e_{k-1}: the difference between the numbers of two neighbouring cells along dimension k.
  [[nodiscard]] std::size_t stride(std::size_t k) const;
  /// The k-th coordinate of a cell.
  [[nodiscard]] std::size_t coordinate(std::size_t cell, std::size_t k) const;

  bool operator==(const ProcessGrid&) const = default;
};

/// Throws InputError unless there is an edge, all edges are positive, and there are at most 1e7 cells and 10
/// dimensions.
void validate(const ProcessGrid& grid);

/// Parses "6x6"; InputError unless the text is whole numbers joined by x. The inverse of spelled().
[[nodiscard]] ProcessGrid parse_grid(std::string_view text);
[[nodiscard]] std::string spelled(const ProcessGrid& grid);

/// InputError unless e_0 <= ... <= e_{m-1}, which the mappings NAT, NAT1 and NAT2 need; the message gives the sorted
/// edges.
void require_sorted_edges(const ProcessGrid& grid);

/// The problem of a grid algorithm: give every process a cell of the grid and every slice of the grid a length, so that
/// the generalised block of s_0 x ... x s_{n-1} elements takes the least time (Kalinov & Klimov, Section 2). Process j
/// updates performances[j] elements in a unit of time. Dimension k of the grid divides dimension k of the block; the
/// block's further dimensions, if n > m, are not divided: their sides are a constant factor of every time.
struct GridProblem {
  ProcessGrid grid;
  std::vector<double> performances;
  std::vector<std::int64_t> block;
  /// If not nullptr, `best` minimises matrix_seconds() on this platform instead of the time of the block.
  std::shared_ptr<const MatrixPlatform> platform = nullptr;
};

/// s_0 ... s_{n-1}: the elements of the block.
[[nodiscard]] double elements_of(const GridProblem& problem);

/// s_m ... s_{n-1}: the number of elements for each element of the divided dimensions; 1 if n = m.
[[nodiscard]] double undivided_volume(const GridProblem& problem);

/// Throws InputError unless the grid is valid, there is one performance per cell, the block has at least as many sides
/// as the grid has dimensions and at most 10, performances are from 1e-100 to 1e100, and sides are from the grid's edge
/// (an element per slice; 1 if the block is not divided) to 1e9.
void validate(const GridProblem& problem);

/// l_{k,i}: the length of slice i of dimension k of the grid, real-valued or in whole elements; lengths[k] sums to the
/// block's side s_k.
using Lengths = std::vector<std::vector<double>>;
using WholeLengths = std::vector<std::vector<std::int64_t>>;

/// The process at each cell: mapping[cell] is an index into the performances.
using Mapping = std::vector<std::size_t>;

[[nodiscard]] Lengths as_real(const WholeLengths& lengths);

/// prod_k l_{k,rho_k} of each cell: V_rho without the undivided dimensions of the block.
[[nodiscard]] std::vector<double> block_volumes(const ProcessGrid& grid, const Lengths& lengths);

/// t_rho = V_rho / p_rho of each cell, with V_rho = prod_k l_{k,rho_k} s_m ... s_{n-1}.
[[nodiscard]] std::vector<double> block_times(const GridProblem& problem, const Mapping& mapping,
                                              const Lengths& lengths);

/// T = max t_rho, the objective.
[[nodiscard]] double block_time(const GridProblem& problem, const Mapping& mapping, const Lengths& lengths);

/// prod s / sum p: a lower bound on the time of every mapping and all lengths.
[[nodiscard]] double ideal_time(const GridProblem& problem);

/// max p / min p.
[[nodiscard]] double heterogeneity_level(std::span<const double> performances);

/// -ln(min^E / prod p) / (E - 1): 0 for equal performances, large if a few are far weaker than the rest. 0 for E
/// = 1. Logarithms: equal to 1e-9 across machines, not to the bit.
[[nodiscard]] double weak_heterogeneity(std::span<const double> performances);

/// +ln(max^E / prod p) / (E - 1): large if a few are far stronger than the rest. *Corrected*: the paper prints a minus,
/// with which it could never be positive.
[[nodiscard]] double strong_heterogeneity(std::span<const double> performances);

/// The greater of the two: the paper's internal heterogeneity.
[[nodiscard]] double internal_heterogeneity(std::span<const double> performances);

/// Up to this many cells, the bound examines blocks of 2 x 2 cells; beyond, time_lower_bound() is the ideal time, to
/// which the best divisions of such grids come close.
inline constexpr std::size_t most_bounded_cells = 256;

/// A lower bound on the time of every mapping with any lengths, real-valued or whole, up to a relative error of 1e-12.
/// At least ideal_time(); the least time itself on grids of 2 x 2 cells or of one dimension. The problem is valid.
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
/// blocks, the loss of every cell counts at most 4 n times: each of its n blocks has four cells. Hence
///   loss >= 1 / (4 n) sum over cells, sum over their opposite cells, of the loss of the block.
/// With any mapping the block of the diagonal {i, j} loses at least h_ij, the least over all other pairs as its
/// second diagonal, and the opposites of i are n different processes. So the loss is at least 1 / (4 n) times the sum
/// over i of the n least h_ij. On 2 x 2 cells h has only the one remaining pair to consider, and the bound is the least
/// loss of the three arrangements.
[[nodiscard]] double time_lower_bound(const GridProblem& problem);

}  // namespace apportion
