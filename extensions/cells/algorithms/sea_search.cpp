// Divisions of arrays with seas: plans, divisions by them, and polishing.
#include "extensions/cells/algorithms/sea_search.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <optional>
#include <tuple>
#include <utility>

#include "algorithms/rectangles/random_draws.hpp"
#include "base/side_by_side.hpp"
#include "base/stopping.hpp"
#include "extensions/cells/algorithms/mesh_cuts.hpp"
#include "extensions/cells/algorithms/mesh_refinement.hpp"
#include "extensions/cells/algorithms/sea_plans.hpp"
#include "sim/cells/owners.hpp"

namespace apportion {
namespace {

// --- Places divided among several parts by recursive bisection

struct Target {
  std::int32_t part = 0;
  double wanted = 0;
  double least = 0;
  double most = 0;
};

using Targets = std::vector<Target>;

struct Split {
  Targets first = {};
  Targets second = {};
  SideWindow window = {};
};

Target sum_of(const Targets& targets) {
  Target sum;
  for (const Target& target : targets) {
    sum.wanted += target.wanted;
    sum.least += target.least;
    sum.most += target.most;
  }
  return sum;
}

// The window of a cut, which may use the part `spent` of the tolerance; the rest is left to later cuts.
SideWindow window_of(const Targets& first, const Targets& second, double load, double spent) {
  const Target one = sum_of(first);
  const Target other = sum_of(second);
  const double least = std::max(one.least, load - other.most);
  const double most = std::min(one.most, load - other.least);
  const double even = load * one.wanted / (one.wanted + other.wanted);
  if (least > most) return {std::min(least, std::max(even, most)), std::min(least, std::max(even, most))};
  const double middle = std::clamp(even, least, most);
  return {middle - spent * (middle - least), middle + spent * (most - middle)};
}

// A random split: targets are ordered by a random power of their loads, and divided near half of the load or elsewhere.
Split drawn_split(const Targets& targets, double load, RandomStream& stream) {
  if (targets.size() == 2) return {{targets[0]}, {targets[1]}, window_of({targets[0]}, {targets[1]}, load, 1)};
  const double power = draw_unit(stream) < 0.5 ? 0 : 2 * draw_unit(stream);
  std::vector<std::pair<double, std::size_t>> keys;
  for (std::size_t i = 0; i < targets.size(); ++i)
    keys.emplace_back(-power * std::log(std::max(targets[i].wanted, 1e-9 * load)) + draw_unit(stream), i);
  std::ranges::sort(keys);
  const double half = draw_unit(stream) < 0.6 ? 0.5 : 0.15 + 0.7 * draw_unit(stream);
  const double goal = half * sum_of(targets).wanted;
  Split split;
  double sum = 0;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    const Target& target = targets[keys[i].second];
    const bool goes_first = i == 0 || (i + 1 < keys.size() && split.second.empty() && sum + target.wanted / 2 <= goal);
    (goes_first ? split.first : split.second).push_back(target);
    sum += target.wanted;
  }
  split.window = window_of(split.first, split.second, load, 0.4 + 0.5 * draw_unit(stream));
  return split;
}

class Divider {
 public:
  // With `grows` it divides by prefixes of orders of places, otherwise by multilevel bisection.
  Divider(bool grows, RandomStream& stream, PlaceOwners& owners) : grows_(grows), stream_(stream), owners_(owners) {}

  // `places` are the places of the graph in `owners`.
  void divide(const PieceGraph& graph, const std::vector<std::uint32_t>& places, const Targets& targets) {
    stop_if_asked();
    if (graph.size() < 2 || targets.size() < 2) {
      give(places, targets);
      return;
    }
    const auto [split, bisection] = best_split(graph, targets);
    for (const std::int32_t side : {0, 1}) {
      std::vector<std::size_t> of_side;
      std::vector<std::uint32_t> origins;
      for (std::size_t i = 0; i < graph.size(); ++i) {
        if (bisection.sides[i] != side) continue;
        of_side.push_back(i);
        origins.push_back(places[i]);
      }
      const Targets& next = side == 0 ? split.first : split.second;
      if (next.size() == 1)
        give(origins, next);
      else
        divide(part_of(graph, of_side), origins, next);
    }
  }

