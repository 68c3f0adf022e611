// The algorithms. optimal and best: reductions, then message passing, search and fixing in turn, then branch and bound;
// greedy, reductions, trw-s and lns: a few of these steps each.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <iterator>
#include <limits>
#include <numeric>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "base/side_by_side.hpp"
#include "extensions/shardings/algorithms/subproblem.hpp"

namespace apportion::shardings {
namespace {

// All was searched: no better answer exists, or none at all.
void conclude(Effort& effort) {
  if (!effort.has_answer())
    effort.solution.proven_infeasible = true;
  else if (effort.is_exact)
    effort.raise_bound(effort.solution.cost);
  effort.solution.proven_optimal = effort.is_proven();
}

// --- The proof for small graphs whose costs exceed 64 bits

struct Choice {
  std::uint32_t label = 0;
  WideWhole cost = 0;
};

// Depth-first search over all labellings, node by node, in 128 bits, with the sum of the least costs of later nodes as
// bound. As a proof it repeats a completed search, which has found the best answer, to log the certificate.
class WideSearch {
 public:
  WideSearch(Effort& effort, bool is_proof)
      : effort_(effort),
        is_proof_(is_proof),
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

  // Returns whether it was completed.
  bool run() {
    log({ProofStart{0, forbidden_cost - 1}});
    return visit(0, 0);
  }

