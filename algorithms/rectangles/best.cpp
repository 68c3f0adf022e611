// BEST: annealing of slicing trees by the total, and candidates and annealing on a network.
#include "algorithms/rectangles/best.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <optional>
#include <utility>

#include "algorithms/slices/tree_search.hpp"
#include "base/disjoint_sets.hpp"
#include "base/error.hpp"
#include "base/side_by_side.hpp"
#include "base/words.hpp"
#include "sim/network/jacobi.hpp"
#include "sim/rectangles/costs.hpp"
#include "sim/rectangles/decomposition.hpp"

namespace apportion {
namespace {

// --- On a network: candidates by net, and annealing from the best of them

constexpr std::size_t starts_of_annealing = 3;
constexpr std::size_t turn_on_network = 5;  // steps of a long search, each twice as long as the previous one
constexpr std::size_t evaluations_of_step = 500;

// The cost of an exchange: the number of messages without a route, then net() of the others.
struct NetworkCost {
  std::size_t without_route = 0;
  double net = 0;
};

struct NetworkCandidate {
  RectangleSolution solution;
  NetworkCost cost = {};
  double total = 0;
};

bool is_better(const NetworkCandidate& one, const NetworkCandidate& other) {
  constexpr double same = 1 - 1e-12;
  if (one.cost.without_route != other.cost.without_route) return one.cost.without_route < other.cost.without_route;
  if (one.cost.net < other.cost.net * same) return true;
  return one.cost.net * same <= other.cost.net && one.total < other.total;
}

NetworkCost cost_of(const Network& network, const Decomposition& decomposition) {
  std::vector<Message> messages = halo_exchange(stencil_of(decomposition));
  const std::size_t without_route =
      std::erase_if(messages, [&](const Message& message) { return network.route(message.from, message.to).empty(); });
  return {without_route, net(network, messages)};
}

// The offered answers that are divisions, best first.
class Candidates {
 public:
  explicit Candidates(const RectangleProblem& problem) : problem_(problem) {}

  // Adds the solver's answer, unless it refuses or rounding makes the answer inaccurate.
  template <class Solve>
  void offer(Solve solve) {
    try {
      NetworkCandidate next{solve()};
      const Decomposition& decomposition = next.solution.decomposition;
      require_accurate(problem_, decomposition);
      next.cost = cost_of(*problem_.network, decomposition);
      next.total = total_cost(acost(decomposition), internal_edges(decomposition), problem_.latency);
      all_.insert(std::ranges::upper_bound(all_, next, is_better), std::move(next));
    } catch (const InputError&) {
      return;
    }
  }

  [[nodiscard]] const std::vector<NetworkCandidate>& all() const { return all_; }

  [[nodiscard]] RectangleSolution best() && {
    if (all_.empty() || all_.front().cost.without_route > 0)
      throw InputError("the network has no routes for the messages of any division that was found");
    all_.front().solution.proof = Proof::none;  // a member's proof is about the total
    return std::move(all_.front().solution);
  }

