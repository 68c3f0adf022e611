// Search among slicing trees: simulated annealing, all trees of a few parts, and a search that goes on without end.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include "algorithms/slices/slicing_tree.hpp"
#include "sim/random_stream.hpp"

namespace apportion::slices {

struct Annealing {
  std::size_t moves = 0;
  double hottest = 0.3;  ///< the first temperature, as a share of the face of a mean part
  double coldest = 0.002;
  bool orders = true;  ///< whether it matters which child of a cut comes first
};

/// Simulated annealing (Kirkpatrick, Gelatt & Vecchi 1983) of slicing trees (Wong & Liu 1986) by the problem's cost, or
/// by another `price` of the same unit: the best tree on the way. A tree that is wide enough stays so.
template <std::size_t D>
[[nodiscard]] Tree<D> annealed(const Problem<D>& problem, Tree<D> tree, const Annealing& settings, RandomStream& stream,
                               const std::function<double(Tree<D>&)>& price = {});

/// A tree of the least cost of all; `known`, which must be wide enough, unless another is cheaper. Exponential time.
template <std::size_t D>
[[nodiscard]] Tree<D> best_of_all_trees(const Problem<D>& problem, const Tree<D>& known);

struct Effort {
  double moves_per_part = 2000;
  double most_moves = 100'000;
  double hottest = 0.3;
  std::size_t tries = 1;  ///< up to four times as many of few parts
};

/// The best of the starts, of both bisections and of huffman(), annealed with each of these efforts. A tree that is
/// not wide enough where none of the starts is.
template <std::size_t D>
[[nodiscard]] Tree<D> searched(const Problem<D>& problem, std::vector<Tree<D>> starts, std::span<const Effort> efforts,
                               const RandomStream& stream);

/// Anneals the best tree at several heats, and now and then one from the start, until this thread's work is stopped;
/// `found` gets each better tree. The same steps give the same tree for any number of threads.
template <std::size_t D>
void search_on(const Problem<D>& problem, Tree<D> best, const std::function<void(const Tree<D>& better)>& found,
               const RandomStream& stream);

}  // namespace apportion::slices