 private:
  // Returns whether the whole subtree was searched.
  bool visit(std::size_t v, WideWhole cost) {
    const bool is_excluded = effort_.has_answer() && cost + least_[v] >= effort_.solution.cost;
    if (is_excluded)
      log({ProvenBound{0, 0, std::numeric_limits<std::int64_t>::max(), {}, {}, cost + least_[v]}});
    else if (v == graph_.size())
      effort_.offer(labels_);  // which in a proof exceed the memory limit
    if (is_excluded || v == graph_.size()) {
      log({ClosedState{}});
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

  // Enters the state of the first choice. Returns the number of the state that has the other choices.
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

  // The labels that the nodes before allow, with their costs including those of the edges to these nodes.
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
  bool is_proof_;
  const ShardingGraph& graph_;
  Sharding labels_;
  std::vector<std::vector<ShardingEdge>> back_;  // [node] edges to earlier nodes, and loops
  std::vector<WideWhole> least_;                 // [node] a lower bound on the costs of it and of all later nodes
};

// --- Searches of one core for better answers, several side by side: neighbourhoods within the memory limit, soft
// descents, repair and fusion in turn

// The progress that the searches of one solve share.
struct SearchCourse {
  int turns = 0;
  double rate = 0;  // by how much the best answer has recently improved for each unit of work
};

constexpr int repair_rounds = 300;
constexpr int turns_to_a_fresh_start = 10;
constexpr double widest_factor = 0.4;  // prices are multiplied by at most exp(widest_factor)
constexpr double least_rate = 0.2;     // a descent ends if it gains less than this part of SearchCourse::rate
constexpr double newest = 0.3;         // the weight of the last turn in that rate

int patience_for(std::size_t groups) { return 20 + static_cast<int>(groups / 8); }

// The answer and the progress of one search.
struct Found {
  Places labels = {};
  double cost = infinite;
  std::int64_t moves = 0;
  SearchCourse course = {};
};

class Search {
 public:
  Search(const FlatCore& flat, const Places& start, const Guide& guide, double work, std::int64_t moves,
         const SearchCourse& course, std::uint64_t seed)
      : flat_(flat),
        guide_(guide),
        most_work_(work),
        most_moves_(moves),
        dice_(seed),
        search_(flat, start, dice_.bits(), guide),
        best_{start, search_.cost(), 0, course} {}

  Found run(const std::vector<Places>& decoded) {
    SearchCourse& course = best_.course;
    while (goes_on()) {
      const double cost = best_.cost;
      const double work = search_.work();
      turn(decoded);
      const double gained = (cost - best_.cost) / std::max(search_.work() - work, 1.0);
      course.rate = course.turns == 0 ? gained : (1 - newest) * course.rate + newest * gained;
      ++course.turns;
    }
    return std::move(best_);
  }

 private:
  [[nodiscard]] bool goes_on() const {
    return search_.work() < most_work_ && best_.moves < most_moves_ && !guide_.stop();
  }

  // Exceeds the memory limit and repairs. Usually it starts from the best answer, in a part of the core; in the first
  // turn and some later ones everywhere, in the later ones from labels decoded from the messages.
  void turn(const std::vector<Places>& decoded) {
    const bool everywhere = best_.course.turns % turns_to_a_fresh_start == 0;
    const bool fresh = everywhere && best_.course.turns > 0;
    if (search_.labels() != best_.labels || fresh)
      search_.restart(fresh ? decoded[dice_.below(decoded.size())] : best_.labels);
    const auto part =
        static_cast<std::size_t>(std::max(static_cast<double>(flat_.size()) * std::pow(0.02, dice_.unit()), 30.0));
    search_.focus(everywhere ? 0 : part);
    const int patience = patience_for(everywhere ? flat_.size() : part);
    leave(everywhere ? patience : patience / (1 + static_cast<int>(dice_.below(3))));
    if (search_.repair(raised_, repair_rounds)) {
      descend(patience / 2);
      join_best();
      descend(patience / 8);
      keep();
    }
    search_.focus(0);
  }

  // Improves within the memory limit until `patience` moves have gained nothing, or recent ones little.
  void descend(int patience) {
    const int window = std::max(patience / 4, 10);
    for (int since = 0; since < patience && goes_on();) {
      const double cost = search_.cost();
      const double work = search_.work();
      for (int k = 0; k < window && since < patience && goes_on(); ++k, ++best_.moves)
        since = search_.move() ? 0 : since + 1;
      if (cost - search_.cost() < least_rate * best_.course.rate * (search_.work() - work)) return;
    }
  }

  void leave(int moves) {
    raised_ = guide_.prices;
    const double factor = std::exp((2 * dice_.unit() - 1) * widest_factor);
    for (double& price : raised_) price *= factor;
    const std::vector<double> costs = priced_costs(flat_, raised_);
    for (int k = 0; k < moves && goes_on(); ++k, ++best_.moves) search_.soft_move(costs);
  }

  // Fuses the better of the two answers with the other one.
  void join_best() {
    if (search_.cost() < best_.cost) return search_.fuse(best_.labels);
    const Places reached = search_.labels();
    search_.restart(best_.labels);
    search_.fuse(reached);
  }

  void keep() {
    if (!search_.is_answer() || search_.cost() >= best_.cost) return;
    best_.labels = search_.labels();
    best_.cost = search_.cost();
  }

  const FlatCore& flat_;
  const Guide& guide_;
  double most_work_;
  std::int64_t most_moves_;
  Dice dice_;
  LocalSearch search_;
  Found best_;
  std::vector<double> raised_;
};

// Runs `task` and, beside it, searches that improve an answer, each within its share of the work (see
// LocalSearch::work). Neighbourhoods within the memory limit alternate with soft descents: memory at prices near those
// of the bound, without a limit, then repair and fusion. The task may change the subproblem's potentials, of which the
// searches have copies. What the searches have found is fused. Returns whether there is a better answer than before.
bool improve_beside(const std::function<void()>& task, const Subproblem& subproblem, Effort& effort,
                    SearchCourse& course, double work) {
  const double before = effort.cost();
  const FlatCore& flat = subproblem.flat();
  const Guide guide = subproblem.guide(effort);
  const std::vector<Places> decoded = {subproblem.passing().decoded(true), subproblem.passing().decoded(false)};
  // One search for each thread if a clock ends the solve; otherwise the number must not depend on the threads.
  std::vector<Found> found(effort.is_timed() ? effort.threads() : 2);
  std::vector<std::uint64_t> seeds;
  for (std::size_t k = 0; k < found.size(); ++k) seeds.push_back(effort.draw());
  LocalSearch start(flat, subproblem.start(effort), effort.draw(), guide);
  if (!start.is_answer() && start.repair(guide.prices, 2 * repair_rounds))
    effort.offer(subproblem.core().expanded(start.labels()));
  const bool is_answer = start.is_answer();
  std::vector<std::function<void()>> tasks{task};
  const std::int64_t moves = effort.moves_left() / std::ssize(found);
  for (std::size_t k = 0; is_answer && k < found.size(); ++k)
    tasks.emplace_back([&, k] {
      const double share = work / static_cast<double>(found.size());
      found[k] = Search(flat, start.labels(), guide, share, moves, course, seeds[k]).run(decoded);
    });
  run_side_by_side(tasks.size(), effort.threads(), [&tasks](std::size_t i) { tasks[i](); });
  if (is_answer) {
    std::ranges::stable_sort(found, {}, &Found::cost);
    course = found.front().course;
    LocalSearch search(flat, found.front().labels, effort.draw());
    for (const Found& each : found) {
      effort.solution.moves += each.moves;
      search.fuse(each.labels);
    }
    effort.offer(subproblem.core().expanded(search.labels()));
  }
  return effort.cost() < before;
}

// --- Branch and bound: best bound first, with strong branching

constexpr std::size_t looked_at = 8;         // candidates that are compared by sweeps
constexpr double most_glanced_labels = 3e5;  // the most labels of all trials without sweeps
constexpr int sweeps_to_look = 12;
constexpr double least_gain = 1e-4;  // as a part of the greatest gain
constexpr int nodes_per_search = 8;
constexpr int nodes_per_turn = 16;  // nodes between searches of the whole core
// The work of searches for each unit of message passing: its greatest value, and the factor after a search without
// success.
constexpr double most_beside = 1;
constexpr double kept_beside = 0.7;
constexpr double open_entries = 1e8;  // of all open nodes; above it the greatest bound comes first

// A way to divide a group's labels in two.
struct Split {
  std::uint32_t node = 0;
  double memory = 0;    ///< the deviation of the labels' memory costs
  double doubtful = 0;  ///< how uncertain the likeliest label is
  double gain = 0;      ///< the gain of the bound when it was last tried
  std::vector<std::uint32_t> first = {};
  std::vector<std::uint32_t> second = {};
};

class Brancher {
 public:
  Brancher(Subproblem root, Effort& effort) : effort_(effort) { push(std::move(root)); }

  [[nodiscard]] bool is_closed() const { return open_.empty(); }
  [[nodiscard]] bool goes_on() const { return !open_.empty() && effort_.may_branch() && effort_.may_sweep(); }

  void run(int nodes) {
    for (int k = 0; k < nodes && goes_on(); ++k) {
      Subproblem node = next();
      expand(node);
      if (!open_.empty()) effort_.raise_bound(open_.front().bound());
    }
  }

 private:
  static bool later(const Subproblem& a, const Subproblem& b) { return a.bound() > b.bound(); }

  // The open node with the least bound, or with the greatest if so many are open that memory might not suffice.
  Subproblem next() {
    const bool many = static_cast<double>(open_.size()) * open_.front().flat().entries() > open_entries;
    if (many) {
      std::iter_swap(std::ranges::min_element(open_, later), std::prev(open_.end()));
    } else {
      std::ranges::pop_heap(open_, later);
    }
    Subproblem node = std::move(open_.back());
    open_.pop_back();
    if (many) std::ranges::make_heap(open_, later);
    return node;
  }

  void push(Subproblem node) {
    if (node.is_closed()) return;
    if (effort_.has_answer() && node.bound() >= effort_.solution.cost) return node.close();
    open_.push_back(std::move(node));
    std::ranges::push_heap(open_, later);
  }

  void expand(Subproblem& node) {
    effort_.log({EnteredState{node.state()}});
    if (effort_.has_answer() && node.bound() >= effort_.solution.cost) return node.close();
    ++effort_.solution.nodes;
    node.tighten(effort_);
    if (!node.is_closed() && (!effort_.has_answer() || effort_.solution.nodes % nodes_per_search == 1)) search(node);
    if (node.is_closed()) return;
    node.prove(effort_);
    if (node.is_closed()) return;
    if (effort_.stopped()) return push(std::move(node));
    const Split split = best_split(node);
    const std::uint32_t first = effort_.new_state();
    const std::uint32_t second = effort_.new_state();
    log_branch(node, split, first, second);
    for (const std::uint32_t state : {first, second}) {
      Subproblem child = node.branch(split.node, state == first ? split.first : split.second, state);
      effort_.log({EnteredState{state}});
      child.reduce(effort_, node_dominance);
      push(std::move(child));
    }
  }

  void log_branch(const Subproblem& node, const Split& split, std::uint32_t first, std::uint32_t second) const {
    if (!effort_.is_logged()) return;
    const Group& group = node.core().groups[split.node];
    BranchedState record{group.node, first, second, {}, {}};
    for (const std::uint32_t place : split.first) record.labels_first.push_back(group.labels[place]);
    for (const std::uint32_t place : split.second) record.labels_second.push_back(group.labels[place]);
    effort_.log({std::move(record)});
  }

  void search(Subproblem& node) {
    LocalSearch search(node.flat(), node.start(effort_), effort_.draw(), node.guide(effort_));
    if (!search.is_answer() && !search.repair(search.guide().prices, 30)) return;
    for (int k = 0; k < 30 && effort_.may_move(); ++k, ++effort_.solution.moves) search.move();
    effort_.offer(node.core().expanded(search.labels()));
  }

  // Divides the labels by how likely they are and what their memory costs.
  [[nodiscard]] Split split_of(const Subproblem& node, std::uint32_t v, const std::vector<double>& priced) const {
    const FlatCore& flat = node.flat();
    const std::uint32_t count = flat.labels(v);
    const WideWhole* bounds = &node.whole().labels[flat.first[v]];
    const WideWhole least = *std::min_element(bounds, bounds + count);
    const double unit = std::max(
        1.0,
        static_cast<double>((effort_.has_answer() ? (effort_.solution.cost << node.whole().scale) - node.whole().bound
                                                  : least - node.core().base)) /
            20);
    std::vector<double> chance(count);
    std::vector<double> memory(count);
    for (std::uint32_t a = 0; a < count; ++a) {
      chance[a] = std::exp(-static_cast<double>(bounds[a] - least) / unit);
      memory[a] = priced[flat.first[v] + a] - flat.costs[flat.first[v] + a];
    }
    const double sum = std::accumulate(chance.begin(), chance.end(), 0.0);
    double mean = 0;
    double square = 0;
    double likeliest = 0;
    for (std::uint32_t a = 0; a < count; ++a) {
      mean += memory[a] * chance[a] / sum;
      square += memory[a] * memory[a] * chance[a] / sum;
      likeliest = std::max(likeliest, chance[a] / sum);
    }
    const double deviation = std::sqrt(std::max(square - mean * mean, 0.0));
    Split split{.node = v, .memory = deviation, .doubtful = 1 - likeliest};
    const bool by_memory = deviation > 0 && std::ranges::min(memory) < mean && std::ranges::max(memory) > mean;
    const auto likely = static_cast<std::uint32_t>(std::ranges::max_element(chance) - chance.begin());
    for (std::uint32_t a = 0; a < count; ++a)
      ((by_memory ? memory[a] <= mean : a == likely) ? split.first : split.second).push_back(a);
    return split;
  }

  // Strong branching: the split whose sides raise the bound most after some sweeps. Candidates are the groups with most
  // memory, the most uncertain ones, and those that gain most without sweeps.
  [[nodiscard]] Split best_split(Subproblem& node) {
    node.share_history();
    const std::vector<double> priced = priced_costs(node.flat(), node.passing().potentials().prices);
    std::vector<Split> splits;
    for (std::uint32_t v = 0; v < node.flat().size(); ++v) splits.push_back(split_of(node, v, priced));
    std::vector<Split> chosen = taken(splits, looked_at / 2, &Split::memory);
    std::ranges::move(taken(splits, looked_at / 2, &Split::doubtful), std::back_inserter(chosen));
    const double glanced = static_cast<double>(splits.size()) * static_cast<double>(node.flat().costs.size());
    if (!splits.empty() && glanced <= most_glanced_labels) {
      look(node, splits, 0);
      std::ranges::move(taken(splits, looked_at, &Split::gain), std::back_inserter(chosen));
    }
    look(node, chosen, sweeps_to_look);
    return std::move(taken(chosen, 1, &Split::gain).front());
  }

  // Removes and returns the splits with the greatest values.
  static std::vector<Split> taken(std::vector<Split>& splits, std::size_t count, double Split::*value) {
    std::ranges::stable_sort(splits, std::greater{}, value);
    const auto end = splits.begin() + static_cast<std::ptrdiff_t>(std::min(count, splits.size()));
    std::vector<Split> taken(std::make_move_iterator(splits.begin()), std::make_move_iterator(end));
    splits.erase(splits.begin(), end);
    return taken;
  }

  // Computes the gains of the splits in parallel; trials depend only on the node.
  void look(const Subproblem& node, std::vector<Split>& splits, int sweeps) {
    std::vector<double> gains(2 * splits.size());
    sweeps = static_cast<int>(std::min<std::int64_t>(sweeps, effort_.sweeps_left() / std::ssize(gains)));
    run_side_by_side(gains.size(), effort_.threads(), [&](std::size_t k) {
      const Split& split = splits[k / 2];
      const double bound = node.look(effort_, split.node, k % 2 == 0 ? split.first : split.second, sweeps);
      gains[k] = std::min(bound, effort_.cost()) - static_cast<double>(node.bound());
    });
    effort_.solution.sweeps += sweeps * static_cast<std::int64_t>(gains.size());
    effort_.passed += sweeps * static_cast<double>(gains.size()) * node.flat().entries();
    // The product rule of Achterberg, Constraint Integer Programming, 2007, section 5.4.
    const double least = least_gain * *std::ranges::max_element(gains);
    for (std::size_t k = 0; k < splits.size(); ++k)
      splits[k].gain = std::max(gains[2 * k], least) * std::max(gains[2 * k + 1], least);
  }

  Effort& effort_;
  std::vector<Subproblem> open_;  // a heap
};

// Runs until all nodes are closed or the effort ends, and raises the effort's bound. Returns whether all nodes are
// closed, so that no better answer exists.
bool branch_and_bound(Subproblem root, Effort& effort, SearchCourse& course) {
  Subproblem whole = root;
  whole.mute();
  Brancher brancher(std::move(root), effort);
  double share = most_beside;
  while (brancher.goes_on()) {
    const double passed = effort.passed;
    brancher.run(nodes_per_turn);
    if (whole.is_closed() || !brancher.goes_on()) continue;
    const double work = share * (effort.passed - passed);
    const bool is_better = improve_beside([] {}, whole, effort, course, work);
    share = is_better ? most_beside : kept_beside * share;
    if (is_better) whole.shrink(effort, node_dominance);
  }
  return brancher.is_closed();
}

// --- All steps, from the first answer to the proof

constexpr int first_sweeps = 150;
constexpr double tightened = 0.01;   // of the gap: the next round has more sweeps if the bound rises by less
constexpr double narrowed = 0.9;     // of the gap: a round that leaves more without raising the bound is idle
constexpr int most_idle_rounds = 3;  // then branch and bound follows
constexpr std::uint32_t branched_groups = 6000;  // the most groups: copies of larger cores take too long
// The work of searches for each unit of message passing: at first, at most, and at least.
constexpr double first_search = 1.2;
constexpr double most_search = 2.4;
constexpr double least_search = 0.4;
constexpr double worthwhile = 0.002;  // of the gap: what a search must gain to get more work

// The scale of costs at which the sum over all nodes and edges of the greatest cost that is not forbidden fits.
ProofStart scaling_of(const ShardingGraph& graph) {
  const auto greatest = [](std::span<const std::int64_t> costs) {
    std::int64_t most = 0;
    for (const std::int64_t cost : costs)
      if (cost < forbidden_cost) most = std::max(most, cost);
    return most;
  };
  std::vector<std::int64_t> of_matrix;
  for (const ShardingMatrix& matrix : graph.matrices) of_matrix.push_back(greatest(matrix.costs));
  WideWhole sum = 0;
  for (const ShardingNode& node : graph.nodes) sum += greatest({&graph.costs[node.first], node.strategies});
  for (const ShardingEdge& edge : graph.edges) sum += of_matrix[edge.matrix];
  ProofStart scaling{0, forbidden_cost - 1};
  while ((sum >> scaling.shift) >= forbidden) ++scaling.shift;
  return scaling;
}

// How many differences of costs dominance may examine in one call.
constexpr std::int64_t dominance_budget = 4'000'000'000;

class Anytime {
 public:
  Anytime(const ShardingProblem& problem, const EffortLimits& limits, RandomStream& stream)
      : effort_(problem, limits, stream()) {}

  ShardingSolution solve() {
    const ProofStart scaling = scaling_of(effort_.graph());
    run(scaling);
    if (scaling.shift > 0) solve_wide();
    return std::move(effort_.solution);
  }

 private:
  // After a solve with rounded costs. Costs above those of its answer are forbidden, which usually leaves small numbers
  // for an exact solve.
  void solve_wide() {
    effort_.is_exact = true;
    if (effort_.has_answer() && !effort_.is_proven() && effort_.solution.cost < forbidden)
      run({0, effort_.solution.cost});
    constexpr std::size_t most_nodes = 1000;  // the search recurses once for each
    const bool is_open = !effort_.is_proven() && !effort_.solution.proven_infeasible;
    if (!is_open || effort_.graph().size() > most_nodes || !WideSearch(effort_, false).run()) return;
    if (!effort_.is_logged() || WideSearch(effort_, true).run()) conclude(effort_);
  }

  void run(const ProofStart& scaling) {
    effort_.log({scaling});
    Subproblem root(Core(effort_.graph(), scaling, effort_.certificate()), scaling.shift);
    root.reduce(effort_, dominance_budget);
    effort_.solution.sizes = sizes_of(root.core());
    // A first answer before any long step, for a search that is stopped early.
    if (!root.is_closed() && !effort_.has_answer()) root.decode(effort_);
    int sweeps = first_sweeps;
    int idle = 0;
    for (int round = 0; !root.is_closed() && effort_.may_sweep() && effort_.may_move(); ++round) {
      const WideWhole bound = root.bound();
      const double gap = gap_of(root);
      if (round == 0) {
        root.pass(effort_, sweeps);
        root.decode(effort_);
      }
      pass_and_search(root, sweeps);
      root.shrink(effort_, dominance_budget);
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

  void finish(Subproblem root) {
    bool closed = root.is_closed();
    effort_.raise_bound(root.bound());
    if (!closed) closed = branch_and_bound(std::move(root), effort_, course_);
    if (closed) conclude(effort_);
  }

  // Passes messages and searches in parallel, from the same potentials. The searches' share of the work follows their
  // recent gain; if threads would wait for the messages, it is at least as long as these take.
  void pass_and_search(Subproblem& root, int sweeps) {
    const double before = effort_.cost();
    const double work = sweeps * root.flat().entries();
    const bool is_better = improve_beside([&] { root.pass(effort_, sweeps); }, root, effort_, course_, work * search_);
    const bool gains = is_better && before - effort_.cost() > worthwhile * (before - static_cast<double>(root.bound()));
    const double least = effort_.is_timed() ? std::max(least_search, effort_.threads() - 1.0) : least_search;
    search_ = std::max(gains ? std::min(2 * search_, most_search) : 0.7 * search_, least);
  }

  Effort effort_;
  SearchCourse course_;
  double search_ = first_search;
};

// --- optimal: the proven optimum of sharding graphs, or the best answer and bound within the limits

ShardingSolution solve_optimal(const ShardingProblem& problem, const Options& options, RandomStream& stream) {
  return Anytime(problem, {options.count("sweeps"), options.count("moves"), options.count("nodes")}, stream).solve();
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

// --- best: the portfolio that a user should call

ShardingSolution solve_best(const ShardingProblem& problem, const Options& options, RandomStream& stream) {
  const auto most = [&](const char* option) {
    return problem.watch.is_timed ? std::numeric_limits<std::int64_t>::max() : options.count(option);
  };
  return Anytime(problem, {most("sweeps"), most("moves"), most("nodes")}, stream).solve();
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

// --- greedy, reductions, trw-s and lns: a few of the steps each

// Takes the steps on the reduced core, unless reductions alone decide the graph.
template <class Steps>
ShardingSolution solved_by(const ShardingProblem& problem, const EffortLimits& limits, RandomStream& stream,
                           const Steps& steps) {
  Effort effort(problem, limits, stream());
  const ProofStart scaling = scaling_of(effort.graph());
  Subproblem root(Core(effort.graph(), scaling, {}), scaling.shift);
  root.reduce(effort, dominance_budget);
  effort.solution.sizes = sizes_of(root.core());
  if (!root.is_closed()) steps(effort, root);
  effort.raise_bound(root.bound());
  if (root.is_closed()) conclude(effort);
  effort.solution.proven_optimal = effort.is_proven();
  return std::move(effort.solution);
}

ShardingSolution solve_greedy(const ShardingProblem& problem, const Options& /*options*/, RandomStream& stream) {
  return solved_by(problem, {}, stream, [](Effort& effort, Subproblem& root) {
    root.decode(effort);
    root.prove(effort);
  });
}

// Passes messages, decodes an answer, and improves it by moves.
ShardingSolution passed_and_moved(const ShardingProblem& problem, const EffortLimits& limits, RandomStream& stream) {
  return solved_by(problem, limits, stream, [&limits](Effort& effort, Subproblem& root) {
    root.pass(effort, static_cast<int>(limits.sweeps));
    root.prove(effort);
    root.decode(effort);
    if (limits.moves == 0 || !effort.has_answer()) return;
    LocalSearch search(root.flat(), root.start(effort), effort.draw(), root.guide(effort));
    for (; effort.may_move(); ++effort.solution.moves) search.move();
    effort.offer(root.core().expanded(search.labels()));
  });
}

ShardingSolution solve_trw_s(const ShardingProblem& problem, const Options& options, RandomStream& stream) {
  return passed_and_moved(problem, {.sweeps = options.count("sweeps")}, stream);
}

ShardingSolution solve_lns(const ShardingProblem& problem, const Options& options, RandomStream& stream) {
  return passed_and_moved(problem, {.sweeps = options.count("sweeps"), .moves = options.count("moves")}, stream);
}

const Registration<ShardingAlgorithm> greedy_registration{
    {.name = "greedy",
     .source = "here",
     .summary = "reductions, then node by node what is cheapest beside the nodes before; repaired where it takes too "
                "much memory",
     .revision = 3,
     .exact_everywhere = false,
     .solve = solve_greedy}};

const Registration<ShardingAlgorithm> reductions_registration{
    {.name = "reductions",
     .source = "functional edges, dead-end elimination (Goldstein 1994), dominance over time",
     .summary = "what reductions leave of the graph, its sizes and its least bound, with the greedy answer",
     .revision = 3,
     .exact_everywhere = false,
     .solve = solve_greedy}};

const Registration<ShardingAlgorithm> trw_s_registration{
    {.name = "trw-s",
     .source = "Kolmogorov 2006; Savchynskyy, Schmidt, Kappes & Schnoerr 2012",
     .summary = "reductions, smoothed TRW-S with prices of memory for the bound, and the labels that follow the "
                "messages, repaired",
     .revision = 3,
     .exact_everywhere = false,
     .options = {count_option("sweeps", "500", "sweeps of message passing")},
     .solve = solve_trw_s}};

const Registration<ShardingAlgorithm> lns_registration{
    {.name = "lns",
     .source = "here; elimination (Bertele & Brioschi 1972) on random trees and balls",
     .summary =
         "reductions, a few sweeps of trw-s, then trees and balls of groups solved exactly within the memory limit",
     .revision = 3,
     .exact_everywhere = false,
     .options = {count_option("sweeps", "50", "sweeps of message passing"),
                 count_option("moves", "20000", "neighbourhoods")},
     .solve = solve_lns}};

}  // namespace
}  // namespace apportion::shardings
