// The least loss of blocks of 2 x 2 cells, by pairs of processes in the order of their products.
#include "sim/grids/time_bound.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <vector>

#include "sim/grids/block_times.hpp"

namespace apportion {
namespace {

// Two processes that stand at opposite cells of a block.
struct Diagonal {
  double product = 0;
  double greater = 0;  // of the two performances
  std::size_t first = 0;
  std::size_t second = 0;
};

bool is_disjoint(const Diagonal& one, const Diagonal& other) {
  return one.first != other.first && one.first != other.second && one.second != other.first &&
         one.second != other.second;
}

// In the order of their products.
std::vector<Diagonal> diagonals(const std::vector<double>& performances) {
  std::vector<Diagonal> all;
  all.reserve(performances.size() * (performances.size() - 1) / 2);
  for (std::size_t j = 1; j < performances.size(); ++j)
    for (std::size_t i = 0; i < j; ++i)
      all.push_back({performances[i] * performances[j], std::max(performances[i], performances[j]), i, j});
  std::ranges::stable_sort(all, {}, &Diagonal::product);
  return all;
}

// The least loss of a block that has this diagonal, the other one being of no greater product: the greatest such
// product loses least.
double loss_above(const std::vector<Diagonal>& sorted, std::size_t place) {
  const Diagonal& outer = sorted[place];
  for (std::size_t other = place; other-- > 0;)
    if (is_disjoint(outer, sorted[other])) return (outer.product - sorted[other].product) / outer.greater;
  return std::numeric_limits<double>::infinity();
}

// The least of `known` and of the losses with another diagonal of no less product. What a diagonal loses is at least
// its distance over the greatest performance: after most_looks diagonals that stands for all others, which makes the
// bound a little weaker.
double loss_below(const std::vector<Diagonal>& sorted, std::size_t place, double greatest, double known) {
  constexpr std::size_t most_looks = 2000;
  const Diagonal& inner = sorted[place];
  double least = known;
  for (std::size_t other = place + 1; other < sorted.size(); ++other) {
    const double distance = sorted[other].product - inner.product;
    if (distance / greatest >= least) break;
    if (other - place > most_looks) return distance / greatest;
    if (is_disjoint(inner, sorted[other])) least = std::min(least, distance / sorted[other].greater);
  }
  return least;
}

// For every process the least losses of blocks in which it is opposite to each other process.
std::vector<std::vector<double>> least_losses(const std::vector<double>& performances) {
  const std::vector<Diagonal> sorted = diagonals(performances);
  const double greatest = std::ranges::max(performances);
  std::vector<std::vector<double>> losses(performances.size());
  for (std::size_t place = 0; place < sorted.size(); ++place) {
    const double loss = loss_below(sorted, place, greatest, loss_above(sorted, place));
    losses[sorted[place].first].push_back(loss);
    losses[sorted[place].second].push_back(loss);
  }
  return losses;
}

// n: with how many cells a cell has exactly all but two coordinates in common.
std::size_t opposite_cells(const ProcessGrid& grid) {
  std::size_t count = 0;
  for (std::size_t l = 1; l < grid.dimensions(); ++l)
    for (std::size_t k = 0; k < l; ++k) count += (grid.edge(k) - 1) * (grid.edge(l) - 1);
  return count;
}

}  // namespace

double time_lower_bound(const GridProblem& problem) {
  const std::size_t opposites = opposite_cells(problem.grid);
  const double ideal = ideal_time(problem);
  if (opposites == 0 || problem.grid.cells() > most_bounded_cells) return ideal;
  // Ascending, so that the order in which processes are given changes no bit.
  std::vector<double> performances = problem.performances;
  std::ranges::sort(performances);
  const double sum = std::accumulate(performances.begin(), performances.end(), 0.0);
  double loss = 0;
  for (std::vector<double>& losses : least_losses(performances)) {
    std::ranges::sort(losses);
    loss += std::accumulate(losses.begin(), losses.begin() + static_cast<std::ptrdiff_t>(opposites), 0.0);
  }
  loss /= 4 * static_cast<double>(opposites);
  return ideal * (sum / (sum - loss));
}

}  // namespace apportion
