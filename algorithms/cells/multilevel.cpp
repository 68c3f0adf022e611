// Multilevel division: coarsening as in Hendrickson & Leland, "A multilevel algorithm for partitioning graphs", 1995,
// though by geometry, 2 x 2 places at a time.
#include "algorithms/cells/multilevel.hpp"

#include <algorithm>
#include <set>
#include <tuple>
#include <utility>

#include "algorithms/cells/mesh_refinement.hpp"
#include "algorithms/cells/mesh_sweeps.hpp"
#include "sim/cells/cell_costs.hpp"
#include "sim/cells/owners.hpp"

namespace apportion {
namespace {

constexpr std::int64_t least_places = 300;
constexpr std::int64_t least_places_per_part = 30;

LoadWindows windows_at(const LoadWindows& windows, const Mesh& mesh, std::size_t level) {
  return level == 0 ? windows : widened(windows, mesh.total / static_cast<double>(mesh.active));
}

void refine_level(MeshDivision& division, const LoadWindows& windows, const RefinementSettings& settings,
                  RandomStream& stream) {
  join_pieces(division);
  rebalance(division, windows);
  refine(division, windows, settings, stream);
}

// From a division of the mesh of that level down to single cells.
MeshAnswer refined_down(const MeshLevels& levels, double imbalance, std::size_t level, PlaceOwners owners,
                        RandomStream& stream) {
  const std::size_t parts = levels.problem().cluster.size();
  const LoadWindows windows = load_windows(levels.problem(), imbalance);
  while (level-- > 0) {
    const Mesh& mesh = levels.meshes()[level];
    MeshDivision division(mesh, parts, refined(mesh, levels.meshes()[level + 1], owners));
    refine_level(division, windows_at(windows, mesh, level), {}, stream);
    owners = division.owners();
  }
  return answer_of(levels, imbalance, std::move(owners));
}

}  // namespace

bool MeshAnswer::is_better_than(const MeshAnswer& other) const {
  return std::tie(excess, empty, fragments, cost, cut) <
         std::tie(other.excess, other.empty, other.fragments, other.cost, other.cut);
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
  MeshAnswer answer{.excess = division.excess(load_windows(problem, imbalance)), .cut = division.cut()};
  std::int64_t nonempty = 0;
  for (std::size_t i = 0; i < parts; ++i) nonempty += division.places(static_cast<std::int32_t>(i)) > 0 ? 1 : 0;
  answer.empty = static_cast<std::int64_t>(parts) - nonempty;
  answer.fragments = pieces(division) - nonempty;
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
  answer.cost = objective_cost(problem, boundary);
  answer.owners = division.owners();
  return answer;
}

MeshAnswer multilevel_try(const MeshLevels& levels, double imbalance, int starts, RandomStream& stream) {
  const std::size_t top = levels.meshes().size() - 1;
  const Mesh& mesh = levels.meshes()[top];
  const LoadWindows windows = windows_at(load_windows(levels.problem(), imbalance), mesh, top);
  PlaceOwners best;
  std::pair<double, std::int64_t> least;
  for (int start = 0; start < starts; ++start) {
    PlaceOwners owners;
    (void)sweep(mesh, windows.share, {}, stream, owners);
    MeshDivision division(mesh, windows.share.size(), std::move(owners));
    refine_level(division, windows, {}, stream);
    const std::pair cost(division.excess(windows), division.cut());
    if (!best.empty() && cost >= least) continue;
    least = cost;
    best = division.owners();
  }
  return refined_down(levels, imbalance, top, std::move(best), stream);
}

MeshAnswer improved_by_cycle(const MeshLevels& levels, double imbalance, const MeshAnswer& answer, std::size_t up,
                             RandomStream& stream) {
  const std::size_t top = std::min(up, levels.meshes().size() - 1);
  PlaceOwners owners = answer.owners;
  for (std::size_t level = 0; level < top; ++level)
    owners = coarsened(levels.meshes()[level], levels.meshes()[level + 1], owners);
  const Mesh& mesh = levels.meshes()[top];
  MeshDivision division(mesh, levels.problem().cluster.size(), std::move(owners));
  refine_level(division, windows_at(load_windows(levels.problem(), imbalance), mesh, top), {}, stream);
  MeshAnswer next = refined_down(levels, imbalance, top, division.owners(), stream);
  return next.is_better_than(answer) ? next : answer;
}

MeshAnswer polished(const MeshLevels& levels, double imbalance, const MeshAnswer& answer, RandomStream& stream) {
  MeshDivision division(levels.finest(), levels.problem().cluster.size(), answer.owners);
  refine_level(division, load_windows(levels.problem(), imbalance), {}, stream);
  MeshAnswer next = answer_of(levels, imbalance, division.owners());
  return next.is_better_than(answer) ? next : answer;
}

}  // namespace apportion
