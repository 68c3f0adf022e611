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
  explicit KeptTogether(const CellProblem& problem)
      : problem_(problem),
        cells_(problem, mesh_of<Axes>(problem, "MULTILEVEL")),
        numbers_(numbers_on(cells_.finest())),
        graph_(graph_of(cells_.finest(), numbers_)) {}

  Decomposition division(const Decomposition& unconstrained, const SearchSettings& settings,
                         RandomStream& stream) const {
    const MeshLevels<PieceGraph> levels(problem_, graph_, [this](double imbalance, const PlaceOwners& owners) {
      return of_cells(imbalance, owners).rank;
    });
    const PlaceOwners start =
        coarsened(cells_.finest(), graph_, place_owners(problem_, cells_.finest(), unconstrained));
    const MeshAnswer found = search_by_steps(levels, settings, nullptr, stream, [&](const MeshAnswer& /*found*/) {
      return std::vector<PlaceOwners>{start};
    });
    MeshAnswer best = of_cells(problem_.imbalance, found.owners);
    if (problem_.objective != Objective::total) {
      MeshDivision near(graph_, problem_.cluster.size(), start);
      rebalance(near, load_windows(problem_, problem_.imbalance));
      for (const MeshAnswer& each : {best, of_cells(problem_.imbalance, near.owners())})
        if (MeshAnswer next = annealed(each, stream); next.is_better_than(best)) best = std::move(next);
    }
    return division_of(problem_, cells_.finest(), best.owners);
  }

 private:
  using Mesh = GridMesh<Axes>;

  [[nodiscard]] std::vector<std::int32_t> numbers_on(const Mesh& mesh) const {
    std::vector<std::int32_t> numbers(mesh.size(), 0);
    auto next = problem_.together->begin();
    mesh.for_each_place([&](std::size_t place, const auto& /*position*/) { numbers[place] = *next++; });
    return numbers;
  }

  [[nodiscard]] MeshAnswer of_cells(double imbalance, const PlaceOwners& owners) const {
    return answer_of(cells_, imbalance, refined(cells_.finest(), graph_, owners));
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
      MeshAnswer next = answer_of(cells_, problem_.imbalance, division.owners());
      if (next.is_better_than(best)) best = std::move(next);
    };
    for (const double heat : {0.6, 0.3}) offer(heat, 80, 0);
    if (problem_.objective != Objective::busiest) return best;
    for (const double goal : {0.95, 0.9, 0.85, 0.8}) offer(0.4, 60, goal);
    return best;
  }

  const CellProblem& problem_;
  MeshLevels<Mesh> cells_;
  std::vector<std::int32_t> numbers_;  // [place]
  PieceGraph graph_;
};

}  // namespace

Decomposition kept_together(const CellProblem& problem, const Decomposition& unconstrained,
                            const SearchSettings& settings, RandomStream& stream) {
  return problem.in_space() ? KeptTogether<3>(problem).division(unconstrained, settings, stream)
                            : KeptTogether<2>(problem).division(unconstrained, settings, stream);
}

}  // namespace apportion
