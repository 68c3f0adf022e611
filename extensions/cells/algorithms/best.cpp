// BEST of whole cells: rectangles with jogs to start from, the best of them polished, MULTILEVEL, then steps of a
// search.
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
#include "extensions/cells/algorithms/long_search.hpp"
#include "extensions/cells/algorithms/mesh.hpp"
#include "extensions/cells/algorithms/multilevel.hpp"
#include "extensions/cells/algorithms/on_network.hpp"
#include "extensions/cells/algorithms/other_problems.hpp"
#include "extensions/cells/algorithms/rebalancing.hpp"
#include "extensions/cells/algorithms/sea_search.hpp"
#include "extensions/cells/sim/cell_bounds.hpp"
#include "extensions/cells/sim/cell_costs.hpp"
#include "extensions/cells/sim/cell_problem.hpp"
#include "sim/cells/owners.hpp"
#include "sim/rectangles/decomposition.hpp"
#include "sim/rectangles/whole.hpp"

namespace apportion {
namespace {

// A problem, and the best of the divisions offered for it.
struct AskedObjective {
  CellProblem problem;
  Decomposition best = {};
  CellRank rank = {};

  // Returns whether the division is the best now.
  bool offer(const Decomposition& division) {
    const CellRank offered = cell_rank(problem, division);
    if (!best.parts.empty() && offered >= rank) return false;
    best = division;
    rank = offered;
    return true;
  }
};

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

