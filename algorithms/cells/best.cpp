// BEST of whole cells: divisions to start from, the best of them polished, MULTILEVEL, then steps of a search.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <numeric>
#include <optional>
#include <queue>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "algorithms/cells/cell_algorithm.hpp"
#include "algorithms/cells/chains.hpp"
#include "algorithms/cells/enumeration.hpp"
#include "algorithms/cells/long_search.hpp"
#include "algorithms/cells/mesh.hpp"
#include "algorithms/cells/multilevel.hpp"
#include "algorithms/cells/on_network.hpp"
#include "algorithms/cells/rebalancing.hpp"
#include "algorithms/cells/sea_search.hpp"
#include "base/error.hpp"
#include "base/side_by_side.hpp"
#include "sim/cells/cell_bounds.hpp"
#include "sim/cells/cell_costs.hpp"
#include "sim/cells/cell_problem.hpp"
#include "sim/cells/owners.hpp"
#include "sim/rectangles/decomposition.hpp"

namespace apportion {
namespace {

// A question, and the best of the answers that were offered.
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

// --- Cells for parts that have none

// The parts without a cell, those of the greatest shares first.
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

  // Gives a cell to one part after the other. Whether any got one.
  bool give(const std::vector<std::int32_t>& parts) {
    std::size_t given = 0;
    while (given < parts.size() && !offers_.empty()) {
      const Offer best = offers_.top();
      offers_.pop();
      const std::size_t place = std::get<2>(best);
      const auto to = static_cast<std::size_t>(parts[given]);
      if (!is_spare(place) || division_.mesh().load[place] > windows_.most[to]) continue;
      // What was given before may have changed what is around the place.
      if (const Offer now = offer_of(place); now != best)
        offers_.push(now);
      else
        division_.move(place, parts[given++]);
    }
    return given > 0;
  }

