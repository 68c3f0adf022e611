// Whole lengths of the slices of a process grid, searched by the rounded time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "algorithms/grids/grid_algorithm.hpp"
#include "sim/random_stream.hpp"

namespace apportion {

/// Improves whole lengths of a valid problem, which must outlive it. The processes are always arranged for the lengths:
/// the fastest process has the largest block, which takes the least time of all mappings. Uses only + - x /, and
/// rounding errors do not break ties.
class LengthPolish {
 public:
  explicit LengthPolish(const GridProblem& problem);

  /// Whether other lengths, or another mapping, can be faster than an apportionment of the natural lengths: true if two
  /// dimensions are divided.
  [[nodiscard]] static bool takes(const ProcessGrid& grid);

  /// The time of the slowest process, up to a relative rounding error of 1e-12, without the undivided dimensions of the
  /// block.
  [[nodiscard]] double time(const WholeLengths& lengths);

  /// Apportions the lengths, one dimension after the other, for their best mapping, then finds the best mapping for
  /// these, in turn until nothing is gained. Never slower.
  [[nodiscard]] WholeLengths settled(const WholeLengths& lengths);

  /// Settings of annealing. A move transfers elements from one slice to another, once or twice; it is accepted if the
  /// energy grows by less than a random share of the heat, which falls from `hottest`, a part of the time.
  struct Annealing {
    double hottest = 0;
    std::size_t moves = 0;
    bool settles = false;  ///< settle lengths after every move, which takes some four times as long
  };
  /// The fastest lengths found. Never slower.
  [[nodiscard]] WholeLengths annealed(const WholeLengths& lengths, const Annealing& annealing, RandomStream& stream);

  /// The solution with these whole lengths. Its lengths before rounding are the best shares for its mapping found from
  /// the whole ones.
  [[nodiscard]] GridSolution solution(const WholeLengths& lengths);

 private:
  // The time of the slowest process, and the energy that annealing minimises.
  struct Times {
    double slowest = 0;
    double energy = 0;
  };

  void set(const WholeLengths& lengths);
  [[nodiscard]] WholeLengths lengths() const;
  [[nodiscard]] std::span<std::int64_t> slices(std::size_t dimension);
  void compute_volumes();
  void sort_all_cells();
  void sort_cells();
  [[nodiscard]] Times times();
  void settle();
  void apportion(std::size_t dimension);
  void move(RandomStream& stream);

  const GridProblem& problem_;
  std::vector<std::size_t> first_slice_;  // of each dimension, and the number of slices
  std::vector<std::size_t> divided_;      // dimensions with several slices
  std::vector<std::size_t> cell_slices_;  // a slice of each dimension, cell by cell
  std::vector<double> slownesses_;        // 1 / performance, of the slowest process first
  double scale_ = 1;                      // the time relative to which energies are measured

  std::vector<std::int64_t> lengths_;  // of the slices
  std::vector<double> volumes_;        // cell by cell
  std::vector<std::size_t> order_;     // the cells, the smallest blocks first
  std::vector<double> slowness_at_;    // of the process at each cell
  std::vector<double> costs_;
};

/// Anneals the whole lengths of a solution. Passes on each better one, by its rounded time, one at a time. Ends after
/// this many steps, or with Stopped when this thread's work is stopped. The same steps give the same solution for any
/// number of threads.
void search_on(const GridProblem& problem, const GridSolution& start, std::size_t steps,
               const std::function<void(const GridSolution& better)>& found, RandomStream& stream);

}  // namespace apportion
