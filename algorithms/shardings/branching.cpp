// Branch and bound: the best bound first, with a look at both sides of several groups before one is chosen.
#include "algorithms/shardings/branching.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <iterator>
#include <numeric>
#include <utility>
#include <vector>

#include "algorithms/shardings/local_search.hpp"
#include "base/side_by_side.hpp"

namespace apportion::shardings {
namespace {

constexpr std::size_t looked_at = 8;         // after some sweeps
constexpr double most_glanced_labels = 3e5;  // of all trials without sweeps together
constexpr int sweeps_to_look = 12;
constexpr double least_gain = 1e-4;  // of the greatest
constexpr int nodes_per_search = 8;
constexpr int nodes_per_turn = 16;  // between searches of the whole core
// Table entries of a search for each entry of a message: at most, and what stays of it after a search without success.
constexpr double most_beside = 1;
constexpr double kept_beside = 0.7;
constexpr double open_entries = 1e8;  // of all open nodes; above, those that are closed soonest come first
constexpr TighteningLimits node_limits{.sweeps = 40, .rounds = 20, .dominance = 50'000'000, .keeps_answers = false};

// A division of a group's labels in two.
struct Split {
  std::uint32_t node = 0;
  double memory = 0;    ///< deviation of what the memory of its labels costs
  double doubtful = 0;  ///< how far the likeliest label is from certain
  double gain = 0;      ///< of the bound, when it was last looked at
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

  // The one with the least bound, or with the greatest where so many are open that memory would not hold their
  // children.
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
    if (effort_.has_answer() && node.bound() >= effort_.solution.cost) return node.close(effort_);
    open_.push_back(std::move(node));
    std::ranges::push_heap(open_, later);
  }

  void expand(Subproblem& node) {
    effort_.log({EnteredState{node.state()}});
    if (effort_.has_answer() && node.bound() >= effort_.solution.cost) return node.close(effort_);
    ++effort_.solution.nodes;
    node.tighten(effort_, node_limits);
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
      Subproblem child = node.branch(split.node, state == first ? split.first : split.second);
      child.set_state(state);
      effort_.log({EnteredState{state}});
      child.reduce(effort_, node_limits.dominance);
      push(std::move(child));
    }
  }

  void log_branch(const Subproblem& node, const Split& split, std::uint32_t first, std::uint32_t second) const {
    if (!effort_.is_logged()) return;
    const Group& group = node.core().groups[node.flat().group[split.node]];
    BranchedState record{group.node, first, second, {}, {}};
    for (const std::uint32_t place : split.first) record.labels_first.push_back(group.labels[place]);
    for (const std::uint32_t place : split.second) record.labels_second.push_back(group.labels[place]);
    effort_.log({std::move(record)});
  }

  void search(Subproblem& node) {
    LocalSearch search(node.flat(), node.start(effort_), effort_.draw());
    search.set_guide(node.guide(effort_));
    if (!search.is_answer() && !search.repair(search.guide().prices, 30)) return;
    for (int k = 0; k < 30 && effort_.may_move(); ++k, ++effort_.solution.moves) search.move();
    effort_.offer(node.core(), node.flat(), search.labels());
  }

  // By how likely labels are and what their memory costs.
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
    const bool by_memory = deviation > 0 && std::ranges::min(memory) < mean;
    const auto likely = static_cast<std::uint32_t>(std::ranges::max_element(chance) - chance.begin());
    for (std::uint32_t a = 0; a < count; ++a)
      ((by_memory ? memory[a] <= mean : a == likely) ? split.first : split.second).push_back(a);
    if (split.second.empty() || split.first.empty()) {
      split.first = {likely};
      split.second.clear();
      for (std::uint32_t a = 0; a < count; ++a)
        if (a != likely) split.second.push_back(a);
    }
    return split;
  }

  // The one whose sides raise the bound most, after some sweeps: of the groups with most memory, of those most in
  // doubt, and of those that gain most without any sweep.
  [[nodiscard]] Split best_split(Subproblem& node) {
    node.share_history();
    std::vector<Split> splits = all_splits(node);
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

  [[nodiscard]] std::vector<Split> all_splits(const Subproblem& node) const {
    const LocalSearch prices(node.flat(), node.start(effort_), 0);
    const std::vector<double> priced = prices.priced(node.passing().potentials().prices);
    std::vector<Split> splits;
    for (std::uint32_t v = 0; v < node.flat().size(); ++v) splits.push_back(split_of(node, v, priced));
    return splits;
  }

  // Takes out those with the greatest values.
  static std::vector<Split> taken(std::vector<Split>& splits, std::size_t count, double Split::*value) {
    std::ranges::stable_sort(splits, std::greater{}, value);
    const auto end = splits.begin() + static_cast<std::ptrdiff_t>(std::min(count, splits.size()));
    std::vector<Split> taken(std::make_move_iterator(splits.begin()), std::make_move_iterator(end));
    splits.erase(splits.begin(), end);
    return taken;
  }

  // Side by side, since looks depend on nothing but the node.
  void look(const Subproblem& node, std::vector<Split>& splits, int sweeps) {
    std::vector<double> gains(2 * splits.size());
    sweeps = static_cast<int>(std::min<std::int64_t>(sweeps, effort_.sweeps_left() / std::ssize(gains)));
    run_side_by_side(gains.size(), effort_.threads(), [&](std::size_t k) {
      const Split& split = splits[k / 2];
      const double bound = node.trial(split.node, k % 2 == 0 ? split.first : split.second).look(effort_, sweeps);
      gains[k] = std::min(bound, effort_.cost()) - static_cast<double>(node.bound());
    });
    effort_.solution.sweeps += sweeps * static_cast<std::int64_t>(gains.size());
    effort_.passed += sweeps * static_cast<double>(gains.size()) * node.flat().entries();
    // By the product, as Achterberg, Constraint Integer Programming, 2007, section 5.4.
    const double least = least_gain * *std::ranges::max_element(gains);
    for (std::size_t k = 0; k < splits.size(); ++k)
      splits[k].gain = std::max(gains[2 * k], least) * std::max(gains[2 * k + 1], least);
  }

  Effort& effort_;
  std::vector<Subproblem> open_;  // a heap
};

}  // namespace

bool branch_and_bound(Subproblem root, Effort& effort, SearchCourse& course) {
  Subproblem whole = root;
  whole.mute();
  Brancher brancher(std::move(root), effort);
  double share = most_beside;
  while (brancher.goes_on()) {
    const double passed = effort.passed;
    brancher.run(nodes_per_turn);
    if (whole.is_closed() || !brancher.goes_on()) continue;
    const bool is_better = improve(whole, effort, course, share * (effort.passed - passed));
    share = is_better ? most_beside : kept_beside * share;
    if (is_better) whole.shrink(effort, {.dominance = node_limits.dominance});
  }
  return brancher.is_closed();
}

}  // namespace apportion::shardings
