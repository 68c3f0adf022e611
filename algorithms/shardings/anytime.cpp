// The solver: reductions, then message passing, search and fixing in turn, then branch and bound.
#include "algorithms/shardings/anytime.hpp"

#include <algorithm>
#include <utility>

#include "algorithms/shardings/branching.hpp"
#include "algorithms/shardings/first_steps.hpp"
#include "algorithms/shardings/improvement.hpp"
#include "algorithms/shardings/tightening.hpp"
#include "algorithms/shardings/wide_search.hpp"

namespace apportion::shardings {
namespace {

constexpr int first_sweeps = 150;
constexpr double tightened = 0.01;   // of the gap: a round whose bound rises by less needs more sweeps
constexpr double narrowed = 0.9;     // of the gap: a round that leaves more, and whose bound does not rise, is idle
constexpr int most_idle_rounds = 3;  // before branch and bound takes a core
constexpr std::uint32_t branched_groups = 6000;  // at most: copies of larger cores take too long
// Table entries for each entry of a message: the most, and the least once searches find nothing better.
constexpr double most_search = 1.2;
constexpr double least_search = 0.4;

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
    // Before anything that takes long: whoever ends the search early gets what greedy finds.
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
    if (!closed) closed = branch_and_bound(std::move(root), effort_);
    if (!closed) return;
    ShardingSolution& solution = effort_.solution;
    if (!effort_.has_answer())
      solution.proven_infeasible = true;
    else if (effort_.is_exact)
      effort_.raise_bound(solution.cost);
    solution.proven_optimal = effort_.is_proven();
  }

  // Beside each other, from the same potentials; searching takes about the time of passing messages.
  void pass_and_search(Subproblem& root, int sweeps) {
    const bool is_better =
        improve_beside([&] { root.pass(effort_, sweeps); }, root, effort_, sweeps * root.flat().entries() * search_);
    search_ = is_better ? most_search : std::max(0.7 * search_, least_search);
  }

  Effort effort_;
  Core::Log log_;
  double search_ = most_search;
};

}  // namespace

Scaling scaling_of(const ShardingGraph& graph) {
  const WideWhole sum = greatest_sum(graph);
  Scaling scaling{0, forbidden_cost - 1};
  while ((sum >> scaling.shift) >= forbidden) ++scaling.shift;
  return scaling;
}

ShardingSolution solve_anytime(const ShardingProblem& problem, const EffortLimits& limits, RandomStream& stream) {
  return Anytime(problem, limits, stream).solve();
}

}  // namespace apportion::shardings