 private:
  void give(const std::vector<std::uint32_t>& places, const Targets& targets) {
    const auto most = std::ranges::max_element(targets, {}, &Target::wanted);
    for (const std::uint32_t place : places) owners_[place] = most->part;
  }

  std::pair<Split, Bisection> best_split(const PieceGraph& graph, const Targets& targets) {
    const int splits = targets.size() == 2 ? 1 : 5;
    std::vector<Split> drawn;
    for (int i = 0; i < splits; ++i) drawn.push_back(drawn_split(targets, graph.total, stream_));
    if (grows_) return best_of_orders(graph, std::move(drawn));
    const GraphBisection bisection(graph, stream_);
    const Split* best = nullptr;
    std::vector<Bisection> starts;
    for (const Split& split : drawn) {
      std::vector<Bisection> found = bisection.starts(split.window, splits == 1 ? 8 : 3, stream_);
      if (best != nullptr && !is_better(graph, found.front(), starts.front())) continue;
      best = &split;
      starts = std::move(found);
    }
    constexpr std::size_t most_refined = 2;
    starts.resize(std::min(starts.size(), most_refined));
    return {*best, bisection.refined(starts, best->window, stream_)};
  }

  std::pair<Split, Bisection> best_of_orders(const PieceGraph& graph, std::vector<Split> drawn) {
    const std::vector<PlaceOrder> orders = place_orders(graph, {.grown = 4, .breadth = 1}, stream_);
    std::pair<Split, Bisection> best;
    for (Split& split : drawn) {
      Bisection found = best_prefix(graph, orders, split.window);
      if (!best.second.sides.empty() && !is_better(graph, found, best.second)) continue;
      best = {std::move(split), std::move(found)};
    }
    return best;
  }

  // Compares cuts over the root of the smaller side's load, since cuts of small sides are naturally shorter.
  static bool is_better(const PieceGraph& graph, const Bisection& one, const Bisection& other) {
    const auto price = [&](const Bisection& each) {
      return static_cast<double>(each.cut) / std::sqrt(std::max(std::min(each.load, graph.total - each.load), 1e-9));
    };
    return std::tuple(one.excess, price(one)) < std::tuple(other.excess, price(other));
  }

  bool grows_;
  RandomStream& stream_;
  PlaceOwners& owners_;
};

// The windows, rounded inwards to whole cells if all cells have load 1.
LoadWindows whole_windows(const CellProblem& problem, double imbalance) {
  LoadWindows windows = load_windows(problem, imbalance);
  const double cell = problem.loads ? problem.loads->median() : 1;
  const bool is_whole = total_load(problem) == static_cast<double>(active_cells(problem)) && cell == 1;
  for (std::size_t i = 0; i < windows.share.size(); ++i) {
    if (is_whole) {
      windows.least[i] = std::ceil(windows.least[i] - 1e-6);
      windows.most[i] = std::floor(windows.most[i] + 1e-6);
    }
    windows.least[i] = std::max(windows.least[i], std::min(cell, windows.most[i]));
    windows.most[i] = std::max(windows.most[i], windows.least[i]);
  }
  return windows;
}

// The number of sides between active places and those that are left out, without the sides of the array.
std::int64_t coast_of(const GridMesh<2>& mesh) {
  std::int64_t sides = 0;
  const auto strides = mesh.strides();
  mesh.for_each_place([&](std::size_t place, const auto& position) {
    for (std::size_t axis = 0; axis < 2; ++axis)
      if (position[axis] + 1 < mesh.extent[axis] && mesh.is_active(place) != mesh.is_active(place + strides[axis]))
        ++sides;
  });
  return sides;
}

}  // namespace

bool is_for_seas(const GridMesh<2>& mesh, const Seas& seas) {
  constexpr double ragged = 6;  // coast over the root of the number of cells
  return seas.count() > 1 || static_cast<double>(coast_of(mesh)) > ragged * std::sqrt(static_cast<double>(mesh.active));
}

