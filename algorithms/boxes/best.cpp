// BEST: the cheapest answer of the other algorithms for boxes.
#include <limits>
#include <string>

#include "algorithms/boxes/box_algorithm.hpp"
#include "algorithms/boxes/optimal.hpp"
#include "base/error.hpp"

namespace apportion {
namespace {

// Those that take so many processors. OPTIMAL's time grows fast, with latency most of all.
std::vector<std::string> box_members(const BoxProblem& problem, const Options& /*options*/) {
  std::vector<std::string> names = {"TREE", "RecursiveBisection2", "HUFFMAN", "RCB"};
  constexpr std::size_t most_in_slabs = 256;
  if (problem.cluster.size() <= most_in_slabs) names.emplace_back("SLABS");
  if (is_quick_to_prove(problem)) names.emplace_back("OPTIMAL");
  return names;
}

BoxDivision best_boxes(const BoxProblem& problem, const Options& options, RandomStream& stream) {
  BoxDivision division;
  double least = std::numeric_limits<double>::infinity();
  std::string refusal;
  for (const std::string& name : box_members(problem, options)) {
    try {
      BoxDivision candidate = BoxRegistry::instance().choose(name).solve(problem, stream);
      require_tiling(problem, candidate);
      const double total = total_cost(problem, candidate);
      if (!(total < least)) continue;
      least = total;
      division = std::move(candidate);
    } catch (const InputError& error) {
      if (refusal.empty()) refusal = error.what();
    }
  }
  if (division.parts.empty()) throw InputError(refusal);
  return division;
}

const Registration<BoxAlgorithm> best_registration{
    {.name = "BEST",
     .source = "this project",
     .summary = "the cheapest answer of TREE, SLABS, RecursiveBisection2, HUFFMAN and RCB, for few processors OPTIMAL",
     .exact_everywhere = false,
     .solve = best_boxes,
     .members = box_members}};

}  // namespace
}  // namespace apportion
