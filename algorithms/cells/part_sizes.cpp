// Ranges of the parts' sizes, and the method of largest remainders within them.
#include "algorithms/cells/part_sizes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <numeric>

#include "base/error.hpp"

namespace apportion {
namespace {

// The largest power of two by which the cells, and what rounding adds for each part, stay below 2^62.
int exponent_of_units(std::int64_t cells, std::size_t parts) {
  return 61 - static_cast<int>(std::bit_width(static_cast<std::uint64_t>(cells) + parts));
}

// Shares are as exact as a division of doubles; whole ones must count as whole.
constexpr double rounding = 0.01;

std::vector<std::size_t> in_order(const std::vector<double>& keys, std::size_t count) {
  std::vector<std::size_t> order(count);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, std::ranges::greater{}, [&](std::size_t i) { return keys[i]; });
  return order;
}

}  // namespace

std::vector<PartSize> part_sizes(const CellProblem& problem) {
  const std::vector<double> ideal = shares(problem);
  std::vector<PartSize> sizes;
  sizes.reserve(ideal.size());
  std::int64_t spare = problem.rows * problem.columns;
  const int exponent = exponent_of_units(spare, ideal.size());
  for (std::size_t i = 0; i < ideal.size(); ++i) {
    const double share = ideal[i];
    const double least = std::max(std::ceil(share - 1 - rounding), 0.0);
    const double limit = problem.memory.empty() ? std::numeric_limits<double>::infinity() : problem.memory[i];
    const double most = std::min(std::floor(share + 1 + rounding), limit);
    const auto units = static_cast<std::int64_t>(std::floor(std::ldexp(share, exponent)));
    sizes.push_back({share, units, static_cast<std::int64_t>(least), static_cast<std::int64_t>(most)});
    spare -= sizes.back().least;
  }
  for (const std::size_t i : in_order(ideal, ideal.size())) {
    if (spare <= 0) break;
    if (sizes[i].least > 0) continue;
    sizes[i].least = 1;
    --spare;
  }
  return sizes;
}

std::vector<std::int64_t> largest_remainders(const CellProblem& problem) {
  const std::vector<PartSize> sizes = part_sizes(problem);
  std::vector<std::int64_t> cells;
  std::vector<double> missing;
  std::int64_t rest = problem.rows * problem.columns;
  for (const PartSize& size : sizes) {
    cells.push_back(std::clamp(static_cast<std::int64_t>(std::floor(size.share + rounding)), size.least, size.most));
    missing.push_back(size.share - static_cast<double>(cells.back()));
    rest -= cells.back();
  }
  // Too many cells have been dealt where parts are kept from being empty.
  const std::int64_t step = rest >= 0 ? 1 : -1;
  if (step < 0)
    for (double& each : missing) each = -each;
  for (const std::size_t i : in_order(missing, missing.size())) {
    if (rest == 0) break;
    if (cells[i] + step < sizes[i].least || cells[i] + step > sizes[i].most) continue;
    cells[i] += step;
    rest -= step;
  }
  return cells;
}

void require_full_grid(const CellProblem& problem, const char* algorithm) {
  if (!problem.loads) return;
  throw InputError(
      fmt::format("{} divides arrays without loads and masks; "
                  "BEST, MULTILEVEL, JOGGED, RCB, HIER-RB, HIER-RELAXED, JAG-PQ, JAG-M and RECTILINEAR take loads",
                  algorithm));
}

}  // namespace apportion
