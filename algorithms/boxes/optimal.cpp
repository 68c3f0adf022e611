// OPTIMAL: the best of all slicing trees of a few boxes, by branch and bound.
#include "algorithms/boxes/optimal.hpp"

#include <fmt/format.h>

#include <bit>
#include <limits>

#include "algorithms/boxes/box_algorithm.hpp"
#include "base/error.hpp"
#include "base/stopping.hpp"
#include "sim/boxes/bound.hpp"

namespace apportion {
namespace {

using Set = std::uint32_t;  // of processors

class AllTrees {
 public:
  AllTrees(const BoxProblem& problem, BoxDivision known)
      : problem_(problem), volumes_(volumes_of(problem)), best_(std::move(known)), trial_(best_) {
    least_ = total_cost(problem, best_);
    const Set all = (Set{1} << volumes_.size()) - 1;
    for (Set set = 0; set <= all; ++set) {
      double sum = 0;
      for (std::size_t i = 0; i < volumes_.size(); ++i) sum += (set >> i & 1U) != 0 ? volumes_[i] : 0;
      sums_.push_back(sum);
    }
    open_.push_back({all, {{}, problem.extent}, bound(all, problem.extent)});
    search(0, open_.back().bound);
  }

  [[nodiscard]] const BoxDivision& best() const { return best_; }

 private:
  // A box whose parts are not yet placed, and what their cuts cost at least.
  struct Open {
    Set set;
    Cuboid box;
    double bound;
  };

  [[nodiscard]] double bound(Set set, const Triple& sides) const {
    if (std::has_single_bit(set)) return 0;
    double sum = -half_surface(sides);
    for (std::size_t i = 0; i < volumes_.size(); ++i)
      if ((set >> i & 1U) != 0) sum += least_half_surface(volumes_[i], sides);
    return std::max(0.0, sum);
  }

  // Divides the boxes that are open in all ways, behind cuts of this surface; `ahead` bounds what those cost.
  void search(double surface, double ahead) {
    const double connections = problem_.latency * static_cast<double>(volumes_.size() - 1);
    if (surface + ahead + connections >= least_ * (1 - 1e-12)) return;
    if (open_.empty()) {
      finish(surface);
      return;
    }
    stop_if_asked();
    const Open current = open_.back();
    open_.pop_back();
    if (std::has_single_bit(current.set)) {
      trial_.parts[static_cast<std::size_t>(std::countr_zero(current.set))] = current.box;
      search(surface, ahead);
    } else {
      divide(current, surface, ahead - current.bound);
    }
    open_.push_back(current);
  }

  void divide(const Open& current, double surface, double ahead) {
    const Set lowest = current.set & (~current.set + 1);
    for (Set first = (current.set - 1) & current.set; first != 0; first = (first - 1) & current.set) {
      // Only where latency counts does it matter which comes first.
      if (!(problem_.latency > 0) && (first & lowest) == 0) continue;
      const Set second = current.set & ~first;
      for (std::size_t axis = 0; axis < 3; ++axis) {
        Cuboid before = current.box;
        Cuboid behind = current.box;
        before.sides[axis] *= sums_[first] / sums_[current.set];
        behind.sides[axis] *= sums_[second] / sums_[current.set];
        behind.at[axis] += before.sides[axis];
        const double of_before = bound(first, before.sides);
        const double of_behind = bound(second, behind.sides);
        open_.push_back({first, before, of_before});
        open_.push_back({second, behind, of_behind});
        search(surface + sums_[current.set] / current.box.sides[axis], ahead + of_before + of_behind);
        open_.resize(open_.size() - 2);
      }
    }
  }

  void finish(double surface) {
    double total = surface;
    if (problem_.latency > 0) total += problem_.latency * static_cast<double>(neighbour_pairs(trial_));
    if (!(total < least_ * (1 - 1e-12))) return;
    for (const Cuboid& part : trial_.parts)
      for (const double side : part.sides)
        if (side < narrowest_box(problem_.extent)) return;
    least_ = total;
    best_ = trial_;
  }

  const BoxProblem& problem_;
  std::vector<double> volumes_;
  std::vector<double> sums_;  // of every set
  BoxDivision best_;
  BoxDivision trial_;
  double least_ = 0;
  std::vector<Open> open_;
};

constexpr std::size_t most_proved = 7;

BoxDivision optimal_boxes(const BoxProblem& problem, const Options& /*options*/, RandomStream& stream) {
  if (problem.cluster.size() > most_proved)
    throw InputError(fmt::format("OPTIMAL takes at most {} processors, not {}", most_proved, problem.cluster.size()));
  BoxDivision known = BoxRegistry::instance().choose("TREE").solve(problem, stream);
  return best_of_all_trees(problem, std::move(known));
}

const Registration<BoxAlgorithm> optimal_registration{
    {.name = "OPTIMAL",
     .source = "branch and bound",
     .summary = "the least total of all slicing trees, proved; up to 7 processors",
     .exact_everywhere = false,
     .solve = optimal_boxes}};

}  // namespace

BoxDivision best_of_all_trees(const BoxProblem& problem, BoxDivision known) {
  return problem.cluster.size() < 3 ? known : AllTrees(problem, std::move(known)).best();
}

}  // namespace apportion