bool has_seas(const CellProblem& problem) {
  if (!problem.loads || problem.rows > most_mesh_cells / problem.columns) return false;
  const GridMesh<2> mesh = mesh_of(problem, "BEST");
  return is_for_seas(mesh, seas_of(mesh));
}

SeaSearch::SeaSearch(const MeshLevels<GridMesh<2>>& levels, RandomStream& stream)
    : levels_(levels), graph_(graph_of(levels.finest())), places_(graph_.size()), seas_(levels.seas().count()) {
  constexpr std::size_t many_places = 20'000;
  for (std::size_t place = 0; place < graph_.whole.size(); ++place) {
    const std::uint32_t number = graph_.whole[place];
    if (number == PieceGraph::no_piece) continue;
    places_[number] = place;
    const std::vector<std::int32_t>& sea_of = levels.seas().of_place;
    seas_[sea_of.empty() ? 0 : static_cast<std::size_t>(sea_of[place])].places.push_back(number);
  }
  if (seas_.size() < 2) return;
  for (std::size_t i = 0; i < seas_.size(); ++i) {
    Sea& sea = seas_[i];
    RandomStream own = stream.renamed(fmt::format("orders of sea {}", i));
    sea.graph = part_of(graph_, {sea.places.begin(), sea.places.end()});
    sea.orders = place_orders(sea.graph, {.grown = sea.graph.size() > many_places ? 5 : 12}, own);
    to_plan_.push_back({sea.graph.total, CutProfile(sea.graph, sea.orders)});
  }
}

std::vector<SeaPlan> SeaSearch::plans(const LoadWindows& windows, double imbalance, int count,
                                      const RandomStream& stream) const {
  const CellProblem& problem = levels_.problem();
  std::vector<SeaPlan> found;
  if (seas_.size() < 2) return found;
  make_side_by_side(
      static_cast<std::size_t>(count),
      [&](std::size_t i) {
        RandomStream own = stream.renamed(fmt::format("seas at {}, plan {}", imbalance, i));
        return annealed_plan(to_plan_, windows, problem.loads ? problem.loads->median() : 1, own);
      },
      [&](SeaPlan plan) { found.push_back(std::move(plan)); });
  return distinct_plans(std::move(found), windows);
}

// The tolerance of a part is divided among the seas from which it is cut; what one does not use is left to the next.
PlaceOwners SeaSearch::by_plan(const SeaPlan& plan, const LoadWindows& windows, bool grows,
                               RandomStream& stream) const {
  constexpr std::size_t few_places = 200;  // with few places orders are enough
  PlaceOwners owners(graph_.size(), no_owner);
  std::vector<double> loads(windows.share.size(), 0);  // the planned loads, replaced by actual ones
  std::vector<int> cuts(windows.share.size(), 0);
  for (const std::vector<SeaShare>& shares : plan.shares)
    for (const SeaShare& share : shares) {
      loads[static_cast<std::size_t>(share.part)] += share.load;
      if (shares.size() > 1) ++cuts[static_cast<std::size_t>(share.part)];
    }
  std::vector<std::size_t> order(seas_.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, std::greater<>(), [&](std::size_t sea) { return seas_[sea].graph.total; });
  for (const std::size_t number : order) {
    const Sea& sea = seas_[number];
    Targets targets;
    for (const SeaShare& share : plan.shares[number]) {
      const auto part = static_cast<std::size_t>(share.part);
      const double cut = std::max(cuts[part], 1);
      targets.push_back({share.part, share.load,
                         std::max(share.load + std::min(windows.least[part] - loads[part], 0.0) / cut, 0.0),
                         share.load + std::max(windows.most[part] - loads[part], 0.0) / cut});
    }
    if (targets.size() == 2) {
      const SideWindow window = window_of({targets[0]}, {targets[1]}, sea.graph.total, 1);
      Bisection best = best_prefix(sea.graph, sea.orders, window);
      if (!grows && sea.graph.size() > few_places) {
        const GraphBisection bisection(sea.graph, stream);
        std::vector<Bisection> starts = bisection.starts(window, 10, stream);
        starts.resize(3);
        Bisection other = bisection.refined(starts, window, stream);
        if (std::tie(other.excess, other.cut) < std::tie(best.excess, best.cut)) best = std::move(other);
      }
      for (std::size_t i = 0; i < sea.places.size(); ++i)
        owners[sea.places[i]] = targets[static_cast<std::size_t>(best.sides[i])].part;
    } else {
      Divider(grows, stream, owners).divide(sea.graph, sea.places, targets);
    }
    if (targets.size() < 2) continue;
    for (const Target& target : targets) {
      const auto part = static_cast<std::size_t>(target.part);
      loads[part] -= target.wanted;
      --cuts[part];
    }
    for (std::size_t i = 0; i < sea.places.size(); ++i)
      loads[static_cast<std::size_t>(owners[sea.places[i]])] += sea.graph.load[i];
  }
  return owners;
}

