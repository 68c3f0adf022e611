// Multilevel bisection of a graph of places (Hendrickson & Leland 1995; Karypis & Kumar 1998): pairs of places joined
// again and again, starts grown on the coarsest graph, and refinement on all of them.
#pragma once

#include <cstdint>
#include <vector>

#include "algorithms/cells/mesh.hpp"
#include "algorithms/cells/piece_graph.hpp"
#include "sim/random_stream.hpp"

namespace apportion {

/// What the load of the first side may be.
struct SideWindow {
  double least = 0;
  double most = 0;

  [[nodiscard]] double excess_of(double load) const { return std::max({load - most, least - load, 0.0}); }
};

/// The side of each place, 0 or 1, and what that costs.
struct Bisection {
  std::vector<std::int32_t> sides = {};
  double load = 0;    ///< of the first side
  double excess = 0;  ///< of its load over the window
  std::int64_t cut = 0;
};

/// A graph, and coarser ones of it. Many windows can be asked for.
class GraphBisection {
 public:
  /// Of a graph, which must outlive it. Its coarsest places have loads up to about a hundredth of all.
  GraphBisection(const PieceGraph& graph, RandomStream& stream);

  /// The best of so many starts on the coarsest graph, as it is there.
  [[nodiscard]] std::vector<Bisection> starts(const SideWindow& window, int count, RandomStream& stream) const;
  /// Starts brought down to the graph itself: the best of them.
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
