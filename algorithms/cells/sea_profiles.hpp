// What it costs to cut a sea: orders of its places, the cut behind each of their prefixes, and of these the least cut
// for each load, which shows where the sea has necks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "algorithms/cells/graph_bisection.hpp"
#include "algorithms/cells/piece_graph.hpp"
#include "sim/random_stream.hpp"

namespace apportion {

/// The places of a graph in an order.
struct PlaceOrder {
  std::vector<std::uint32_t> places = {};
  std::vector<double> loads = {};       ///< of the first 1, 2, ... places
  std::vector<std::int32_t> cuts = {};  ///< sides between them and the others
};

struct OrderSettings {
  int grown = 12;     ///< orders that grow from ends by the place that has most sides inside
  int breadth = 4;    ///< by distance from ends
  bool swept = true;  ///< straight sweeps
};

[[nodiscard]] std::vector<PlaceOrder> place_orders(const PieceGraph& graph, const OrderSettings& settings,
                                                   RandomStream& stream);

/// The prefix, or what is left by one, that has the least cut among those with a load in the window, or the nearest
/// load.
[[nodiscard]] Bisection best_prefix(const PieceGraph& graph, const std::vector<PlaceOrder>& orders,
                                    const SideWindow& window);

/// The least cuts of all orders.
class CutProfile {
 public:
  CutProfile(const PieceGraph& graph, const std::vector<PlaceOrder>& orders);

  /// Of a part with about this load, from 0 to the load of the graph.
  [[nodiscard]] double cut_at(double load) const;
  /// Loads at which a cut is shorter than nearby; with ends, ascending.
  [[nodiscard]] const std::vector<double>& good_loads() const { return good_loads_; }

 private:
  [[nodiscard]] std::size_t bin_of(double load) const;

  double total_;
  std::vector<double> cuts_;
  std::vector<double> good_loads_;
};

}  // namespace apportion
