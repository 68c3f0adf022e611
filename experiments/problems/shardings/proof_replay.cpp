// What each record of a proof has to hold.
#include "experiments/problems/shardings/proof_replay.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/error.hpp"
#include "experiments/problems/shardings/evaluate.hpp"

namespace apportion::problems {
namespace {

void require(bool holds, std::string_view what) {
  if (!holds) throw InputError(std::string(what));
}

// What a label costs more than another beside this neighbour, at most over what the first one allows.
template <class IsForbidden>
WideWhole greatest_saving_lost(const ProofState& state, const DominatedLabel& record, std::uint32_t other,
                               const IsForbidden& is_forbidden) {
  WideWhole most = -never;
  const PairView pair = state.pair(record.node, other);
  for (const std::uint32_t b : state.find(other).labels) {
    const WideWhole cost = pair.at(record.label, b);
    if (is_forbidden(cost)) continue;
    const WideWhole of_by = pair.at(record.by, b);
    require(of_by != never, fmt::format("label {} is forbidden beside label {} of node {}", record.by, b, other));
    most = std::max(most, of_by - cost);
  }
  return most;
}

// What a label occupies at that row.
WideWhole usage_at(const ProofNode& node, std::uint32_t label, std::uint32_t row) {
  const ProofPiece* piece = ProofState::piece_at(node, row);
  return piece == nullptr ? 0 : piece->usage[label];
}

WideWhole least_at(const ProofNode& node, std::uint32_t row) {
  const ProofPiece* piece = ProofState::piece_at(node, row);
  return piece == nullptr ? 0 : piece->least;
}

}  // namespace

void ProofReplay::take(const CertificateRecord& record) {
  std::visit([this](const auto& what) { apply(what); }, record.what);
}

ProvenFacts ProofReplay::facts() const {
  require(is_begun_, "the proof has no beginning");
  ProvenFacts facts{.cost = best_, .lower_bound = never, .is_complete = branches_.empty()};
  for (const auto& [number, branch] : branches_) facts.lower_bound = std::min(facts.lower_bound, branch.lower_bound);
  if (best_) facts.lower_bound = std::min(facts.lower_bound, *best_);
  return facts;
}

ProofReplay::Branch& ProofReplay::entered() {
  const auto branch = branches_.find(current_);
  require(branch != branches_.end(), fmt::format("state {} is not there, or was closed or branched", current_));
  return branch->second;
}

void ProofReplay::open(std::uint32_t number, std::unique_ptr<ProofState> state, WideWhole lower_bound) {
  const std::size_t bytes = state->bytes();
  open_bytes_ += bytes;
  require(open_bytes_ <= most_bytes_,
          fmt::format("{} states are open and take more than {} MiB, the most that a replay holds",
                      branches_.size() + 1, most_bytes_ >> 20U));
  numbers_.insert(number);
  branches_[number] = {std::move(state), lower_bound, {}, bytes};
}

ProofReplay::Branch ProofReplay::left() {
  Branch branch = std::move(entered());
  open_bytes_ -= branch.bytes;
  branches_.erase(current_);
  return branch;
}

// No cost is negative: what costs more than an answer by itself is in no better one.
bool ProofReplay::is_forbidden(WideWhole cost) const { return cost == never || (best_ && cost << shift_ > *best_); }

WideWhole ProofReplay::unscaled(WideWhole bound, int scale) const {
  return ReplayedBound::ceiling(bound, scale) * (WideWhole{1} << shift_);
}

void ProofReplay::apply(const ProofStart& record) {
  require(record.shift >= 0 && record.shift < 63, "the shift is out of range");
  require(record.most >= forbidden_cost - 1 || is_excluded(record.most),
          fmt::format("costs above {} are not forbidden, and no answer is known that costs no more", record.most));
  shift_ = record.shift;
  branches_.clear();
  numbers_.clear();
  open_bytes_ = 0;
  is_begun_ = true;
  open(0, std::make_unique<ProofState>(graph_, shift_), 0);
  current_ = 0;
}

void ProofReplay::apply(const ForbiddenLabel& record) {
  const ProofNode& node = state().find(record.node, record.label);
  if (record.other == record.node) {
    require(is_forbidden(node.costs[record.label]), "the label is not forbidden");
  } else {
    const PairView pair = state().pair(record.node, record.other);
    for (const std::uint32_t b : state().find(record.other).labels)
      require(is_forbidden(pair.at(record.label, b)),
              fmt::format("the label is allowed beside label {} of node {}", b, record.other));
  }
  state().remove_label(record.node, record.label);
}

void ProofReplay::apply(const DominatedLabel& record) {
  const ProofNode& node = state().find(record.node, record.label);
  static_cast<void>(state().find(record.node, record.by));
  require(record.label != record.by, "the label is beside itself");
  require(node.costs[record.by] != never, fmt::format("label {} is forbidden", record.by));
  const auto is_no_pair = [this](WideWhole cost) { return is_forbidden(cost); };
  WideWhole more = node.costs[record.label] == never ? -never : node.costs[record.by] - node.costs[record.label];
  for (const std::uint32_t other : node.neighbours) {
    const WideWhole lost = greatest_saving_lost(state(), record, other, is_no_pair);
    more = lost == -never || more == -never ? -never : more + lost;
  }
  require(more <= 0, fmt::format("label {} may cost more", record.by));
  for (const ProofPiece& piece : node.pieces)
    require(piece.usage[record.by] <= piece.usage[record.label] || !state().is_left(piece),
            fmt::format("label {} occupies more", record.by));
  state().remove_label(record.node, record.label);
}

void ProofReplay::apply(const OverfullLabel& record) {
  const ProofNode& node = state().find(record.node, record.label);
  const std::uint32_t row = state().row_of(record.time);
  const WideWhole others = state().least(row) - least_at(node, row);
  require(others + usage_at(node, record.label, row) > state().limit(), "the label fits");
  state().remove_label(record.node, record.label);
}

void ProofReplay::apply(const OverfullPairs& record) {
  require(record.u != record.v, "a node is beside itself");
  const ProofNode& u = state().find(record.u);
  const ProofNode& v = state().find(record.v);
  const std::uint32_t row = state().row_of(record.time);
  const WideWhole others = state().least(row) - least_at(u, row) - least_at(v, row);
  bool any = false;
  state().add_costs(record.u, record.v, [&](std::uint32_t a, std::uint32_t b) {
    const bool fits = others + usage_at(u, a, row) + usage_at(v, b, row) <= state().limit();
    any |= !fits;
    return fits ? 0 : never;
  });
  require(any, "all pairs of labels fit");
}

void ProofReplay::apply(const DroppedTime& record) {
  const std::uint32_t row = state().row_of(record.time);
  const std::uint32_t by = state().row_of(record.covered_by);
  if (row == by)
    require(state().greatest(row) <= state().limit(), "the greatest usages pass the limit");
  else
    require_covered(row, by);
  state().remove_row(row);
}

void ProofReplay::require_covered(std::uint32_t row, std::uint32_t by) const {
  const ProofState& state = *branches_.at(current_).state;
  require(state.least(row) <= state.least(by), "the capacity is less");
  for (const std::uint32_t number : state.changing_between(row, by)) {
    const ProofNode& node = state.find(number);
    for (const std::uint32_t label : node.labels)
      require(usage_at(node, label, row) - least_at(node, row) <= usage_at(node, label, by) - least_at(node, by),
              fmt::format("label {} of node {} occupies more", label, number));
  }
}

std::uint32_t ProofReplay::only_label_beside(const PairView& pair, std::uint32_t label, const ProofNode& gone) const {
  std::optional<std::uint32_t> only;
  for (const std::uint32_t b : gone.labels) {
    if (is_forbidden(pair.at(label, b))) continue;
    require(!only, fmt::format("labels {} and {} are allowed beside label {}", only.value_or(0), b, label));
    only = b;
  }
  require(only.has_value(), fmt::format("no label is allowed beside label {}", label));
  return *only;
}

void ProofReplay::apply(const MergedNode& record) {
  require(record.gone != record.into, "a node is merged into itself");
  const ProofNode& gone = state().find(record.gone);
  require(
      record.labels_into == state().find(record.into).labels && record.labels_gone.size() == record.labels_into.size(),
      "these are not the labels that are left");
  const PairView pair = state().pair(record.into, record.gone);
  for (std::size_t k = 0; k < record.labels_into.size(); ++k)
    require(only_label_beside(pair, record.labels_into[k], gone) == record.labels_gone[k],
            fmt::format("label {} does not go with label {}", record.labels_gone[k], record.labels_into[k]));
  state().merge(record.gone, record.into, record.labels_into, record.labels_gone);
}

void ProofReplay::apply(const FoldedNode& record) {
  const ProofNode& gone = state().find(record.gone);
  const ProofNode& into = state().find(record.into);
  require(gone.neighbours.size() == 1 && gone.neighbours.contains(record.into), "it has other neighbours");
  require(state().is_memory_decided(gone), "its labels do not occupy the same");
  const PairView pair = state().pair(record.into, record.gone);
  for (const std::uint32_t label : into.labels) {
    WideWhole least = never;
    for (const std::uint32_t b : gone.labels) least = std::min(least, proof_sum(gone.costs[b], pair.at(label, b)));
    state().add_cost(record.into, label, least);
  }
  state().remove_edge(record.gone, record.into);
  state().remove_node(record.gone);
}

void ProofReplay::apply(const BypassedNode& record) {
  const ProofNode& gone = state().find(record.gone);
  const std::vector<std::uint32_t> rows = state().find(record.u).labels;
  const std::vector<std::uint32_t> columns = state().find(record.v).labels;
  require(record.u != record.v && gone.neighbours == std::set{record.u, record.v}, "it has other neighbours");
  require(state().is_memory_decided(gone), "its labels do not occupy the same");
  const PairView to_u = state().pair(record.gone, record.u);
  const PairView to_v = state().pair(record.gone, record.v);
  const auto cost = [&](std::uint32_t a, std::uint32_t b) {
    WideWhole least = never;
    for (const std::uint32_t c : gone.labels)
      least = std::min(least, proof_sum(gone.costs[c], proof_sum(to_u.at(c, a), to_v.at(c, b))));
    return least;
  };
  state().add_costs(record.u, record.v, cost);
  for (const std::uint32_t other : {record.u, record.v}) state().remove_edge(record.gone, other);
  state().remove_node(record.gone);
}

void ProofReplay::apply(const SeparatedEdge& record) {
  const std::vector<std::uint32_t> rows = state().find(record.u).labels;
  const std::vector<std::uint32_t> columns = state().find(record.v).labels;
  require(!rows.empty() && !columns.empty(), "a node has no label");
  const auto cost = [pair = state().pair(record.u, record.v)](std::uint32_t a, std::uint32_t b) {
    return pair.at(a, b);
  };
  // The part of u is its excess over its cheapest row, so that no cost gets negative.
  const std::uint32_t least =
      *std::ranges::min_element(rows, {}, [&](std::uint32_t a) { return cost(a, columns.front()); });
  const auto excess = [&](std::uint32_t a) { return cost(a, columns.front()) - cost(least, columns.front()); };
  for (const std::uint32_t a : rows)
    for (const std::uint32_t b : columns)
      require(cost(a, b) != never && cost(a, b) == excess(a) + cost(least, b), "the matrix is no sum of two parts");
  for (const std::uint32_t a : rows) state().add_cost(record.u, a, excess(a));
  for (const std::uint32_t b : columns) state().add_cost(record.v, b, cost(least, b));
  state().remove_edge(record.u, record.v);
}

void ProofReplay::apply(const KnownAnswer& record) {
  require(record.labels.size() == graph_.size(), "the answer has not one label for each node");
  for (std::size_t v = 0; v < graph_.size(); ++v)
    require(record.labels[v] < graph_.nodes[v].strategies, fmt::format("node {} has no label {}", v, record.labels[v]));
  const RecomputedSums sum = recomputed_sums(graph_, record.labels);
  require(sum.is_allowed(graph_), "the answer is not allowed");
  best_ = best_ ? std::min(*best_, sum.cost) : sum.cost;
}

void ProofReplay::apply(const ProvenBound& record) {
  Branch& branch = entered();
  branch.bound = replayed_bound(*branch.state, record);
  require(branch.bound.bound >= record.bound,
          fmt::format("the bound is {} and not {}", branch.bound.bound, record.bound));
  branch.lower_bound = std::max(branch.lower_bound, unscaled(branch.bound.bound, record.scale));
}

void ProofReplay::apply(const FixedLabel& record) {
  static_cast<void>(state().find(record.node, record.label));
  const ReplayedBound& bound = entered().bound;
  const auto labels = bound.labels.find(record.node);
  require(labels != bound.labels.end(), "no bound is known of it");
  require(is_excluded(unscaled(labels->second[record.label], bound.scale)), "its bound is below the best answer");
  state().remove_label(record.node, record.label);
}

void ProofReplay::apply(const BranchedState& record) {
  for (const std::uint32_t label : state().find(record.node).labels)
    require(std::ranges::find(record.labels_first, label) != record.labels_first.end() ||
                std::ranges::find(record.labels_second, label) != record.labels_second.end(),
            fmt::format("label {} is on neither side", label));
  require(record.first != record.second && !numbers_.contains(record.first) && !numbers_.contains(record.second),
          "a state of that number is there");
  Branch divided = left();
  auto first = std::make_unique<ProofState>(*divided.state);
  first->keep_labels(record.node, record.labels_first);
  divided.state->keep_labels(record.node, record.labels_second);
  open(record.first, std::move(first), divided.lower_bound);
  open(record.second, std::move(divided.state), divided.lower_bound);
}

void ProofReplay::apply(const EnteredState& record) {
  current_ = record.state;
  static_cast<void>(entered());
}

bool ProofReplay::is_infeasible() const {
  const ProofState& state = *branches_.at(current_).state;
  for (const auto& [number, node] : state.nodes())
    if (node.labels.empty()) return true;
  return std::ranges::any_of(state.rows(), [&state](std::uint32_t row) { return state.least(row) > state.limit(); });
}

void ProofReplay::apply(const ClosedState& /*record*/) {
  require(is_excluded(entered().lower_bound) || is_infeasible(), "it may hold a better answer");
  static_cast<void>(left());
}

}  // namespace apportion::problems
