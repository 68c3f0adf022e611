// Shares of two sizes: where parts of one size would have a longer boundary.
#include "extensions/cells/algorithms/two_sizes.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <utility>
#include <vector>

namespace apportion {

std::optional<CellProblem> with_two_sizes(const CellProblem& problem) {
  constexpr double least_gain = 0.01;
  constexpr double least_cells = 2;  // of a part
  if (!problem.maps.empty() || !problem.memory.empty() || problem.most_over_share > 0) return std::nullopt;
  const std::vector<double> ideal = shares(problem);
  const double total = total_load(problem);
  const double cell = total / static_cast<double>(active_cells(problem));
  // Parts are within a cell of what is wanted, and exact where that is a whole number of equal cells.
  const auto rounded = [&](double load, double sign) {
    if (problem.loads) return load + sign * cell;
    return sign > 0 ? std::ceil(load - 1e-9) : std::floor(load + 1e-9);
  };
  std::vector<double> wanted;
  for (const double share : ideal) wanted.push_back(rounded(share * (1 + problem.imbalance), -1));
  double surplus = std::accumulate(wanted.begin(), wanted.end(), 0.0) - total;
  if (surplus <= 0 || *std::ranges::min_element(wanted) < least_cells * cell) return std::nullopt;
  std::vector<std::size_t> order(ideal.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, {}, [&](std::size_t part) { return ideal[part]; });
  for (const std::size_t part : order) {
    const double least =
        std::max(rounded(ideal[part] * (1 - problem.underload.value_or(problem.imbalance)), 1), least_cells * cell);
    const double given = std::clamp(wanted[part] - least, 0.0, surplus);
    wanted[part] -= given;
    surplus -= given;
  }
  const auto boundary = [&](const std::vector<double>& loads) {
    double sum = 0;
    for (const double load : loads) sum += problem.in_space() ? std::pow(load, 2.0 / 3) : std::sqrt(load);
    return sum;
  };
  if (surplus > total * 1e-9 || boundary(wanted) > (1 - least_gain) * boundary(ideal)) return std::nullopt;
  CellProblem asked = problem;
  asked.cluster.speeds = std::move(wanted);
  asked.imbalance = 0;
  asked.underload.reset();
  return asked;
}

}  // namespace apportion