PlaceOwners SeaSearch::all_together(const LoadWindows& windows, bool grows, RandomStream& stream) const {
  PlaceOwners owners(graph_.size(), no_owner);
  std::vector<std::uint32_t> places(graph_.size());
  std::iota(places.begin(), places.end(), std::uint32_t{0});
  Targets targets;
  for (std::size_t part = 0; part < windows.share.size(); ++part)
    targets.push_back({static_cast<std::int32_t>(part), windows.share[part], windows.least[part], windows.most[part]});
  Divider(grows, stream, owners).divide(graph_, places, targets);
  return owners;
}

// A candidate with its pieces joined, and a price of its cut and the repairs that it needs.
SeaSearch::Candidate SeaSearch::candidate(const PlaceOwners& owners, const LoadWindows& windows) const {
  constexpr double price_of_cell = 0.05;
  constexpr double price_of_piece = 2;
  PlaceOwners on_mesh(levels_.finest().size(), no_owner);
  for (std::size_t i = 0; i < owners.size(); ++i) on_mesh[places_[i]] = owners[i];
  MeshDivision division(levels_.finest(), windows.share.size(), std::move(on_mesh));
  division.join_pieces();
  const double cell = levels_.finest().total / static_cast<double>(levels_.finest().active);
  const auto torn = static_cast<double>(division.count_pieces(levels_.seas().of_place).torn);
  return {division.owners(), static_cast<double>(division.cut()) + price_of_cell * division.excess(windows) / cell +
                                 price_of_piece * torn};
}

std::vector<MeshAnswer> SeaSearch::polished_by_cut(double imbalance, const PlaceOwners& owners, bool thoroughly,
                                                   RandomStream& stream) const {
  const LoadWindows windows = load_windows(levels_.problem(), imbalance);
  std::vector<MeshAnswer> found;
  MeshDivision division(levels_.finest(), windows.share.size(), owners);
  const auto offer = [&] { found.push_back(levels_.answer_of(imbalance, division.owners())); };
  offer();
  (void)division.give_whole_seas(windows);
  division.rebalance(windows);
  refine(division, windows, {}, stream);
  offer();
  const AnnealingSettings annealing{.heat = thoroughly ? 0.5 : 0.3, .moves_per_place = thoroughly ? 60.0 : 20.0};
  anneal(division, windows, annealing, stream);
  division.join_pieces();
  division.rebalance(windows);
  refine(division, windows, {}, stream);
  offer();
  if (thoroughly) {
    regroup(division, windows, {.trials_per_part = 2}, stream);
    offer();
  }
  return found;
}

