// The replay of a proof about a sharding graph, record by record, in exact arithmetic.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>

#include "algorithms/shardings/certificate.hpp"
#include "experiments/problems/shardings/proof_bound.hpp"
#include "experiments/problems/shardings/proof_state.hpp"

namespace apportion::problems {

/// What has been proven.
struct ProvenFacts {
  std::optional<WideWhole> cost = std::nullopt;  ///< of the best answer that is known
  WideWhole lower_bound = 0;                     ///< no sharding that is allowed costs less
  bool is_complete = false;  ///< every state is closed or branched: the answer is the best, or none is allowed

  [[nodiscard]] bool is_optimal() const { return cost && (is_complete || lower_bound >= *cost); }
};

/// The most that the states which are open at once may take, by ProofState::bytes(). The solver holds fewer.
inline constexpr std::size_t most_open_bytes = std::size_t{4} << 30U;

/// Takes the records of algorithms/shardings/certificate.hpp in order, and believes none of them: each is checked
/// against the graph and against what the records before have left of it.
class ProofReplay {
 public:
  explicit ProofReplay(const ShardingGraph& graph, std::size_t most_bytes = most_open_bytes)
      : graph_(graph), most_bytes_(most_bytes) {}

  /// InputError for a record that does not hold.
  void take(const CertificateRecord& record);

  /// InputError where nothing was begun.
  [[nodiscard]] ProvenFacts facts() const;

 private:
  // A state that is neither closed nor branched.
  struct Branch {
    std::unique_ptr<ProofState> state;
    WideWhole lower_bound = 0;  // whole costs of the graph
    ReplayedBound bound = {};
    std::size_t bytes = 0;  // of the state when it was made
  };

  void apply(const ProofStart& record);
  void apply(const ForbiddenLabel& record);
  void apply(const DominatedLabel& record);
  void apply(const OverfullLabel& record);
  void apply(const OverfullPairs& record);
  void apply(const DroppedTime& record);
  void apply(const MergedNode& record);
  void apply(const FoldedNode& record);
  void apply(const BypassedNode& record);
  void apply(const SeparatedEdge& record);
  void apply(const KnownAnswer& record);
  void apply(const ProvenBound& record);
  void apply(const FixedLabel& record);
  void apply(const BranchedState& record);
  void apply(const EnteredState& record);
  void apply(const ClosedState& record);

  [[nodiscard]] Branch& entered();
  void open(std::uint32_t number, std::unique_ptr<ProofState> state, WideWhole lower_bound);
  /// Takes the state that was entered away.
  [[nodiscard]] Branch left();
  [[nodiscard]] ProofState& state() { return *entered().state; }
  [[nodiscard]] bool is_forbidden(WideWhole cost) const;
  /// No less than the best answer.
  [[nodiscard]] bool is_excluded(WideWhole whole) const { return best_ && whole >= *best_; }
  /// In whole costs of the graph, rounded up.
  [[nodiscard]] WideWhole unscaled(WideWhole bound, int scale) const;
  /// Of `gone`, beside this label of the other node.
  [[nodiscard]] std::uint32_t only_label_beside(const PairView& pair, std::uint32_t label, const ProofNode& gone) const;
  void require_covered(std::uint32_t row, std::uint32_t by) const;
  [[nodiscard]] bool is_infeasible() const;

  const ShardingGraph& graph_;
  std::size_t most_bytes_;
  std::size_t open_bytes_ = 0;
  int shift_ = 0;
  std::optional<WideWhole> best_ = std::nullopt;
  bool is_begun_ = false;
  std::map<std::uint32_t, Branch> branches_;
  std::set<std::uint32_t> numbers_;  // of all states that there were
  std::uint32_t current_ = 0;
};

}  // namespace apportion::problems
