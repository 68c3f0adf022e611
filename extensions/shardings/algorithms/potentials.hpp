// Potentials of a core: message passing that finds them, how they are carried over to a smaller core, and the lower
// bound in whole numbers that follows from any of them.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "extensions/shardings/algorithms/flat_core.hpp"

namespace apportion::shardings {

/// The result of message passing. Any numbers give a valid bound (see whole_bound()).
struct Potentials {
  std::vector<double> messages;  ///< [place of message] what the edge has given to this end's labels
  std::vector<double> prices;    ///< [row] the price of a unit of memory, not negative
};

/// A matrix at a temperature.
struct SoftMatrix {
  std::vector<double> least = {};  ///< [row] the least cost
  std::vector<float> above = {};   ///< costs above the least of their row
  std::vector<float> soft = {};    ///< exp(-above / temperature)
};

/// Kolmogorov, Convergent tree-reweighted message passing for energy minimization, 2006; with a temperature as in
/// Savchynskyy, Schmidt, Kappes & Schnoerr, Efficient MRF energy minimization via adaptive diminishing smoothing, 2012;
/// the memory limit is relaxed (Lagrange), and its multipliers follow the usage that the messages predict.
class Passing {
 public:
  explicit Passing(const FlatCore& flat);

  /// One sweep over the nodes, alternately forwards and backwards. At temperature 0 minima are hard.
  void sweep(double temperature);

  /// Moves the prices by the usage expected in the last sweep. They are first set to `start`.
  void adjust_prices(double start);

  /// A lower bound, up to rounding: a hard forward pass that changes nothing.
  [[nodiscard]] double bound();

  /// Labels that follow the messages, node by node, given those before.
  [[nodiscard]] std::vector<std::uint32_t> decoded(bool forward) const;

  /// The cost of each label with messages and prices, by place of label: the greater, the less likely.
  [[nodiscard]] std::vector<double> beliefs() const;

  [[nodiscard]] const Potentials& potentials() const { return potentials_; }
  void set(Potentials potentials);

 private:
  double share_costs(std::uint32_t node);
  void update(std::uint32_t node, bool forward, double temperature);
  void set_rest(const FlatLink& link, std::uint32_t labels);
  std::span<double> pass_on(const FlatLink& link, std::uint32_t labels);
  void send_hard(const FlatLink& link, std::uint32_t labels);
  void send_soft(const FlatLink& link, std::uint32_t labels, double temperature);
  void expect(std::uint32_t node, double temperature);
  void soften(double temperature);

  const FlatCore& flat_;
  Potentials potentials_;
  std::vector<double> priced_;    // [place of label] its cost plus that of its memory
  std::vector<double> shares_;    // [node] share of its cost for a link ahead: 1 / max(links before, after)
  std::vector<double> expected_;  // [row] usage in the present sweep, as differences
  std::vector<double> steps_;     // [row]
  std::vector<double> last_;      // [row] the last gradient
  std::vector<SoftMatrix> soft_;  // [matrix] made on first use
  double soft_temperature_ = 0;
  bool forward_ = true;
  std::vector<double> scratch_;
  std::vector<double> rest_;  // the sending node's shares less what the edge has given to it
  std::vector<float> weight_;
  std::vector<float> sums_;
};

/// Stores potentials by the names of a core's nodes, edges, labels and times, which do not change.
class CarriedPotentials {
 public:
  /// Makes the core track its changes from now on.
  CarriedPotentials(Core& core, const FlatCore& flat, const Potentials& potentials);

  /// The potentials for the same core, or a branch of it, after reductions.
  [[nodiscard]] Potentials onto(const Core& core, const FlatCore& flat) const;

 private:
  struct End {
    std::uint32_t edge = 0;  // the edge's name
    std::uint32_t node = 0;  // the node in the graph
    std::size_t message = 0;
  };

  std::vector<End> ends_;
  std::unordered_map<std::uint32_t, std::vector<std::uint32_t>> labels_;  // [node]
  std::vector<std::pair<std::int64_t, double>> prices_;                   // [time]
  std::vector<double> messages_;
};

/// Potentials in whole numbers, and the bound that follows from them without rounding (see certificate.hpp,
/// ProvenBound).
struct WholeBound {
  int scale = 0;                          ///< costs are multiplied by 2^scale
  int price_scale = 0;                    ///< a price p stands for p / 2^price_scale scaled units of cost
  Whole most = 0;                         ///< scaled costs above it count as it
  std::vector<std::int64_t> prices = {};  ///< [row]
  std::vector<Whole> given = {};          ///< [place of message] what this end gives to the edge
  WideWhole bound = 0;                    ///< scaled, as are the next
  std::vector<WideWhole> labels = {};     ///< [place of label] a bound for all answers with this label

  /// The least whole cost that is not excluded.
  [[nodiscard]] WideWhole cost() const { return -((-bound) >> scale); }
};

[[nodiscard]] WholeBound whole_bound(const Core& core, const FlatCore& flat, const Potentials& potentials);

}  // namespace apportion::shardings