 private:
  using Offer = std::tuple<bool, std::int32_t, std::size_t>;  // breaks its part, sides to it, the place

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

// Gives each empty part one cell of a part that can spare it: the loads of both stay in their windows. Cells come
// first whose part stays in one piece without them, then those with least boundary to it; parts of great shares are
// served first. Whether any cell was given. O(n log n) for n cells. InputError, naming the algorithm, above
// most_mesh_cells cells.
bool give_cells_to_empty_parts(const CellProblem& problem, const char* algorithm, Decomposition& division) {
  const GridMesh<2> mesh = mesh_of(problem, algorithm);
  MeshDivision<GridMesh<2>> on_mesh(mesh, problem.cluster.size(), place_owners(problem, mesh, division));
  const LoadWindows windows = load_windows(problem, problem.imbalance);
  if (!SpareCells(on_mesh, windows).give(empty_parts(on_mesh, windows))) return false;
  division = division_of(problem, mesh, on_mesh.owners());
  return true;
}

// --- What takes part

// Parts of any shape take part where they can be shorter: with loads, for elements sent, at a tolerance beyond a cell,
// and where a search takes little: in small arrays, and larger ones of few processors.
bool takes_any_shape(const CellProblem& problem) {
  constexpr std::int64_t small = 2'500;
  constexpr std::int64_t small_by_parts = 80'000;  // cells times processors
  const std::int64_t cells = problem.rows * problem.columns;
  return problem.in_space() || problem.loads || problem.objective != Objective::total || problem.imbalance > 0 ||
         cells <= small || cells <= small_by_parts / static_cast<std::int64_t>(problem.cluster.size());
}

bool any_shapes(const Options& options) { return options.text("shapes") == "any"; }

// The effort that was asked for and all before it, whose answers take part.
std::vector<std::string> efforts_of(const Options& options) {
  std::vector<std::string> efforts = {"quick", "normal", "thorough"};
  efforts.erase(std::ranges::find(efforts, options.text("effort")) + 1, efforts.end());
  return efforts;
}

// Made of rectangles without a search of cells: what an effort adds to the one before it.
std::vector<std::string> starts_of(const CellProblem& problem, const std::string& effort) {
  constexpr std::size_t few = 200;  // ROLLOUT is slow with many processors
  if (!problem.maps.empty()) return {};
  const bool quick = effort == "quick";
  if (problem.in_space()) return quick ? std::vector<std::string>{"RCB", "RCB[jogs]"} : std::vector<std::string>{};
  std::vector<std::string> names;
  if (problem.loads) {
    if (!quick) return names;
    names = {"RCB[jogs]", "HIER-RB[jogs]", "HIER-RELAXED[jogs]", "JAG-PQ[jogs]", "JAG-M[jogs]", "JOGGED"};
    if (problem.cluster.size() <= few) names.emplace_back("JOGGED[of=ROLLOUT]");
    return names;
  }
  const std::string best = effort == "normal" ? "BEST" : fmt::format("BEST[effort={}]", effort);
  names = {fmt::format("JOGGED[of={},improved]", best), fmt::format("ROUNDED[of={}]", best)};
  if (!quick) return names;
  names.insert(names.end(),
               {"STRIPES", "RCB[jogs]", "JOGGED", "JOGGED[of=HUFFMAN]", "JOGGED[of=SQUARIFIED]", "ROUNDED[of=XY2]"});
  if (problem.cluster.size() <= few) names.emplace_back("JOGGED[of=ROLLOUT]");
  return names;
}

// Parts of any shape from starts of their own, with the effort that was asked for and all before it. With several maps
// of loads also the answer of one map's method for the mean of the maps, balanced for all.
std::vector<std::string> searches_of(const CellProblem& problem, const Options& options) {
  std::vector<std::string> names;
  if (!any_shapes(options) || problem.cluster.size() == 1 || !takes_any_shape(problem)) return names;
  for (const std::string& effort : efforts_of(options)) names.push_back(fmt::format("MULTILEVEL[effort={}]", effort));
  if (!problem.maps.empty()) names.emplace_back("POLISHED");
  return names;
}

std::vector<std::string> members_of(const CellProblem& problem, const Options& options) {
  std::vector<std::string> names = searches_of(problem, options);
  if (problem.together) return names;
  for (const std::string& effort : efforts_of(options)) {
    const std::vector<std::string> starts = starts_of(problem, effort);
    names.insert(names.end(), starts.begin(), starts.end());
  }
  return names;
}

// The answer of the algorithm of that name, by edges where it does not know the objective.
Decomposition division_by(const std::string& name, const CellProblem& problem, const RandomStream& stream) {
  RandomStream own = stream;  // members draw from streams of their own names
  CellProblem asked = problem;
  const Configured<CellAlgorithm> chosen = CellRegistry::instance().choose(name);
  if (std::ranges::find(chosen.algorithm->objectives, problem.objective) == chosen.algorithm->objectives.end())
    asked.objective = Objective::total;
  return solve_cells(chosen, asked, own).decomposition;
}

// The division, or nothing where it is refused, such as an array too large for a mesh.
template <class Divide>
std::optional<Decomposition> unless_refused(const Divide& divide) {
  try {
    return divide();
  } catch (const InputError&) {
    return std::nullopt;
  }
}

// The objectives whose searches take part as well. Where searches by elements are misled, as on ragged masks, what was
// found by edges sends fewer elements; small arrays are searched so that no other question has a better answer.
std::vector<Objective> further_objectives(const CellProblem& problem, const Options& options) {
  constexpr std::int64_t small = 400;
  std::vector<Objective> further;
  if (!any_shapes(options) || problem.cluster.size() == 1 || options.text("effort") == "quick") return further;
  const bool all = options.text("effort") == "thorough" || active_cells(problem) <= small;
  if (!all && (problem.objective == Objective::total || problem.in_space() || !has_seas(problem))) return further;
  // By edges an answer by elements is hardly ever shorter, nor is one by the busiest part by elements.
  for (const Objective objective : cell_problem_objectives()) {
    if (objective == problem.objective && !all) break;
    if (objective != problem.objective) further.push_back(objective);
  }
  return further;
}

template <std::size_t Axes>
void improve_by_enumeration(AskedObjective& asked) {
  const GridMesh<Axes> mesh = mesh_of<Axes>(asked.problem, "BEST");
  if (const auto better = better_by_enumeration(asked.problem, mesh, asked.rank, steps_in_a_second / 20))
    asked.offer(division_of(asked.problem, mesh, *better));
}

// All divisions of a few cells, as far as 50 ms of work go.
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

// Steps of the search that goes on, of which those of few cells take next to nothing.
std::size_t steps_of(const CellProblem& problem, const Options& options) {
  constexpr std::int64_t few_cells = 400;
  constexpr std::int64_t many_cells = 100'000;  // of full arrays, whose trees a search of cells hardly improves
  const std::string& effort = options.text("effort");
  if (effort == "quick" || !any_shapes(options)) return 0;
  if (effort == "thorough") return 32;
  if (problem.platform) return 0;
  if (problem.maps.empty() && !takes_any_shape(problem) && active_cells(problem) > many_cells) return 0;
  return active_cells(problem) <= few_cells ? 8 : 2;
}

// From an answer to a question, for the best answer to another.
void take_steps(const CellProblem& question, const Decomposition& start, std::size_t steps, AskedObjective& asked,
                RandomStream& stream) {
  search_on(
      question, start, steps, [&](const Decomposition& better) { asked.offer(better); }, stream);
}

// Where no answer is inside the limits: steps from the nearest one, and then within the least limits that have it
// inside, where the objective leads the search.
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

// --- The search

// The question that was asked, and those by further objectives, whose answers take part.
class Questions {
 public:
  Questions(const CellProblem& problem, const Options& options, RandomStream& stream)
      : options_(options), stream_(stream), asked_{{problem}}, bound_(cell_lower_bound(problem)) {
    for (const Objective objective : further_objectives(problem, options)) {
      asked_.push_back({problem});
      asked_.back().problem.objective = objective;
    }
  }

