// The replay of a proof about a sharding graph, record by record, in exact arithmetic and without the solver's code:
// the remaining graph, the lower bound, and the records.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "extensions/shardings/algorithms/certificate.hpp"
#include "extensions/shardings/sim/sharding.hpp"

namespace apportion::problems {

// --- The state

/// The cost of what is forbidden for good; every sum with it is `never`.
inline constexpr WideWhole never = WideWhole{1} << 120;

[[nodiscard]] inline WideWhole proof_sum(WideWhole a, WideWhole b) { return a == never || b == never ? never : a + b; }

/// The costs of pairs of labels, by the labels' numbers in the graph.
struct PairCosts {
  std::size_t columns = 0;
  std::vector<WideWhole> costs = {};

  [[nodiscard]] WideWhole at(std::uint32_t row, std::uint32_t column) const { return costs[row * columns + column]; }
};

/// The costs of a pair, seen from one of its nodes.
struct PairView {
  std::shared_ptr<const PairCosts> costs;
  bool is_turned = false;

  [[nodiscard]] WideWhole at(std::uint32_t own, std::uint32_t other) const {
    return is_turned ? costs->at(other, own) : costs->at(own, other);
  }
};

/// Memory that the labels of a node occupy in rows [from, to).
struct ProofPiece {
  std::uint32_t from = 0;
  std::uint32_t to = 0;
  std::vector<WideWhole> usage = {};  ///< [label]
  WideWhole least = 0;                ///< the least usage of the labels that are left
  WideWhole greatest = 0;
};

struct ProofNode {
  std::vector<std::uint32_t> labels = {};  ///< the labels that are left, ascending
  std::vector<WideWhole> costs = {};       ///< [label]
  std::vector<ProofPiece> pieces = {};     ///< ascending and apart
  std::set<std::uint32_t> neighbours = {};
};

/// A number for each row; numbers are added to whole ranges of rows.
class RowSums {
 public:
  explicit RowSums(std::size_t rows) : tree_(rows + 1, 0) {}
  void add(std::uint32_t from, std::uint32_t to, WideWhole value);
  [[nodiscard]] WideWhole at(std::uint32_t row) const;
  [[nodiscard]] std::size_t bytes() const { return tree_.size() * sizeof(WideWhole); }

 private:
  void add_from(std::size_t row, WideWhole value);

  std::vector<WideWhole> tree_;
};

/// A state of the replay. Rows are the intervals between consecutive ends of lifetimes, named by their beginnings.
/// find() and row_of() throw InputError for labels or rows that are not left; the changes assume that these were called
/// first.
class ProofState {
 public:
  /// Costs are divided by 2^shift and rounded down.
  ProofState(const ShardingGraph& graph, int shift);

  [[nodiscard]] const ProofNode& find(std::uint32_t node) const;
  /// The node, which must have this label.
  [[nodiscard]] const ProofNode& find(std::uint32_t node, std::uint32_t label) const;
  [[nodiscard]] std::uint32_t row_of(std::int64_t time) const;

  [[nodiscard]] const std::map<std::uint32_t, ProofNode>& nodes() const { return nodes_; }
  [[nodiscard]] const std::set<std::uint32_t>& rows() const { return rows_; }
  [[nodiscard]] WideWhole limit() const { return limit_; }
  [[nodiscard]] WideWhole least(std::uint32_t row) const { return least_.at(row); }
  [[nodiscard]] WideWhole greatest(std::uint32_t row) const { return greatest_.at(row); }
  /// Nodes whose usages may change between two rows.
  [[nodiscard]] std::set<std::uint32_t> changing_between(std::uint32_t row, std::uint32_t other) const;
  /// The piece at that row; nullptr if the node occupies nothing there.
  [[nodiscard]] static const ProofPiece* piece_at(const ProofNode& node, std::uint32_t row);
  /// Whether the piece is at a row that is left.
  [[nodiscard]] bool is_left(const ProofPiece& piece) const;
  /// Whether all labels occupy the same wherever a row is left.
  [[nodiscard]] bool is_memory_decided(const ProofNode& node) const;
  /// About how much memory the state takes, without what it shares with other states.
  [[nodiscard]] std::size_t bytes() const;
  /// The costs of the pairs of labels of `u` and `v`. InputError unless they are neighbours.
  [[nodiscard]] PairView pair(std::uint32_t u, std::uint32_t v) const;

