// What all steps of one solve share: the best answer so far, the limits, and who watches.
#pragma once

#include <cstdint>
#include <mutex>

#include "algorithms/shardings/dice.hpp"
#include "algorithms/shardings/flat.hpp"
#include "algorithms/shardings/sharding_algorithm.hpp"
#include "algorithms/shardings/state.hpp"

namespace apportion::shardings {

/// Counts at which a solve ends.
struct EffortLimits {
  std::int64_t sweeps = 0;
  std::int64_t moves = 0;
  std::int64_t nodes = 0;
};

class Effort {
 public:
  Effort(const ShardingProblem& problem, const EffortLimits& limits, std::uint64_t seed)
      : problem_(problem), limits_(limits), dice_(seed) {}

  [[nodiscard]] const ShardingGraph& graph() const { return *problem_.graph; }
  [[nodiscard]] unsigned threads() const { return problem_.watch.threads; }
  /// From any thread.
  [[nodiscard]] bool stopped() const;
  [[nodiscard]] bool may_sweep() const { return solution.sweeps < limits_.sweeps && !stopped(); }
  [[nodiscard]] bool may_move() const { return moves_left() > 0 && !stopped(); }
  [[nodiscard]] std::int64_t moves_left() const { return limits_.moves - solution.moves; }
  [[nodiscard]] bool may_branch() const { return solution.nodes < limits_.nodes && !stopped(); }
  [[nodiscard]] std::uint64_t draw() { return dice_.bits(); }

  /// Takes an answer if it is allowed and better than what there is. Returns whether it is.
  bool offer(const Sharding& labels);
  bool offer(const Core& core, const Flat& flat, const Places& places);

  /// No answer costs less. What is below the bound known, or above the best answer, is no news.
  void raise_bound(WideWhole bound);

  void log(const CertificateRecord& record) const {
    if (is_logged()) problem_.watch.certificate(record);
  }
  [[nodiscard]] bool is_logged() const { return static_cast<bool>(problem_.watch.certificate); }

  /// A number for a state of the certificate.
  [[nodiscard]] std::uint32_t new_state() { return ++states_; }

  [[nodiscard]] bool has_answer() const { return solution.labels.has_value(); }
  [[nodiscard]] bool is_proven() const { return has_answer() && solution.lower_bound >= solution.cost; }

  /// Of the best answer, rounded; infinite without one.
  [[nodiscard]] double cost() const { return has_answer() ? static_cast<double>(solution.cost) : infinite; }

  ShardingSolution solution;
  double passed = 0;     ///< entries that sweeps of messages have looked at, see Flat::entries()
  bool is_exact = true;  ///< what was closed holds nothing better; not so where costs were rounded

 private:
  void report() const;

  const ShardingProblem& problem_;
  EffortLimits limits_;
  Dice dice_;
  std::uint32_t states_ = 0;
  mutable std::mutex watching_;
};

}  // namespace apportion::shardings
