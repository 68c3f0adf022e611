// Search that goes on from an answer: steps of several kinds in turn, each from the best slicing tree so far.
#include "algorithms/rectangles/long_search.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "algorithms/rectangles/annealing.hpp"
#include "algorithms/rectangles/aspect_tables.hpp"
#include "algorithms/rectangles/lns.hpp"
#include "algorithms/rectangles/random_draws.hpp"
#include "base/error.hpp"
#include "base/side_by_side.hpp"
#include "sim/rectangles/costs.hpp"
#include "sim/rectangles/decomposition.hpp"

namespace apportion {
namespace {

constexpr std::size_t steps_of_turn = 6;  // steps of all kinds

double geometric_total(const RectangleProblem& problem, const Decomposition& division) {
  return total_cost(acost(division), internal_edges(division), problem.latency);
}

// Of a tree, from its geometry, where that is accurate.
std::optional<RectangleSolution> accurate_solution(const RectangleProblem& problem, const Frame& frame,
                                                   const SlicingTree& tree) {
  try {
    RectangleSolution solution = slicing_solution(frame, tree);
    require_accurate(problem, solution.decomposition);
    return solution;
  } catch (const InputError&) {
    return std::nullopt;
  }
}

class LongTreeSearch {
 public:
  LongTreeSearch(const RectangleProblem& problem, const RectangleSolution& start, bool any_shape,
                 const RandomStream& stream)
      : frame_(make_frame(problem)), any_shape_(any_shape), stream_(stream) {
    std::optional<SlicingTree> tree;
    if (start.decomposition.further.empty()) tree = tree_of(frame_, start.decomposition);
    if (tree) {
      best_.offer(frame_, *tree);
    } else {
      RandomStream own = stream.renamed("long search of rectangles");
      best_ = neighbourhood_tree(frame_, {}, own);
    }
  }

  [[nodiscard]] const Frame& frame() const { return frame_; }

  void run_turn(std::size_t first, std::size_t count, const std::function<void(const SlicingTree& better)>& found) {
    improve_in_turn(
        count, [&](std::size_t i) { return step(first + i); },
        [&](BestTree better) {
          best_ = std::move(better);
          found(best_.tree);
        });
  }

 private:
  [[nodiscard]] std::optional<BestTree> step(std::size_t number) const {
    RandomStream own = stream_.renamed(fmt::format("long search of rectangles, step {}", number));
    BestTree next = best_;
    const std::size_t kind = number % steps_of_turn;
    double heat = 0.002 * std::pow(40, draw_unit(own));
    if (kind == 2) {
      LargeNeighbourhoods(frame_, 6 + draw_below(4, own)).improve(next, 30, own);
    } else if (kind == 5) {
      next = cluster_trees(frame_, 6, 3, own);
      LargeNeighbourhoods(frame_, 8).improve(next, 10, own);
      heat = 0.1;
    }
    anneal(frame_, {.evaluations = evaluations(own), .corners = any_shape_, .heat = heat}, next, own);
    constexpr double same = 1 - 1e-12;
    return next.total < best_.total * same ? std::optional(std::move(next)) : std::nullopt;
  }

  // Few parts have been seen in all their places soon. With latency each takes as long as ten.
  [[nodiscard]] std::size_t evaluations(RandomStream& stream) const {
    const auto parts = static_cast<double>(frame_.size());
    const double count = std::min(2e4 * std::pow(50, draw_unit(stream)), 1000 * parts * parts);
    return static_cast<std::size_t>(frame_.latency > 0 ? count / 10 : count);
  }

  Frame frame_;
  bool any_shape_;
  const RandomStream& stream_;
  BestTree best_;
};

}  // namespace

void search_on(const RectangleProblem& problem, const RectangleSolution& start, bool any_shape, std::size_t steps,
               const std::function<void(const RectangleSolution& better)>& found, RandomStream& stream) {
  const std::size_t parts = problem.cluster.size();
  if (parts < 2 || parts > largest_p_of_search) return;
  if (!any_shape && start.proof != Proof::none) return;  // the search knows no others than slicing trees
  LongTreeSearch search(problem, start, any_shape, stream);
  double least = geometric_total(problem, start.decomposition);
  for (std::size_t first = 0; first < steps; first += steps_of_turn)
    search.run_turn(first, std::min(steps_of_turn, steps - first), [&](const SlicingTree& tree) {
      const std::optional<RectangleSolution> solution = accurate_solution(problem, search.frame(), tree);
      if (!solution) return;
      const double total = geometric_total(problem, solution->decomposition);
      if (!(total < least)) return;
      least = total;
      found(*solution);
    });
}

}  // namespace apportion
