// alternating: from several arrangements the best shares and the sorted remap in turn; the fastest of what is found.
#include "algorithms/grids/alternating.hpp"

#include <boost/random/uniform_int_distribution.hpp>
#include <limits>
#include <numeric>
#include <string>
#include <utility>

#include "algorithms/grids/mappings.hpp"

namespace apportion {
namespace {

Arrangement random_arrangement(std::size_t cells, RandomStream& stream) {
  Arrangement ranks(cells);
  std::iota(ranks.begin(), ranks.end(), 0U);
  for (std::size_t left = cells; left > 1; --left) {
    boost::random::uniform_int_distribution<std::size_t> any(0, left - 1);
    std::swap(ranks[left - 1], ranks[any(stream)]);
  }
  return ranks;
}

void keep_faster(ArrangedLengths candidate, ArrangedLengths& best) {
  if (is_faster(candidate, best)) best = std::move(candidate);
}

GridSolution solve_alternating(const GridProblem& problem, const Options& options, RandomStream& stream) {
  const std::vector<std::vector<GridSolution>> starts = alternating_starts({&problem, 1});
  Alternation search(problem.grid);
  search.begin(problem);
  ArrangedLengths best;
  best.time = std::numeric_limits<double>::infinity();
  for (const GridSolution& start : starts.front()) keep_faster(search.improved(start), best);
  for (std::int64_t left = options.count("starts"); left > 0; --left)
    keep_faster(search.improved(random_arrangement(problem.grid.cells(), stream)), best);
  return search.rounded(search.exchanged(std::move(best), options.count("exchanges")));
}

const Registration<GridAlgorithm> alternating_registration{
    {.name = "alternating",
     .source = "ours; starts after Kalinov & Klimov 2004 and Beaumont et al. 2001",
     .summary =
         "Best shares (ccp) and the sorted remap in turn, from NAT, NAT1, NAT2 and Beaumont et al.'s arrangement; "
         "least time before rounding.",
     .options = {{.name = "starts",
                  .kind = OptionKind::count,
                  .default_value = "0",
                  .summary = "number of random arrangements to start from as well"},
                 exchanges_option("0")},
     .variants = {"starts=10"},
     .solve = solve_alternating}};

}  // namespace

OptionSpec exchanges_option(const char* default_value) {
  return {.name = "exchanges",
          .kind = OptionKind::count,
          .default_value = default_value,
          .summary = "greatest number of pairs of processes of similar performance to try exchanging"};
}

std::vector<std::vector<GridSolution>> alternating_starts(std::span<const GridProblem> problems) {
  std::vector<std::vector<GridSolution>> starts(problems.size());
  const auto add = [&](std::size_t first, std::vector<GridSolution> solutions) {
    for (std::size_t j = 0; j < solutions.size(); ++j) starts[first + j].push_back(std::move(solutions[j]));
  };
  for (const MappingRule& rule : mapping_rules)
    add(0, solutions_of("equal-pressure[mapping=" + std::string(rule.name) + "]", problems));
  // Side by side where problems in two dimensions follow each other.
  for (std::size_t first = 0; first < problems.size();) {
    std::size_t end = first;
    while (end < problems.size() && problems[end].grid.dimensions() == 2) ++end;
    if (end > first) add(first, solutions_of("beaumont", problems.subspan(first, end - first)));
    first = end + 1;
  }
  return starts;
}

}  // namespace apportion