  // Gives cells to one part after the other. Returns whether any was given.
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

// --- Trees of rectangles, for arrays without loads

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
  // Nodes that the improvement of each tree places: `nodes`, and `nodes_per_processor` for each processor, up to
  // `most_nodes`.
  std::int64_t nodes = 0;
  std::int64_t nodes_per_processor = 0;
  std::int64_t most_nodes = 0;
};

// Variants of JOGGED and ROUNDED use these algorithms, too.
const std::vector<Effort>& efforts() {
  static const std::vector<Effort> list = {
      {"quick",
       {{"BEST[effort=quick]"}, {"XY2", any_number, 300}, {"HUFFMAN"}, {"SQUARIFIED"}, {"ROLLOUT", 100, 50}},
       2,
       50'000,
       500,
       500'000},
      {"normal", {{"BEST"}, {"ROLLOUT", 200, 100}, {"TILE", 200, 200}}, 4, 150'000, 4'000, 1'500'000},
      {"thorough",
       {{"BEST[effort=thorough]"}, {"ROLLOUT", 500, 200}, {"TILE", 500, 500}},
       8,
       1'000'000,
       10'000,
       5'000'000}};
  return list;
}

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
  // Called with every division that is found, in an order that does not depend on threads; may be empty.
  using Observer = std::function<void(const Decomposition&)>;

  Portfolio(const CellProblem& problem, Observer observe, RandomStream& stream)
      : observe_(std::move(observe)), stream_(stream), bound_(cell_lower_bound(problem)), best_{problem} {}

  void offer_division(const Decomposition& division) {
    if (observe_) observe_(division);
    if (best_.offer(division)) has_better_ = true;
  }

  void offer_tree(slices::Tree<2> tree) {
    const Decomposition division = division_of(problem(), tree);
    trees_.push_back({std::move(tree), cell_rank(problem(), division)});
    offer_division(division);
  }

  void ask(const std::vector<Member>& members) {
    make_side_by_side(
        members.size(), [&](std::size_t i) { return answer_of(members[i]); },
        [&](MemberAnswer answer) {
          if (answer.tree) offer_tree(*std::move(answer.tree));
          if (answer.rounded) offer_division(*answer.rounded);
        });
  }

  // Improves the best trees. Trees of equal rank are nearly always equal, so only one of them is kept.
  void improve(const Effort& effort) {
    if (problem().cluster.size() > largest_p_of_improvement) return;
    std::ranges::stable_sort(trees_,
                             [](const RankedTree& one, const RankedTree& other) { return one.rank < other.rank; });
    const auto is_same = [](const RankedTree& one, const RankedTree& other) { return (one.rank <=> other.rank) == 0; };
    trees_.erase(std::unique(trees_.begin(), trees_.end(), is_same), trees_.end());
    const auto p = static_cast<std::int64_t>(problem().cluster.size());
    const std::int64_t nodes = std::min(effort.nodes + p * effort.nodes_per_processor, effort.most_nodes);
    make_side_by_side(
        std::min(effort.improved, trees_.size()),
        [&](std::size_t i) {
          RandomStream own = stream_.renamed(fmt::format("BEST[effort={}] of cells, tree {}", effort.name, i));
          return improved(problem(), trees_[i].tree, nodes, own);
        },
        [&](const Decomposition& division) { offer_division(division); });
  }

  // Whether the best division attains the lower bound, which is for divisions without shortcomings.
  [[nodiscard]] bool is_optimal() const { return !best_.rank.has_shortcomings() && best_.rank.cost <= bound_; }

  // Whether there is a better division than at the last call of best().
  [[nodiscard]] bool has_better() const { return has_better_; }
  Decomposition best() {
    has_better_ = false;
    return best_.best;
  }

 private:
  struct RankedTree {
    slices::Tree<2> tree;
    CellRank rank;
  };
  struct MemberAnswer {
    std::optional<slices::Tree<2>> tree = std::nullopt;
    std::optional<Decomposition> rounded = std::nullopt;
  };

  // The answer of a member, which may refuse the problem.
  [[nodiscard]] MemberAnswer answer_of(const Member& member) const {
    MemberAnswer answer;
    if (!takes_part(member, problem())) return answer;
    const Configured<RectangleAlgorithm> chosen = RectangleRegistry::instance().choose(member.name);
    const RectangleProblem exact_problem = rectangle_problem(problem());
    try {
      RandomStream own = stream_;  // each member draws from a stream of its own name
      const RectangleSolution exact = chosen.solve(exact_problem, own);
      answer.tree = slices::tree_of(exact.decomposition);
      require_accurate(exact_problem, exact.decomposition);
      answer.rounded = to_whole(exact.decomposition, problem().cluster).decomposition;
    } catch (const InputError&) {
      return answer;
    }
    return answer;
  }

  [[nodiscard]] const CellProblem& problem() const { return best_.problem; }

  Observer observe_;
  RandomStream& stream_;
  double bound_;
  std::vector<RankedTree> trees_;
  AskedObjective best_;
  bool has_better_ = false;
};

// The best division after each of the efforts.
std::vector<Decomposition> best_of_trees(const CellProblem& problem, const std::vector<Effort>& chosen, bool anneals,
                                         Portfolio::Observer observe, RandomStream& stream) {
  Portfolio portfolio(problem, std::move(observe), stream);
  portfolio.offer_division(stripes(problem, false));
  portfolio.offer_division(stripes(problem, true));
  portfolio.offer_tree(slices::bisection_by_count<2>(
      {.extent = {static_cast<double>(problem.columns), static_cast<double>(problem.rows)},
       .volumes = shares(problem)}));
  std::vector<Decomposition> best = {portfolio.best()};
  for (const Effort& effort : chosen) {
    if (portfolio.is_optimal()) break;
    portfolio.ask(effort.members);
    if (anneals) portfolio.improve(effort);
    if (portfolio.has_better()) best.push_back(portfolio.best());
  }
  return best;
}

// --- What takes part

bool any_shapes(const Options& options) { return options.text("shapes") == "any"; }

// Whether the step is left out, for an ablation.
bool leaves_out(const Options& options, const char* step) { return options.text("without") == step; }

bool is_full_plane(const CellProblem& problem) { return !problem.in_space() && !problem.loads && problem.maps.empty(); }

// Whether so few cells are active that every step is tried.
bool has_few_cells(const CellProblem& problem) { return active_cells(problem) <= 400; }

// Whether parts of any shape can have shorter boundaries than rectangles: with loads, for elements sent, at a tolerance
// beyond a cell, and in small arrays.
bool takes_any_shape(const CellProblem& problem) {
  constexpr std::int64_t small = 2'500;
  return !is_full_plane(problem) || problem.objective != Objective::total || problem.imbalance > 0 ||
         problem.rows * problem.columns <= small;
}

// Whether diagonal boundaries are best: for elements sent by a stencil of five points. Rectangles are better in narrow
// arrays only, where the first effort finds them.
bool takes_diagonals(const CellProblem& problem) {
  return problem.objective != Objective::total && problem.stencil == 5;
}

constexpr std::array methods_with_loads = {"RCB[jogs]", "HIER-RB[jogs]", "HIER-RELAXED[jogs]", "JAG-PQ[jogs]",
                                           "JAG-M[jogs]"};

// Methods of rectangles and jogs, whose best answers are polished; full arrays begin with trees instead.
std::vector<std::string> starts_of(const CellProblem& problem) {
  constexpr std::size_t few = 200;  // with more processors ROLLOUT is slow
  if (!problem.maps.empty()) return {};
  if (problem.in_space()) return {"RCB", "RCB[jogs]"};
  if (!problem.loads) return {};
  std::vector<std::string> names(methods_with_loads.begin(), methods_with_loads.end());
  names.emplace_back("JOGGED");
  if (problem.cluster.size() <= few) names.emplace_back("JOGGED[of=ROLLOUT]");
  return names;
}

// Methods of parts of any shape, MULTILEVEL with the requested effort and all before it. With several maps of loads
// POLISHED balances the best division for the mean of the maps for all of them.
std::vector<std::string> searches_of(const CellProblem& problem, const Options& options) {
  std::vector<std::string> names;
  const bool is_single = problem.cluster.size() == 1 && problem.maps.empty();
  if (!any_shapes(options) || (!problem.together && (is_single || !takes_any_shape(problem)))) return names;
  if (!leaves_out(options, "multilevel"))
    for (const Effort& effort : efforts_of(options)) names.push_back(fmt::format("MULTILEVEL[effort={}]", effort.name));
  if (problem.together) return names;
  if (!problem.maps.empty() || (is_full_plane(problem) && !takes_diagonals(problem))) names.emplace_back("POLISHED");
  return names;
}

std::vector<std::string> members_of(const CellProblem& problem, const Options& options) {
  std::vector<std::string> names = searches_of(problem, options);
  if (problem.together) return names;
  const std::vector<std::string> starts = starts_of(problem);
  names.insert(names.end(), starts.begin(), starts.end());
  if (!is_full_plane(problem)) return names;
  names.emplace_back("STRIPES");
  for (const Effort& effort : efforts_of(options))
    for (const Member& member : effort.members)
      if (takes_part(member, problem))
        for (const char* form : {"JOGGED", "ROUNDED"}) names.push_back(fmt::format("{}[of={}]", form, member.name));
  return names;
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

// The division by the algorithm of that name, by edges if it does not take the objective.
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

// Further objectives whose searches offer divisions. On ragged masks divisions found by edges send fewer elements than
// those found by elements; small arrays are searched by all, so that no answer by another objective is better.
std::vector<Objective> further_objectives(const CellProblem& problem, const Options& options) {
  std::vector<Objective> further;
  if (!any_shapes(options) || problem.cluster.size() == 1 || options.text("effort") == "quick" ||
      leaves_out(options, "objectives"))
    return further;
  const bool all = options.text("effort") == "thorough" || has_few_cells(problem);
  if (!all && (problem.objective == Objective::total || problem.in_space() || !has_seas(problem))) return further;
  // Searches by a later objective hardly ever find better divisions by an earlier one, so only earlier ones are added.
  for (const Objective objective : cell_problem_objectives()) {
    if (objective == problem.objective && !all) break;
    if (objective != problem.objective) further.push_back(objective);
  }
  return further;
}

// Tries all divisions of a few cells, for up to 50 ms of work.
void improve_by_enumeration(const Options& options, AskedObjective& asked) {
  const CellProblem& problem = asked.problem;
  const std::size_t parts = problem.cluster.size();
  if (!any_shapes(options) || options.text("effort") == "quick" || leaves_out(options, "enumeration")) return;
  if (parts < 2 || parts > most_enumerated_parts) return;
  if (active_cells(problem) > most_enumerated_cells || problem.rows > most_mesh_cells / problem.columns) return;
  with_mesh(problem, "BEST", [&](const auto& mesh) {
    if (const auto better = better_by_enumeration(problem, mesh, asked.rank, steps_in_a_second / 20))
      asked.offer(division_of(problem, mesh, *better));
  });
}

constexpr std::size_t most_further_steps = 24;  // of more than 64 cells

// The number of steps of search_on(); with few cells steps are cheap, in space they gain more, and by elements each
// takes longer there.
std::size_t steps_of(const CellProblem& problem, const Options& options) {
  constexpr std::int64_t fewest_cells = 64;       // with so few a step takes 2 ms
  constexpr std::int64_t many_cells = 100'000;    // in larger full arrays steps hardly improve trees
  constexpr std::int64_t most_cells = 4'000'000;  // with more a step takes half a minute
  const std::string& effort = options.text("effort");
  if (effort == "quick" || !any_shapes(options) || leaves_out(options, "steps")) return 0;
  if (!problem.platform && active_cells(problem) <= fewest_cells) return problem.in_space() ? 96 : 32;
  if (effort == "thorough") return 32;
  if (problem.platform || active_cells(problem) > most_cells) return 0;
  if (problem.maps.empty() && !takes_any_shape(problem) && active_cells(problem) > many_cells) return 0;
  const std::int64_t least_steps = has_few_cells(problem) || problem.in_space() ? 8 : 2;
  if (problem.maps.empty() && !takes_any_shape(problem)) return static_cast<std::size_t>(least_steps);
  const std::int64_t cells_in_all = problem.in_space() && problem.objective != Objective::total ? 16'000 : 24'000;
  return static_cast<std::size_t>(
      std::clamp<std::int64_t>(cells_in_all / active_cells(problem), least_steps, most_further_steps));
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

// --- The search

// The problem, and the same one by further objectives, whose answers take part.
class Questions {
 public:
  Questions(const CellProblem& problem, const Options& options, RandomStream& stream)
      : options_(options), stream_(stream), asked_{{problem}} {
    for (const Objective objective : further_objectives(problem, options)) {
      asked_.push_back({problem});
      asked_.back().problem.objective = objective;
    }
  }

  // The best division by the problem's objective. The steps for each objective begin with the best division by it, so
  // that no answer by another objective is better.
  Decomposition answer() && {
    const CellProblem& problem = asked_.front().problem;
    for (std::size_t i = 0; i < asked_.size(); ++i) look(asked_[i].problem, i == 0 || !knows_shortest(i));
    const bool is_one_sided = problem.underload.value_or(0) > problem.imbalance;
    // Connected parts, and loads within both sides of the tolerance, are allowed as well. An answer to that narrower
    // question is often the better start.
    if (any_shapes(options_) && (!problem.connected || is_one_sided)) {
      CellProblem strict = problem;
      strict.connected = true;
      if (is_one_sided) strict.underload.reset();
      RandomStream own = stream_;
      offer(Questions(strict, options_, own).answer());
    }
    if (const auto two_sizes = options_.text("effort") == "quick" ? std::nullopt : with_two_sizes(problem)) {
      RandomStream own = stream_;
      offer(Questions(*two_sizes, options_, own).answer());
    }
    AskedObjective& own = asked_.front();
    improve_by_enumeration(options_, own);
    constexpr std::size_t most_near = 8;  // of more than 64 cells
    const std::size_t steps = steps_of(problem, options_);
    take_steps(problem, own.best, steps, own, stream_);
    for (std::size_t i = 1; i < asked_.size(); ++i)
      take_steps(asked_[i].problem, asked_[i].best, std::min(steps, most_further_steps), own, stream_);
    if (steps > 0 && problem.loads && problem.maps.empty() && !problem.platform && own.rank.load_beyond > 0)
      search_nearest(steps > most_further_steps ? steps : std::min(steps, most_near), own, stream_);
    if (steps > 0 && problem.cluster.size() > 1 && has_few_cells(problem) && problem.maps.empty())
      if (const auto even = unless_refused([&] { return evened_out(problem, own.best, stream_); })) own.offer(*even);
    return std::move(own.best);
  }

 private:
  // Whether a search by elements has already begun with one by edges.
  [[nodiscard]] bool knows_shortest(std::size_t number) const {
    const CellProblem& problem = asked_[number].problem;
    return problem.objective == Objective::total && !problem.in_space() && has_seas(problem);
  }

  void offer(const std::optional<Decomposition>& division) {
    if (!division) return;
    for (AskedObjective& each : asked_) each.offer(*division);
  }

  // Offers the answers of MULTILEVEL and POLISHED, and the best starts after polishing.
  void look(const CellProblem& question, bool with_multilevel) {
    const auto by = [&](const std::string& name) {
      return unless_refused([&] { return division_by(name, question, stream_); });
    };
    std::vector<Decomposition> starts = is_full_plane(question) ? trees(question) : best_starts(question, by);
    std::vector<std::string> searches = searches_of(question, options_);
    if (searches.empty()) return;
    if (leaves_out(options_, "polish")) starts.clear();
    if (!with_multilevel) std::erase_if(searches, [](const std::string& name) { return name != "POLISHED"; });
    AskedObjective best{question};
    make_side_by_side(
        starts.size() + searches.size(),
        [&](std::size_t i) {
          return i >= starts.size() ? by(searches[i - starts.size()])
                                    : unless_refused([&] { return polished_by_steps(question, starts[i], stream_); });
        },
        [&](const std::optional<Decomposition>& division) {
          if (division) best.offer(*division);
          offer(division);
        });
    if (best.rank.empty > 0) fill_empty_parts(best);
  }

  // The best tree of each effort.
  std::vector<Decomposition> trees(const CellProblem& question) {
    std::vector<Effort> efforts = efforts_of(options_);
    if (any_shapes(options_) && takes_diagonals(question)) efforts.resize(1);
    return best_of_trees(
        question, efforts, !leaves_out(options_, "annealing"), [&](const Decomposition& division) { offer(division); },
        stream_);
  }

  // The best of JOGGED, and the best of the others; all where few cells are active.
  template <class Divide>
  std::vector<Decomposition> best_starts(const CellProblem& question, const Divide& by) {
    const std::vector<std::string> names = starts_of(question);
    const bool keeps_all = has_few_cells(question);
    std::array<AskedObjective, 2> best = {{{question}, {question}}};
    std::vector<Decomposition> found;
    std::size_t made = 0;
    make_side_by_side(
        names.size(), [&](std::size_t i) { return by(names[i]); },
        [&](const std::optional<Decomposition>& division) {
          const bool is_jogged = names[made++].starts_with("JOGGED");
          if (division && keeps_all) found.push_back(*division);
          if (division && !keeps_all) best[is_jogged ? 1 : 0].offer(*division);
          offer(division);
        });
    for (AskedObjective& each : best)
      if (!each.best.parts.empty()) found.push_back(std::move(each.best));
    return found;
  }

  // The search for short boundaries may leave parts empty, which have none.
  void fill_empty_parts(const AskedObjective& best) {
    const CellProblem& question = best.problem;
    if (question.in_space() || !question.maps.empty()) return;
    offer(unless_refused([&] {
      Decomposition fuller = best.best;
      return give_cells_to_empty_parts(question, "BEST", fuller) ? polished_by_steps(question, fuller, stream_)
                                                                 : fuller;
    }));
  }

  const Options& options_;
  RandomStream& stream_;
  std::vector<AskedObjective> asked_;
};

CellSolution solve_by_objectives(const CellProblem& problem, const Options& options, RandomStream& stream) {
  if (!any_shapes(options) && !problem.maps.empty())
    throw InputError("BEST[shapes=rectangles] balances one map of loads; BEST balances several");
  return {Questions(problem, options, stream).answer()};
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
    if (!any_shapes(options))
      throw InputError("BEST[shapes=rectangles] cannot keep cells together; BEST can, by parts of any shape");
    for (const std::string& name : searches_of(problem, options)) asked.offer(division_by(name, problem, stream));
    improve_by_enumeration(options, asked);
    return CellSolution{std::move(asked.best)};
  }
  if (problem.platform && !problem.previous && !problem.in_space())
    return fastest_on_platform(
        problem,
        {fmt::format("BEST[effort={},shapes={}]", options.text("effort"), options.text("shapes")),
         members_on_a_platform(problem)},
        stream);
  if (!problem.previous) return std::nullopt;
  CellProblem fresh = problem;
  fresh.previous = nullptr;
  fresh.platform = nullptr;  // moved cells are compared with the objective
  const Decomposition division = solve_cells_with_effort(fresh, options, stream).decomposition;
  return rebalanced(problem, division, options.text("rebalancing") == "refined" && any_shapes(options), stream);
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
        "BEST keeps the order of parts in up to {} cells, without a network, a previous "
        "division, several maps of loads and cells that stay together",
        most_in_a_chain);
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
         "sea; then the least objective. Without loads: STRIPES and the trees of several rectangle algorithms with "
         "jogs, the best of them improved by simulated annealing. With loads: RCB, HIER-RB, HIER-RELAXED, JAG-PQ, "
         "JAG-M and JOGGED. With shapes=any the best of these are polished, and MULTILEVEL takes part: with loads, for "
         "elements sent, at a tolerance, and in arrays of up to 2500 cells. By elements on masks with several seas or "
         "ragged coasts, in arrays of up to 400 cells and with effort=thorough the answers to the other objectives "
         "take part; divisions of up to 36 cells among up to 8 processors are enumerated as far as 50 ms of work go. "
         "Steps of the search that --seconds goes on with follow, and up to 400 cells a search for better balance at "
         "the same cost. In one row or column of cells: runs by dynamic "
         "programming. On a network, unless an objective is given: the division with the shortest simulated iteration, "
         "of these, of groups divided first, and of what refines them there.",
     .revision = 17,
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
               "quick, normal or thorough: how many rectangle algorithms take part, how many of the best trees are "
               "improved and how long, how long MULTILEVEL searches, and 0, 2 or 32 steps of what --seconds does; "
               "normally 32 of up to 64 cells, in space 96; of more cells 24000 (16000 for elements sent in space) "
               "divided by their number, from 2 (8 in space, and of up to 400 cells) to 24"},
          {.name = "shapes",
           .kind = OptionKind::text,
           .default_value = "any",
           .choices = {"rectangles", "any"},
           .summary = "of parts: any, or rectangles with jogs, corners and stripes alone"},
          {.name = "rebalancing",
           .kind = OptionKind::text,
           .default_value = "refined",
           .choices = {"refined", "renamed"},
           .summary =
               "from a previous division: refined, that one and a new one refined at the price of what moves; or "
               "renamed, a new one whose parts are renamed"},
          {.name = "without",
           .kind = OptionKind::text,
           .default_value = "nothing",
           .choices = {"nothing", "annealing", "polish", "multilevel", "objectives", "enumeration", "steps"},
           .summary =
               "the step that is left out, for ablations: nothing; annealing of trees; polish of the best rectangles; "
               "multilevel, the algorithm of that name; objectives, the searches by the other ones; "
               "enumeration; steps of the search that --seconds goes on with"}},
     .variants = {"effort=quick", "shapes=rectangles"},
     .solve = solve_cells_with_effort,
     .search_on = search_on_cells,
     .members = members_of}};

}  // namespace

}  // namespace apportion