void improve_on_elements(const MeshLevels<GridMesh<2>>& levels, double imbalance, const SeaSettings& settings,
                         const RandomStream& stream, std::vector<MeshAnswer>& answers) {
  if (answers.empty()) return;
  const LoadWindows windows = load_windows(levels.problem(), imbalance);
  const int stencil = levels.problem().stencil;
  const auto best_first = [](const MeshAnswer& one, const MeshAnswer& other) { return one.is_better_than(other); };
  std::ranges::stable_sort(answers, best_first);
  const std::size_t count = std::min(answers.size(), static_cast<std::size_t>(settings.polished));
  constexpr std::array heats = {0.15, 0.35, 0.7};
  const std::vector<MeshAnswer> starts(answers.begin(), answers.begin() + static_cast<std::ptrdiff_t>(count));
  make_side_by_side(
      count * heats.size(),
      [&](std::size_t i) {
        const double heat = heats[i % heats.size()];
        RandomStream own =
            stream.renamed(fmt::format("seas at {}, elements {} at {}", imbalance, i / heats.size(), heat));
        MeshDivision division(levels.finest(), windows.share.size(), starts[i / heats.size()].owners);
        anneal(division, windows, {.stencil = stencil, .heat = heat, .last_heat = 0.1, .moves_per_place = 80}, own);
        division.rebalance(windows);
        anneal(division, windows,
               {.stencil = stencil, .heat = 0.2, .last_heat = 0.08, .moves_per_place = 30, .stays_inside = true}, own);
        return levels.answer_of(imbalance, division.owners());
      },
      [&](MeshAnswer answer) { answers.push_back(std::move(answer)); });
  for (int round = 0; round < 2; ++round) {
    const MeshAnswer& best = *std::ranges::min_element(answers, best_first);
    RandomStream own = stream.renamed(fmt::format("seas at {}, groups by elements {}", imbalance, round));
    MeshDivision division(levels.finest(), windows.share.size(), best.owners);
    regroup(division, windows, {.trials_per_part = 3, .stencil = stencil}, own);
    answers.push_back(levels.answer_of(imbalance, division.owners()));
    anneal(division, windows,
           {.stencil = stencil, .heat = 0.25, .last_heat = 0.08, .moves_per_place = 60, .stays_inside = true}, own);
    answers.push_back(levels.answer_of(imbalance, division.owners()));
  }
  if (levels.problem().objective != Objective::busiest) return;
  RandomStream own = stream.renamed(fmt::format("seas at {}, busiest", imbalance));
  answers.push_back(levels.improved_on_elements(imbalance, *std::ranges::min_element(answers, best_first), own));
}

std::vector<MeshAnswer> SeaSearch::answers(double imbalance, const SeaSettings& settings,
                                           const RandomStream& stream) const {
  const LoadWindows windows = whole_windows(levels_.problem(), imbalance);
  const std::vector<SeaPlan> planned = plans(windows, imbalance, settings.plans, stream);
  std::vector<Candidate> candidates;
  make_side_by_side(
      static_cast<std::size_t>(settings.candidates),
      [&](std::size_t i) -> std::optional<Candidate> {
        RandomStream own = stream.renamed(fmt::format("seas at {}, candidate {}", imbalance, i));
        const bool all = planned.empty() || i % 3 == 2;
        const bool grows = i % 9 > 5;
        const std::size_t plan = i - i / 3;
        if (all) return candidate(all_together(windows, grows, own), windows);
        if (plan >= 2 * planned.size()) return std::nullopt;
        return candidate(by_plan(planned[plan % planned.size()], windows, grows, own), windows);
      },
      [&](std::optional<Candidate> found) {
        if (found) candidates.push_back(*std::move(found));
      });
  std::ranges::stable_sort(candidates, {}, &Candidate::price);
  candidates.resize(std::min(candidates.size(), static_cast<std::size_t>(settings.polished)));
  std::vector<MeshAnswer> found;
  make_side_by_side(
      candidates.size(),
      [&](std::size_t i) {
        RandomStream own = stream.renamed(fmt::format("seas at {}, polished {}", imbalance, i));
        return polished_by_cut(imbalance, candidates[i].owners, false, own);
      },
      [&](std::vector<MeshAnswer> answers) { std::ranges::move(answers, std::back_inserter(found)); });
  const auto least_cut = std::ranges::min_element(found, {}, [](const MeshAnswer& each) {
    return std::tuple(each.rank.cells_beyond, each.rank.load_beyond, each.rank.empty, each.rank.torn, each.cut);
  });
  RandomStream own = stream.renamed(fmt::format("seas at {}, polished best", imbalance));
  std::vector<MeshAnswer> more = polished_by_cut(imbalance, least_cut->owners, true, own);
  std::ranges::move(more, std::back_inserter(found));
  return found;
}

}  // namespace apportion
