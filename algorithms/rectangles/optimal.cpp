// OPTIMAL: the least total of all decompositions into rectangles, with a proof.
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <string>

#include "algorithms/rectangles/optimal_crossings.hpp"
#include "algorithms/rectangles/optimal_search.hpp"
#include "algorithms/rectangles/optimal_tables.hpp"
#include "algorithms/rectangles/xy2_programme.hpp"
#include "base/error.hpp"
#include "sim/rectangles/costs.hpp"

namespace apportion {
namespace {

// Tables have 2^p entries, however few of them equal weights need.
constexpr std::size_t most_processors = 16;
// Up to here the default searches all layouts.
constexpr std::size_t processors_in_all_by_default = 7;

InputError refusal(const Frame& frame, const std::string& why, bool slicing_may_help) {
  return InputError(fmt::format("OPTIMAL of {} processors {}; use {}{}", frame.size(), why,
                                slicing_may_help ? "OPTIMAL[layouts=slicing], or without a proof " : "",
                                polynomial_algorithm(frame)));
}

// Whether layouts that are not slicing are searched.
bool searches_all(const Frame& frame, const std::string& layouts) {
  if (layouts == "slicing") return false;
  if (layouts == "auto") return frame.size() <= processors_in_all_by_default;
  if (layouts != "all")
    throw InputError(fmt::format("option layouts of OPTIMAL is '{}'; it must be auto, slicing or all", layouts));
  if (frame.size() > most_processors_in_layouts)
    throw refusal(frame, fmt::format("over all layouts is not possible (at most {})", most_processors_in_layouts),
                  frame.size() <= most_processors);
  return true;
}

// Nodes of the tables without latency, fewer than of any search: a cut either way for each set and half of the pairs
// that it is divided into.
double least_nodes(const Frame& frame) {
  double pairs = 1;
  double sets = 1;
  for (auto first = frame.weights.begin(); first != frame.weights.end();) {
    const auto last = std::find_if(first, frame.weights.end(), [first](double weight) { return weight != *first; });
    const auto equal = static_cast<double>(last - first);
    pairs *= (equal + 1) * (equal + 2) / 2;
    sets *= equal + 1;
    first = last;
  }
  return pairs - 2 * sets + 1;
}

// The best slicing tree, and then the best layout of all.
Proof search(const Frame& frame, bool all, NodeBudget& budget, Incumbent& incumbent) {
  SlicingTables tables(frame, budget);
  complete_blocks(tables, {tables.whole()}, base_cost(frame), incumbent);
  if (!all) return Proof::slicing;
  return search_layouts(tables, incumbent) ? Proof::rectangles : Proof::slicing;
}

RectangleSolution solve_optimal(const RectangleProblem& problem, const Options& options, RandomStream& /*stream*/) {
  const Frame frame = make_frame(problem);
  const bool all = searches_all(frame, options.text("layouts"));
  if (frame.size() > most_processors)
    throw refusal(frame, fmt::format("is not possible (at most {})", most_processors), false);
  const std::int64_t nodes = options.count("nodes");
  const std::string too_many = fmt::format("would take more than {} nodes (option nodes)", nodes);
  if (least_nodes(frame) > static_cast<double>(nodes)) throw refusal(frame, too_many, false);
  NodeBudget budget(static_cast<std::uint64_t>(nodes));
  Incumbent incumbent(frame);
  RectangleSolution solution;
  try {
    solution.proof = search(frame, all, budget, incumbent);
  } catch (const TooManyNodes&) {
    throw refusal(frame, too_many, all);
  }
  solution.decomposition = to_decomposition(frame, incumbent.boxes());
  solution.claimed_acost = acost(solution.decomposition);
  solution.claimed_edges = internal_edges(solution.decomposition);
  return solution;
}

const Registration<RectangleAlgorithm> optimal_registration{
    {.name = "OPTIMAL",
     .source = "Eppstein, Mumford, Speckmann and Verbeek 2012 for layouts that are not slicing",
     .summary = "Least Acost + latency * internal edges of all layouts of one rectangle per processor (up to 7 "
                "processors, 8 on request) or of all slicing trees, with a proof.",
     .options = {{.name = "layouts",
                  .kind = OptionKind::text,
                  .default_value = "auto",
                  .summary = "slicing, all, or auto: all up to 7 processors, slicing beyond"},
                 {.name = "nodes",
                  .kind = OptionKind::count,
                  .default_value = "10000000",
                  .summary = "greatest number of cuts and layouts to try"}},
     .variants = {"layouts=slicing"},
     .solve = solve_optimal}};

}  // namespace
}  // namespace apportion
