// BEST of whole cells: the trees of several rectangle algorithms with jogs, then local improvement of the best.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <numeric>
#include <optional>
#include <queue>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "base/side_by_side.hpp"
#include "extensions/cells/algorithms/cell_algorithm.hpp"
#include "extensions/cells/algorithms/cell_tree.hpp"
#include "extensions/cells/algorithms/chains.hpp"
#include "extensions/cells/algorithms/enumeration.hpp"
#include "extensions/cells/algorithms/improvement.hpp"
#include "extensions/cells/algorithms/long_search.hpp"
#include "extensions/cells/algorithms/mesh.hpp"
#include "extensions/cells/algorithms/multilevel.hpp"
#include "extensions/cells/algorithms/on_network.hpp"
#include "extensions/cells/algorithms/rebalancing.hpp"
#include "extensions/cells/algorithms/sea_search.hpp"
#include "extensions/cells/algorithms/stripes.hpp"
#include "extensions/cells/sim/cell_bounds.hpp"
#include "sim/cells/cell_costs.hpp"
#include "sim/cells/cell_problem.hpp"
#include "sim/cells/owners.hpp"
#include "sim/rectangles/decomposition.hpp"
#include "sim/rectangles/whole.hpp"

namespace apportion {
namespace {

constexpr std::array methods_with_loads = {"RCB[jogs]", "HIER-RB[jogs]", "HIER-RELAXED[jogs]", "JAG-PQ[jogs]",
                                           "JAG-M[jogs]"};

// Called with every division that is found, in an order that does not depend on threads; may be empty.
using Observer = std::function<void(const Decomposition&)>;

// A problem, and the best of the divisions offered for it.
struct AskedObjective {
  CellProblem problem;
  Decomposition best = {};
  CellRank rank = {};

  void offer(const Decomposition& division) {
    const CellRank offered = cell_rank(problem, division);
    if (!best.parts.empty() && offered >= rank) return;
    best = division;
    rank = offered;
  }
};

// --- Cells with loads

// Returns false if the method refuses the problem, as some do with too many processors.
bool solve_by(const char* name, const CellProblem& problem, Decomposition& division) {
  // These methods draw no random numbers.
  RandomStream stream(default_seed, name);
  const Configured<CellAlgorithm> chosen = CellRegistry::instance().choose(name);
  try {
    division = chosen.solve(problem, stream).decomposition;
    return true;
  } catch (const InputError&) {
    return false;
  }
}

// The division of least cell_rank() by methods_with_loads, whose parts are all within the greatest cell of their
// shares. It is valid for any problem, but visits every cell. HIER-RELAXED, JAG-PQ and JAG-M refuse more than 10^5
// processors.
Decomposition best_with_loads(const CellProblem& problem, const Observer& observe) {
  AskedObjective asked{problem};
  for (const char* name : methods_with_loads) {
    Decomposition division;
    if (!solve_by(name, problem, division)) continue;
    if (observe) observe(division);
    asked.offer(division);
  }
  return std::move(asked.best);
}

// --- Cells for empty parts

// Empty parts, those of the greatest shares first.
std::vector<std::int32_t> empty_parts(const MeshDivision<GridMesh<2>>& division, const LoadWindows& windows) {
  std::vector<std::int32_t> parts(division.parts());
  std::iota(parts.begin(), parts.end(), 0);
  std::erase_if(parts, [&](std::int32_t part) { return division.places(part) > 0; });
  std::ranges::stable_sort(parts, std::greater<>(),
                           [&](std::int32_t part) { return windows.share[static_cast<std::size_t>(part)]; });
  return parts;
}

class SpareCells {
 public:
  SpareCells(MeshDivision<GridMesh<2>>& division, const LoadWindows& windows) : division_(division), windows_(windows) {
    for (std::size_t place = 0; place < division.mesh().size(); ++place)
      if (division.owner(place) != no_owner) offers_.push(offer_of(place));
  }

  // Gives cells to one part after the other.
  bool give(const std::vector<std::int32_t>& parts) {
    std::size_t given = 0;
    while (given < parts.size() && !offers_.empty()) {
      const Offer best = offers_.top();
      offers_.pop();
      const std::size_t place = std::get<2>(best);
      const auto to = static_cast<std::size_t>(parts[given]);
      if (!is_spare(place) || division_.mesh().load[place] > windows_.most[to]) continue;
      // Earlier gifts may have changed the neighbourhood of the place.
      if (const Offer now = offer_of(place); now != best)
        offers_.push(now);
      else
        division_.move(place, parts[given++]);
    }
    return given > 0;
  }

