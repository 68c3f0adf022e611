// The proof for small graphs whose costs pass 64 bits.
#include "algorithms/shardings/wide_search.hpp"

#include <algorithm>
#include <limits>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace apportion::shardings {
namespace {

struct Choice {
  std::uint32_t label = 0;
  WideWhole cost = 0;
};

// Depth first, node by node.
class WideSearch {
 public:
  explicit WideSearch(Effort& effort)
      : effort_(effort),
        graph_(effort.graph()),
        labels_(graph_.size(), 0),
        back_(graph_.size()),
        least_(graph_.size() + 1) {
    for (const ShardingEdge& edge : graph_.edges) back_[std::max(edge.u, edge.v)].push_back(edge);
    for (std::size_t v = graph_.size(); v-- > 0;) {
      const auto first = graph_.costs.begin() + static_cast<std::ptrdiff_t>(graph_.nodes[v].first);
      least_[v] = least_[v + 1] + *std::min_element(first, first + graph_.nodes[v].strategies);
    }
  }

  bool run() { return visit(0, 0); }

  // Once run() has found the best answer: the same for the certificate. Returns whether it came to the end.
  bool prove() {
    is_proof_ = true;
    effort_.log({ProofStart{0, forbidden_cost - 1}});
    return visit(0, 0);
  }

 private:
  // Returns whether all of it was looked at.
  bool visit(std::size_t v, WideWhole cost) {
    if (effort_.has_answer() && cost + least_[v] >= effort_.solution.cost) {
      log({ProvenBound{0, 0, std::numeric_limits<std::int64_t>::max(), {}, {}, cost + least_[v]}});
      log({ClosedState{}});
      return true;
    }
    if (v == graph_.size()) {
      effort_.offer(labels_);
      log({ClosedState{}});  // it takes too much memory
      return true;
    }
    if (is_proof_ ? effort_.stopped() : !effort_.may_branch()) return false;
    if (!is_proof_) ++effort_.solution.nodes;
    const std::vector<Choice> choices = allowed(v);
    if (choices.empty()) log({ClosedState{}});
    for (auto choice = choices.begin(); choice != choices.end(); ++choice) {
      const std::uint32_t rest = choices.end() - choice > 1 ? log_branch(v, {choice, choices.end()}) : 0;
      labels_[v] = choice->label;
      if (!visit(v + 1, cost + choice->cost)) return false;
      if (rest != 0) log({EnteredState{rest}});
    }
    return true;
  }

  // Enters the state of the first choice. Returns the number of the state that has the others.
  std::uint32_t log_branch(std::size_t v, std::span<const Choice> choices) {
    if (!is_proof_) return 0;
    BranchedState record{static_cast<std::uint32_t>(v), effort_.new_state(), effort_.new_state(), {}, {}};
    for (const Choice& choice : choices)
      (choice.label == choices.front().label ? record.labels_first : record.labels_second).push_back(choice.label);
    const std::uint32_t rest = record.second;
    const std::uint32_t first = record.first;
    log({std::move(record)});
    log({EnteredState{first}});
    return rest;
  }

  void log(const CertificateRecord& record) const {
    if (is_proof_) effort_.log(record);
  }

  // What is allowed beside the nodes before, and what it costs with its edges to them.
  [[nodiscard]] std::vector<Choice> allowed(std::size_t v) const {
    std::vector<Choice> choices;
    const auto node = static_cast<std::uint32_t>(v);
    for (std::uint32_t label = 0; label < graph_.nodes[v].strategies; ++label) {
      Choice choice{label, graph_.costs[graph_.nodes[v].first + label]};
      std::optional<std::uint32_t> forbidden_by;
      if (choice.cost >= forbidden_cost) forbidden_by = node;
      for (const ShardingEdge& edge : back_[v]) {
        const ShardingMatrix& matrix = graph_.matrices[edge.matrix];
        const auto at = [&](std::uint32_t end) { return end == v ? label : labels_[end]; };
        const std::int64_t cost = matrix.costs[std::size_t{at(edge.u)} * matrix.columns + at(edge.v)];
        if (cost >= forbidden_cost) forbidden_by = std::min(edge.u, edge.v);
        choice.cost += cost;
      }
      if (forbidden_by)
        log({ForbiddenLabel{node, label, *forbidden_by}});
      else
        choices.push_back(choice);
    }
    return choices;
  }

  Effort& effort_;
  const ShardingGraph& graph_;
  Sharding labels_;
  std::vector<std::vector<ShardingEdge>> back_;  // [node] edges to nodes before it, and loops
  std::vector<WideWhole> least_;                 // [node] costs of it and of all after it, at least
  bool is_proof_ = false;
};

}  // namespace

void search_wide(Effort& effort) {
  constexpr std::size_t most_nodes = 1000;  // one call stands in another for each
  if (effort.graph().size() > most_nodes) return;
  WideSearch search(effort);
  if (!search.run() || (effort.is_logged() && !search.prove())) return;
  if (!effort.has_answer())
    effort.solution.proven_infeasible = true;
  else
    effort.raise_bound(effort.solution.cost);
  effort.solution.proven_optimal = effort.is_proven();
}

}  // namespace apportion::shardings
