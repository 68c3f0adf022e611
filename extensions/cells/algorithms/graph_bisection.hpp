// Multilevel bisection of a graph of places (Hendrickson & Leland 1995; Karypis & Kumar 1998): pairs of places joined
// again and again, starts grown on the coarsest graph, and refinement on all of them.
#pragma once

#include <cstdint>
#include <vector>

#include "extensions/cells/algorithms/mesh.hpp"
#include "extensions/cells/algorithms/piece_graph.hpp"
#include "sim/random_stream.hpp"

namespace apportion {

/// The range of the first side's load.
struct SideWindow {
  double least = 0;
  double most = 0;

  [[nodiscard]] double excess_of(double load) const { return std::max({load - most, least - load, 0.0}); }
};

/// The side of each place, 0 or 1, and its costs.
struct Bisection {
  std::vector<std::int32_t> sides = {};
  double load = 0;    ///< the load of the first side
  double excess = 0;  ///< how far this load is outside of the window
  std::int64_t cut = 0;
};

/// A graph and its coarser ones, for bisections with any windows.
class GraphBisection {
 public:
  /// `graph` must outlive it. The coarsest places have loads up to about a hundredth of the total.
  GraphBisection(const PieceGraph& graph, RandomStream& stream);

  /// The best of `count` starts on the coarsest graph.
  [[nodiscard]] std::vector<Bisection> starts(const SideWindow& window, int count, RandomStream& stream) const;
  /// The best of the starts, refined down to the graph itself.
  [[nodiscard]] Bisection refined(const std::vector<Bisection>& starts, const SideWindow& window,
                                  RandomStream& stream) const;

 private:
  [[nodiscard]] const PieceGraph& level(std::size_t number) const {
    return number == 0 ? *finest_ : coarse_[number - 1];
  }

  const PieceGraph* finest_;
  std::vector<PieceGraph> coarse_;
};

}  // namespace apportion