  void remove_label(std::uint32_t node, std::uint32_t label);
  void keep_labels(std::uint32_t node, const std::vector<std::uint32_t>& labels);
  void remove_row(std::uint32_t row) { rows_.erase(row); }
  void add_cost(std::uint32_t node, std::uint32_t label, WideWhole cost);
  /// Adds costs to the pairs of remaining labels of `u` and `v`, which need not have been neighbours.
  void add_costs(std::uint32_t u, std::uint32_t v,
                 const std::function<WideWhole(std::uint32_t of_u, std::uint32_t of_v)>& cost);
  void remove_edge(std::uint32_t u, std::uint32_t v);
  /// Removes a node without edges; its memory and costs remain counted.
  void remove_node(std::uint32_t node) { nodes_.erase(node); }
  /// Label labels_into[k] of `into` determines labels_gone[k] of `gone`.
  void merge(std::uint32_t gone, std::uint32_t into, const std::vector<std::uint32_t>& labels_into,
             const std::vector<std::uint32_t>& labels_gone);

 private:
  using Pair = std::pair<std::uint32_t, std::uint32_t>;

  void add_nodes(const ShardingGraph& graph, int shift);
  void add_edges(const ShardingGraph& graph, int shift);
  void add_edge(std::uint32_t u, std::uint32_t v, const std::shared_ptr<const PairCosts>& costs);
  void count(const ProofPiece& piece, int sign);
  static void set_extremes(const std::vector<std::uint32_t>& labels, ProofPiece& piece);
  void move_pieces(const ProofNode& from, ProofNode& to, std::uint32_t number,
                   const std::vector<std::uint32_t>& labels_to, const std::vector<std::uint32_t>& labels_from);

  std::map<std::uint32_t, ProofNode> nodes_;
  std::map<Pair, std::shared_ptr<const PairCosts>> pairs_;  // rows for the labels of the lower node
  std::vector<std::int64_t> times_;                         // [row]
  std::set<std::uint32_t> rows_;                            // that are left
  WideWhole limit_ = 0;
  RowSums least_{0};
  RowSums greatest_{0};
  std::vector<std::vector<std::uint32_t>> changing_;  // [row] nodes with a piece that begins or ends there
};

// --- The bound

/// A lower bound in units of 2^-scale of the state's costs.
struct ReplayedBound {
  int scale = 0;
  WideWhole bound = 0;                                          ///< a bound for all answers
  std::map<std::uint32_t, std::vector<WideWhole>> labels = {};  ///< [node][label] for all answers with it

  /// The least whole cost that is not excluded.
  [[nodiscard]] static WideWhole ceiling(WideWhole scaled, int scale);
};

/// The bound of a record, which is valid for any potentials and prices (see ProvenBound). InputError for potentials of
/// nodes that are not neighbours, for wrong numbers of labels, and for negative prices.
[[nodiscard]] ReplayedBound replayed_bound(const ProofState& state, const ProvenBound& record);

// --- The steps

/// The proven facts.
struct ProvenFacts {
  std::optional<WideWhole> cost = std::nullopt;  ///< the cost of the best known answer
  WideWhole lower_bound = 0;                     ///< no allowed sharding costs less
  bool is_complete = false;  ///< every state is closed or branched: the answer is the best, or no answer is allowed

  [[nodiscard]] bool is_optimal() const { return cost && (is_complete || lower_bound >= *cost); }
};

/// The most memory that all open states may take, by ProofState::bytes(). The solver holds fewer.
inline constexpr std::size_t most_open_bytes = std::size_t{4} << 30U;

/// Replays the records of certificate.hpp in order. It trusts none: each is checked against the graph and what the
/// earlier records have left of it.
class ProofReplay {
 public:
  explicit ProofReplay(const ShardingGraph& graph, std::size_t most_bytes = most_open_bytes)
      : graph_(graph), most_bytes_(most_bytes) {}

  /// InputError for a record that does not hold.
  void take(const CertificateRecord& record);

  /// InputError if there was no ProofStart.
  [[nodiscard]] ProvenFacts facts() const;

 private:
  // A state that is neither closed nor branched.
  struct Branch {
    std::unique_ptr<ProofState> state;
    WideWhole lower_bound = 0;  // in whole costs of the graph
    ReplayedBound bound = {};
    std::size_t bytes = 0;  // the size of the state when it was made
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
  /// Removes and returns the state that was entered last.
  [[nodiscard]] Branch left();
  [[nodiscard]] ProofState& state() { return *entered().state; }
  [[nodiscard]] bool is_forbidden(WideWhole cost) const;
  /// Whether a cost is at least that of the best answer.
  [[nodiscard]] bool is_excluded(WideWhole whole) const { return best_ && whole >= *best_; }
  /// A bound in whole costs of the graph, rounded up.
  [[nodiscard]] WideWhole unscaled(WideWhole bound, int scale) const;
  /// The only label of `gone` that is allowed beside this label of the other node.
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
  std::set<std::uint32_t> numbers_;  // the numbers of all states so far
  std::uint32_t current_ = 0;
};

}  // namespace apportion::problems
