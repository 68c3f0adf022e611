// Multilevel division, with coarsening as in Hendrickson & Leland, "A multilevel algorithm for partitioning graphs",
// 1995, but by geometry: 2 x 2 places, in space the connected pieces of 2 x 2 x 2. Searches proceed from tight to loose
// tolerances, so that a looser one never gives a worse answer.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "extensions/cells/algorithms/mesh.hpp"
#include "extensions/cells/sim/cell_costs.hpp"
#include "sim/random_stream.hpp"

namespace apportion {

/// A division of the mesh of a problem, and its rank.
struct MeshAnswer {
  PlaceOwners owners = {};
  CellRank rank = {};    ///< at the imbalance of the search
  std::int64_t cut = 0;  ///< sides of cells; decides between equal ranks

  [[nodiscard]] bool is_better_than(const MeshAnswer& other) const;
};

struct TrySettings {
  int starts = 4;                    ///< on the coarsest mesh
  double regrouped_first = 6;        ///< groups of parts divided anew there, for each part
  double regrouped = 2;              ///< the same on finer meshes
  double moves_in_groups = 15;       ///< moves of annealing for each place of such a group at a boundary
  std::int64_t largest_parts = 500;  ///< in places; meshes with larger parts have no groups divided anew
};

struct VolumeSettings {
  int draws = 30;        ///< sweeps of a coarse mesh; up to four times as many for fewer than 100 processors
  int replayed = 4;      ///< the best of these, replayed on the finest mesh
  int annealed = 1;      ///< the best of these, annealed
  double regrouped = 3;  ///< groups of parts of the best answer divided anew, for each part
};

struct SeaSettings {
  int plans = 24;       ///< plans, annealed independently
  int candidates = 27;  ///< divisions by the cheapest plans, and a third as many of all seas together
  int polished = 4;     ///< the best of these, polished
};

struct SearchSettings {
  int tries = 4;   ///< at each tolerance with a new search
  int cycles = 8;  ///< cycles of the best try, up by one to three levels
  /// Whether to search at the tolerance of one cell only, without polishing; at the searched tolerances from 1 % on the
  /// answer is only polished.
  bool once = false;
  TrySettings each = {};
  VolumeSettings volume = {};
  SeaSettings seas = {};
  /// The settings of a search by the cut with which a search by elements begins in space, and in the plane if
  /// is_for_seas(); nullptr: there is none.
  std::shared_ptr<const SearchSettings> by_cut = nullptr;
};

/// Starts that the search does not find, such as boxes; they may depend on the answer of the first step.
using OtherStarts = std::function<std::vector<PlaceOwners>(const MeshAnswer& found)>;

/// The mesh of a problem and its coarser meshes, down to one that still has several places for each processor. The
/// problem has the requirements on parts (speeds, loads, memory, tolerance, objective), the mesh the geometry; its
/// active places are the problem's active cells.
template <class Mesh>
class MeshLevels {
 public:
  using Coarse = typename Mesh::Coarse;

  /// The rank of owners on a finest mesh of pieces, with loads up to an imbalance.
  using RankOfPieces = std::function<CellRank(double imbalance, const PlaceOwners& owners)>;

  MeshLevels(const CellProblem& problem, Mesh finest, RankOfPieces rank = {});
  /// The same meshes for another problem with the same cells.
  MeshLevels(const CellProblem& problem, const MeshLevels& other) : problem_(&problem), meshes_(other.meshes_) {}

  [[nodiscard]] const CellProblem& problem() const { return *problem_; }
  [[nodiscard]] std::size_t count() const { return 1 + meshes_->coarse.size(); }
  [[nodiscard]] const Mesh& finest() const { return meshes_->finest; }
  /// The mesh of a level, counted from 1.
  [[nodiscard]] const Coarse& coarse(std::size_t level) const { return meshes_->coarse[level - 1]; }
  /// Calls visit(mesh) for the mesh of a level; 0 is the finest.
  template <class Visit>
  void visit(std::size_t level, Visit visit) const {
    if (level == 0)
      visit(meshes_->finest);
    else
      visit(meshes_->coarse[level - 1]);
  }
  [[nodiscard]] CellRank rank_of_pieces(double imbalance, const PlaceOwners& owners) const {
    return rank_of_pieces_(imbalance, owners);
  }
  [[nodiscard]] const Seas& seas() const { return meshes_->seas; }  ///< of the finest mesh
  /// The number of places with a load.
  [[nodiscard]] std::int64_t places(std::size_t level) const {
    return level == 0 ? finest().active : coarse(level).active;
  }

