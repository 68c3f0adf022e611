// Exact optima of small or narrow graphs, as functions that several algorithms use.
#pragma once

#include <cstddef>
#include <optional>

#include "sim/graphs/alignment_graph.hpp"

namespace apportion {

/// Tries all labellings; by ties the first in lexicographic order. InputError above 10^7 labellings.
[[nodiscard]] Labelling exhaustive_optimum(const AlignmentGraph& graph);

/// Eliminates nodes in order of least degree, as in dynamic programming over a tree decomposition: d^(w + 1) table
/// entries a node for a width w. std::nullopt if the tables would have more than `most_entries`.
[[nodiscard]] std::optional<Labelling> elimination_optimum(const AlignmentGraph& graph, std::size_t most_entries);

/// One s-t minimum cut. At most two candidates; std::logic_error otherwise.
[[nodiscard]] Labelling two_candidate_optimum(const AlignmentGraph& graph);

struct IntegerOptimum {
  Labelling labels;
  bool proven = false;  ///< no labelling is cheaper, up to a relative 1e-9
};

/// The labelling as a 0-1 programme by CBC; ends unproven, with the best labelling known, after `most_nodes` nodes of
/// its search tree. `known` is some good labelling. Calls from several threads take turns.
[[nodiscard]] IntegerOptimum integer_optimum(const AlignmentGraph& graph, const Labelling& known,
                                             std::size_t most_nodes);

}  // namespace apportion
