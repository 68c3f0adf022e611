// One core under proof: message passing, reduced-cost fixing and reductions in turn.
#pragma once

#include <functional>
#include <memory>

#include "algorithms/shardings/carried.hpp"
#include "algorithms/shardings/effort.hpp"
#include "algorithms/shardings/local_search.hpp"
#include "algorithms/shardings/whole_bound.hpp"

namespace apportion::shardings {

/// What the tightening of one core may take.
struct TighteningLimits {
  int sweeps = 200;            ///< for one cooling
  int rounds = 1;              ///< of cooling, fixing and reducing; fewer where they gain nothing
  std::int64_t dominance = 0;  ///< see ReductionLimits
  bool keeps_answers = true;   ///< keeps the best answer's labels, so that searches can go on from it
};

/// A core with its potentials. `bound`: no answer in it costs less.
class Subproblem {
 public:
  Subproblem(Core core, int shift) : core_(std::move(core)), shift_(shift) {}

  [[nodiscard]] const Core& core() const { return core_; }
  [[nodiscard]] const Flat& flat() const { return *flat_; }
  [[nodiscard]] const Passing& passing() const { return *passing_; }
  [[nodiscard]] Passing& passing() { return *passing_; }
  [[nodiscard]] WideWhole bound() const { return bound_; }
  [[nodiscard]] bool is_closed() const { return closed_; }  ///< nothing better than the best answer is in it
  [[nodiscard]] const WholeBound& whole() const { return whole_; }

  /// Reduces and prepares for message passing.
  void reduce(Effort& effort, std::int64_t dominance);

  /// Passes, proves and shrinks in turn, until that gains little.
  void tighten(Effort& effort, const TighteningLimits& limits);

  /// After pass(): the bound, and without the labels that it excludes the reductions. Returns how many labels those
  /// are.
  std::size_t shrink(Effort& effort, const TighteningLimits& limits);

  /// Cools once. Keeps the best potentials.
  void pass(Effort& effort, int sweeps);

  /// The bound in whole numbers, and whether it closes the subproblem.
  void prove(Effort& effort);

  /// The same with fewer labels for one group.
  [[nodiscard]] Subproblem branch(std::uint32_t node, const std::vector<std::uint32_t>& places);

  /// For a look that proves nothing: leaves no trace in the certificate.
  void mute() {
    core_.mute();
    is_muted_ = true;
  }

  /// Its number in the certificate.
  [[nodiscard]] std::uint32_t state() const { return state_; }
  void set_state(std::uint32_t state) { state_ = state; }

  /// Nothing better than the best answer is in it.
  void close(const Effort& effort);

  /// Offers the answer that follows the potentials as they are, repaired where it takes too much memory. Once a stop
  /// has come, and there is no answer, a worse one that is found at once.
  void decode(Effort& effort);

  /// Labels that follow the potentials, or the best answer where it is still there.
  [[nodiscard]] Places start(const Effort& effort) const;

  [[nodiscard]] Guide guide(const Effort& effort) const {
    return {passing_->potentials().prices, passing_->beliefs(), [&effort] { return effort.stopped(); }};
  }

 private:
  std::size_t fix(const Effort& effort, bool keeps_answers);
  void prepare();
  void decode_hastily(Effort& effort, double cost);
  void log_bound(const Effort& effort, WholePotentials potentials) const;

  Core core_;
  int shift_;
  std::shared_ptr<const Flat> flat_;
  std::shared_ptr<Passing> passing_;
  std::shared_ptr<const Carried> carried_;
  WholeBound whole_;
  WideWhole bound_ = 0;
  bool closed_ = false;
  bool is_muted_ = false;
  std::uint32_t state_ = 0;
  bool warm_ = false;  // potentials come from an earlier core
};

}  // namespace apportion::shardings