  // For each objective the steps begin with the best by that of all that was found before, so that no answer by another
  // objective is better.
  Decomposition answer() && {
    const CellProblem& problem = asked_.front().problem;
    for (std::size_t i = 0; i < asked_.size() && !is_optimal(); ++i)
      look(asked_[i].problem, i == 0 || !knows_shortest(i));
    if (!problem.connected && any_shapes(options_) && !is_optimal()) {
      CellProblem whole = problem;  // which is often the better start
      whole.connected = true;
      look(whole, true);
    }
    AskedObjective& own = asked_.front();
    if (is_optimal()) return std::move(own.best);
    constexpr std::size_t most_by_others = 8;
    const std::size_t steps = steps_of(problem, options_);
    take_steps(problem, own.best, steps, own, stream_);
    for (std::size_t i = 1; i < asked_.size(); ++i)
      take_steps(asked_[i].problem, asked_[i].best, std::min(steps, most_by_others), own, stream_);
    if (steps > 0 && problem.loads && problem.maps.empty() && !problem.platform && own.rank.load_beyond > 0)
      search_nearest(steps, own, stream_);
    improve_by_enumeration(options_, own);
    return std::move(own.best);
  }

 private:
  // No division costs less than the bound, which is that of divisions without shortcomings.
  [[nodiscard]] bool is_optimal() const {
    const AskedObjective& own = asked_.front();
    return !own.best.parts.empty() && !own.rank.has_shortcomings() && own.rank.cost <= bound_;
  }

  // By elements a search begins with what it finds by edges.
  [[nodiscard]] bool knows_shortest(std::size_t number) const {
    const CellProblem& problem = asked_[number].problem;
    return problem.objective == Objective::total && !problem.in_space() && has_seas(problem);
  }

  void offer(const std::optional<Decomposition>& division, AskedObjective& own) {
    if (!division) return;
    own.offer(*division);
    for (AskedObjective& each : asked_) each.offer(*division);
  }

  // The mesh of a large array takes longer than what polishing gains where searches find nothing.
  [[nodiscard]] bool may_polish(const CellProblem& question) const {
    constexpr std::int64_t many_cells = 100'000;
    return any_shapes(options_) && question.cluster.size() > 1 &&
           (takes_any_shape(question) || active_cells(question) <= many_cells);
  }

  // The starts of each effort, of which the best that is jogged and the best of the others are polished, and searches
  // with starts of their own.
  void look(const CellProblem& question, bool with_searches) {
    AskedObjective own{question};
    const auto by = [&](const std::string& name) {
      return unless_refused([&] { return division_by(name, question, stream_); });
    };
    const std::vector<std::string> searches = searches_of(question, options_);
    std::vector<Decomposition> polished;
    for (const std::string& effort : efforts_of(options_)) {
      const std::vector<std::string> starts = starts_of(question, effort);
      std::array<AskedObjective, 2> best = {{{question}, {question}}};
      std::size_t made = 0;
      make_side_by_side(
          starts.size(), [&](std::size_t i) { return by(starts[i]); },
          [&](const std::optional<Decomposition>& division) {
            const bool is_jogged = starts[made++].starts_with("JOGGED");
            if (division) best[is_jogged ? 1 : 0].offer(*division);
            offer(division, own);
          });
      for (AskedObjective& each : best)
        if (!each.best.parts.empty()) polished.push_back(std::move(each.best));
      if (is_optimal()) return;
    }
    if (!may_polish(question)) polished.clear();
    make_side_by_side(
        polished.size() + (with_searches ? searches.size() : 0),
        [&](std::size_t i) {
          return i >= polished.size()
                     ? by(searches[i - polished.size()])
                     : unless_refused([&] { return polished_by_steps(question, polished[i], stream_); });
        },
        [&](const std::optional<Decomposition>& division) { offer(division, own); });
    if (own.rank.empty > 0 && !searches.empty()) fill_empty_parts(own);
  }

