// Search from the best answer on, and away from it where it stalls.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "algorithms/shardings/effort.hpp"
#include "algorithms/shardings/tightening.hpp"

namespace apportion::shardings {

/// Searches that improve an answer, each within its share of the work (see LocalSearch::work). Neighbourhoods within
/// the memory limit alternate with soft descents: memory at prices near those of the bound, no limit, then repair, and
/// what is better in either answer is taken.
class Improvement {
 public:
  /// Takes from the subproblem what the searches need: its potentials may change while they run. Repairs the start
  /// where it is no answer.
  Improvement(const Subproblem& subproblem, Effort& effort, double work);

  /// The searches, which may run beside each other and beside message passing.
  [[nodiscard]] std::vector<std::function<void()>> tasks();

  /// Afterwards: the best of what they have found, taken together, is offered.
  void finish();

 private:
  struct Found {
    Places labels = {};
    double cost = infinite;
    std::int64_t moves = 0;
  };

  void find_start();

  const Core& core_;
  std::shared_ptr<const Flat> flat_;
  Effort& effort_;
  double work_;
  Guide guide_;
  std::vector<Places> decoded_;
  Found start_;
  std::vector<std::uint64_t> seeds_;
  std::vector<Found> found_;
};

}  // namespace apportion::shardings
