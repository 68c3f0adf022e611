// BEST: the cheapest answer of the other algorithms for boxes.
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "algorithms/boxes/box_algorithm.hpp"
#include "algorithms/boxes/optimal.hpp"
#include "algorithms/boxes/tree_search.hpp"
#include "base/error.hpp"
#include "base/side_by_side.hpp"

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

struct Candidate {
  BoxDivision division = {};
  double total = std::numeric_limits<double>::infinity();
  std::string refusal = {};
};

Candidate candidate_by(const std::string& name, const BoxProblem& problem, const RandomStream& stream) {
  RandomStream own = stream;  // members draw from streams of their own names
  try {
    BoxDivision division = BoxRegistry::instance().choose(name).solve(problem, own);
    require_tiling(problem, division);
    const double total = total_cost(problem, division);
    return {.division = std::move(division), .total = total};
  } catch (const InputError& error) {
    return {.refusal = error.what()};
  }
}

BoxDivision best_boxes(const BoxProblem& problem, const Options& options, RandomStream& stream) {
  BoxDivision division;
  double least = std::numeric_limits<double>::infinity();
  std::string refusal;
  const std::vector<std::string> names = box_members(problem, options);
  make_side_by_side(
      names.size(), [&](std::size_t i) { return candidate_by(names[i], problem, stream); },
      [&](Candidate candidate) {
        if (!candidate.refusal.empty() && refusal.empty()) refusal = candidate.refusal;
        if (!(candidate.total < least)) return;
        least = candidate.total;
        division = std::move(candidate.division);
      });
  if (division.parts.empty()) throw InputError(refusal);
  return division;
}

const Registration<BoxAlgorithm> best_registration{
    {.name = "BEST",
     .source = "this project",
     .summary = "the cheapest answer of TREE, SLABS, RecursiveBisection2, HUFFMAN and RCB, for few processors OPTIMAL",
     .exact_everywhere = false,
     .solve = best_boxes,
     .search_on = search_on,
     .members = box_members}};

}  // namespace
}  // namespace apportion
