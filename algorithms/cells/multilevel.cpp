// Multilevel division: coarsening as in Hendrickson & Leland, "A multilevel algorithm for partitioning graphs", 1995,
// though by geometry, 2 x 2 places at a time.
#include "algorithms/cells/multilevel.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "algorithms/cells/mesh_cuts.hpp"
#include "algorithms/cells/mesh_refinement.hpp"
#include "sim/cells/owners.hpp"

namespace apportion {
namespace {

constexpr std::int64_t least_places_per_part = 15;
constexpr std::int64_t least_places = 60;

// Measured on arrays of six kinds, 60 000 cells, 10 and 64 processors.
constexpr AnnealingSettings coarsest_annealing{.heat = 0.6, .moves_per_place = 200};
constexpr AnnealingSettings annealing{.heat = 0.3, .moves_per_place = 20};

// On coarse meshes a part of a line of places may move: a line of a part has about the square root of its places.
LoadWindows windows_at(const LoadWindows& windows, const Mesh& mesh, std::size_t level) {
  if (level == 0) return windows;
  const double place = mesh.total / static_cast<double>(mesh.active);
  const auto parts = static_cast<double>(windows.share.size());
  return widened(windows, 0.5 * place * std::sqrt(static_cast<double>(mesh.active) / parts));
}

void refine_level(MeshDivision& division, const LoadWindows& windows, const AnnealingSettings& settings,
                  RandomStream& stream) {
  join_pieces(division);
  rebalance(division, windows);
  anneal_cut(division, windows, settings, stream);
  rebalance(division, windows);
  refine(division, windows, {}, stream);
}

// From a division of the mesh of that level down to single cells.
MeshAnswer refined_down(const MeshLevels& levels, double imbalance, std::size_t level, PlaceOwners owners,
                        const TrySettings& settings, RandomStream& stream) {
  const std::size_t parts = levels.problem().cluster.size();
  const LoadWindows windows = load_windows(levels.problem(), imbalance);
  while (level-- > 0) {
    const Mesh& mesh = levels.meshes()[level];
    MeshDivision division(mesh, parts, refined(mesh, levels.meshes()[level + 1], owners));
    const LoadWindows wide = windows_at(windows, mesh, level);
    refine_level(division, wide, annealing, stream);
    if (mesh.active <= settings.largest_parts * static_cast<std::int64_t>(parts))
      regroup(division, wide, {.trials_per_part = settings.regrouped}, stream);
    owners = division.owners();
  }
  return answer_of(levels, imbalance, std::move(owners));
}

// What cell_rank() says of loads, by the places of a mesh of cells.
CellRank balance_rank(const CellProblem& problem, const MeshDivision& division, double imbalance) {
  const std::vector<double> ideal = shares(problem);
  const std::vector<double> allowed = tolerances(problem, imbalance);
  CellRank rank;
  for (std::size_t i = 0; i < ideal.size(); ++i) {
    const auto part = static_cast<std::int32_t>(i);
    if (!problem.memory.empty())
      rank.cells_beyond += std::max(static_cast<double>(division.places(part)) - problem.memory[i], 0.0);
    rank.load_beyond += std::max(std::abs(division.load(part) - ideal[i]) - allowed[i], 0.0);
    if (division.places(part) == 0) ++rank.empty;
  }
  return rank;
}

}  // namespace

bool MeshAnswer::is_better_than(const MeshAnswer& other) const {
  const std::weak_ordering order = rank <=> other.rank;
  return order != 0 ? order < 0 : cut < other.cut;
}

MeshLevels::MeshLevels(const CellProblem& problem, const char* algorithm) : problem_(&problem) {
  meshes_.push_back(mesh_of(problem, algorithm));
  const auto parts = static_cast<std::int64_t>(problem.cluster.size());
  while (meshes_.back().active > 4 * std::max(least_places, least_places_per_part * parts))
    meshes_.push_back(coarser(meshes_.back()));
}

MeshAnswer answer_of(const MeshLevels& levels, double imbalance, PlaceOwners owners) {
  const CellProblem& problem = levels.problem();
  const std::size_t parts = problem.cluster.size();
  const MeshDivision division(levels.finest(), parts, std::move(owners));
  MeshAnswer answer{.cut = division.cut()};
  answer.rank = balance_rank(problem, division, imbalance);
  if (problem.connected) answer.rank.pieces = pieces(division) - (static_cast<std::int64_t>(parts) - answer.rank.empty);
  CellBoundary boundary{.edges = answer.cut};
  if (problem.objective != Objective::total) {
    const std::vector<std::int64_t> received = received_by_parts(division, problem.stencil);
    for (const std::int64_t each : received) {
      boundary.volume += each;
      boundary.busiest = std::max(boundary.busiest, each);
    }
  } else if (problem.latency > 0) {
    boundary.neighbours = neighbouring_pairs(division);
  }
  answer.rank.cost = objective_cost(problem, boundary);
  answer.owners = division.owners();
  return answer;
}

MeshAnswer multilevel_try(const MeshLevels& levels, double imbalance, const TrySettings& settings,
                          RandomStream& stream) {
  const std::size_t top = levels.meshes().size() - 1;
  const Mesh& mesh = levels.meshes()[top];
  const LoadWindows windows = windows_at(load_windows(levels.problem(), imbalance), mesh, top);
  PlaceOwners best;
  std::int64_t least = 0;
  for (int start = 0; start < settings.starts; ++start) {
    PlaceOwners owners;
    (void)sweep(mesh, windows.share, {}, stream, owners);
    MeshDivision division(mesh, windows.share.size(), std::move(owners));
    refine_level(division, windows, coarsest_annealing, stream);
    // Balance comes on the way down.
    const std::int64_t cut = division.cut();
    if (!best.empty() && cut >= least) continue;
    least = cut;
    best = division.owners();
  }
  MeshDivision division(mesh, windows.share.size(), std::move(best));
  regroup(division, windows, {.trials_per_part = settings.regrouped_first}, stream);
  return refined_down(levels, imbalance, top, division.owners(), settings, stream);
}

MeshAnswer improved_by_cycle(const MeshLevels& levels, double imbalance, const MeshAnswer& answer, std::size_t up,
                             const TrySettings& settings, RandomStream& stream) {
  const std::size_t top = std::min(up, levels.meshes().size() - 1);
  PlaceOwners owners = answer.owners;
  for (std::size_t level = 0; level < top; ++level)
    owners = coarsened(levels.meshes()[level], levels.meshes()[level + 1], owners);
  const Mesh& mesh = levels.meshes()[top];
  MeshDivision division(mesh, levels.problem().cluster.size(), std::move(owners));
  refine_level(division, windows_at(load_windows(levels.problem(), imbalance), mesh, top), annealing, stream);
  MeshAnswer next = refined_down(levels, imbalance, top, division.owners(), settings, stream);
  return next.is_better_than(answer) ? next : answer;
}

MeshAnswer polished(const MeshLevels& levels, double imbalance, const MeshAnswer& answer, const TrySettings& settings,
                    RandomStream& stream) {
  MeshDivision division(levels.finest(), levels.problem().cluster.size(), answer.owners);
  const LoadWindows windows = load_windows(levels.problem(), imbalance);
  refine_level(division, windows, annealing, stream);
  if (settings.cuts) cut_pairs(division, windows, stream);
  MeshAnswer next = answer_of(levels, imbalance, division.owners());
  return next.is_better_than(answer) ? next : answer;
}

namespace {

// Inside the windows, as far as they can be kept.
MeshAnswer annealed_on_elements(const MeshLevels& levels, double imbalance, PlaceOwners owners, double heat,
                                RandomStream& stream) {
  const CellProblem& problem = levels.problem();
  const LoadWindows windows = load_windows(problem, imbalance);
  MeshDivision division(levels.finest(), problem.cluster.size(), std::move(owners));
  anneal_volume(division, windows, problem.stencil, {.heat = heat, .moves_per_place = 60}, stream);
  rebalance(division, windows);
  anneal_volume(division, windows, problem.stencil,
                {.heat = 0.2, .last_heat = 0.1, .moves_per_place = 20, .stays_inside = true}, stream);
  return answer_of(levels, imbalance, division.owners());
}

// Elements say little where parts have few places.
const Mesh& mesh_for_sweeps(const MeshLevels& levels) {
  constexpr std::int64_t least_places_of_part = 100;
  const auto parts = static_cast<std::int64_t>(levels.problem().cluster.size());
  std::size_t level = levels.meshes().size() - 1;
  while (level > 0 && levels.meshes()[level].active < least_places_of_part * parts) --level;
  return levels.meshes()[level];
}

// The cheapest of several sweeps of a coarse mesh.
std::vector<SweepTree> drawn_trees(const MeshLevels& levels, const std::vector<double>& shares,
                                   const VolumeSettings& settings, RandomStream& stream) {
  const Mesh& mesh = mesh_for_sweeps(levels);
  std::vector<std::pair<std::int64_t, SweepTree>> draws;  // what is sent, and the tree
  // Few processors make few and cheap cuts.
  const int parts = static_cast<int>(std::min<std::size_t>(shares.size(), 100));
  const int count = settings.draws * std::clamp(100 / parts, 1, 4);
  for (int i = 0; i < count; ++i) {
    PlaceOwners owners;
    SweepTree tree = sweep(mesh, shares, {.price = CutPrice::elements}, stream, owners);
    const MeshDivision division(mesh, shares.size(), std::move(owners));
    const std::vector<std::int64_t> received = received_by_parts(division, levels.problem().stencil);
    draws.emplace_back(std::accumulate(received.begin(), received.end(), std::int64_t{0}), std::move(tree));
  }
  std::ranges::stable_sort(draws, {}, [](const auto& draw) { return draw.first; });
  draws.resize(std::min<std::size_t>(draws.size(), static_cast<std::size_t>(settings.replayed)));
  std::vector<SweepTree> trees;
  for (auto& draw : draws) trees.push_back(std::move(draw.second));
  return trees;
}

// On the finest mesh, the best first.
std::vector<MeshAnswer> starts_of(const MeshLevels& levels, double imbalance, const std::vector<SweepTree>& trees) {
  const LoadWindows windows = load_windows(levels.problem(), imbalance);
  std::vector<MeshAnswer> starts;
  for (const SweepTree& tree : trees) {
    MeshDivision division(levels.finest(), windows.share.size(), replayed(levels.finest(), windows.share, tree));
    join_pieces(division);
    rebalance(division, windows);
    starts.push_back(answer_of(levels, imbalance, division.owners()));
  }
  std::ranges::stable_sort(starts, [](const auto& one, const auto& other) { return one.is_better_than(other); });
  return starts;
}

}  // namespace

MeshAnswer volume_try(const MeshLevels& levels, double imbalance, const VolumeSettings& settings,
                      RandomStream& stream) {
  constexpr double heat_of_diagonal_starts = 0.3;
  const LoadWindows windows = load_windows(levels.problem(), imbalance);
  std::vector<MeshAnswer> starts = starts_of(levels, imbalance, drawn_trees(levels, windows.share, settings, stream));
  MeshAnswer best = starts.front();
  starts.resize(std::min<std::size_t>(starts.size(), static_cast<std::size_t>(settings.annealed)));
  const auto offer = [&](MeshAnswer next) {
    if (next.is_better_than(best)) best = std::move(next);
  };
  for (MeshAnswer& start : starts)
    offer(annealed_on_elements(levels, imbalance, std::move(start.owners), heat_of_diagonal_starts, stream));
  if (settings.regrouped <= 0) return best;
  MeshDivision division(levels.finest(), windows.share.size(), best.owners);
  regroup(division, windows, {.trials_per_part = settings.regrouped, .stencil = levels.problem().stencil}, stream);
  offer(answer_of(levels, imbalance, division.owners()));
  return best;
}

MeshAnswer improved_on_elements(const MeshLevels& levels, double imbalance, const MeshAnswer& answer,
                                RandomStream& stream) {
  constexpr double heat = 0.6;
  MeshAnswer best = annealed_on_elements(levels, imbalance, answer.owners, heat, stream);
  if (!best.is_better_than(answer)) best = answer;
  if (levels.problem().objective != Objective::busiest) return best;
  const LoadWindows windows = load_windows(levels.problem(), imbalance);
  for (const double goal : {0.95, 0.9, 0.85, 0.8}) {
    MeshDivision division(levels.finest(), levels.problem().cluster.size(), best.owners);
    anneal_busiest(division, windows, levels.problem().stencil, goal, {.heat = 0.4, .moves_per_place = 60}, stream);
    rebalance(division, windows);
    anneal_busiest(division, windows, levels.problem().stencil, 0.99,
                   {.heat = 0.2, .last_heat = 0.1, .moves_per_place = 20, .stays_inside = true}, stream);
    MeshAnswer next = answer_of(levels, imbalance, division.owners());
    if (next.is_better_than(best)) best = std::move(next);
  }
  return best;
}

}  // namespace apportion
