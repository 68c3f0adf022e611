// The cost of cutting a sea: orders of its places, the cut behind each of their prefixes, and the least cut for each
// load, which reveals the necks of the sea.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "extensions/cells/algorithms/graph_bisection.hpp"
#include "extensions/cells/algorithms/piece_graph.hpp"
#include "sim/random_stream.hpp"

namespace apportion {

/// The places of a graph in an order.
struct PlaceOrder {
  std::vector<std::uint32_t> places = {};
  std::vector<double> loads = {};       ///< loads of the first 1, 2, ... places
  std::vector<std::int32_t> cuts = {};  ///< sides between them and the others
};

struct OrderSettings {
  int grown = 12;     ///< orders that grow from ends by the place with most sides inside
  int breadth = 4;    ///< orders by distance from ends
  bool swept = true;  ///< whether there are straight sweeps
};

[[nodiscard]] std::vector<PlaceOrder> place_orders(const PieceGraph& graph, const OrderSettings& settings,
                                                   RandomStream& stream);

/// The prefix, or the complement of one, with the least cut among those with a load in the window, or nearest to it.
[[nodiscard]] Bisection best_prefix(const PieceGraph& graph, const std::vector<PlaceOrder>& orders,
                                    const SideWindow& window);

/// The least cuts of all orders.
class CutProfile {
 public:
  CutProfile(const PieceGraph& graph, const std::vector<PlaceOrder>& orders);

  /// The least cut for a part with about this load, from 0 to the load of the graph.
  [[nodiscard]] double cut_at(double load) const;
  /// Loads at which the cut is shorter than nearby, ascending, including both ends.
  [[nodiscard]] const std::vector<double>& good_loads() const { return good_loads_; }

 private:
  [[nodiscard]] std::size_t bin_of(double load) const;

  double total_;
  std::vector<double> cuts_;
  std::vector<double> good_loads_;
};

}  // namespace apportion
