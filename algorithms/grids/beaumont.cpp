// beaumont: the two-dimensional baseline (Beaumont et al. 2001), with networks side by side in the lanes.
// *Reconstructed* from descriptions, since the paper's text was not available: the initial arrangement, the order of
// normalising and the rule for cycles may differ from the original program's.
#include "algorithms/grids/beaumont.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

#include "base/error.hpp"

namespace apportion {
namespace {

// --- Steps on a single network

std::vector<double> lengths_of(const std::vector<double>& shares, std::int64_t side) {
  const double sum = std::accumulate(shares.begin(), shares.end(), 0.0);
  std::vector<double> lengths;
  lengths.reserve(shares.size());
  for (const double share : shares) lengths.push_back(static_cast<double>(side) * share / sum);
  return lengths;
}

// --- The exact optimum on a 2 x 2 grid: three arrangements, four spanning trees each

using CycleTimes = std::array<double, 4>;  // of the cells: t(row, column) at 2 row + column

// The shares with all constraints tight but that of cell `loose`. With (i, j) the cell opposite to it, r_i = 1.
GridShares tight_but(std::size_t loose, const CycleTimes& t) {
  const std::size_t row = 1 - loose / 2;
  const std::size_t column = 1 - loose % 2;
  GridShares shares{{1, 1}, {1, 1}};
  shares.columns[column] = 1 / t[2 * row + column];
  shares.columns[1 - column] = 1 / t[2 * row + 1 - column];
  shares.rows[1 - row] = t[2 * row + column] / t[2 * (1 - row) + column];
  return shares;
}

// r_a t c_b <= 1 for the loose cell, by the cross products of the cycle-times; if these tie, all four constraints are
// tight.
bool feasible(std::size_t loose, const CycleTimes& t) {
  const bool main_diagonal = loose == 0 || loose == 3;
  const double loose_diagonal = main_diagonal ? t[0] * t[3] : t[1] * t[2];
  const double other_diagonal = main_diagonal ? t[1] * t[2] : t[0] * t[3];
  return loose_diagonal * (1 - tie_tolerance) <= other_diagonal;
}

// --- Networks side by side

#if defined(__x86_64__)
[[gnu::target("avx2")]]
#endif
void share(LaneArrangements<4>& arrangements) {
  share_lanes(arrangements);
}

void share(LaneArrangements<2>& arrangements) { share_lanes(arrangements); }

// The network in a lane, and the arrangements visited.
struct LaneNetwork {
  std::size_t index = 0;  // of its problem; the number of problems if the lane is idle
  std::vector<std::size_t> fastest = {};
  Arrangement ranks;
  std::vector<std::uint32_t> order;
  ArrangementHistory history = {};
};

// Solves problems on one grid.
template <std::size_t width>
class Stream {
 public:
  Stream(std::span<const GridProblem> problems, Rounding rounding, GridSolution* solutions)
      : problems_(problems),
        rounding_(rounding),
        solutions_(solutions),
        lanes_(problems[0].grid),
        networks_(std::min(width, problems.size()), {.ranks = Arrangement(lanes_.products.size()),
                                                     .order = std::vector<std::uint32_t>(lanes_.products.size())}),
        shares_{std::vector<double>(lanes_.rows.size()), std::vector<double>(lanes_.columns.size())},
        products_(lanes_.products.size()) {}

  void run() {
    // An idle lane computes with the previous values; ones are harmless.
    for (Lanes<width>& performance : lanes_.performances) performance.v = typename Lanes<width>::Vector{} + 1.0;
    for (std::size_t lane = 0; lane < networks_.size(); ++lane) begin_next(lane);
    const auto is_busy = [this](const LaneNetwork& network) { return network.index < problems_.size(); };
    while (std::ranges::any_of(networks_, is_busy)) {
      share(lanes_);
      for (std::size_t lane = 0; lane < networks_.size(); ++lane)
        if (is_busy(networks_[lane])) step(lane);
    }
  }

