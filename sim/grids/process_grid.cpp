// Cells, volumes, times and lower bounds of process grids, and measures of heterogeneity.
#include "sim/grids/process_grid.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>

#include "base/error.hpp"
#include "base/numbers.hpp"
#include "base/text.hpp"

namespace apportion {
namespace {

// --- Cells of process grids, and validation

constexpr std::size_t most_grid_cells = 10'000'000;
constexpr std::size_t most_dimensions = 10;

// Keeps volumes, times and their products far from overflow.
constexpr double least_performance = 1e-100;
constexpr double greatest_performance = 1e100;
constexpr std::int64_t longest_side = 1'000'000'000;

std::size_t product(const std::vector<std::size_t>& edges, std::size_t count) {
  return std::accumulate(edges.begin(), edges.begin() + static_cast<std::ptrdiff_t>(count), std::size_t{1},
                         std::multiplies<>());
}

void validate_block(const GridProblem& problem) {
  const std::size_t dimensions = problem.grid.dimensions();
  if (problem.block.size() < dimensions)
    throw InputError(
        "grid {} has {} dimensions, but the block has {} sides; "
        "give one per dimension, and further ones for dimensions that are not divided",
        spelled(problem.grid), dimensions, problem.block.size());
  if (problem.block.size() > most_dimensions)
    throw InputError("the block has {} sides; at most {} are supported", problem.block.size(), most_dimensions);
  for (std::size_t k = 0; k < problem.block.size(); ++k) {
    const bool is_divided = k < dimensions;
    const std::int64_t least = is_divided ? static_cast<std::int64_t>(problem.grid.edge(k)) : 1;
    if (problem.block[k] < least || problem.block[k] > longest_side)
      throw InputError("side {} of the block is {}; it must lie between {}{} and {}", k, problem.block[k],
                       is_divided ? "the grid's edge " : "", least, longest_side);
  }
}

// --- Measures of heterogeneity, as sums of logarithms, since products of many performances would overflow

// ln(prod p / reference^E) / (E - 1).
double mean_logarithm_over(std::span<const double> performances, double reference) {
  if (performances.size() < 2) return 0;
  double sum = 0;
  for (const double performance : performances) sum += std::log(performance / reference);
  return sum / static_cast<double>(performances.size() - 1);
}

// --- The least loss of blocks of 2 x 2 cells, by pairs of processes in the order of their products

// Two processes at opposite cells of a block.
struct Diagonal {
  double product = 0;
  double greater = 0;  // the greater of the two performances
  std::size_t first = 0;
  std::size_t second = 0;
};

bool is_disjoint(const Diagonal& one, const Diagonal& other) {
  return one.first != other.first && one.first != other.second && one.second != other.first &&
         one.second != other.second;
}

// All pairs of processes in the order of their products.
std::vector<Diagonal> diagonals(const std::vector<double>& performances) {
  std::vector<Diagonal> all;
  all.reserve(performances.size() * (performances.size() - 1) / 2);
  for (std::size_t j = 1; j < performances.size(); ++j)
    for (std::size_t i = 0; i < j; ++i)
      all.push_back({performances[i] * performances[j], std::max(performances[i], performances[j]), i, j});
  std::ranges::stable_sort(all, {}, &Diagonal::product);
  return all;
}

// The least loss of a block with this diagonal, if the other one has no greater product: the greatest such product
// loses least.
double loss_above(const std::vector<Diagonal>& sorted, std::size_t place) {
  const Diagonal& outer = sorted[place];
  for (std::size_t other = place; other-- > 0;)
    if (is_disjoint(outer, sorted[other])) return (outer.product - sorted[other].product) / outer.greater;
  return std::numeric_limits<double>::infinity();
}

// The least of `known` and of the losses with another diagonal of no smaller product. A diagonal loses at least its
// distance from the product over the greatest performance: after most_looks diagonals that bound replaces the rest,
// which weakens the result a little.
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

// For every process, the least losses of blocks in which it is opposite to each other process.
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

// n: the number of cells that differ from a cell in exactly two coordinates.
std::size_t opposite_cells(const ProcessGrid& grid) {
  std::size_t count = 0;
  for (std::size_t l = 1; l < grid.dimensions(); ++l)
    for (std::size_t k = 0; k < l; ++k) count += (grid.edge(k) - 1) * (grid.edge(l) - 1);
  return count;
}

}  // namespace

std::size_t ProcessGrid::cells() const { return product(edges, edges.size()); }
std::size_t ProcessGrid::stride(std::size_t k) const { return product(edges, k); }
std::size_t ProcessGrid::coordinate(std::size_t cell, std::size_t k) const { return cell / stride(k) % edges[k]; }

void validate(const ProcessGrid& grid) {
  if (grid.edges.empty()) throw InputError("the grid has no edges; give one per dimension, such as 6x6");
  if (grid.dimensions() > most_dimensions)
    throw InputError("the grid has {} dimensions; at most {} are supported", grid.dimensions(), most_dimensions);
  std::size_t cells = 1;
  for (std::size_t k = 0; k < grid.dimensions(); ++k) {
    if (grid.edge(k) == 0) throw InputError("edge {} of the grid is 0; it must be at least 1", k);
    if (grid.edge(k) > most_grid_cells / cells)
      throw InputError("grid {} has more than {} cells", spelled(grid), most_grid_cells);
    cells *= grid.edge(k);
  }
}

ProcessGrid parse_grid(std::string_view text) {
  ProcessGrid grid;
  for (const std::string& piece : split(text, 'x')) {
    const std::optional<std::int64_t> edge = parse_whole(piece);
    if (!edge || *edge < 0)
      throw InputError("grid '{}': must be whole numbers joined by x, such as 6x6 or 2x3x4", text);
    grid.edges.push_back(static_cast<std::size_t>(*edge));
  }
  validate(grid);
  return grid;
}

std::string spelled(const ProcessGrid& grid) {
  std::string text;
  for (const std::size_t edge : grid.edges) text += (text.empty() ? "" : "x") + std::to_string(edge);
  return text;
}

void require_sorted_edges(const ProcessGrid& grid) {
  if (std::ranges::is_sorted(grid.edges)) return;
  ProcessGrid sorted = grid;
  std::ranges::sort(sorted.edges);
  throw InputError(
      "the edges of {} are out of order; this mapping needs them nondecreasing: give {}, "
      "and the block's sides in the same order",
      spelled(grid), spelled(sorted));
}

double elements_of(const GridProblem& problem) {
  double elements = 1;
  for (const std::int64_t side : problem.block) elements *= static_cast<double>(side);
  return elements;
}

double undivided_volume(const GridProblem& problem) {
  double volume = 1;
  for (std::size_t k = problem.grid.dimensions(); k < problem.block.size(); ++k)
    volume *= static_cast<double>(problem.block[k]);
  return volume;
}

void validate(const GridProblem& problem) {
  validate(problem.grid);
  if (problem.performances.size() != problem.grid.cells())
    throw InputError("grid {} has {} cells, but there are {} performances; give one per cell", spelled(problem.grid),
                     problem.grid.cells(), problem.performances.size());
  for (std::size_t j = 0; j < problem.performances.size(); ++j) {
    const double performance = problem.performances[j];
    if (!(performance >= least_performance && performance <= greatest_performance))
      throw InputError("performance {} is {}; performances must be positive, from {} to {}", j, performance,
                       least_performance, greatest_performance);
  }
  validate_block(problem);
}

// --- Volumes and times of blocks

Lengths as_real(const WholeLengths& lengths) {
  Lengths real;
  real.reserve(lengths.size());
  for (const std::vector<std::int64_t>& of_dimension : lengths)
    real.emplace_back(of_dimension.begin(), of_dimension.end());
  return real;
}

std::vector<double> block_volumes(const ProcessGrid& grid, const Lengths& lengths) {
  std::vector<double> volumes{1};
  volumes.reserve(grid.cells());
  for (std::size_t k = 0; k < grid.dimensions(); ++k) {
    const std::size_t below = volumes.size();
    volumes.resize(below * grid.edge(k));
    for (std::size_t i = grid.edge(k); i-- > 0;)
      for (std::size_t c = 0; c < below; ++c) volumes[i * below + c] = volumes[c] * lengths[k][i];
  }
  return volumes;
}

std::vector<double> block_times(const GridProblem& problem, const Mapping& mapping, const Lengths& lengths) {
  std::vector<double> times = block_volumes(problem.grid, lengths);
  const double undivided = undivided_volume(problem);
  for (std::size_t cell = 0; cell < times.size(); ++cell)
    times[cell] = times[cell] * undivided / problem.performances[mapping[cell]];
  return times;
}

double block_time(const GridProblem& problem, const Mapping& mapping, const Lengths& lengths) {
  return std::ranges::max(block_times(problem, mapping, lengths));
}

double ideal_time(const GridProblem& problem) {
  return elements_of(problem) / std::accumulate(problem.performances.begin(), problem.performances.end(), 0.0);
}

double heterogeneity_level(std::span<const double> performances) {
  const auto [least, greatest] = std::ranges::minmax(performances);
  return greatest / least;
}

double weak_heterogeneity(std::span<const double> performances) {
  return mean_logarithm_over(performances, std::ranges::min(performances));
}

double strong_heterogeneity(std::span<const double> performances) {
  return 0 - mean_logarithm_over(performances, std::ranges::max(performances));
}

double internal_heterogeneity(std::span<const double> performances) {
  return std::max(weak_heterogeneity(performances), strong_heterogeneity(performances));
}

double time_lower_bound(const GridProblem& problem) {
  const std::size_t opposites = opposite_cells(problem.grid);
  const double ideal = ideal_time(problem);
  if (opposites == 0 || problem.grid.cells() > most_bounded_cells) return ideal;
  // Sorted so that the order of the processes does not change the rounding.
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
