// optimal and best: reductions, then message passing, search and fixing in turn, then branch and bound.
#include "algorithms/shardings/anytime.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "algorithms/count_option.hpp"
#include "algorithms/shardings/branching.hpp"
#include "algorithms/shardings/improvement.hpp"
#include "algorithms/shardings/subproblem.hpp"

namespace apportion::shardings {
namespace {

// The proof for small graphs whose costs pass 64 bits.

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

// Depth first over all labellings, in 128 bits, with the sum of the least costs to come as bound; proves nothing if
// the effort's nodes do not suffice.
void search_wide(Effort& effort) {
  constexpr std::size_t most_nodes = 1000;  // the search calls itself for each
  if (effort.graph().size() > most_nodes) return;
  WideSearch search(effort);
  if (!search.run() || (effort.is_logged() && !search.prove())) return;
  if (!effort.has_answer())
    effort.solution.proven_infeasible = true;
  else
    effort.raise_bound(effort.solution.cost);
  effort.solution.proven_optimal = effort.is_proven();
}

// All steps, from the first answer to the proof.

constexpr int first_sweeps = 150;
constexpr double tightened = 0.01;   // of the gap: a round whose bound rises by less needs more sweeps
constexpr double narrowed = 0.9;     // of the gap: a round that leaves more, and whose bound does not rise, is idle
constexpr int most_idle_rounds = 3;  // before branch and bound takes a core
constexpr std::uint32_t branched_groups = 6000;  // at most: copies of larger cores take too long
// Table entries for each entry of a message: at first, at most while searches gain, and at least once they do not.
constexpr double first_search = 1.2;
constexpr double most_search = 2.4;
constexpr double least_search = 0.4;
constexpr double worthwhile = 0.002;  // of the gap

// The sum of the greatest costs that are not forbidden, of all nodes and edges.
WideWhole greatest_sum(const ShardingGraph& graph) {
  const auto greatest = [](const std::int64_t* first, const std::int64_t* last) {
    std::int64_t most = 0;
    for (; first != last; ++first)
      if (*first < forbidden_cost) most = std::max(most, *first);
    return most;
  };
  std::vector<std::int64_t> of_matrix;
  for (const ShardingMatrix& matrix : graph.matrices)
    of_matrix.push_back(greatest(matrix.costs.data(), matrix.costs.data() + matrix.costs.size()));
  WideWhole sum = 0;
  for (const ShardingNode& node : graph.nodes)
    sum += greatest(&graph.costs[node.first], &graph.costs[node.first] + node.strategies);
  for (const ShardingEdge& edge : graph.edges) sum += of_matrix[edge.matrix];
  return sum;
}

class Anytime {
 public:
  Anytime(const ShardingProblem& problem, const EffortLimits& limits, RandomStream& stream)
      : effort_(problem, limits, stream()), log_(problem.watch.certificate) {}

  ShardingSolution solve() {
    const Scaling scaling = scaling_of(effort_.graph());
    if (scaling.shift > 0) return solve_wide(scaling);
    run(scaling);
    return std::move(effort_.solution);
  }

 private:
  // What costs more than an answer found in rounded costs is forbidden, which mostly leaves small numbers.
  ShardingSolution solve_wide(const Scaling& scaling) {
    run(scaling);
    effort_.is_exact = true;
    if (effort_.has_answer() && !effort_.is_proven() && effort_.solution.cost < forbidden)
      run({0, effort_.solution.cost});
    if (!effort_.is_proven() && !effort_.solution.proven_infeasible) search_wide(effort_);
    return std::move(effort_.solution);
  }

  void run(const Scaling& scaling) {
    effort_.log({ProofStart{scaling.shift, scaling.most}});
    Subproblem root(Core(effort_.graph(), scaling.shift, scaling.most, log_), scaling.shift);
    root.reduce(effort_, dominance_budget);
    effort_.solution.sizes = sizes_of(root.core());
    // Before anything that takes long: a search that is stopped early returns what greedy finds.
    if (!root.is_closed() && !effort_.has_answer()) root.decode(effort_);
    int sweeps = first_sweeps;
    int idle = 0;
    for (int round = 0; !root.is_closed() && !effort_.stopped() && !is_spent(); ++round) {
      const WideWhole bound = root.bound();
      const double gap = gap_of(root);
      if (round == 0) {
        root.pass(effort_, sweeps);
        root.decode(effort_);
      }
      pass_and_search(root, sweeps);
      root.shrink(effort_, {.dominance = dominance_budget});
      effort_.raise_bound(root.bound());
      const double rest = gap_of(root);
      const bool gains = static_cast<double>(root.bound() - bound) > tightened * rest;
      if (!gains) sweeps += sweeps / 2;
      idle = gains || rest < narrowed * gap ? 0 : idle + 1;
      const bool small = !root.is_closed() && root.flat().size() <= branched_groups;
      if (small && idle >= most_idle_rounds) break;
    }
    finish(std::move(root));
  }

