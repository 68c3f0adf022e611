// alternating: from several arrangements, best shares and sorted remap in turn; the fastest result.
#include "algorithms/grids/alternating.hpp"

#include <algorithm>
#include <boost/random/uniform_int_distribution.hpp>
#include <functional>
#include <limits>
#include <numeric>
#include <string>
#include <utility>

#include "algorithms/grids/mappings.hpp"

namespace apportion {
namespace {

// Every round must gain, so that this limit is never reached in practice.
constexpr int most_alternations = 100;

// The greatest distance, in the order of performance, of two processes that are exchanged. With 1 the gap to the
// optimum on 3 x 3 and 3 x 4 is twice as great or more; with 3 a search takes half as long again.
constexpr std::size_t reach = 2;

// The limit on exchanges x cells x slices: grids of more than some 16 x 16 processes get fewer tries.
constexpr std::size_t most_exchange_work = 1'000'000;

std::int64_t affordable_exchanges(const ProcessGrid& grid) {
  // Nothing can be gained if shares are fixed, or if every arrangement has the same time.
  if (!ShareFinder::takes(grid) || std::ranges::max(grid.edges) == grid.cells()) return 0;
  const std::size_t slices = std::accumulate(grid.edges.begin(), grid.edges.end(), std::size_t{0});
  return static_cast<std::int64_t>(most_exchange_work / (grid.cells() * slices));
}

// --- The algorithm

Arrangement random_arrangement(std::size_t cells, RandomStream& stream) {
  Arrangement ranks(cells);
  std::iota(ranks.begin(), ranks.end(), 0U);
  for (std::size_t left = cells; left > 1; --left) {
    boost::random::uniform_int_distribution<std::size_t> any(0, left - 1);
    std::swap(ranks[left - 1], ranks[any(stream)]);
  }
  return ranks;
}

GridSolution solve_alternating(const GridProblem& problem, const Options& options, RandomStream& stream) {
  const std::vector<std::vector<GridSolution>> starts = alternating_starts({&problem, 1});
  Alternation search(problem.grid);
  search.begin(problem);
  ArrangedLengths best;
  best.time = std::numeric_limits<double>::infinity();
  const auto keep_faster = [&](ArrangedLengths found) {
    if (is_faster(found, best)) best = std::move(found);
  };
  for (const GridSolution& start : starts.front()) keep_faster(search.improved(start));
  for (std::int64_t left = options.count("starts"); left > 0; --left)
    keep_faster(search.improved(random_arrangement(problem.grid.cells(), stream)));
  return search.rounded(search.exchanged(std::move(best), options.count("exchanges")));
}

const Registration<GridAlgorithm> alternating_registration{
    {.name = "alternating",
     .source = "ours; starts after Kalinov & Klimov 2004 and Beaumont et al. 2001",
     .summary =
         "Best shares (ccp) and the sorted remap in turn, from NAT, NAT1, NAT2 and Beaumont et al.'s arrangement; "
         "least time before rounding.",
     .options = {count_option("starts", "0", "number of random arrangements to start from as well"),
                 exchanges_option("0")},
     .variants = {"starts=10"},
     .solve = solve_alternating}};

}  // namespace

bool is_faster(const ArrangedLengths& first, const ArrangedLengths& second) {
  return first.time < second.time * (1 - tie_tolerance);
}

Alternation::Alternation(const ProcessGrid& grid)
    : finder_(grid), mapped_{grid, std::vector<double>(grid.cells()), {}}, order_(grid.cells()) {}

void Alternation::begin(const GridProblem& problem) {
  problem_ = problem;
  mapped_.block = problem.block;
  fastest_ = descending_order(problem.performances);
  std::iota(order_.begin(), order_.end(), 0U);
}

void Alternation::arrange(const Arrangement& ranks) {
  for (std::size_t cell = 0; cell < ranks.size(); ++cell)
    mapped_.performances[cell] = problem_.performances[fastest_[ranks[cell]]];
}

ArrangedLengths Alternation::improved(const Arrangement& ranks, const Lengths& start) {
  const double undivided = undivided_volume(problem_);
  ArrangedLengths best{ranks, start, std::numeric_limits<double>::infinity()};
  Arrangement next = ranks;
  for (int round = 0; round < most_alternations; ++round) {
    arrange(next);
    ArrangedLengths candidate{next, finder_.improved(mapped_, best.lengths), 0};
    const std::vector<double> volumes = block_volumes(mapped_.grid, candidate.lengths);
    for (std::size_t cell = 0; cell < volumes.size(); ++cell)
      candidate.time = std::max(candidate.time, volumes[cell] * undivided / mapped_.performances[cell]);
    if (!is_faster(candidate, best)) break;
    best = std::move(candidate);
    std::ranges::sort(order_, std::ranges::greater{}, [&](std::uint32_t cell) { return volumes[cell]; });
    rank_cells(volumes, order_, next);
    if (next == best.ranks) break;
  }
  return best;
}

ArrangedLengths Alternation::improved(const Arrangement& ranks) {
  arrange(ranks);
  return improved(ranks, natural_lengths(mapped_));
}

ArrangedLengths Alternation::improved(const GridSolution& start) {
  std::vector<std::uint32_t> rank_of(fastest_.size());
  for (std::uint32_t rank = 0; rank < fastest_.size(); ++rank) rank_of[fastest_[rank]] = rank;
  Arrangement ranks;
  ranks.reserve(start.mapping.size());
  for (const std::size_t process : start.mapping) ranks.push_back(rank_of[process]);
  return improved(ranks, start.lengths);
}

ArrangedLengths Alternation::exchanged(ArrangedLengths best, std::int64_t most_tried) {
  const std::size_t cells = fastest_.size();
  const std::size_t pairs = reach * cells;
  most_tried = std::min(most_tried, affordable_exchanges(mapped_.grid));
  std::size_t without_gain = 0;
  for (std::size_t pair = 0; without_gain < pairs && most_tried > 0; pair = (pair + 1) % pairs) {
    ++without_gain;
    const std::size_t faster = pair % cells;
    const std::size_t slower = faster + 1 + pair / cells;
    if (slower >= cells) continue;
    const double performance = problem_.performances[fastest_[faster]];
    if (problem_.performances[fastest_[slower]] >= performance * (1 - tie_tolerance)) continue;
    Arrangement ranks = best.ranks;
    std::iter_swap(std::ranges::find(ranks, faster), std::ranges::find(ranks, slower));
    --most_tried;
    ArrangedLengths candidate = improved(ranks, best.lengths);
    if (!is_faster(candidate, best)) continue;
    best = std::move(candidate);
    without_gain = 0;
  }
  return best;
}

GridSolution Alternation::rounded(const ArrangedLengths& arranged) const {
  Mapping mapping;
  mapping.reserve(arranged.ranks.size());
  for (const std::uint32_t rank : arranged.ranks) mapping.push_back(fastest_[rank]);
  return rounded_solution(problem_, std::move(mapping), arranged.lengths, Rounding::apportioned);
}

OptionSpec exchanges_option(const char* default_value) {
  return count_option("exchanges", default_value,
                      "greatest number of pairs of processes of similar performance to try exchanging");
}

std::vector<std::vector<GridSolution>> alternating_starts(std::span<const GridProblem> problems) {
  std::vector<std::vector<GridSolution>> starts(problems.size());
  const auto add = [&](std::size_t first, std::vector<GridSolution> solutions) {
    for (std::size_t j = 0; j < solutions.size(); ++j) starts[first + j].push_back(std::move(solutions[j]));
  };
  for (const MappingRule& rule : mapping_rules)
    add(0, solutions_of("equal-pressure[mapping=" + std::string(rule.name) + "]", problems));
  // Consecutive two-dimensional problems are solved side by side.
  for (std::size_t first = 0; first < problems.size();) {
    std::size_t end = first;
    while (end < problems.size() && problems[end].grid.dimensions() == 2) ++end;
    if (end > first) add(first, solutions_of("beaumont", problems.subspan(first, end - first)));
    first = end + 1;
  }
  return starts;
}

}  // namespace apportion