  // Searches look for short boundaries, which parts without a cell do not have.
  void fill_empty_parts(AskedObjective& own) {
    const CellProblem& question = own.problem;
    if (question.in_space() || !question.maps.empty()) return;
    offer(unless_refused([&] {
            Decomposition fuller = own.best;
            return give_cells_to_empty_parts(question, "BEST", fuller) ? polished_by_steps(question, fuller, stream_)
                                                                       : fuller;
          }),
          own);
  }

  const Options& options_;
  RandomStream& stream_;
  std::vector<AskedObjective> asked_;
  double bound_;  // of the objective that was asked for
};

CellSolution solve_by_objectives(const CellProblem& problem, const Options& options, RandomStream& stream) {
  if (!any_shapes(options) && !problem.maps.empty())
    throw InputError("BEST[shapes=rectangles] balances one map of loads; BEST balances several");
  return {Questions(problem, options, stream).answer()};
}

CellSolution solve_cells_with_effort(const CellProblem& problem, const Options& options, RandomStream& stream);

// Where something else than an objective alone is asked for; nothing otherwise.
std::optional<CellSolution> solve_beyond_objectives(const CellProblem& problem, const Options& options,
                                                    RandomStream& stream) {
  if (problem.together) {
    if (problem.platform)
      throw InputError(
          "the shortest iteration on a network is not looked for where cells stay together; give an objective as well");
    AskedObjective asked{problem};
    if (!any_shapes(options))
      throw InputError("BEST[shapes=rectangles] cannot keep cells together; BEST can, by parts of any shape");
    for (const std::string& name : searches_of(problem, options)) asked.offer(division_by(name, problem, stream));
    return CellSolution{std::move(asked.best)};
  }
  if (problem.platform && !problem.previous && !problem.in_space())
    return fastest_on_platform(
        problem,
        {fmt::format("BEST[effort={},shapes={}]", options.text("effort"), options.text("shapes")),
         starts_of(problem, "quick")},
        stream);
  if (!problem.previous) return std::nullopt;
  // A price of 0, and parts that are rectangles, ask for a new division.
  if (options.text("rebalancing") == "refined" && any_shapes(options) && problem.previous->price > 0)
    return rebalanced(problem, nullptr, stream);
  CellProblem fresh = problem;
  fresh.previous = nullptr;
  fresh.platform = nullptr;  // what moves is held against the objective
  const Decomposition division = solve_cells_with_effort(fresh, options, stream).decomposition;
  return rebalanced(problem, &division, stream);
}

// Runs of cells. Where they are inside the limits and there are no gaps, nothing is better.
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

const Registration<CellAlgorithm> best_registration{
    {.name = "BEST",
     .source = "this project",
     .summary =
         "The best of several methods: first, all parts within their tolerances; then none empty or in pieces within a "
         "sea; then the least objective. Rectangles with jogs come first: of several rectangle algorithms, and with "
         "loads RCB, HIER-RB, HIER-RELAXED, JAG-PQ and JAG-M. With shapes=any the best of them is polished, and "
         "MULTILEVEL takes part: with loads, for elements sent, at a tolerance, and in arrays of up to 2500 cells. By "
         "elements on masks with several seas or ragged coasts, in arrays of up to 400 cells and with effort=thorough "
         "the answers to the other objectives take part. Steps of the search that --seconds goes on with follow. In "
         "one row or column of cells: runs by dynamic programming. On a network, unless an objective is given: the "
         "division with the shortest simulated iteration, of these, of groups divided first, and of what refines them "
         "there.",
     .revision = 13,
     .exact_everywhere = false,
     .in_space = true,
     .several_maps = true,
     .keeps_together = true,
     .objectives = cell_problem_objectives(),
     .options =
         {{.name = "effort",
           .kind = OptionKind::text,
           .default_value = "normal",
           .choices = {"quick", "normal", "thorough"},
           .summary =
               "quick, normal or thorough: how long rectangles and MULTILEVEL are searched, and 0, 2 or 32 steps "
               "of what --seconds does; normally 8 of up to 400 cells"},
          {.name = "shapes",
           .kind = OptionKind::text,
           .default_value = "any",
           .choices = {"rectangles", "any"},
           .summary = "of parts: any, or rectangles with jogs, corners and stripes alone"},
          {.name = "rebalancing",
           .kind = OptionKind::text,
           .default_value = "refined",
           .choices = {"refined", "renamed"},
           .summary = "from a previous division: refined, that one balanced and refined at the price of what "
                      "moves; or renamed, a new one whose parts are renamed"}},
     .variants = {"effort=quick", "shapes=rectangles"},
     .solve = solve_cells_with_effort,
     .search_on = search_on_cells,
     .members = members_of}};

}  // namespace

}  // namespace apportion