 private:
  void begin_next(std::size_t lane) {
    LaneNetwork& network = networks_[lane];
    network.index = next_;
    if (next_ == problems_.size()) return;
    network.fastest = descending_order(problems_[next_++].performances);
    std::iota(network.ranks.begin(), network.ranks.end(), 0U);
    std::iota(network.order.begin(), network.order.end(), 0U);
    network.history.clear();
    arrange(lane);
  }

  void arrange(std::size_t lane) {
    const LaneNetwork& network = networks_[lane];
    const std::vector<double>& performances = problems_[network.index].performances;
    for (std::size_t cell = 0; cell < products_.size(); ++cell)
      lanes_.performances[cell].v[lane] = performances[network.fastest[network.ranks[cell]]];
  }

  void step(std::size_t lane) {
    for (std::size_t i = 0; i < shares_.rows.size(); ++i) shares_.rows[i] = lanes_.rows[i].v[lane];
    for (std::size_t j = 0; j < shares_.columns.size(); ++j) shares_.columns[j] = lanes_.columns[j].v[lane];
    for (std::size_t cell = 0; cell < products_.size(); ++cell) products_[cell] = lanes_.products[cell].v[lane];
    LaneNetwork& network = networks_[lane];
    network.history.add(network.ranks, shares_);
    rank_cells(products_, network.order, network.ranks);
    const ArrangementHistory::Met* const answer = network.history.answer(network.ranks);
    if (answer == nullptr) return arrange(lane);
    solutions_[network.index] =
        shares_solution(problems_[network.index], network.fastest, answer->arrangement, answer->shares, rounding_);
    begin_next(lane);
  }

