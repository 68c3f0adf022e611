// The state that all steps of one solve share (the best answer so far, the limits, the watch), and the proof on one
// core: message passing, reduced-cost fixing and reductions in turn.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>

#include "extensions/shardings/algorithms/flat_core.hpp"
#include "extensions/shardings/algorithms/local_search.hpp"
#include "extensions/shardings/algorithms/potentials.hpp"
#include "extensions/shardings/algorithms/sharding_algorithm.hpp"

namespace apportion::shardings {

/// The counts at which a solve ends.
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
  [[nodiscard]] bool is_timed() const { return problem_.watch.is_timed; }
  /// May be called from any thread.
  [[nodiscard]] bool stopped() const;
  [[nodiscard]] bool may_sweep() const { return solution.sweeps < limits_.sweeps && !stopped(); }
  [[nodiscard]] std::int64_t sweeps_left() const { return limits_.sweeps - solution.sweeps; }
  [[nodiscard]] bool may_move() const { return moves_left() > 0 && !stopped(); }
  [[nodiscard]] std::int64_t moves_left() const { return limits_.moves - solution.moves; }
  [[nodiscard]] bool may_branch() const { return solution.nodes < limits_.nodes && !stopped(); }
  [[nodiscard]] std::uint64_t draw() { return dice_.bits(); }

  /// Keeps an answer if it is allowed and better than the best one so far.
  void offer(const Sharding& labels);

  /// No answer costs less than `bound`. Has no effect below the known bound, and counts at most as the cost of the best
  /// answer.
  void raise_bound(WideWhole bound);

  void log(const CertificateRecord& record) const {
    if (is_logged()) problem_.watch.certificate(record);
  }
  [[nodiscard]] bool is_logged() const { return static_cast<bool>(problem_.watch.certificate); }

  /// A number for a state of the certificate.
  [[nodiscard]] std::uint32_t new_state() { return ++states_; }

  [[nodiscard]] bool has_answer() const { return solution.labels.has_value(); }
  [[nodiscard]] bool is_proven() const { return has_answer() && solution.lower_bound >= solution.cost; }

  /// The cost of the best answer, rounded; infinite without one.
  [[nodiscard]] double cost() const { return has_answer() ? static_cast<double>(solution.cost) : infinite; }

  ShardingSolution solution;
  double passed = 0;     ///< entries that sweeps of messages have read, see FlatCore::entries()
  bool is_exact = true;  ///< closed subproblems contain nothing better; false if costs were rounded

 private:
  void report() const;

  const ShardingProblem& problem_;
  EffortLimits limits_;
  Dice dice_;
  std::uint32_t states_ = 0;
  mutable std::mutex watching_;
};

/// How many differences of costs dominance may examine in one call for a node of a search tree.
inline constexpr std::int64_t node_dominance = 50'000'000;

/// A core with its potentials, and the lower bound on its answers.
class Subproblem {
 public:
  Subproblem(Core core, int shift) : core_(std::move(core)), shift_(shift) {}

  [[nodiscard]] const Core& core() const { return core_; }
  [[nodiscard]] const FlatCore& flat() const { return *flat_; }
  [[nodiscard]] const Passing& passing() const { return *passing_; }
  [[nodiscard]] Passing& passing() { return *passing_; }
  [[nodiscard]] WideWhole bound() const { return bound_; }
  [[nodiscard]] bool is_closed() const { return closed_; }  ///< it contains nothing better than the best answer
  [[nodiscard]] const WholeBound& whole() const { return whole_; }

  /// Reduces and prepares for message passing.
  void reduce(Effort& effort, std::int64_t dominance);

  /// Passes, proves and shrinks a node of a search tree in turn, until that gains little.
  void tighten(Effort& effort);

  /// After pass(): computes the bound, removes the labels that it excludes, and reduces. Returns the number of these
  /// labels. `keeps_answers`: the labels of the best answer stay, so that searches can continue from it.
  std::size_t shrink(Effort& effort, std::int64_t dominance, bool keeps_answers = true);

  /// Cools once. Keeps the best potentials.
  void pass(Effort& effort, int sweeps);

  /// Computes the bound in whole numbers, and whether it closes the subproblem.
  void prove(Effort& effort);

  /// A copy with fewer labels for one group, and this number in the certificate.
  [[nodiscard]] Subproblem branch(std::uint32_t node, const std::vector<std::uint32_t>& places, std::uint32_t state);

  /// As Core::share_history(): makes copies cheap.
  void share_history() { core_.share_history(); }

  /// Reduces a copy with fewer labels for one group and cools once, without counting or logging. Returns an approximate
  /// lower bound, infinite if it has no answer. May be called from several threads at once.
  [[nodiscard]] double look(const Effort& effort, std::uint32_t node, const std::vector<std::uint32_t>& places,
                            int sweeps) const;

  /// Stops logging to the certificate.
  void mute() { core_.mute(); }

  /// The state's number in the certificate.
  [[nodiscard]] std::uint32_t state() const { return state_; }

  /// Records that it contains nothing better than the best answer.
  void close();

  /// Offers the answer decoded from the potentials, repaired if it uses too much memory. After a stop without any
  /// answer it offers a worse one that is found at once.
  void decode(Effort& effort);

  /// Labels that follow the potentials, or the best answer if its labels remain.
  [[nodiscard]] Places start(const Effort& effort) const;

  [[nodiscard]] Guide guide(const Effort& effort) const {
    return {passing_->potentials().prices, passing_->beliefs(), [&effort] { return effort.stopped(); }};
  }

 private:
  int cool(const Effort& effort, int sweeps);
  [[nodiscard]] Subproblem branched(Core core, std::uint32_t node, const std::vector<std::uint32_t>& places) const;
  std::size_t fix(const Effort& effort, bool keeps_answers);
  void prepare();
  void decode_hastily(Effort& effort, double cost);
  void log_bound() const;

  Core core_;
  int shift_;
  std::shared_ptr<const FlatCore> flat_;
  std::shared_ptr<Passing> passing_;
  std::shared_ptr<const CarriedPotentials> carried_;
  WholeBound whole_;
  WideWhole bound_ = 0;
  bool closed_ = false;
  std::uint32_t state_ = 0;
  bool warm_ = false;  // whether the potentials come from an earlier core
};

/// The sizes of a core after reduce().
[[nodiscard]] ShardingSizes sizes_of(const Core& core);

}  // namespace apportion::shardings
