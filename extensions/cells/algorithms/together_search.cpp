// Multilevel search on a graph whose places are cells that stay together, and annealing of free cells on elements.
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "extensions/cells/algorithms/mesh.hpp"
#include "extensions/cells/algorithms/mesh_refinement.hpp"
#include "extensions/cells/algorithms/multilevel.hpp"
#include "extensions/cells/algorithms/piece_graph.hpp"

namespace apportion {
namespace {

template <std::size_t Axes>
class KeptTogether {
 public:
  KeptTogether(const CellProblem& problem, GridMesh<Axes> mesh)
      : problem_(problem),
        cells_(problem, std::move(mesh)),
        numbers_(on_places(cells_.finest(), *problem.together)),
        graph_(graph_of(cells_.finest(), numbers_)) {}

  Decomposition division(const Decomposition& unconstrained, const SearchSettings& settings,
                         RandomStream& stream) const {
    const MeshLevels<PieceGraph> levels(problem_, graph_, [this](double imbalance, const PlaceOwners& owners) {
      return of_cells(imbalance, owners).rank;
    });
    const PlaceOwners start =
        coarsened(cells_.finest(), graph_, place_owners(problem_, cells_.finest(), unconstrained));
    const MeshAnswer found = levels.search_by_steps(
        settings, nullptr, stream, [&](const MeshAnswer& /*found*/) { return std::vector<PlaceOwners>{start}; });
    MeshAnswer best = of_cells(problem_.imbalance, found.owners);
    if (problem_.objective != Objective::total) {
      MeshDivision near(graph_, problem_.cluster.size(), start);
      near.rebalance(load_windows(problem_, problem_.imbalance));
      for (const MeshAnswer& each : {best, of_cells(problem_.imbalance, near.owners())})
        if (MeshAnswer next = annealed(each, stream); next.is_better_than(best)) best = std::move(next);
    }
    return division_of(problem_, cells_.finest(), best.owners);
  }

 private:
  [[nodiscard]] MeshAnswer of_cells(double imbalance, const PlaceOwners& owners) const {
    return cells_.answer_of(imbalance, refined(cells_.finest(), graph_, owners));
  }

  // The answer annealed on elements, with only free cells moving; never worse.
  [[nodiscard]] MeshAnswer annealed(const MeshAnswer& answer, RandomStream& stream) const {
    std::vector<bool> fixed;
    for (const std::int32_t number : numbers_) fixed.push_back(number > 0);
    const LoadWindows windows = load_windows(problem_, problem_.imbalance);
    MeshAnswer best = answer;
    const auto offer = [&](double heat, double moves_per_place, double goal) {
      MeshDivision division(cells_.finest(), problem_.cluster.size(), best.owners);
      anneal(division, windows,
             {.stencil = problem_.stencil,
              .goal = goal,
              .heat = heat,
              .last_heat = 0.1,
              .moves_per_place = moves_per_place,
              .stays_inside = true,
              .fixed = &fixed},
             stream);
      MeshAnswer next = cells_.answer_of(problem_.imbalance, division.owners());
      if (next.is_better_than(best)) best = std::move(next);
    };
    for (const double heat : {0.6, 0.3}) offer(heat, 80, 0);
    if (problem_.objective != Objective::busiest) return best;
    for (const double goal : {0.95, 0.9, 0.85, 0.8}) offer(0.4, 60, goal);
    return best;
  }

  const CellProblem& problem_;
  MeshLevels<GridMesh<Axes>> cells_;
  std::vector<std::int32_t> numbers_;  // [place]
  PieceGraph graph_;
};

}  // namespace

Decomposition kept_together(const CellProblem& problem, const Decomposition& unconstrained,
                            const SearchSettings& settings, RandomStream& stream) {
  return with_mesh(problem, "MULTILEVEL", [&](auto mesh) {
    return KeptTogether(problem, std::move(mesh)).division(unconstrained, settings, stream);
  });
}

}  // namespace apportion