 private:
  const RectangleProblem& problem_;
  std::vector<NetworkCandidate> all_;
};

double bandwidth_between(const Network& network, std::size_t one, std::size_t other) {
  double least = std::numeric_limits<double>::infinity();
  for (const auto& route : {network.route(one, other), network.route(other, one)})
    least = std::min(least, route.empty() ? 0 : narrowest(network, route));
  return least;
}

// MULTILEVEL needs consecutive numbers for the processors of a machine.
Machine machine_of(const ProcessorGroup& group, std::vector<std::size_t>& order) {
  if (group.processors.size() == 1) {
    order.push_back(group.processors.front());
    return {};
  }
  Machine machine;
  for (const ProcessorGroup& part : group.groups) machine.parts.push_back(machine_of(part, order));
  if (!group.groups.empty()) return machine;
  order.insert(order.end(), group.processors.begin(), group.processors.end());
  machine.parts.resize(group.processors.size());
  return machine;
}

void offer_machines(const RectangleProblem& problem, RandomStream& stream, Candidates& candidates) {
  ProcessorGroup groups;
  for (const std::vector<std::size_t>& machine : machines_of(*problem.network)) groups.groups.push_back({machine, {}});
  if (groups.groups.size() < 2) return;
  for (const char* name : {"MULTILEVEL", "MULTILEVEL[outer=BEST[effort=quick],inner=BEST[effort=quick]]"})
    candidates.offer([&] { return divided_by_groups(problem, groups, name, stream); });
}

slices::Problem<2> slices_of(const RectangleProblem& problem) {
  const double narrowest = narrowest_part(problem.extent);
  slices::Problem<2> slices{.extent = {problem.extent.columns, problem.extent.rows},
                            .latency = problem.latency,
                            .narrowest = {narrowest, narrowest}};
  const std::vector<double>& speeds = problem.cluster.speeds;
  const double all = std::accumulate(speeds.begin(), speeds.end(), 0.0);
  for (const double speed : speeds) slices.volumes.push_back(speed / all * problem.extent.area());
  return slices;
}

RectangleSolution solution_of(const RectangleProblem& problem, const slices::Tree<2>& tree) {
  const slices::Sides<2> extent = {problem.extent.columns, problem.extent.rows};
  RectangleSolution solution{.decomposition = {problem.extent, {}}, .claimed_acost = tree.surface(extent)};
  for (const slices::Brick<2>& brick : tree.bricks(extent))
    solution.decomposition.parts.push_back({brick.at[1], brick.at[0], brick.sides[1], brick.sides[0]});
  return solution;
}

// Anneals from the tree of a decomposition; nothing if it has no tree, or nothing better was found. Temperatures are
// multiples of a mean part's side: it starts at four of these, and a message without a route costs as much.
std::optional<RectangleSolution> annealed(const RectangleProblem& problem, const NetworkCandidate& start,
                                          std::size_t evaluations, RandomStream& stream) {
  std::optional<slices::Tree<2>> tree = slices::tree_of(start.solution.decomposition);
  if (!tree) return std::nullopt;
  const double unit = 4 * std::sqrt(problem.extent.area() / static_cast<double>(problem.cluster.size()));
  const double seconds = start.cost.net > 0 ? start.cost.net : 1;
  const auto energy = [&](const NetworkCost& cost) {
    return unit * (cost.net / seconds + static_cast<double>(cost.without_route));
  };
  const auto price = [&](slices::Tree<2>& candidate, double /*limit*/ = 0) {
    return energy(cost_of(*problem.network, solution_of(problem, candidate).decomposition));
  };
  slices::Tree<2> best = slices::annealed<2>(slices_of(problem), *std::move(tree),
                                             {.moves = evaluations, .hottest = 0.2, .coldest = 0.0002}, stream, price);
  if (!(price(best) < energy(start.cost))) return std::nullopt;
  return solution_of(problem, best);
}

// `evaluations` is for all starts, and up to 40 processors; fewer for more.
void offer_annealed(const RectangleProblem& problem, std::size_t evaluations, RandomStream& stream,
                    Candidates& candidates) {
  constexpr std::size_t usual_processors = 40;
  if (problem.cluster.size() < 2) return;
  evaluations =
      evaluations * usual_processors / std::max(problem.cluster.size(), usual_processors) / starts_of_annealing;
  std::vector<NetworkCandidate> starts = candidates.all();
  starts.resize(std::min(starts.size(), starts_of_annealing));
  for (const NetworkCandidate& start : starts)
    if (std::optional<RectangleSolution> found = annealed(problem, start, evaluations, stream))
      candidates.offer([&] { return std::move(*found); });
}

void search_on_network(const RectangleProblem& problem, const RectangleSolution& start,
                       const std::function<void(const RectangleSolution& better)>& found, RandomStream& stream) {
  if (problem.cluster.size() < 2 || !slices::tree_of(start.decomposition)) return;
  NetworkCandidate best{start};
  best.cost = cost_of(*problem.network, start.decomposition);
  improve_in_turn(
      std::numeric_limits<std::size_t>::max(),
      [&](std::size_t number) {
        RandomStream own = stream.renamed(fmt::format("long search on a network, step {}", number));
        return annealed(problem, best, evaluations_of_step << (number % turn_on_network), own);
      },
      [&](RectangleSolution better) {
        best = {std::move(better)};
        best.cost = cost_of(*problem.network, best.solution.decomposition);
        found(best.solution);
      });
}

// --- By the total

enum class Effort : std::uint8_t { quick, normal, thorough };

constexpr std::array effort_words = {Word{Effort::quick, "quick"}, Word{Effort::normal, "normal"},
                                     Word{Effort::thorough, "thorough"}};

Effort effort_of(const Options& options) { return value_of(effort_words, options.text("effort")).value(); }

// The most processors, fewer with latency.
struct Limit {
  std::size_t without_latency = 0;
  std::size_t with_latency = 0;

