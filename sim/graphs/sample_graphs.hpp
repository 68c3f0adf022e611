// Alignment-distribution graphs for experiments: the three of Chatterjee et al., reconstructed from the numbers in
// their text, and random ones from several models.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "sim/graphs/alignment_graph.hpp"
#include "sim/random_stream.hpp"

namespace apportion {

/// Figure 1: two rails of three nodes and three rungs, three candidates, rho = 1. The paper quotes no partition with
/// the weight of rail 2-4, which is chosen by symmetry here.
[[nodiscard]] AlignmentGraph ladder_graph();

/// Figure 4: two zones f and g that exchange sections of 1000 items; two candidates, one best for each zone.
[[nodiscard]] AlignmentGraph two_zone_graph(double rho);

/// Figure 5: two diamonds, the first with sweeps along rows, the second along columns; candidates row, block, column.
[[nodiscard]] AlignmentGraph adi_graph(double rho);

struct RandomGraphShape {
  std::size_t nodes = 1;
  std::size_t candidates = 1;
  double mean_degree = 3;  ///< of a node, if the model leaves it open; at least that of a tree
  double strength = 1;     ///< mean cost of cutting one edge over the mean cost of a node
  bool whole = false;      ///< costs and weights are whole numbers, so that sums are exact and ties happen
};

/// A random tree (node k joined to an earlier one), with further edges between random pairs, without parallel ones;
/// node costs uniform on [0, 100), weights uniform with mean 50 * strength, rho = 1. Exact on every machine.
[[nodiscard]] AlignmentGraph random_graph(const RandomGraphShape& shape, RandomStream& stream);

/// A named model of random graphs. All of them draw connected graphs without parallel edges, weights as random_graph()
/// does unless the summary denies it, and use + - x / and square roots only: exact on every machine.
struct GraphModel {
  std::string name;
  std::string summary;
  AlignmentGraph (*draw)(const RandomGraphShape& shape, RandomStream& stream) = nullptr;
};

/// All models, in the order in which they are documented; `random`, which is random_graph(), first.
[[nodiscard]] const std::vector<GraphModel>& graph_models();

/// Draws a graph of at least one node and candidate by the model of this name; InputError, with the nearest names, if
/// the name is unknown.
[[nodiscard]] AlignmentGraph draw_graph(std::string_view model, const RandomGraphShape& shape, RandomStream& stream);

}  // namespace apportion
