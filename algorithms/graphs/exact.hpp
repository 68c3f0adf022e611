// Exact optima of small or narrow graphs, as functions that several algorithms use.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "algorithms/graphs/whole_graph.hpp"

namespace apportion {

/// Eliminates nodes in order of least degree, as in dynamic programming over a tree decomposition: each node takes as
/// many table entries as it and its neighbours at that time have labellings. std::nullopt if the tables would have more
/// than `most_entries`. Adds the number of computed entries to `entries`, if given.
[[nodiscard]] std::optional<Labelling> elimination_optimum(const WholeGraph& graph, std::size_t most_entries,
                                                           std::int64_t* entries = nullptr);

/// The optimum by one minimum cut. std::logic_error for more than two candidates.
[[nodiscard]] Labelling two_candidate_optimum(const WholeGraph& graph);

}  // namespace apportion