  [[nodiscard]] bool takes(const RectangleProblem& problem) const {
    return problem.cluster.size() <= (problem.latency > 0 ? with_latency : without_latency);
  }
};

// The additional work of an effort beyond those below it.
struct EffortLimits {
  Limit in_all_layouts;
  Limit in_slicing_trees;
  Limit rolled_out;
  Limit annealed;
  slices::Effort annealing;
};

constexpr std::array<EffortLimits, 3> limits = {
    {{{6, 5}, {8, 6}, {200, 50}, {200, 100}, {30, 3000, 1}},
     {{6, 6}, {10, 7}, {500, 200}, {20'000, 500}, {2000, 100'000, 1}},
     {{7, 6}, {12, 8}, {1000, 400}, {20'000, 20'000}, {5000, 1'000'000, 5}}}};

// The starts: a proof for few parts; otherwise columns and rollouts.
std::vector<std::string> starts_of(const RectangleProblem& problem, Effort effort) {
  const EffortLimits& limit = limits[static_cast<std::size_t>(effort)];
  if (problem.cluster.size() > 1 && limit.in_all_layouts.takes(problem)) return {"OPTIMAL[layouts=all]"};
  if (problem.cluster.size() > 1 && limit.in_slicing_trees.takes(problem)) return {"OPTIMAL[layouts=slicing]"};
  constexpr std::size_t most_in_columns = 100'000;  // with latency
  const bool takes_columns = problem.cluster.size() <= most_in_columns || !(problem.latency > 0);
  std::vector<std::string> names = {takes_columns ? "COLUMNS" : "NAGAMOCHI-ABE"};
  if (problem.cluster.size() > 1 && limit.rolled_out.takes(problem)) names.emplace_back("ROLLOUT");
  return names;
}

double total_of(const RectangleProblem& problem, const Decomposition& decomposition) {
  return total_cost(acost(decomposition), problem.latency > 0 ? internal_edges(decomposition) : 0, problem.latency);
}

// The solutions of those starts that give accurate divisions, the cheapest first.
std::vector<RectangleSolution> solved(const RectangleProblem& problem, const std::vector<std::string>& names,
                                      const RandomStream& stream) {
  std::vector<RectangleSolution> solutions;
  for (const std::string& name : names) {
    try {
      RandomStream own = stream;  // members draw from streams of their own names
      RectangleSolution solution = RectangleRegistry::instance().choose(name).solve(problem, own);
      require_accurate(problem, solution.decomposition);
      solutions.push_back(std::move(solution));
    } catch (const InputError&) {  // OPTIMAL with very different weights, or an inaccurate division
    }
  }
  std::ranges::stable_sort(solutions, {},
                           [&](const RectangleSolution& each) { return total_of(problem, each.decomposition); });
  return solutions;
}

RectangleSolution best_by_total(const RectangleProblem& problem, Effort effort, RandomStream& stream) {
  const std::vector<std::string> names = starts_of(problem, effort);
  if (problem.cluster.size() < 2) return RectangleRegistry::instance().choose(names.front()).solve(problem, stream);
  std::vector<RectangleSolution> best = solved(problem, names, stream);
  if (!best.empty() && best.front().proof != Proof::none) return std::move(best.front());
  std::vector<slices::Tree<2>> trees;
  for (const RectangleSolution& each : best)
    if (auto tree = slices::tree_of(each.decomposition)) trees.push_back(*std::move(tree));
  std::vector<slices::Effort> efforts;
  for (std::size_t i = 0; i <= static_cast<std::size_t>(effort); ++i)
    if (limits[i].annealed.takes(problem)) efforts.push_back(limits[i].annealing);
  if (efforts.empty() && !best.empty()) return std::move(best.front());
  RectangleSolution found =
      solution_of(problem, slices::searched<2>(slices_of(problem), std::move(trees), efforts, stream));
  if (best.empty()) return found;  // which the caller refuses if it is inaccurate
  const bool is_better = total_of(problem, found.decomposition) < total_of(problem, best.front().decomposition);
  return is_better ? std::move(found) : std::move(best.front());
}

constexpr std::array<std::size_t, 3> evaluations_on_network = {300, 6000, 300'000};  // by effort

// The answer of least net(), in a tie that of the least total, among: the answers of the starts, BEST and its rivals by
// the total, MULTILEVEL's for the network's machines, the results of annealing from the three best of these, and the
// answer of the next lower effort, since the search starts anew with every effort. The annealing may start from a
// division with a message without a route, which is not an answer.
RectangleSolution best_on_network(const RectangleProblem& problem, Effort effort, RandomStream& stream) {
  const auto solved_by = [&stream](const std::string& name, const RectangleProblem& asked) {
    return RectangleRegistry::instance().choose(name).solve(asked, stream);
  };
  const auto best_by = [](Effort each) { return fmt::format("BEST[effort={}]", word_of(effort_words, each)); };
  RectangleProblem by_total = problem;
  by_total.objective = Objective::total;
  std::vector<std::string> names = starts_of(problem, effort);
  names.push_back(best_by(effort));
  for (const std::string& name : rivals_on_a_network()) names.push_back(name);
  Candidates candidates(problem);
  for (const std::string& name : names) candidates.offer([&] { return solved_by(name, by_total); });
  offer_machines(problem, stream, candidates);
  RandomStream own = stream.renamed("BEST on a network");
  offer_annealed(problem, evaluations_on_network[static_cast<std::size_t>(effort)], own, candidates);
  if (effort > Effort::quick)
    candidates.offer([&] { return solved_by(best_by(static_cast<Effort>(static_cast<int>(effort) - 1)), problem); });
  return std::move(candidates).best();
}

RectangleSolution solve_best(const RectangleProblem& problem, const Options& options, RandomStream& stream) {
  const Effort effort = effort_of(options);
  return problem.objective == Objective::total ? best_by_total(problem, effort, stream)
                                               : best_on_network(problem, effort, stream);
}

void search_on_rectangles(const RectangleProblem& problem, const Options& /*options*/, const RectangleSolution& start,
                          const std::function<void(const RectangleSolution& better)>& found, RandomStream& stream) {
  if (problem.objective != Objective::total) return search_on_network(problem, start, found, stream);
  const std::size_t parts = problem.cluster.size();
  if (parts < 3 || parts > limits.back().annealed.without_latency || start.proof != Proof::none) return;
  const std::optional<slices::Tree<2>> tree = slices::tree_of(start.decomposition);
  double least = total_of(problem, start.decomposition);
  slices::search_on<2>(
      slices_of(problem), tree ? *tree : slices::huffman(slices_of(problem)),
      [&](const slices::Tree<2>& better) {
        const RectangleSolution solution = solution_of(problem, better);
        const double total = total_of(problem, solution.decomposition);
        if (!(total < least)) return;
        least = total;
        found(solution);
      },
      stream);
}

const Registration<RectangleAlgorithm> best_registration{
    {.name = "BEST",
     .source = "slicing trees by annealing: Wong & Liu 1986",
     .summary = "Simulated annealing of slicing trees by Acost + latency * internal edges, from the best of COLUMNS, "
                "ROLLOUT, RecursiveBisection2 and HUFFMAN; for few processors the answer of OPTIMAL. "
                "On a network: the answer whose busiest link or processor is done first, of these algorithms, "
                "the methods of 1996 and annealing by that.",
     .revision = 4,
     .exact_everywhere = false,
     .objectives = {Objective::total, Objective::net},
     .options = {{.name = "effort",
                  .kind = OptionKind::text,
                  .default_value = "normal",
                  .choices = words_in(effort_words),
                  .summary = "quick, normal or thorough: up to 3 * 10^3, 10^5 and 5 * 10^6 trees; up to 8, 10 and 12 "
                             "processors with a proof"}},
     .variants = {"effort=quick"},
     .solve = solve_best,
     .search_on = search_on_rectangles}};

const FormerNames former_rectangle_names{
    {{"algorithm", "ANNEALING", "BEST"},
     {"algorithm", "CLUSTER", "BEST"},
     {"algorithm", "LNS", "BEST"},
     {"algorithm", "RANGE", "BEST"},
     {"algorithm", "SUBSET", "BEST, or OPTIMAL[layouts=slicing] for a proof"},
     {"option of BEST", "shapes", "NRRP, SNRRP or ROLLOUT[l-shapes] for other parts than rectangles"}}};

}  // namespace

std::vector<std::string> rivals_on_a_network() {
  return {"XY2", "RecursiveBisection", "RecursiveBisection2", "RecursiveBisection3", "TILE", "HYBRID", "MULTILEVEL"};
}

std::vector<std::vector<std::size_t>> machines_of(const Network& network) {
  const auto for_each_pair = [&](auto visit) {
    for (std::size_t one = 0; one < network.processors; ++one)
      for (std::size_t other = 0; other < one; ++other) visit(one, other, bandwidth_between(network, one, other));
  };
  double least = std::numeric_limits<double>::infinity();
  for_each_pair([&](std::size_t, std::size_t, double bandwidth) { least = std::min(least, bandwidth); });
  DisjointSets sets(network.processors);
  for_each_pair([&](std::size_t one, std::size_t other, double bandwidth) {
    if (bandwidth > least * (1 + 1e-9)) sets.unite(one, other);
  });
  const bool is_one = sets.count() == network.processors;
  const std::vector<std::size_t> numbers = sets.numbers();
  std::vector<std::vector<std::size_t>> machines(is_one ? 1 : sets.count());
  for (std::size_t i = 0; i < numbers.size(); ++i) machines[is_one ? 0 : numbers[i]].push_back(i);
  return machines;
}

RectangleSolution divided_by_groups(const RectangleProblem& problem, const ProcessorGroup& groups, const char* method,
                                    RandomStream& stream) {
  RectangleProblem numbered{problem.extent, {}, problem.latency};
  std::vector<std::size_t> order;
  numbered.cluster.machine = machine_of(groups, order);
  for (const std::size_t processor : order) numbered.cluster.speeds.push_back(problem.cluster.speeds[processor]);
  RectangleSolution solution = RectangleRegistry::instance().choose(method).solve(numbered, stream);
  Decomposition& decomposition = solution.decomposition;
  const std::vector<Rect> parts = decomposition.parts;
  for (std::size_t i = 0; i < order.size(); ++i) decomposition.parts[order[i]] = parts[i];
  for (FurtherRect& further : decomposition.further) further.processor = order[further.processor];
  std::ranges::sort(decomposition.further, {}, &FurtherRect::processor);
  return solution;
}

}  // namespace apportion
