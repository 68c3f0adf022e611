// Message passing with multipliers: TRW-S over any matrices, soft or hard, and a price of memory at each row.
#pragma once

#include <cstdint>
#include <vector>

#include "algorithms/shardings/flat.hpp"

namespace apportion::shardings {

/// What message passing has found out. Any numbers give a valid bound (see whole_bound.hpp).
struct Potentials {
  std::vector<double> messages;  ///< [place of message] what the edge has given to this end's labels
  std::vector<double> prices;    ///< [row] of a unit of memory, not negative
};

/// Kolmogorov, Convergent tree-reweighted message passing for energy minimization, 2006; with a temperature as in
/// Savchynskyy, Schmidt, Kappes & Schnoerr, Efficient MRF energy minimization via adaptive diminishing smoothing, 2012;
/// the memory limit is relaxed (Lagrange), its multipliers follow the usage that messages expect.
class Passing {
 public:
  explicit Passing(const Flat& flat);

  /// One sweep over the nodes, forwards or backwards in turn. Temperature 0: hard minima.
  void sweep(double temperature);

  /// Moves the prices by the usage expected in the last sweep. They are first set to `start`.
  void adjust_prices(double start);

  /// A lower bound, up to rounding: a hard forward pass that changes nothing.
  [[nodiscard]] double bound();

  /// Labels that follow messages, node by node, beside those before.
  [[nodiscard]] std::vector<std::uint32_t> decoded(bool forward) const;

  /// What each label costs with messages and prices: the greater, the less likely. [place of label]
  [[nodiscard]] std::vector<double> beliefs() const;

  [[nodiscard]] const Potentials& potentials() const { return potentials_; }
  void set(Potentials potentials);

 private:
  void price_labels();
  void update(std::uint32_t node, bool forward, double temperature);
  void send_hard(const FlatLink& link, std::uint32_t labels, const double* rest, double* to);
  void send_soft(const FlatLink& link, std::uint32_t labels, const double* rest, double* to, double temperature);
  void expect(std::uint32_t node, double share, double temperature);
  void soften(double temperature);

  const Flat& flat_;
  Potentials potentials_;
  std::vector<double> priced_;        // [place of label] cost with what its memory costs
  std::vector<double> shares_;        // [node] of its cost for each link ahead: 1 / max(links before, links after)
  std::vector<double> expected_;      // [row] usage as differences, in the sweep that goes on
  std::vector<double> steps_;         // [row]
  std::vector<double> last_;          // [row] the gradient before
  std::vector<float> soft_;           // all matrices as exp(-(cost - least of row) / temperature), once one is needed
  std::vector<std::size_t> soft_at_;  // [matrix]; then the transposed one; then the end
  std::vector<double> least_;         // [matrix, row] likewise
  std::vector<std::size_t> least_at_;
  double soft_temperature_ = 0;
  bool forward_ = true;
  std::vector<double> scratch_;
  std::vector<double> rest_;
  std::vector<float> weight_;
  std::vector<float> sums_;
};

}  // namespace apportion::shardings