  [[nodiscard]] double gap_of(const Subproblem& root) const {
    return effort_.cost() - static_cast<double>(root.bound());
  }

  [[nodiscard]] bool is_spent() const { return !effort_.may_sweep() || !effort_.may_move(); }

  void finish(Subproblem root) {
    bool closed = root.is_closed();
    effort_.raise_bound(root.bound());
    if (!closed) closed = branch_and_bound(std::move(root), effort_, course_);
    if (!closed) return;
    ShardingSolution& solution = effort_.solution;
    if (!effort_.has_answer())
      solution.proven_infeasible = true;
    else if (effort_.is_exact)
      effort_.raise_bound(solution.cost);
    solution.proven_optimal = effort_.is_proven();
  }

  // Beside each other, from the same potentials. Searching takes a share of the work by what it gained lately; where
  // threads wait for the messages, at least as long as these take.
  void pass_and_search(Subproblem& root, int sweeps) {
    const double before = effort_.cost();
    const double work = sweeps * root.flat().entries();
    const bool is_better = improve_beside([&] { root.pass(effort_, sweeps); }, root, effort_, course_, work * search_);
    const bool gains = is_better && before - effort_.cost() > worthwhile * (before - static_cast<double>(root.bound()));
    const double least = effort_.is_timed() ? std::max(least_search, effort_.threads() - 1.0) : least_search;
    search_ = std::max(gains ? std::min(2 * search_, most_search) : 0.7 * search_, least);
  }

  Effort effort_;
  Core::Log log_;
  SearchCourse course_;
  double search_ = first_search;
};

// optimal: the proven optimum of sharding graphs, or the best answer and bound within the limits.

ShardingSolution solve_anytime(const ShardingProblem& problem, const EffortLimits& limits, RandomStream& stream) {
  return Anytime(problem, limits, stream).solve();
}

ShardingSolution solve_optimal(const ShardingProblem& problem, const Options& options, RandomStream& stream) {
  return solve_anytime(
      problem, {.sweeps = options.count("sweeps"), .moves = options.count("moves"), .nodes = options.count("nodes")},
      stream);
}

const Registration<ShardingAlgorithm> optimal_registration{
    {.name = "optimal",
     .source = "dead-end elimination (Goldstein 1994), TRW-S (Kolmogorov 2006) with adaptive smoothing (Savchynskyy et "
               "al. 2012), elimination (Bertele & Brioschi 1972), branch and bound",
     .summary = "the optimum, proven in whole numbers: reductions, message passing with prices of memory, "
                "search of large neighbourhoods, reduced-cost fixing, branch and bound",
     .revision = 4,
     .exact_everywhere = false,
     .options = {count_option("sweeps", "1000000", "sweeps of message passing at most"),
                 count_option("moves", "1000000", "neighbourhoods at most"),
                 count_option("nodes", "100000", "nodes of the search tree at most")},
     .solve = solve_optimal}};

// best: the portfolio that a user should call.

ShardingSolution solve_best(const ShardingProblem& problem, const Options& options, RandomStream& stream) {
  const auto most = [&](const char* option) {
    return problem.watch.is_timed ? std::numeric_limits<std::int64_t>::max() : options.count(option);
  };
  return solve_anytime(problem, {.sweeps = most("sweeps"), .moves = most("moves"), .nodes = most("nodes")}, stream);
}

const Registration<ShardingAlgorithm> best_registration{
    {.name = "best",
     .source = "here; its parts are those of optimal",
     .summary =
         "the portfolio: the steps of optimal within limits that suit large graphs, or until --seconds have passed",
     .revision = 4,
     .exact_everywhere = false,
     .options = {count_option("sweeps", "3000", "sweeps of message passing at most"),
                 count_option("moves", "100000", "neighbourhoods at most"),
                 count_option("nodes", "200", "nodes of the search tree at most")},
     .solve = solve_best}};

}  // namespace

Scaling scaling_of(const ShardingGraph& graph) {
  const WideWhole sum = greatest_sum(graph);
  Scaling scaling{0, forbidden_cost - 1};
  while ((sum >> scaling.shift) >= forbidden) ++scaling.shift;
  return scaling;
}

}  // namespace apportion::shardings
