// Algorithm 1: divide the graph, label the parts, keep the union or the best static distribution.
#pragma once

#include <functional>
#include <vector>

#include "algorithms/graphs/subgraph.hpp"

namespace apportion {

/// Divides a connected subgraph of at least three nodes into two nonempty sets.
using Partitioner = std::function<Sides(const Subgraph&, GraphCounters&)>;

/// Which tests end the recursion, whether partitions are refined, and what is done beforehand.
struct Algorithm1Settings {
  bool test_alone = true;  ///< mincut(S) >= Delta(S): Algorithm 1 looks at G(S) alone, so that w(S) counts for nothing
  bool lemma1 = false;     ///< the lemmas as printed
  bool lemma2 = false;
  bool lemma3 = false;
  bool kernighan_lin = false;
  bool collapse = false;    ///< sets known to be static become single nodes beforehand; see static_sets.hpp
  std::int64_t levels = 0;  ///< sets are divided so often, one within another; 0: no limit
};

/// The options that Algorithm 1 has with every partitioner: lemma1, lemma2, lemma3, exhaust, kernighan-lin, collapse,
/// levels.
[[nodiscard]] std::vector<OptionSpec> algorithm1_options();

/// What these options say. The printed lemmas replace the test on the subgraph alone where any of them is chosen;
/// `exhaust` leaves no test, so that the recursion goes down to single nodes; `paper` stands for all three lemmas.
[[nodiscard]] Algorithm1Settings algorithm1_settings(const Options& options, bool paper);

/// Section 2, Algorithm 1. A disconnected set is divided into its components, two nodes into single ones, anything else
/// by `partitioner`. By ties the static distribution stays. The solution is proven optimal where each component of the
/// graph was found static as a whole, or the cost is the sum of the nodes' least costs; where sets were collapsed, only
/// in the second case.
[[nodiscard]] GraphSolution algorithm1(const AlignmentGraph& graph, const Algorithm1Settings& settings,
                                       const Partitioner& partitioner);

/// The partition that puts the first node aside: what is left where nothing better is known.
[[nodiscard]] Sides first_node_aside(std::size_t nodes);

/// Whether all nodes stand on one side.
[[nodiscard]] bool is_one_sided(const Sides& sides);

}  // namespace apportion
