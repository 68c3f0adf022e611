// BEST: the portfolio that a user should call.
#include "algorithms/rectangles/best.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <optional>
#include <string_view>
#include <utility>

#include "algorithms/rectangles/annealing.hpp"
#include "algorithms/rectangles/columns.hpp"
#include "algorithms/rectangles/long_search.hpp"
#include "base/error.hpp"
#include "base/side_by_side.hpp"
#include "base/words.hpp"
#include "sim/network/jacobi.hpp"
#include "sim/rectangles/costs.hpp"
#include "sim/rectangles/decomposition.hpp"

namespace apportion {
namespace {

// --- On a network: candidates by net, and annealing of the best of them

constexpr std::size_t starts_of_annealing = 3;
constexpr std::size_t turn_on_network = 5;  // steps of a long search, each twice as long as the one before
constexpr std::size_t evaluations_of_step = 500;

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

  // Offers nothing where the solver refuses, or rounding would make the answer inaccurate.
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

// MULTILEVEL wants the processors of a machine numbered one after the other.
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

// Starts from the tree of a decomposition; nothing where it has no tree, or nothing better was found. Temperatures are
// shares of a mean part's half perimeter: the start is as much as two of these, and so is a message without a route.
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

namespace {

void search_on_network(const RectangleProblem& problem, const RectangleSolution& start, bool any_shape,
                       const std::function<void(const RectangleSolution& better)>& found, RandomStream& stream) {
  const bool has_tree = start.decomposition.further.empty() && tree_of(make_frame(problem), start.decomposition);
  if (problem.cluster.size() < 2 || !has_tree) return;
  const NetworkSearch search{.candidates = {}, .any_shape = any_shape};
  NetworkCandidate best{start};
  best.cost = cost_of(*problem.network, start.decomposition);
  for (std::size_t turn = 0;; turn += turn_on_network)
    improve_in_turn(
        turn_on_network,
        [&](std::size_t i) {
          RandomStream own = stream.renamed(fmt::format("long search on a network, step {}", turn + i));
          return annealed(problem, best, search, evaluations_of_step << i, own);
        },
        [&](RectangleSolution better) {
          best = {std::move(better)};
          best.cost = cost_of(*problem.network, best.solution.decomposition);
          found(best.solution);
        });
}

// --- The members, and the best of their answers

constexpr std::size_t any_number = std::numeric_limits<std::size_t>::max();

enum class Effort : std::uint8_t { quick, normal, thorough };
enum class Shape : std::uint8_t { rectangles, any };

// An algorithm that takes part: from which effort on, for which numbers of processors, and among which shapes of parts.
struct Member {
  std::string_view name;
  Effort least = Effort::quick;
  std::size_t more_than = 0;
  std::size_t at_most = any_number;
  std::size_t at_most_with_latency = any_number;
  Shape shape = Shape::rectangles;
};

// RANGE, SUBSET and LNS are not listed: ANNEALING starts from the best of them, without RANGE above `range-limit`,
// where it takes longer than all others together (0.56 s for 200 processors, BEST 0.04 s) and gained 0.06 % at most.
const std::vector<Member>& members() {
  using enum Effort;
  using enum Shape;
  static const std::vector<Member> list = {
      {"OPTIMAL[layouts=all]", quick, 1, 6, 5},
      {"OPTIMAL[layouts=slicing]", quick, 6, 8, 6},
      {"OPTIMAL[layouts=all]", normal, 1, 6, 6},
      {"OPTIMAL[layouts=slicing]", normal, 6, 10, 7},
      {"OPTIMAL[layouts=all]", thorough, 1, 7, 6},
      {"OPTIMAL[layouts=slicing]", thorough, 6, 12, 8},
      {"XY2", quick, 0, any_number, 0},
      {"COLUMNS", quick, 0, 0, 100'000},
      {"NAGAMOCHI-ABE", quick, 100'000, 0, any_number},
      {"SQUARIFIED", quick, 1, 100'000, 100'000},
      {"HUFFMAN", quick, 1, 100'000, 100'000},
      {"ROLLOUT", quick, 5, 200, 50},
      {"ROLLOUT", normal, 5, 500, 200},
      {"ROLLOUT", thorough, 5, 1000, 400},
      {"NRRP", quick, 1, 100'000, 100'000, any},
      {"ROLLOUT[l-shapes]", quick, 1, 200, 50, any},
      {"ROLLOUT[l-shapes]", normal, 1, 500, 200, any},
      {"ANNEALING[evaluations=2500,neighbourhoods=0,subset-limit=8]", quick, 5, 15, 15},
      {"ANNEALING[evaluations=1200,neighbourhoods=0,range-limit=50]", quick, 15, 200, 100},
      {"ANNEALING[evaluations=2500,shapes=any,neighbourhoods=0,subset-limit=8]", quick, 1, 15, 15, any},
      {"ANNEALING[evaluations=1200,shapes=any,neighbourhoods=0,range-limit=50]", quick, 15, 200, 100, any},
      {"CLUSTER", normal, 6, 500, 200},
      {"ANNEALING", normal, 6, 500, 200},
      {"ANNEALING[evaluations=30000,runs=2,neighbourhoods=20]", normal, 6, 500, 200},
      {"ANNEALING[shapes=any]", normal, 1, 500, 200, any},
      {"ANNEALING[evaluations=30000,runs=2,shapes=any,neighbourhoods=20]", normal, 1, 500, 200, any},
      {"ANNEALING[evaluations=2000000,runs=20,neighbourhoods=200,subset-limit=12]", thorough, 6, 500, 200},
      {"ANNEALING[evaluations=2000000,runs=20,shapes=any,neighbourhoods=200,subset-limit=12]", thorough, 1, 500, 200,
       any},
  };
  return list;
}

bool takes_part(const Member& member, Effort effort, Shape shape, std::size_t processors, bool with_latency) {
  const std::size_t at_most = with_latency ? member.at_most_with_latency : member.at_most;
  return member.least <= effort && member.shape <= shape && processors > member.more_than && processors <= at_most;
}

constexpr std::array effort_words = {Word{Effort::quick, "quick"}, Word{Effort::normal, "normal"},
                                     Word{Effort::thorough, "thorough"}};
constexpr std::array shape_words = {Word{Shape::rectangles, "rectangles"}, Word{Shape::any, "any"}};

std::string name_of(Effort effort, Shape shape) {
  return fmt::format("BEST[effort={},shapes={}]", word_of(effort_words, effort), word_of(shape_words, shape));
}

Effort effort_of(const Options& options) { return value_of(effort_words, options.text("effort")).value(); }

Shape shape_of(const Options& options) { return value_of(shape_words, options.text("shapes")).value(); }

// A greater effort and more shapes have all members of the others, and some more: so their answers are no worse.
std::vector<std::string> members_of(const RectangleProblem& problem, const Options& options) {
  const Effort effort = effort_of(options);
  const Shape shape = shape_of(options);
  std::vector<std::string> names;
  for (const Member& member : members())
    if (takes_part(member, effort, shape, problem.cluster.size(), problem.latency > 0) &&
        std::ranges::find(names, member.name) == names.end())
      names.emplace_back(member.name);
  return names;
}

struct Candidate {
  RectangleSolution solution;
  CandidateCost cost;
};

// Costs from the geometry; nothing where the member refuses, or rounding would make its answer inaccurate.
std::optional<Candidate> candidate(const RectangleProblem& problem, const std::string& name,
                                   const RandomStream& stream) {
  RandomStream own = stream;  // members draw from streams of their own names
  try {
    RectangleSolution solution = RectangleRegistry::instance().choose(name).solve(problem, own);
    require_accurate(problem, solution.decomposition);
    const std::int64_t edges = internal_edges(solution.decomposition);
    const double total = total_cost(acost(solution.decomposition), edges, problem.latency);
    return Candidate{std::move(solution), {total, edges}};
  } catch (const InputError&) {
    return std::nullopt;
  }
}

RectangleSolution best_of(const RectangleProblem& problem, const std::vector<std::string>& names,
                          RandomStream& stream) {
  // Nothing to compare, and the edges of a million parts take longer to count than the rest.
  const auto alone = [&](const std::string& name) {
    return RectangleRegistry::instance().choose(name).solve(problem, stream);
  };
  if (names.size() == 1) return alone(names.front());
  const double tolerance = coincidence_tolerance(problem.extent);
  std::optional<Candidate> best;
  Proof proof = Proof::none;
  make_side_by_side(
      names.size(), [&](std::size_t i) { return candidate(problem, names[i], stream); },
      [&](std::optional<Candidate> next) {
        if (!next) return;
        // What one member proved holds for an answer that is as cheap, or cheaper.
        proof = std::max(proof, next->solution.proof);
        if (!best || is_cheaper(next->cost, best->cost, tolerance)) best = std::move(next);
      });
  if (best) best->solution.proof = proof;
  // The caller refuses what is inaccurate, with the message for this member's answer.
  return best ? std::move(best->solution) : alone(names.back());
}

std::size_t evaluations_on_network(Effort effort) {
  return effort == Effort::quick ? 300 : effort == Effort::normal ? 6000 : 300'000;
}

RectangleSolution solve_best(const RectangleProblem& problem, const Options& options, RandomStream& stream) {
  std::vector<std::string> names = members_of(problem, options);
  if (problem.objective == Objective::total) return best_of(problem, names, stream);
  for (const std::string& name : rivals_on_a_network())
    if (std::ranges::find(names, name) == names.end()) names.push_back(name);
  const Effort effort = effort_of(options);
  const Shape shape = shape_of(options);
  NetworkSearch search{names, evaluations_on_network(effort), shape == Shape::any};
  // What less would find: the search starts anew with every effort, and for other shapes.
  if (effort > Effort::quick)
    search.also.push_back(name_of(effort_words[static_cast<std::size_t>(effort) - 1].value, shape));
  if (shape == Shape::any) search.also.push_back(name_of(effort, Shape::rectangles));
  return best_on_network(problem, search, stream);
}

// The greatest effort takes the steps of a search that goes on, too.
RectangleSolution solve_with_effort(const RectangleProblem& problem, const Options& options, RandomStream& stream) {
  constexpr std::size_t steps = 6;
  constexpr std::size_t most_parts = 500;
  RectangleSolution solution = solve_best(problem, options, stream);
  const bool goes_on = effort_of(options) == Effort::thorough && problem.objective == Objective::total;
  if (!goes_on || problem.cluster.size() > most_parts) return solution;
  search_on(
      problem, RectangleSolution(solution), shape_of(options) == Shape::any, steps,
      [&](const RectangleSolution& better) { solution = better; }, stream);
  return solution;
}

void search_on_rectangles(const RectangleProblem& problem, const Options& options, const RectangleSolution& start,
                          const std::function<void(const RectangleSolution& better)>& found, RandomStream& stream) {
  const bool any_shape = shape_of(options) == Shape::any;
  if (problem.objective == Objective::total)
    search_on(problem, start, any_shape, std::numeric_limits<std::size_t>::max(), found, stream);
  else
    search_on_network(problem, start, any_shape, found, stream);
}

// The numbers of processors above `more_than` and up to `at_most`, in words; "" where these are all.
std::string range_text(std::size_t more_than, std::size_t at_most) {
  if (at_most == any_number) return more_than == 0 ? "" : fmt::format("from {}", more_than + 1);
  return more_than == 0 ? fmt::format("up to {}", at_most) : fmt::format("{} to {}", more_than + 1, at_most);
}

// For how many processors a member takes part, where that is not always.
std::string limit(const Member& member) {
  const std::string without = range_text(member.more_than, member.at_most);
  const std::string with = range_text(member.more_than, member.at_most_with_latency);
  const auto bracketed = [](const std::string& range, const char* when) {
    return fmt::format(" ({}{}{})", range, range.empty() ? "" : " ", when);
  };
  if (member.at_most_with_latency == 0) return bracketed(without, "without latency");
  if (member.at_most == 0) return bracketed(with, "with latency");
  if (without == with) return without.empty() ? "" : fmt::format(" ({})", without);
  return fmt::format(" ({}; {} with latency)", without, with);
}

std::string members_text(Effort effort) {
  std::string text;
  for (const Member& member : members())
    if (member.least == effort)
      text += fmt::format("{}{}{}{}", text.empty() ? "" : ", ", member.name,
                          member.shape == Shape::any ? " for shapes=any" : "", limit(member));
  return text;
}

std::string summary_of_effort() {
  std::string text =
      "quick, normal or thorough: for 20 processors about 1 and 20 ms, and 2 s. "
      "The members that each adds to those before it, and the numbers of processors with which they take part:";
  for (const auto& [effort, word] : effort_words) text += fmt::format(" {}: {}.", word, members_text(effort));
  return text;
}

const Registration<RectangleAlgorithm> best_registration{
    {.name = "BEST",
     .source = "this project",
     .summary = "The best of several algorithms by Acost + latency * internal edges; ties go to fewer edges. "
                "Each member gives the same answer as when it is run alone. "
                "On a network: the answer whose busiest link or processor is done first, of these algorithms, "
                "the methods of 1996 and simulated annealing.",
     .revision = 3,
     .exact_everywhere = false,
     .objectives = {Objective::total, Objective::net},
     .options = {{.name = "effort",
                  .kind = OptionKind::text,
                  .default_value = "normal",
                  .choices = words_in(effort_words),
                  .summary = summary_of_effort()},
                 {.name = "shapes",
                  .kind = OptionKind::text,
                  .default_value = "rectangles",
                  .choices = words_in(shape_words),
                  .summary = "of the parts: rectangles, or any"}},
     .variants = {"effort=quick", "shapes=any", "effort=quick,shapes=any"},
     .solve = solve_with_effort,
     .search_on = search_on_rectangles,
     .members = members_of}};

}  // namespace

}  // namespace apportion
