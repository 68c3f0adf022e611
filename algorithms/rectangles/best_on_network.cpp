// Candidates by net, and annealing of the best of them.
#include "algorithms/rectangles/best_on_network.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <utility>

#include "algorithms/rectangles/annealing_search.hpp"
#include "sim/network/communication_costs.hpp"
#include "sim/rectangles/accuracy.hpp"
#include "sim/rectangles/costs.hpp"

namespace apportion {
namespace {

constexpr std::size_t starts_of_annealing = 3;

// What an exchange costs: messages that have no route, and net() of the others.
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

// All that were offered and are divisions, best first.
class Candidates {
 public:
  explicit Candidates(const RectangleProblem& problem) : problem_(problem) {}

  // Nothing where whoever solves refuses, or rounding would make the answer inaccurate.
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
    all_.front().solution.proof = Proof::none;  // what a member proved is about the total
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

double narrowest_pair(const Network& network) {
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t one = 0; one < network.processors; ++one)
    for (std::size_t other = 0; other < one; ++other) least = std::min(least, bandwidth_between(network, one, other));
  return least;
}

// By MULTILEVEL among and within the machines, whose processors it wants numbered one machine after the other.
RectangleSolution by_machines(const RectangleProblem& problem, const std::vector<std::vector<std::size_t>>& machines,
                              const char* name, RandomStream& stream) {
  RectangleProblem numbered{problem.extent, {}, problem.latency};
  std::vector<std::size_t> order;
  for (const std::vector<std::size_t>& machine : machines) {
    order.insert(order.end(), machine.begin(), machine.end());
    numbered.cluster.machine.parts.push_back(machine.size() == 1 ? Machine{}
                                                                 : Machine{std::vector<Machine>(machine.size())});
  }
  for (const std::size_t processor : order) numbered.cluster.speeds.push_back(problem.cluster.speeds[processor]);
  RectangleSolution solution = RectangleRegistry::instance().choose(name).solve(numbered, stream);
  Decomposition& decomposition = solution.decomposition;
  const std::vector<Rect> parts = decomposition.parts;
  for (std::size_t i = 0; i < order.size(); ++i) decomposition.parts[order[i]] = parts[i];
  for (FurtherRect& further : decomposition.further) further.processor = order[further.processor];
  std::ranges::sort(decomposition.further, {}, &FurtherRect::processor);
  return solution;
}

void offer_machines(const RectangleProblem& problem, RandomStream& stream, Candidates& candidates) {
  const std::vector<std::vector<std::size_t>> machines = machines_of(*problem.network);
  if (machines.size() < 2) return;
  for (const char* name : {"MULTILEVEL", "MULTILEVEL[outer=BEST[effort=quick],inner=BEST[effort=quick]]"})
    candidates.offer([&] { return by_machines(problem, machines, name, stream); });
}

// From the tree of a decomposition on; nothing where it has none, or nothing better was found. Temperatures are shares
// of a mean part's half perimeter: the start is as much as two of these, and so is a message without a route.
std::optional<RectangleSolution> annealed(const RectangleProblem& problem, const NetworkCandidate& start,
                                          const NetworkSearch& search, std::size_t evaluations, RandomStream& stream) {
  if (!start.solution.decomposition.further.empty()) return std::nullopt;
  const Frame frame = make_frame(problem);
  std::optional<SlicingTree> tree = tree_of(frame, start.solution.decomposition);
  if (!tree) return std::nullopt;
  const double unit = 4 * std::sqrt(frame.m * frame.n / static_cast<double>(frame.size()));
  const double seconds = start.cost.net > 0 ? start.cost.net : 1;
  const auto energy = [&](const NetworkCost& cost) {
    return unit * (cost.net / seconds + static_cast<double>(cost.without_route));
  };
  const auto energy_of_tree = [&](const SlicingTree& candidate) {
    if (search.any_shape && !corners_fit(candidate, frame)) return std::numeric_limits<double>::infinity();
    return energy(cost_of(*problem.network, slicing_solution(frame, candidate).decomposition));
  };
  const double before = energy(start.cost);
  BestTree best{std::move(*tree), before};
  anneal(frame, {.evaluations = evaluations, .corners = search.any_shape, .heat = 0.1, .cost = energy_of_tree}, best,
         stream);
  if (!(best.total < before)) return std::nullopt;
  return slicing_solution(frame, best.tree);
}

std::size_t evaluations_of_run(const RectangleProblem& problem, const NetworkSearch& search) {
  constexpr std::size_t usual_processors = 40;
  const std::size_t processors = std::max(problem.cluster.size(), usual_processors);
  return search.evaluations * usual_processors / processors / starts_of_annealing;
}

void offer_annealed(const RectangleProblem& problem, const NetworkSearch& search, RandomStream& stream,
                    Candidates& candidates) {
  if (problem.cluster.size() < 2) return;
  const std::size_t evaluations = evaluations_of_run(problem, search);
  std::vector<NetworkCandidate> starts = candidates.all();
  starts.resize(std::min(starts.size(), starts_of_annealing));
  for (const NetworkCandidate& start : starts)
    if (std::optional<RectangleSolution> found = annealed(problem, start, search, evaluations, stream))
      candidates.offer([&] { return std::move(*found); });
}

}  // namespace

std::vector<std::string> rivals_on_a_network() {
  return {"XY2", "RecursiveBisection", "RecursiveBisection2", "RecursiveBisection3", "TILE", "HYBRID", "MULTILEVEL"};
}

std::vector<std::vector<std::size_t>> machines_of(const Network& network) {
  const double least = narrowest_pair(network);
  std::vector<bool> is_placed(network.processors, false);
  std::vector<std::vector<std::size_t>> machines;
  for (std::size_t first = 0; first < network.processors; ++first) {
    if (is_placed[first]) continue;
    is_placed[first] = true;
    std::vector<std::size_t> machine = {first};
    // The machine grows while its processors lead to others.
    for (std::size_t k = 0; k < machine.size(); ++k)  // NOLINT(modernize-loop-convert)
      for (std::size_t other = first + 1; other < network.processors; ++other)
        if (!is_placed[other] && bandwidth_between(network, machine[k], other) > least * (1 + 1e-9)) {
          is_placed[other] = true;
          machine.push_back(other);
        }
    std::ranges::sort(machine);
    machines.push_back(std::move(machine));
  }
  if (machines.size() < network.processors) return machines;
  std::vector<std::size_t> all(network.processors);
  std::iota(all.begin(), all.end(), std::size_t{0});
  return {std::move(all)};
}

RectangleSolution best_on_network(const RectangleProblem& problem, const NetworkSearch& search, RandomStream& stream) {
  RectangleProblem by_total = problem;
  by_total.objective = Objective::total;
  Candidates candidates(problem);
  for (const std::string& name : search.candidates)
    candidates.offer([&] { return RectangleRegistry::instance().choose(name).solve(by_total, stream); });
  offer_machines(problem, stream, candidates);
  RandomStream own = stream.renamed("BEST on a network");
  offer_annealed(problem, search, own, candidates);
  for (const std::string& name : search.also)
    candidates.offer([&] { return RectangleRegistry::instance().choose(name).solve(problem, stream); });
  return std::move(candidates).best();
}

}  // namespace apportion
