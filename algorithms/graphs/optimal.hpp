// Exact search on graphs in whole numbers: reductions, a bound by message passing, and branching if it is not
// tight.
#pragma once

#include <cstdint>
#include <vector>

#include "algorithms/graphs/message_passing.hpp"
#include "algorithms/graphs/whole_graph.hpp"

namespace apportion {

/// Limits of a search, as counts, so that answers do not depend on the machine.
struct SearchLimits {
  std::int64_t nodes = 0;     ///< of the search tree; the first of each connected part is always visited
  std::int64_t messages = 0;  ///< entries computed in message passing, plus five for each table entry
};

struct SearchCounts {
  std::int64_t nodes = 0;
  std::int64_t messages = 0;
};

struct SearchAnswer {
  WholeAnswer answer;
  SearchCounts counts;
};

/// The best labelling found, `known` if nothing is cheaper, and a bound on its distance from the optimum: less than the
/// unit of the costs, or than what is negligible, unless a limit was reached.
[[nodiscard]] SearchAnswer searched(const WholeCosts& whole, const WholeLabels& known, const SearchLimits& limits);

/// The members as a separate problem, in which all other nodes keep their labels: differences in cost between
/// labellings of the part are those in the whole graph. Members are distinct; links keep their messages. Base 0.
[[nodiscard]] WholePart window(const WholeGraph& graph, const WholeLabels& labels,
                               const std::vector<std::uint32_t>& members);

/// The connected components of the members as the messages describe them: nodes have their costs and what the edges
/// to nodes outside have moved there, edges inside keep their messages. The messages' bound may count the least
/// costs of the parts for their nodes and inner edges. Costs are shifted to be nonnegative; base compensates for
/// that.
[[nodiscard]] std::vector<WholePart> islands(const WholeGraph& graph, const MessagePassing& messages,
                                             const std::vector<bool>& member);

/// The nodes nearest to a centre, at most this many, nearer ones first.
[[nodiscard]] std::vector<std::uint32_t> ball(const WholeGraph& graph, std::uint32_t centre, std::size_t most);

}  // namespace apportion