 private:
  using Offer = std::tuple<bool, std::int32_t, std::size_t>;  // whether its part breaks, sides to it, the place

  [[nodiscard]] Offer offer_of(std::size_t place) const {
    return {!division_.may_leave(place), division_.sides_to(place, division_.owner(place)), place};
  }

  [[nodiscard]] bool is_spare(std::size_t place) const {
    const std::int32_t from = division_.owner(place);
    return division_.places(from) > 1 &&
           division_.load(from) - division_.mesh().load[place] >= windows_.least[static_cast<std::size_t>(from)];
  }

  MeshDivision<GridMesh<2>>& division_;
  const LoadWindows& windows_;
  std::priority_queue<Offer, std::vector<Offer>, std::greater<>> offers_;
};

// Gives each empty part one cell of another part, whose load stays in its window. Cells whose part stays connected come
// first, then those with the least boundary to it; parts with great shares are served first. Returns whether any cell
// was given. O(n log n) for n cells. InputError, naming the algorithm, above most_mesh_cells cells.
bool give_cells_to_empty_parts(const CellProblem& problem, const char* algorithm, Decomposition& division) {
  const GridMesh<2> mesh = mesh_of(problem, algorithm);
  MeshDivision<GridMesh<2>> on_mesh(mesh, problem.cluster.size(), place_owners(problem, mesh, division));
  const LoadWindows windows = load_windows(problem, problem.imbalance);
  if (!SpareCells(on_mesh, windows).give(empty_parts(on_mesh, windows))) return false;
  division = division_of(problem, mesh, on_mesh.owners());
  return true;
}

// --- The portfolio

constexpr std::size_t any_number = std::numeric_limits<std::size_t>::max();

// A rectangle algorithm of the portfolio, used up to a number of processors.
struct Member {
  std::string_view name;
  std::size_t at_most = any_number;
  std::size_t at_most_with_latency = any_number;
};

// The further work of an effort, after that of the one before it; its answer is therefore never worse.
struct Effort {
  std::string_view name;
  std::vector<Member> members;
  std::size_t improved = 0;  // how many of the best trees are improved
  // Steps for the improvement of each tree: `steps`, and `steps_per_processor` for each processor, up to `most_steps`.
  std::int64_t steps = 0;
  std::int64_t steps_per_processor = 0;
  std::int64_t most_steps = 0;
};

// Variants of JOGGED and ROUNDED use these algorithms, too.
const std::vector<Effort>& efforts() {
  static const std::vector<Effort> list = {
      {"quick",
       {{"BEST[effort=quick]"}, {"XY2", any_number, 300}, {"HUFFMAN"}, {"SQUARIFIED"}, {"ROLLOUT", 100, 50}},
       2,
       10'000,
       50,
       50'000},
      {"normal", {{"BEST"}, {"ROLLOUT", 200, 100}, {"TILE", 200, 200}}, 4, 20'000, 200, 200'000},
      {"thorough",
       {{"BEST[effort=thorough]"}, {"ROLLOUT", 500, 200}, {"TILE", 500, 500}},
       8,
       1'000'000,
       10'000,
       5'000'000}};
  return list;
}

constexpr double heat = 1;  // the first temperature, in edges

// The requested effort and all before it.
std::vector<Effort> efforts_of(const Options& options) {
  return {efforts().begin(), std::ranges::find(efforts(), options.text("effort"), &Effort::name) + 1};
}

bool takes_part(const Member& member, const CellProblem& problem) {
  return problem.cluster.size() <= (problem.latency > 0 ? member.at_most_with_latency : member.at_most);
}

// The best division so far, and the trees to improve.
class Portfolio {
 public:
  Portfolio(const CellProblem& problem, const Observer& observe, RandomStream& stream)
      : problem_(problem), observe_(observe), stream_(stream), bound_(cell_lower_bound(problem)) {}

  void offer_division(Decomposition division) {
    if (observe_) observe_(division);
    const CellCost cost = cost_of(problem_, division);
    if (best_ && !cost.is_better_than(cost_)) return;
    best_ = std::move(division);
    cost_ = cost;
    has_better_ = true;
  }

  void offer_tree(CellTree tree) {
    Decomposition division = division_of(problem_, tree);
    trees_.push_back({std::move(tree), cost_of(problem_, division)});
    offer_division(std::move(division));
  }

  void ask(const std::vector<Member>& members) {
    make_side_by_side(
        members.size(), [&](std::size_t i) { return answer_of(members[i]); },
        [&](MemberAnswer answer) {
          if (answer.tree) offer_tree(*std::move(answer.tree));
          if (answer.rounded) offer_division(*std::move(answer.rounded));
        });
  }

  // Improves the best trees. Trees of equal cost are nearly always equal, so only one of them is kept.
  void improve(const Effort& effort) {
    if (problem_.cluster.size() > largest_p_of_improvement) return;
    std::ranges::stable_sort(
        trees_, [](const PricedTree& one, const PricedTree& other) { return one.cost.is_better_than(other.cost); });
    const auto is_same = [](const PricedTree& one, const PricedTree& other) {
      return !one.cost.is_better_than(other.cost) && !other.cost.is_better_than(one.cost);
    };
    trees_.erase(std::unique(trees_.begin(), trees_.end(), is_same), trees_.end());
    const auto p = static_cast<std::int64_t>(problem_.cluster.size());
    const std::int64_t steps = std::min(effort.steps + p * effort.steps_per_processor, effort.most_steps);
    make_side_by_side(
        std::min(effort.improved, trees_.size()),
        [&](std::size_t i) {
          RandomStream own = stream_.renamed(fmt::format("BEST[effort={}] of cells, tree {}", effort.name, i));
          return division_of(problem_, improved(problem_, trees_[i].tree, {steps, heat}, own).tree);
        },
        [&](Decomposition division) { offer_division(std::move(division)); });
  }

  // Whether the best division attains the lower bound, which is for divisions without shortcomings.
  [[nodiscard]] bool is_optimal() const { return best_ && !cost_.rank.has_shortcomings() && cost_.rank.cost <= bound_; }

  // Whether there is a better division than at the last call of best().
  [[nodiscard]] bool has_better() const { return has_better_; }
  Decomposition best() {
    has_better_ = false;
    return *best_;
  }

 private:
  struct MemberAnswer {
    std::optional<CellTree> tree = std::nullopt;
    std::optional<Decomposition> rounded = std::nullopt;
  };

  // The answer of a member, which may refuse the problem.
  [[nodiscard]] MemberAnswer answer_of(const Member& member) const {
    MemberAnswer answer;
    if (!takes_part(member, problem_)) return answer;
    const Configured<RectangleAlgorithm> chosen = RectangleRegistry::instance().choose(member.name);
    try {
      RandomStream own = stream_;  // each member draws from a stream of its own name
      const RectangleSolution exact = chosen.solve(rectangle_problem(problem_), own);
      answer.tree = cell_tree_of(problem_, exact.decomposition);
      require_accurate(rectangle_problem(problem_), exact.decomposition);
      answer.rounded = to_whole(exact.decomposition, problem_.cluster).decomposition;
    } catch (const InputError&) {
      return answer;
    }
    return answer;
  }

  const CellProblem& problem_;
  const Observer& observe_;
  RandomStream& stream_;
  double bound_;
  std::vector<PricedTree> trees_;
  std::optional<Decomposition> best_;
  CellCost cost_;
  bool has_better_ = false;
};

// The best division after each of the efforts.
std::vector<Decomposition> best_of_rectangles(const CellProblem& problem, const std::vector<Effort>& chosen,
                                              const Observer& observe, RandomStream& stream) {
  if (problem.loads) return {best_with_loads(problem, observe)};
  Portfolio portfolio(problem, observe, stream);
  portfolio.offer_division(stripes(problem, false));
  portfolio.offer_division(stripes(problem, true));
  portfolio.offer_tree(bisection_tree(problem));
  std::vector<Decomposition> best = {portfolio.best()};
  for (const Effort& effort : chosen) {
    if (portfolio.is_optimal()) break;
    portfolio.ask(effort.members);
    portfolio.improve(effort);
    if (portfolio.has_better()) best.push_back(portfolio.best());
  }
  return best;
}

// Whether parts of any shape can have shorter boundaries than rectangles: with loads, for elements sent, at a tolerance
// beyond a cell, and in small arrays.
bool takes_any_shape(const CellProblem& problem) {
  constexpr std::int64_t small = 2'500;
  return problem.loads || problem.objective != Objective::total || problem.imbalance > 0 ||
         problem.rows * problem.columns <= small;
}

// Whether diagonal boundaries are best: for elements sent by a stencil of five points. Rectangles are better in narrow
// arrays only, where the first effort finds them.
bool takes_diagonals(const CellProblem& problem) {
  return problem.objective != Objective::total && problem.stencil == 5;
}

std::vector<std::string> members_of_any_shape(const CellProblem& problem, const std::vector<Effort>& chosen) {
  constexpr std::size_t few = 200;  // with more processors ROLLOUT is slow
  std::vector<std::string> names;
  if (!takes_diagonals(problem))
    names.emplace_back(!problem.loads                  ? "POLISHED"
                       : problem.cluster.size() <= few ? "POLISHED[of=JOGGED[of=ROLLOUT]]"
                                                       : "POLISHED[of=JOGGED]");
  if (problem.loads && problem.objective == Objective::total && problem.cluster.size() <= few)
    names.emplace_back("JOGGED");  // on some arrays ROLLOUT's jogs are the best
  for (const Effort& effort : chosen) names.push_back(fmt::format("MULTILEVEL[effort={}]", effort.name));
  return names;
}

bool any_shapes(const Options& options) { return options.text("shapes") == "any"; }

RebalancingMethod rebalancing_method(const Options& options) {
  const std::string& method = options.text("rebalancing");
  if (method == "renamed") return RebalancingMethod::renamed;
  if (method == "cuts") return RebalancingMethod::cuts;
  return method == "refined" ? RebalancingMethod::refined : RebalancingMethod::all;
}

// MULTILEVEL with the requested effort and all before it.
std::vector<std::string> multilevel_members(const Options& options) {
  std::vector<std::string> names;
  for (const Effort& effort : efforts_of(options)) names.push_back(fmt::format("MULTILEVEL[effort={}]", effort.name));
  return names;
}

// The members for arrays with layers: bisection, and parts of any shape.
std::vector<std::string> members_in_space(const Options& options) {
  std::vector<std::string> names = any_shapes(options) ? multilevel_members(options) : std::vector<std::string>{};
  names.insert(names.begin(), {"RCB", "RCB[jogs]"});
  return names;
}

// The division by the algorithm of that name, which may refuse or ignore the objective.
Decomposition division_by(const std::string& name, const CellProblem& problem, const RandomStream& stream) {
  RandomStream own = stream;  // each member draws from a stream of its own name
  CellProblem asked = problem;
  const Configured<CellAlgorithm> chosen = CellRegistry::instance().choose(name);
  if (std::ranges::find(chosen.algorithm->objectives, problem.objective) == chosen.algorithm->objectives.end())
    asked.objective = Objective::total;
  return solve_cells(chosen, asked, own).decomposition;
}

// The division, or nothing if the method refuses the problem, such as an array too large for a mesh.
template <class Divide>
std::optional<Decomposition> unless_refused(const Divide& divide) {
  try {
    return divide();
  } catch (const InputError&) {
    return std::nullopt;
  }
}

// The members for several maps of loads: parts of any shape, and the best division for the mean of the maps, rebalanced
// for all maps.
std::vector<std::string> members_for_maps(const Options& options) {
  std::vector<std::string> names = multilevel_members(options);
  names.emplace_back("POLISHED");
  return names;
}

// The best of a few members: in space, or with several maps of loads.
Decomposition best_of_few(const CellProblem& problem, const Options& options, const Observer& observe,
                          RandomStream& stream) {
  if (!any_shapes(options) && !problem.maps.empty())
    throw InputError("BEST[shapes=rectangles] balances one map of loads; BEST balances several");
  AskedObjective asked{problem};
  const std::vector<std::string> names = !problem.maps.empty() ? members_for_maps(options) : members_in_space(options);
  make_side_by_side(
      names.size(), [&](std::size_t i) { return division_by(names[i], problem, stream); },
      [&](const Decomposition& division) {
        if (observe) observe(division);
        asked.offer(division);
      });
  return std::move(asked.best);
}

// Further fast methods, whose shapes are better on some networks.
std::vector<std::string> members_on_a_platform(const CellProblem& problem) {
  std::vector<std::string> names(methods_with_loads.begin(), methods_with_loads.end());
  for (const char* name : {"STRIPES", "JOGGED", "JOGGED[of=RecursiveBisection2]", "JOGGED[of=HUFFMAN]",
                           "JOGGED[of=SQUARIFIED]", "ROUNDED[of=XY2]", "ROUNDED"})
    names.emplace_back(name);
  if (problem.loads) std::erase(names, "ROUNDED");
  return names;
}

// The best division by the problem's objective. MULTILEVEL is left out if its answer is known.
Decomposition best_by_objective(const CellProblem& problem, const Options& options, bool with_multilevel,
                                const Observer& observe, RandomStream& stream) {
  if (problem.in_space() || !problem.maps.empty()) return best_of_few(problem, options, observe, stream);
  const std::vector<Effort> chosen = efforts_of(options);
  const bool any = any_shapes(options);
  const bool simple = any && takes_diagonals(problem);
  const auto by_rectangles = [&](const Observer& seen) {
    return best_of_rectangles(problem, simple ? std::vector(1, chosen.front()) : chosen, seen, stream);
  };
  if (!any || problem.cluster.size() == 1 || !takes_any_shape(problem)) return by_rectangles(observe).back();
  AskedObjective asked{problem};
  const auto offer = [&](const std::optional<Decomposition>& division) {
    if (!division) return;
    if (observe) observe(*division);
    asked.offer(*division);
  };
  // The longest search comes last: its subtasks use the threads of the others when these have ended.
  std::vector<std::string> names = members_of_any_shape(problem, chosen);
  if (!with_multilevel) std::erase_if(names, [](const std::string& name) { return name.starts_with("MULTILEVEL"); });
  make_side_by_side(
      1 + names.size(),
      [&](std::size_t i) {
        std::vector<std::optional<Decomposition>> divisions;
        if (i > 0) return divisions = {unless_refused([&] { return division_by(names[i - 1], problem, stream); })};
        Observer keep;
        if (observe) keep = [&](const Decomposition& division) { divisions.emplace_back(division); };
        for (const Decomposition& each : by_rectangles(keep)) {
          divisions.emplace_back(each);
          divisions.push_back(unless_refused([&] { return polished_by_steps(problem, each, stream); }));
        }
        return divisions;
      },
      [&](const std::vector<std::optional<Decomposition>>& divisions) {
        for (const std::optional<Decomposition>& division : divisions) offer(division);
      });
  // The search for short boundaries may leave parts empty, which have none.
  if (asked.rank.empty > 0)
    offer(unless_refused([&] {
      Decomposition fuller = asked.best;
      return give_cells_to_empty_parts(problem, "BEST", fuller) ? polished_by_steps(problem, fuller, stream) : fuller;
    }));
  return std::move(asked.best);
}

// Further objectives whose searches offer divisions. On ragged masks divisions found by edges send fewer elements than
// those found by elements; small arrays are searched by all, so that no answer by another objective is better.
std::vector<Objective> further_objectives(const CellProblem& problem, const Options& options) {
  constexpr std::int64_t small = 400;
  std::vector<Objective> further;
  if (!any_shapes(options) || problem.cluster.size() == 1 || options.text("effort") == "quick") return further;
  const bool all = options.text("effort") == "thorough" || active_cells(problem) <= small;
  if (!all && (problem.objective == Objective::total || problem.in_space() || !has_seas(problem))) return further;
  // Searches by a later objective hardly ever find better divisions by an earlier one, so only earlier ones are added.
  for (const Objective objective : cell_problem_objectives()) {
    if (objective == problem.objective && !all) break;
    if (objective != problem.objective) further.push_back(objective);
  }
  return further;
}

template <std::size_t Axes>
void improve_by_enumeration(AskedObjective& asked) {
  const CellProblem& problem = asked.problem;
  const GridMesh<Axes> mesh = mesh_of<Axes>(problem, "BEST");
  const std::optional<PlaceOwners> better = better_by_enumeration(problem, mesh, asked.rank, steps_in_a_second / 20);
  if (better) asked.offer(division_of(problem, mesh, *better));
}

// Tries all divisions of a few cells, for up to 50 ms of work.
void improve_by_enumeration(const Options& options, AskedObjective& asked) {
  const CellProblem& problem = asked.problem;
  const std::size_t parts = problem.cluster.size();
  if (!any_shapes(options) || options.text("effort") == "quick" || parts < 2 || parts > most_enumerated_parts) return;
  if (active_cells(problem) > most_enumerated_cells || problem.rows > most_mesh_cells / problem.columns) return;
  if (problem.in_space())
    improve_by_enumeration<3>(asked);
  else
    improve_by_enumeration<2>(asked);
}

// The number of steps of search_on(); with few cells steps are cheap.
std::size_t steps_of(const CellProblem& problem, const Options& options) {
  constexpr std::int64_t few_cells = 400;
  constexpr std::int64_t many_cells = 100'000;    // in larger full arrays steps hardly improve trees
  constexpr std::int64_t most_cells = 4'000'000;  // with more a step takes half a minute
  const std::string& effort = options.text("effort");
  if (effort == "quick" || !any_shapes(options)) return 0;
  if (effort == "thorough") return 32;
  if (problem.platform || active_cells(problem) > most_cells) return 0;
  if (problem.maps.empty() && !takes_any_shape(problem) && active_cells(problem) > many_cells) return 0;
  return active_cells(problem) <= few_cells ? 8 : 2;
}

// Takes steps of search_on() for `question`, and offers what they find to `asked`.
void take_steps(const CellProblem& question, const Decomposition& start, std::size_t steps, AskedObjective& asked,
                RandomStream& stream) {
  search_on(
      question, start, steps, [&](const Decomposition& better) { asked.offer(better); }, stream);
}

// For answers outside of the limits: takes steps from the nearest one, and then within the least wider limits that
// contain it, so that the objective guides the search.
void search_nearest(std::size_t steps, AskedObjective& asked, RandomStream& stream) {
  const CellProblem& problem = asked.problem;
  for (const char* name : {"HIER-RB", "HIER-RELAXED", "JAG-PQ", "JAG-M"})
    if (const auto other = unless_refused([&] { return division_by(name, problem, stream); })) asked.offer(*other);
  take_steps(problem, asked.best, 2 * steps, asked, stream);
  CellProblem wider = problem;
  const LoadLimits limits = load_limits(problem);
  const std::vector<double> loads = part_loads(problem, asked.best);
  for (std::size_t i = 0; i < loads.size(); ++i) wider.further = std::max(wider.further, limits.excess_of(loads[i], i));
  take_steps(wider, asked.best, 2 * steps, asked, stream);
}

// The best division by the problem's objective, of those found by it and by further ones. The steps for each objective
// begin with the best division by it, so that no answer by another objective is better.
CellSolution solve_by_objectives(const CellProblem& problem, const Options& options, RandomStream& stream) {
  std::vector<AskedObjective> asked = {{problem}};
  for (const Objective objective : further_objectives(problem, options)) {
    asked.push_back({problem});
    asked.back().problem.objective = objective;
  }
  const auto offer = [&](const Decomposition& division) {
    for (AskedObjective& each : asked) each.offer(division);
  };
  const Observer observe = asked.size() > 1 ? Observer(offer) : nullptr;
  for (std::size_t i = 0; i < asked.size(); ++i) {
    const CellProblem& question = asked[i].problem;
    // A search by elements already begins with one by edges.
    const bool is_known = i > 0 && question.objective == Objective::total && !problem.in_space() && has_seas(problem);
    offer(best_by_objective(question, options, !is_known, observe, stream));
  }
  // An answer to the question with less freedom, connected parts or both sides of the tolerance, is one to this, and is
  // often the better start.
  const bool is_one_sided = problem.underload.value_or(0) > problem.imbalance;
  if (any_shapes(options) && (!problem.connected || is_one_sided)) {
    CellProblem strict = problem;
    strict.connected = true;
    if (is_one_sided) strict.underload.reset();
    RandomStream own = stream;
    offer(solve_by_objectives(strict, options, own).decomposition);
  }
  AskedObjective& own = asked.front();
  improve_by_enumeration(options, own);
  const std::size_t steps = steps_of(problem, options);
  constexpr std::size_t most_by_others = 8;
  take_steps(problem, own.best, steps, own, stream);
  for (std::size_t i = 1; i < asked.size(); ++i)
    take_steps(asked[i].problem, asked[i].best, std::min(steps, most_by_others), own, stream);
  if (steps > 0 && problem.loads && problem.maps.empty() && !problem.platform && own.rank.load_beyond > 0)
    search_nearest(steps, own, stream);
  return {std::move(own.best)};
}

// The only method that keeps cells together.
std::vector<std::string> members_that_keep_together(const Options& options) {
  if (!any_shapes(options))
    throw InputError("BEST[shapes=rectangles] cannot keep cells together; BEST can, by parts of any shape");
  return multilevel_members(options);
}

CellSolution solve_cells_with_effort(const CellProblem& problem, const Options& options, RandomStream& stream);

// The solution for problems with cells that stay together, a platform or a previous division; nothing for others.
std::optional<CellSolution> solve_beyond_objectives(const CellProblem& problem, const Options& options,
                                                    RandomStream& stream) {
  if (problem.together) {
    if (problem.platform)
      throw InputError(
          "the shortest iteration on a network is not looked for where cells stay together; give an objective as well");
    AskedObjective asked{problem};
    for (const std::string& name : members_that_keep_together(options)) asked.offer(division_by(name, problem, stream));
    improve_by_enumeration(options, asked);
    return CellSolution{std::move(asked.best)};
  }
  if (problem.platform && !problem.previous && !problem.in_space())
    return fastest_on_platform(
        problem,
        {fmt::format("BEST[effort={},shapes={}]", options.text("effort"), options.text("shapes")),
         members_on_a_platform(problem)},
        stream);
  const RebalancingMethod rebalancing = any_shapes(options) ? rebalancing_method(options) : RebalancingMethod::renamed;
  if (problem.previous) {
    CellProblem fresh = problem;
    fresh.previous = nullptr;
    fresh.platform = nullptr;  // moved cells are compared with the objective
    return rebalanced(
        problem,
        needs_fresh(rebalancing) ? solve_cells_with_effort(fresh, options, stream).decomposition : Decomposition{},
        rebalancing, "BEST", stream);
  }
  return std::nullopt;
}

// The solution for chains: runs of cells. Within the limits and without gaps no other division is better.
CellSolution solve_chain(const CellProblem& problem, const Options& options, RandomStream& stream) {
  CellSolution chain = divided_chain(problem);
  const CellRank rank = cell_rank(problem, chain.decomposition);
  if (problem.keep_order || (!rank.has_shortcomings() && rank.pieces == 0)) return chain;
  CellSolution other = solve_by_objectives(problem, options, stream);
  return cell_rank(problem, other.decomposition) < rank ? other : chain;
}

CellSolution solve_cells_with_effort(const CellProblem& problem, const Options& options, RandomStream& stream) {
  if (problem.in_space()) require_mesh(problem, "BEST");
  constexpr std::int64_t most_in_a_chain = 1'000'000;
  const bool is_plain = !problem.previous && !problem.platform && !problem.together && problem.maps.empty();
  if (problem.keep_order && (!is_plain || problem.rows * problem.columns > most_in_a_chain))
    throw InputError(
        fmt::format("BEST keeps the order of parts in up to {} cells, without a network, a previous "
                    "division, several maps of loads and cells that stay together",
                    most_in_a_chain));
  if (is_plain && problem.is_chain() && problem.rows * problem.columns <= most_in_a_chain)
    return solve_chain(problem, options, stream);
  std::optional<CellSolution> other = solve_beyond_objectives(problem, options, stream);
  return other ? *std::move(other) : solve_by_objectives(problem, options, stream);
}

void search_on_cells(const CellProblem& problem, const Options& options, const CellSolution& start,
                     const std::function<void(const CellSolution& better)>& found, RandomStream& stream) {
  if (!any_shapes(options)) return;
  search_on(
      problem, start.decomposition, without_end, [&](const Decomposition& better) { found({better}); }, stream);
}

// The members for a problem.
std::vector<std::string> members_of(const CellProblem& problem, const Options& options) {
  if (!problem.maps.empty()) return members_for_maps(options);
  if (problem.together) return members_that_keep_together(options);
  if (problem.in_space()) return members_in_space(options);
  const std::vector<Effort> chosen = efforts_of(options);
  std::vector<std::string> names;
  if (any_shapes(options) && takes_any_shape(problem)) names = members_of_any_shape(problem, chosen);
  if (problem.loads) {
    names.insert(names.end(), methods_with_loads.begin(), methods_with_loads.end());
    return names;
  }
  names.emplace_back("STRIPES");
  for (const Effort& effort : chosen)
    for (const Member& member : effort.members)
      if (takes_part(member, problem))
        for (const char* form : {"JOGGED", "ROUNDED"}) names.push_back(fmt::format("{}[of={}]", form, member.name));
  return names;
}

std::string members_text(const Effort& effort) {
  std::string text;
  for (const Member& member : effort.members) {
    text += fmt::format("{}{}", text.empty() ? "" : ", ", member.name);
    if (member.at_most != any_number)
      text += fmt::format(" (up to {} processors, {} with latency)", member.at_most, member.at_most_with_latency);
    else if (member.at_most_with_latency != any_number)
      text += fmt::format(" (with latency up to {} processors)", member.at_most_with_latency);
  }
  return text;
}

std::string summary_of_effort() {
  std::string text =
      "quick, normal or thorough: the rectangle algorithms, and how many of the best trees are improved:";
  for (const Effort& effort : efforts())
    text += fmt::format(" {}: {}; {} trees, {} + {} p steps each, at most {}.", effort.name, members_text(effort),
                        effort.improved, effort.steps, effort.steps_per_processor, effort.most_steps);
  text += " Then 0, 2 or 32 steps of what --seconds does; normally 8 of up to 400 cells and none of over 4 million.";
  return text + fmt::format(" Above {} processors no tree is improved.", largest_p_of_improvement);
}

const Registration<CellAlgorithm> best_registration{
    {.name = "BEST",
     .source = "this project",
     .summary =
         "The best of several methods: first, all parts within one cell of their shares; "
         "then none empty or in pieces within a sea; then the least boundary + latency * neighbours. "
         "Without loads: STRIPES and the trees of several rectangle algorithms with jogs, "
         "the best of them improved by simulated annealing. With loads: RCB, HIER-RB, HIER-RELAXED, "
         "JAG-PQ and JAG-M with jogs. Then, with shapes=any, the best of these polished, POLISHED (of JOGGED with "
         "loads; not for elements of a stencil of five points) and MULTILEVEL: with loads, for elements sent, at a "
         "tolerance, and in arrays of up to 2500 cells. By elements on masks with several seas or ragged coasts, in "
         "arrays of up to 400 cells and with effort=thorough the answers to the other objectives take part; divisions "
         "of up to 36 cells among up to 8 processors are enumerated as far as 50 ms of work go. Steps of the search "
         "that "
         "--seconds goes on with follow. In one row or column of cells: runs by dynamic programming. On a "
         "network, unless an objective is given: the division with the shortest simulated iteration, of these, of "
         "groups divided first, and of what refines them there.",
     .revision = 12,
     .exact_everywhere = false,
     .in_space = true,
     .several_maps = true,
     .keeps_together = true,
     .objectives = cell_problem_objectives(),
     .options = {{.name = "effort",
                  .kind = OptionKind::text,
                  .default_value = "normal",
                  .choices = {"quick", "normal", "thorough"},
                  .summary = summary_of_effort()},
                 {.name = "shapes",
                  .kind = OptionKind::text,
                  .default_value = "any",
                  .choices = {"rectangles", "any"},
                  .summary = "of parts: any, or rectangles with jogs, corners and stripes alone"},
                 {.name = "rebalancing",
                  .kind = OptionKind::text,
                  .default_value = "all",
                  .choices = {"all", "renamed", "cuts", "refined"},
                  .summary =
                      "from a previous division: renamed, a new one whose parts are renamed; cuts, the previous cuts "
                      "moved; refined, the previous division balanced and refined at the price of what moves; or all, "
                      "and what lies between"}},
     .variants = {"effort=quick", "shapes=rectangles"},
     .solve = solve_cells_with_effort,
     .search_on = search_on_cells,
     .members = members_of}};

}  // namespace

}  // namespace apportion