  std::span<const GridProblem> problems_;
  Rounding rounding_;
  GridSolution* solutions_;
  std::size_t next_ = 0;
  LaneArrangements<width> lanes_;
  std::vector<LaneNetwork> networks_;
  GridShares shares_;
  std::vector<double> products_;
};

template <std::size_t width>
std::vector<GridSolution> solve_all(std::span<const GridProblem> problems, Rounding rounding) {
  std::vector<GridSolution> solutions(problems.size());
  for (std::size_t first = 0; first < problems.size();) {
    std::size_t end = first + 1;
    while (end < problems.size() && problems[end].grid == problems[first].grid) ++end;
    if (problems[first].grid.edges == std::vector<std::size_t>{2, 2}) {
      for (std::size_t k = first; k < end; ++k) solutions[k] = exact_two_by_two(problems[k], rounding);
    } else {
      Stream<width>(problems.subspan(first, end - first), rounding, &solutions[first]).run();
    }
    first = end;
  }
  return solutions;
}

void require_two_dimensions(const GridProblem& problem) {
  if (problem.grid.dimensions() != 2)
    throw InputError(
        "beaumont divides two-dimensional grids only, {} has {} dimension{}; "
        "proposed and equal-pressure take any",
        spelled(problem.grid), problem.grid.dimensions(), problem.grid.dimensions() == 1 ? "" : "s");
}

std::vector<GridSolution> solve_batch_beaumont(std::span<const GridProblem> problems, const Options& options) {
  return beaumont_solutions(problems, chosen_rounding(options));
}

const Registration<GridAlgorithm> beaumont_registration{
    {.name = "beaumont",
     .source = "Beaumont, Boudet, Petitet, Rastello & Robert, IEEE Trans. Computers 50(10), 2001; reconstructed",
     .summary =
         "2-D grids: shares from leading singular vectors, processes rearranged until it repeats; 2 x 2 exactly.",
     .revision = 2,
     .options = {printed_rounding_option(), apportioned_option()},
     .variants = {"printed-rounding"},
     .solve = solve_one<solve_batch_beaumont>,
     .solve_batch = solve_batch_beaumont}};

}  // namespace

double GridShares::objective() const {
  return std::accumulate(rows.begin(), rows.end(), 0.0) * std::accumulate(columns.begin(), columns.end(), 0.0);
}

std::size_t first_greatest(std::span<const double> values) {
  const double least = std::ranges::max(values) * (1 - tie_tolerance);
  return static_cast<std::size_t>(std::ranges::find_if(values, [&](double value) { return value >= least; }) -
                                  values.begin());
}

void rank_cells(std::span<const double> products, std::vector<std::uint32_t>& order, Arrangement& ranks) {
  // Insertion sort, since the order changes little between arrangements.
  for (std::size_t k = 1; k < order.size(); ++k) {
    const std::uint32_t cell = order[k];
    std::size_t place = k;
    for (; place > 0 && products[cell] > products[order[place - 1]]; --place) order[place] = order[place - 1];
    order[place] = cell;
  }
  const auto ties = [&](std::uint32_t larger, std::uint32_t smaller) {
    return products[smaller] >= products[larger] * (1 - tie_tolerance);
  };
  for (auto group = order.begin(); group != order.end();) {
    auto end = group + 1;
    while (end != order.end() && ties(*(end - 1), *end)) ++end;
    std::ranges::sort(group, end);
    group = end;
  }
  for (std::uint32_t k = 0; k < order.size(); ++k) ranks[order[k]] = k;
}

const ArrangementHistory::Met* ArrangementHistory::best_from(std::size_t first) const {
  std::vector<double> objectives;
  for (std::size_t k = first; k < met_.size(); ++k) objectives.push_back(met_[k].objective);
  return &met_[first + first_greatest(objectives)];
}

const ArrangementHistory::Met* ArrangementHistory::answer(const Arrangement& next) const {
  for (std::size_t k = met_.size(); k-- > 0;)
    if (met_[k].arrangement == next) return best_from(k);
  return met_.size() == most_arrangements ? best_from(0) : nullptr;
}

GridSolution shares_solution(const GridProblem& problem, const std::vector<std::size_t>& fastest,
                             const Arrangement& ranks, const GridShares& shares, Rounding rounding) {
  Mapping mapping;
  mapping.reserve(ranks.size());
  for (const std::uint32_t rank : ranks) mapping.push_back(fastest[rank]);
  Lengths lengths;
  lengths.reserve(2);
  lengths.push_back(lengths_of(shares.columns, problem.block[0]));
  lengths.push_back(lengths_of(shares.rows, problem.block[1]));
  return rounded_solution(problem, std::move(mapping), std::move(lengths), rounding);
}

GridSolution exact_two_by_two(const GridProblem& problem, Rounding rounding) {
  // The fastest process is at the origin; the arrangements differ in the process opposite to it.
  const std::array<Arrangement, 3> arrangements = {{{0, 1, 2, 3}, {0, 1, 3, 2}, {0, 2, 3, 1}}};
  const std::vector<std::size_t> fastest = descending_order(problem.performances);
  std::vector<GridShares> candidates;
  std::vector<double> objectives;
  std::vector<std::size_t> arrangement_of;
  for (std::size_t a = 0; a < arrangements.size(); ++a) {
    CycleTimes t{};
    for (std::size_t cell = 0; cell < t.size(); ++cell)
      t[cell] = 1 / problem.performances[fastest[arrangements[a][cell]]];
    for (std::size_t loose = 0; loose < t.size(); ++loose) {
      if (!feasible(loose, t)) continue;
      candidates.push_back(tight_but(loose, t));
      objectives.push_back(candidates.back().objective());
      arrangement_of.push_back(a);
    }
  }
  const std::size_t best = first_greatest(objectives);
  return shares_solution(problem, fastest, arrangements[arrangement_of[best]], candidates[best], rounding);
}

std::vector<GridSolution> beaumont_solutions(std::span<const GridProblem> problems, Rounding rounding,
                                             LaneWidth width) {
  for (const GridProblem& problem : problems) {
    validate(problem);
    require_two_dimensions(problem);
  }
  return with_lanes<4>(width, problems.size(), [&](auto lanes) { return solve_all<lanes()>(problems, rounding); });
}

}  // namespace apportion
