// Divisions of arrays with several seas, or with coasts too ragged for coarse squares: by plans of seas and parts and
// multilevel bisection of graphs; the best of them are polished.
#pragma once

#include <vector>

#include "extensions/cells/algorithms/multilevel.hpp"
#include "extensions/cells/algorithms/sea_plans.hpp"
#include "sim/random_stream.hpp"

namespace apportion {

/// Whether there are several seas, or the coast is long for the number of cells.
[[nodiscard]] bool is_for_seas(const GridMesh<2>& mesh, const Seas& seas);
/// is_for_seas() of a problem in the plane; false above most_mesh_cells cells.
[[nodiscard]] bool has_seas(const CellProblem& problem);

/// The data of the search that do not depend on the tolerance: the graph of the cells, and the cost of cutting each
/// sea.
class SeaSearch {
 public:
  SeaSearch(const MeshLevels<GridMesh<2>>& levels, RandomStream& stream);

  /// Answers by the cut with loads up to the imbalance, in no order.
  [[nodiscard]] std::vector<MeshAnswer> answers(double imbalance, const SeaSettings& settings,
                                                const RandomStream& stream) const;

 private:
  struct Sea {
    std::vector<std::uint32_t> places = {};  // places of the graph
    PieceGraph graph = {};
    std::vector<PlaceOrder> orders = {};
  };
  struct Candidate {
    PlaceOwners owners = {};  // owners of the graph's places
    double price = 0;
  };

  [[nodiscard]] std::vector<SeaPlan> plans(const LoadWindows& windows, double imbalance, int count,
                                           const RandomStream& stream) const;
  [[nodiscard]] PlaceOwners by_plan(const SeaPlan& plan, const LoadWindows& windows, bool grows,
                                    RandomStream& stream) const;
  [[nodiscard]] PlaceOwners all_together(const LoadWindows& windows, bool grows, RandomStream& stream) const;
  [[nodiscard]] Candidate candidate(const PlaceOwners& owners, const LoadWindows& windows) const;
  [[nodiscard]] std::vector<MeshAnswer> polished_by_cut(double imbalance, const PlaceOwners& owners, bool thoroughly,
                                                        RandomStream& stream) const;

  const MeshLevels<GridMesh<2>>& levels_;
  PieceGraph graph_;
  std::vector<std::size_t> places_;  // [place of the graph] its place in the mesh
  std::vector<Sea> seas_;
  std::vector<SeaToPlan> to_plan_;
};

/// Anneals the best few answers on elements sent, divides groups of the best anew, and adds the results.
void improve_on_elements(const MeshLevels<GridMesh<2>>& levels, double imbalance, const SeaSettings& settings,
                         const RandomStream& stream, std::vector<MeshAnswer>& answers);

}  // namespace apportion
