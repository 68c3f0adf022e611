// Bisections and plans of seas. A graph of places is bisected by levels (Hendrickson & Leland 1995; Karypis & Kumar
// 1998): pairs of places joined again and again, starts grown on the coarsest graph, and refinement on all of them.
// Orders of a sea's places, with the cut behind each of their prefixes, give the least cut for each load, which reveals
// its necks. A plan, for several seas, is how much load of each sea each part gets, so that few seas are cut, and where
// cuts are short: a transport problem with nonconvex prices.
#pragma once

#include <cstddef>
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

/// The places of a graph in an order.
struct PlaceOrder {
  std::vector<std::uint32_t> places = {};
  std::vector<double> loads = {};       ///< loads of the first 1, 2, ... places
  std::vector<std::int32_t> cuts = {};  ///< sides between them and the others
};

struct OrderSettings {
  int grown = 12;   ///< orders that grow from ends by the place with most sides inside
  int breadth = 4;  ///< orders by distance from ends
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

struct SeaToPlan {
  double load = 0;
  CutProfile profile;
};

struct SeaShare {
  std::int32_t part = 0;
  double load = 0;
};

struct SeaPlan {
  std::vector<std::vector<SeaShare>> shares = {};  ///< [sea] the shares of parts that have some of it
  double price = 0;                                ///< its estimated cost in sides
};

/// `cell` is the greatest load of a cell, the unit of excess over windows.
[[nodiscard]] SeaPlan annealed_plan(const std::vector<SeaToPlan>& seas, const LoadWindows& windows, double cell,
                                    RandomStream& stream);

/// The plans, cheapest first, without those that differ only by exchanges of parts with equal windows.
[[nodiscard]] std::vector<SeaPlan> distinct_plans(std::vector<SeaPlan> plans, const LoadWindows& windows);

}  // namespace apportion
