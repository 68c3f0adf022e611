// Searches for slicing trees: simulated annealing, and a search that continues until it is stopped.
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
  bool orders = true;  ///< whether children may be swapped
};

/// What a tree costs, or infinity if that is above the limit.
template <std::size_t D>
using Price = std::function<double(Tree<D>& tree, double limit)>;

/// The best tree found by simulated annealing (Kirkpatrick, Gelatt & Vecchi 1983) of slicing trees (Wong & Liu 1986),
/// with the problem's cost or another `price` in the same unit. If the tree is wide enough, all trees are.
template <std::size_t D>
[[nodiscard]] Tree<D> annealed(const Problem<D>& problem, Tree<D> tree, const Annealing& settings, RandomStream& stream,
                               const Price<D>& price = {});

struct Effort {
  double moves_per_part = 2000;
  double most_moves = 100'000;
  std::size_t tries = 1;  ///< up to four times as many for few parts
};

/// Anneals the best of the given starts, both bisections and huffman() with each of these efforts, and returns the best
/// tree. It is not wide enough only if no start is.
template <std::size_t D>
[[nodiscard]] Tree<D> searched(const Problem<D>& problem, std::vector<Tree<D>> starts, std::span<const Effort> efforts,
                               const RandomStream& stream);

/// Anneals the best tree from several temperatures, and now and then huffman(), until this thread's work is
/// stopped; `found` gets each better tree. The sequence of trees does not depend on the number of threads.
template <std::size_t D>
void search_on(const Problem<D>& problem, Tree<D> best, const std::function<void(const Tree<D>& better)>& found,
               const RandomStream& stream);

}  // namespace apportion::slices