  /// The answer with these owners on the finest mesh, ranked for loads up to this imbalance.
  [[nodiscard]] MeshAnswer answer_of(double imbalance, PlaceOwners owners) const;
  /// The best of several coarse starts, refined down to single cells with loads up to the imbalance.
  [[nodiscard]] MeshAnswer multilevel_try(double imbalance, const TrySettings& settings, RandomStream& stream) const;
  /// The answer coarsened by `up` levels and refined again; never worse than the answer.
  [[nodiscard]] MeshAnswer improved_by_cycle(double imbalance, const MeshAnswer& answer, std::size_t up,
                                             const TrySettings& settings, RandomStream& stream) const;
  /// For elements sent: recursive bisection with cuts along rows, columns and diagonals, annealed on the finest mesh.
  [[nodiscard]] MeshAnswer volume_try(double imbalance, const VolumeSettings& settings,
                                      RandomStream& stream) const requires is_grid<Mesh>;
  /// The answer annealed on elements, and for Objective::busiest on those that the busiest part receives; never
  /// worse.
  [[nodiscard]] MeshAnswer improved_on_elements(double imbalance, const MeshAnswer& answer,
                                                RandomStream& stream) const requires is_grid<Mesh>;

  /// The best of `given`, if there is one, and of searches at the tolerances up to that of the problem: one cell,
  /// 0.1, 1, 3, 10, 30 and 100 percent; at 0.2, 0.5, 2, 5, 20 and 50 percent the earlier answer is polished. Each
  /// step begins with the answer of the one before. In space every tolerance has a search: at one cell, 0.1, 0.2 and
  /// 0.5 percent if the problem allows less than 1 percent, otherwise from 1 percent on. Other starts are offered in
  /// the first step, the best of them polished; if one of them is the best, later steps only polish. On a mesh of
  /// pieces the search begins at 1 percent as in space, and each step also polishes all of the other starts.
  [[nodiscard]] MeshAnswer search_by_steps(const SearchSettings& settings, const PlaceOwners* given,
                                           RandomStream& stream, const OtherStarts& starts = {}) const;
  /// Only polishes `given`, at the same tolerances.
  [[nodiscard]] MeshAnswer polish_by_steps(const PlaceOwners& given, RandomStream& stream) const;

 private:
  struct Meshes {
    Mesh finest;
    Seas seas;
    std::vector<Coarse> coarse = {};
  };

  const CellProblem* problem_;
  std::shared_ptr<const Meshes> meshes_;
  RankOfPieces rank_of_pieces_;
};

/// polish_by_steps() for a division of the problem's array; never worse than it by cell_rank().
[[nodiscard]] Decomposition polished_by_steps(const CellProblem& problem, const Decomposition& division,
                                              RandomStream& stream);

/// Boxes with jogs as starts in space: bisections by speeds and by numbers of processors, and the best slicing tree
/// of boxes if all cells are equal, otherwise the shortest of several random trees; loads are within about a cell of
/// their shares. Only the bisections if these are far longer than `found`, as in porous rock.
[[nodiscard]] std::vector<PlaceOwners> box_starts(const MeshLevels<GridMesh<3>>& levels, const MeshAnswer& found,
                                                  RandomStream& stream);

/// A division of a problem with `together` that cuts no group: by search_by_steps() on the graph of its groups.
/// Another start is `unconstrained`, a division without that condition, with each group given to the part that has
/// most of it. For elements the free cells are finally annealed. InputError as of mesh_of().
[[nodiscard]] Decomposition kept_together(const CellProblem& problem, const Decomposition& unconstrained,
                                          const SearchSettings& settings, RandomStream& stream);

}  // namespace apportion
