// The steps of Beaumont et al.'s heuristic that are taken network by network.
#include <algorithm>
#include <numeric>
#include <utility>

#include "algorithms/grids/beaumont.hpp"

namespace apportion {
namespace {

std::vector<double> lengths_of(const std::vector<double>& shares, std::int64_t side) {
  const double sum = std::accumulate(shares.begin(), shares.end(), 0.0);
  std::vector<double> lengths;
  lengths.reserve(shares.size());
  for (const double share : shares) lengths.push_back(static_cast<double>(side) * share / sum);
  return lengths;
}

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
  // By insertion: from one arrangement to the next the order changes little.
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

}  // namespace apportion
