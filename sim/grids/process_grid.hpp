// Process grids of any dimension, and the problem of dividing a block of elements over one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace apportion {

/// A grid of e_0 x ... x e_{m-1} cells. Cells are numbered with the first coordinate fastest, the order in which the
/// natural mapping fills them (Kalinov & Klimov, Section 3.1).
struct ProcessGrid {
  std::vector<std::size_t> edges;

  [[nodiscard]] std::size_t dimensions() const { return edges.size(); }
  [[nodiscard]] std::size_t edge(std::size_t k) const { return edges[k]; }
  /// e_0 ... e_{m-1}.
  [[nodiscard]] std::size_t cells() const;
  /// e_0 ... e_{k-1}: how far apart two cells are that are neighbours along dimension k.
  [[nodiscard]] std::size_t stride(std::size_t k) const;
  /// The k-th coordinate of a cell.
  [[nodiscard]] std::size_t coordinate(std::size_t cell, std::size_t k) const;

  bool operator==(const ProcessGrid&) const = default;
};

/// Throws InputError unless there is an edge, none is 0, and there are at most 1e7 cells and 10 dimensions.
void validate(const ProcessGrid& grid);

/// "6x6" as a grid; InputError unless it is whole numbers joined by x. The opposite is spelled().
[[nodiscard]] ProcessGrid parse_grid(std::string_view text);
[[nodiscard]] std::string spelled(const ProcessGrid& grid);

/// InputError unless e_0 <= ... <= e_{m-1}, which the mappings NAT, NAT1 and NAT2 need; it says the order that would
/// do.
void require_sorted_edges(const ProcessGrid& grid);

/// What a grid algorithm is asked: to give every process a cell of the grid and every slice of the grid a length, so
/// that the generalised block of s_0 x ... x s_{n-1} elements is done soonest (Kalinov & Klimov, Section 2). Process j
/// does performances[j] elements in a unit of time. Dimension k of the grid divides dimension k of the block; the
/// block's further dimensions, if n > m, are not divided, so that their sides are a constant factor of every time.
struct GridProblem {
  ProcessGrid grid;
  std::vector<double> performances;
  std::vector<std::int64_t> block;
};

/// s_0 ... s_{n-1}: the elements of the block.
[[nodiscard]] double elements_of(const GridProblem& problem);

/// s_m ... s_{n-1}: how many elements belong to each element of the divided dimensions; 1 where n = m.
[[nodiscard]] double undivided_volume(const GridProblem& problem);

/// Throws InputError unless the grid is one, there is one performance per cell, the block has at least as many sides as
/// the grid has dimensions and at most 10, performances lie between 1e-100 and 1e100, and sides between the grid's edge
/// (an element per slice; 1 where the block is not divided) and 1e9.
void validate(const GridProblem& problem);

}  // namespace apportion
