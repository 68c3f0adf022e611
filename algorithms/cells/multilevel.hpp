// Multilevel division: coarsening as in Hendrickson & Leland, "A multilevel algorithm for partitioning graphs", 1995,
// though by geometry, 2 x 2 places at a time, in space the connected pieces of 2 x 2 x 2; searches at one tolerance
// after the other, so that a looser one never gives a worse answer.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "algorithms/cells/mesh.hpp"
#include "algorithms/cells/mesh_pieces.hpp"
#include "sim/cells/cell_costs.hpp"
#include "sim/random_stream.hpp"

namespace apportion {

/// A division of the mesh of a problem, with what decides between several.
struct MeshAnswer {
  PlaceOwners owners = {};
  CellRank rank = {};    ///< at the imbalance of the search
  std::int64_t cut = 0;  ///< sides of cells, which decide between equal ranks

  [[nodiscard]] bool is_better_than(const MeshAnswer& other) const;
};

/// The mesh of a problem and coarser ones of it, down to one that still has several places for each processor. The
/// problem says what is asked of parts: speeds, loads, memory, tolerance, objective. Where cells lie the mesh says: its
/// active places are the problem's active cells.
template <class Mesh>
class MeshLevels {
 public:
  using Coarse = typename Mesh::Coarse;

  /// Says what owners of a finest mesh of pieces are worth, with loads up to an imbalance.
  using RankOfPieces = std::function<CellRank(double imbalance, const PlaceOwners& owners)>;

  MeshLevels(const CellProblem& problem, Mesh finest, RankOfPieces rank = {});
  /// Of the same cells for another question, on the same meshes.
  MeshLevels(const CellProblem& problem, const MeshLevels& other) : problem_(&problem), meshes_(other.meshes_) {}

  [[nodiscard]] const CellProblem& problem() const { return *problem_; }
  [[nodiscard]] std::size_t count() const { return 1 + meshes_->coarse.size(); }
  [[nodiscard]] const Mesh& finest() const { return meshes_->finest; }
  /// A level from 1 on.
  [[nodiscard]] const Coarse& coarse(std::size_t level) const { return meshes_->coarse[level - 1]; }
  /// visit(mesh) of a level, 0 being the finest.
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
  /// With a load.
  [[nodiscard]] std::int64_t places(std::size_t level) const {
    return level == 0 ? finest().active : coarse(level).active;
  }

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

/// What owners of the finest mesh are worth, with loads up to this imbalance.
template <class Mesh>
[[nodiscard]] MeshAnswer answer_of(const MeshLevels<Mesh>& levels, double imbalance, PlaceOwners owners);

struct TrySettings {
  int starts = 4;                    ///< on the coarsest mesh
  double regrouped_first = 6;        ///< groups of parts that are divided anew there, for each part
  double regrouped = 2;              ///< the same on finer meshes
  double moves_in_groups = 15;       ///< of the annealing of such a group, for each of its places at a boundary
  std::int64_t largest_parts = 500;  ///< on these, in places; meshes with larger ones are left out
};

/// The best of several coarse starts, refined down to single cells with loads up to the imbalance.
template <class Mesh>
[[nodiscard]] MeshAnswer multilevel_try(const MeshLevels<Mesh>& levels, double imbalance, const TrySettings& settings,
                                        RandomStream& stream);

/// An answer coarsened by so many levels and refined again; never worse than the answer.
template <class Mesh>
[[nodiscard]] MeshAnswer improved_by_cycle(const MeshLevels<Mesh>& levels, double imbalance, const MeshAnswer& answer,
                                           std::size_t up, const TrySettings& settings, RandomStream& stream);

struct VolumeSettings {
  int draws = 30;        ///< sweeps of a coarse mesh; up to four times as many for fewer than 100 processors
  int replayed = 4;      ///< of them, the best ones, on the finest
  int annealed = 1;      ///< of these
  double regrouped = 3;  ///< groups of parts of the best that are divided anew, for each part
};

/// For elements sent: recursive bisection with cuts along rows, columns and diagonals, annealed on the finest mesh.
template <class Mesh>
[[nodiscard]] MeshAnswer volume_try(const MeshLevels<Mesh>& levels, double imbalance, const VolumeSettings& settings,
                                    RandomStream& stream);

/// An answer annealed on elements, and for Objective::busiest on what the busiest part receives; never worse.
template <class Mesh>
[[nodiscard]] MeshAnswer improved_on_elements(const MeshLevels<Mesh>& levels, double imbalance,
                                              const MeshAnswer& answer, RandomStream& stream);

/// Refines on the finest mesh alone; never worse than the answer.
template <class Mesh>
[[nodiscard]] MeshAnswer polished(const MeshLevels<Mesh>& levels, double imbalance, const MeshAnswer& answer,
                                  RandomStream& stream);

struct SeaSettings {
  int plans = 16;       ///< annealed, each by itself
  int candidates = 18;  ///< divisions by plans, the cheapest first, and a third of them of all seas together
  int polished = 3;     ///< the best of them
};

struct SearchSettings {
  int tries = 4;   ///< at each of the tolerances that are searched anew
  int cycles = 8;  ///< of the best try, up by one to three levels
  /// Searches at the tolerance of one cell alone, without polishing; at the searched tolerances from 1 % on the answer
  /// is only polished.
  bool once = false;
  TrySettings each = {};
  VolumeSettings volume = {};
  SeaSettings seas = {};
  /// Of a search by the cut, with which one by elements begins in space, and in the plane where is_for_seas() says so;
  /// nullptr: there is none.
  std::shared_ptr<const SearchSettings> by_cut = nullptr;
};

/// Starts that a search does not come to, such as boxes; they may depend on what the first step found.
using OtherStarts = std::function<std::vector<PlaceOwners>(const MeshAnswer& found)>;

/// The best of `given`, if there is one, and of searches at the tolerances up to that of the problem: one cell, .1, 1,
/// 3, 10, 30 and 100 percent; at .2, .5, 2, 5, 20 and 50 percent what was found before is polished. Every answer takes
/// part in the next step. In space it searches at every one of them: at one cell, .1, .2 and .5 percent where the
/// problem allows less than 1 percent, otherwise from 1 percent on. Other starts take part in the first step, the best
/// of them polished; where one of them wins, what follows is only polished. On a mesh of pieces it searches from 1
/// percent on as in space, at each step from all of the other starts as well, polished.
template <class Mesh>
[[nodiscard]] MeshAnswer search_by_steps(const MeshLevels<Mesh>& levels, const SearchSettings& settings,
                                         const PlaceOwners* given, RandomStream& stream,
                                         const OtherStarts& starts = {});

/// Only polishes `given`, at the same tolerances.
template <class Mesh>
[[nodiscard]] MeshAnswer polish_by_steps(const MeshLevels<Mesh>& levels, const PlaceOwners& given,
                                         RandomStream& stream);

/// The same for a division of the problem's array, in the plane; never worse than it by cell_rank().
[[nodiscard]] Decomposition polished_by_steps(const CellProblem& problem, const Decomposition& division,
                                              RandomStream& stream);

}  // namespace apportion
