// Whole lengths of the slices of a process grid, improved by the rounded time: annealing, and apportionment and the
// sorted remap in turn; and a search that anneals at one heat after another.
#include "algorithms/grids/polish.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <optional>
#include <utility>

#include "algorithms/grids/block_lengths.hpp"
#include "algorithms/grids/candidate.hpp"
#include "algorithms/grids/ccp.hpp"
#include "algorithms/grids/mappings.hpp"
#include "algorithms/rectangles/random_draws.hpp"
#include "base/side_by_side.hpp"

namespace apportion {
namespace {

struct Timed {
  WholeLengths lengths = {};
  double time = 0;
};

// Takes some tenths of a second, from heats at which little is left of the start to heats that stay near it. Settling
// finds more in the same time on most grids; on some it always returns to the start.
LengthPolish::Annealing drawn_annealing(std::size_t cells, RandomStream& stream) {
  constexpr double hottest = 0.4;
  constexpr std::size_t halvings = 9;
  constexpr double work = 6e5;
  const auto halved = static_cast<double>(std::size_t{1} << draw_below(halvings, stream));
  const bool settles = draw_below(3, stream) > 0;
  const double length = draw_unit(stream);
  const double moves = (settles ? work : 4 * work) * (1 + 9 * length * length) / static_cast<double>(cells);
  return {.hottest = hottest / halved, .moves = static_cast<std::size_t>(moves), .settles = settles};
}

}  // namespace

bool LengthPolish::takes(const ProcessGrid& grid) {
  return std::ranges::count_if(grid.edges, [](std::size_t edge) { return edge > 1; }) > 1;
}

LengthPolish::LengthPolish(const GridProblem& problem)
    : problem_(problem),
      volumes_(problem.grid.cells()),
      order_(problem.grid.cells()),
      slowness_at_(problem.grid.cells()) {
  const ProcessGrid& grid = problem.grid;
  first_slice_.push_back(0);
  for (std::size_t k = 0; k < grid.dimensions(); ++k) {
    first_slice_.push_back(first_slice_.back() + grid.edge(k));
    if (grid.edge(k) > 1) divided_.push_back(k);
  }
  cell_slices_.reserve(grid.cells() * grid.dimensions());
  for (std::size_t cell = 0; cell < grid.cells(); ++cell)
    for (std::size_t k = 0; k < grid.dimensions(); ++k)
      cell_slices_.push_back(first_slice_[k] + grid.coordinate(cell, k));
  for (const std::size_t process : ascending_order(problem.performances))
    slownesses_.push_back(1 / problem.performances[process]);
  std::iota(order_.begin(), order_.end(), std::size_t{0});
}

void LengthPolish::set(const WholeLengths& lengths) {
  lengths_.clear();
  for (const std::vector<std::int64_t>& each : lengths) lengths_.insert(lengths_.end(), each.begin(), each.end());
  compute_volumes();
  sort_all_cells();
}

WholeLengths LengthPolish::lengths() const {
  WholeLengths result;
  for (std::size_t k = 0; k + 1 < first_slice_.size(); ++k)
    result.emplace_back(lengths_.begin() + static_cast<std::ptrdiff_t>(first_slice_[k]),
                        lengths_.begin() + static_cast<std::ptrdiff_t>(first_slice_[k + 1]));
  return result;
}

std::span<std::int64_t> LengthPolish::slices(std::size_t dimension) {
  return std::span(lengths_).subspan(first_slice_[dimension], first_slice_[dimension + 1] - first_slice_[dimension]);
}

// Omits undivided dimensions of the block, which affect no comparison.
void LengthPolish::compute_volumes() {
  const std::size_t m = problem_.grid.dimensions();
  const std::size_t* slice = cell_slices_.data();
  for (double& volume : volumes_) {
    volume = static_cast<double>(lengths_[*slice++]);
    for (std::size_t k = 1; k < m; ++k) volume *= static_cast<double>(lengths_[*slice++]);
  }
}

void LengthPolish::sort_all_cells() {
  std::ranges::sort(order_, [this](std::size_t one, std::size_t other) {
    return volumes_[one] < volumes_[other] || (volumes_[one] == volumes_[other] && one < other);
  });
}

// Most lengths are usually those of the last call, so that the cells are nearly sorted.
void LengthPolish::sort_cells() {
  constexpr std::size_t shifts_per_cell = 32;
  compute_volumes();
  std::size_t shifts = 0;
  for (std::size_t i = 1; i < order_.size(); ++i) {
    const std::size_t cell = order_[i];
    const double volume = volumes_[cell];
    std::size_t place = i;
    for (; place > 0 && volumes_[order_[place - 1]] > volume; --place) order_[place] = order_[place - 1];
    order_[place] = cell;
    shifts += i - place;
    if (shifts > shifts_per_cell * order_.size()) return sort_all_cells();
  }
}

// Many lengths have the same slowest process. A mean of high power distinguishes those with fewer slow
// processes.
LengthPolish::Times LengthPolish::times() {
  constexpr double weight = 0.1;
  const double per_scale = 1 / scale_;
  double slowest = 0;
  double sum = 0;
  for (std::size_t rank = 0; rank < order_.size(); ++rank) {
    const double time = volumes_[order_[rank]] * slownesses_[rank];
    slowest = std::max(slowest, time);
    double power = time * per_scale;
    for (int doubling = 0; doubling < 6; ++doubling) power *= power;
    sum += power;
  }
  return {slowest, slowest * per_scale + weight * sum / static_cast<double>(order_.size())};
}

// Computes the time per element of each slice's length, with the other dimensions fixed, and the least greatest time.
void LengthPolish::apportion(std::size_t dimension) {
  const std::size_t m = problem_.grid.dimensions();
  costs_.assign(problem_.grid.edge(dimension), 0.0);
  const std::size_t* slice = cell_slices_.data();
  for (std::size_t cell = 0; cell < volumes_.size(); ++cell, slice += m) {
    double time = slowness_at_[cell];
    for (std::size_t k = 0; k < m; ++k)
      if (k != dimension) time *= static_cast<double>(lengths_[slice[k]]);
    double& cost = costs_[slice[dimension] - first_slice_[dimension]];
    cost = std::max(cost, time);
  }
  std::ranges::copy(apportioned(costs_, problem_.block[dimension]), slices(dimension).begin());
}

void LengthPolish::settle() {
  constexpr int most_rounds = 3;  // a third one rarely gains
  double least = times().slowest;
  std::vector<std::int64_t> before;
  for (int round = 0; round < most_rounds; ++round) {
    before = lengths_;
    for (std::size_t rank = 0; rank < order_.size(); ++rank) slowness_at_[order_[rank]] = slownesses_[rank];
    for (const std::size_t dimension : divided_) apportion(dimension);
    if (lengths_ == before) return;
    sort_cells();
    const double time = times().slowest;
    if (time * (1 - tie_tolerance) > least) {
      lengths_ = before;
      sort_cells();
      return;
    }
    if (time >= least * (1 - tie_tolerance)) return;
    least = time;
  }
}

double LengthPolish::time(const WholeLengths& lengths) {
  set(lengths);
  return times().slowest;
}

WholeLengths LengthPolish::settled(const WholeLengths& lengths) {
  set(lengths);
  settle();
  return this->lengths();
}

void LengthPolish::move(RandomStream& stream) {
  constexpr std::size_t most_shifts = 2;
  constexpr std::size_t scales = 10;
  const std::size_t shifts = 1 + draw_below(most_shifts, stream);
  for (std::size_t i = 0; i < shifts; ++i) {
    const std::span<std::int64_t> among = slices(divided_[draw_below(divided_.size(), stream)]);
    const std::size_t from = draw_below(among.size(), stream);
    const std::size_t others = draw_below(among.size() - 1, stream);
    const std::size_t to = others + (others >= from ? 1 : 0);
    // Mostly a small number, on any scale.
    const std::int64_t most = among[from] >> (1 + draw_below(scales, stream));
    const auto drawn =
        static_cast<std::int64_t>(draw_below(static_cast<std::size_t>(std::max<std::int64_t>(1, most)), stream));
    const std::int64_t amount = std::min(among[from], 1 + drawn);
    among[from] -= amount;
    among[to] += amount;
  }
}

WholeLengths LengthPolish::annealed(const WholeLengths& lengths, const Annealing& annealing, RandomStream& stream) {
  constexpr double coldest = 1e-4;
  set(lengths);
  scale_ = 1;
  scale_ = times().slowest;
  std::vector<std::int64_t> best = lengths_;
  double energy = times().energy;
  std::vector<std::int64_t> kept = lengths_;
  std::vector<std::size_t> kept_order = order_;
  for (std::size_t moved = 0; moved < annealing.moves; ++moved) {
    const double left = 1 - static_cast<double>(moved) / static_cast<double>(annealing.moves);
    move(stream);
    const double chance = draw_unit(stream);
    sort_cells();
    if (annealing.settles) settle();
    const Times next = times();
    // Threshold accepting (Dueck & Scheuer 1990) with random thresholds: nearly the same as comparing exp() with a
    // random number, but equal on every machine. Values are never equal, so that rounding errors decide nothing.
    if (!(next.energy < energy + (coldest + annealing.hottest * left * left * left) * chance * chance)) {
      lengths_ = kept;
      order_ = kept_order;
      continue;
    }
    energy = next.energy;
    kept = lengths_;
    kept_order = order_;
    if (next.slowest < scale_ * (1 - tie_tolerance)) {
      best = lengths_;
      scale_ = next.slowest;
      energy = times().energy;
    }
  }
  lengths_ = best;
  return this->lengths();
}

GridSolution LengthPolish::solution(const WholeLengths& lengths) {
  set(lengths);
  GridSolution solution{.mapping = Mapping(order_.size()), .lengths = as_real(lengths), .rounded = lengths};
  const std::vector<std::size_t> processes = ascending_order(problem_.performances);
  for (std::size_t rank = 0; rank < order_.size(); ++rank) solution.mapping[order_[rank]] = processes[rank];
  solution.time = solution.rounded_time = block_time(problem_, solution.mapping, solution.lengths);
  const MappedGrid grid = mapped(problem_, solution.mapping);
  const bool has_empty = std::ranges::any_of(lengths_, [](std::int64_t length) { return length == 0; });
  Lengths shares = ShareFinder(problem_.grid).improved(grid, has_empty ? natural_lengths(grid) : solution.lengths);
  const double time = block_time(problem_, solution.mapping, shares);
  if (time < solution.time * (1 - tie_tolerance)) {
    solution.lengths = std::move(shares);
    solution.time = time;
  }
  return solution;
}

void search_on(const GridProblem& problem, const GridSolution& start, std::size_t steps,
               const std::function<void(const GridSolution& better)>& found, RandomStream& stream) {
  LengthPolish polish(problem);
  const auto timed = [](LengthPolish& by, WholeLengths lengths) {
    const double time = by.time(lengths);
    return Timed{std::move(lengths), time};
  };
  double least = start.rounded_time;
  const auto offer = [&](const WholeLengths& lengths) {
    const GridSolution solution = polish.solution(lengths);
    if (!(solution.rounded_time < least * (1 - tie_tolerance))) return;
    least = solution.rounded_time;
    found(solution);
  };
  Timed best = timed(polish, polish.settled(start.rounded));
  offer(best.lengths);
  const auto step = [&](std::size_t number) {
    RandomStream own = stream.renamed(fmt::format("long search of grids, step {}", number));
    LengthPolish by(problem);
    const LengthPolish::Annealing annealing = drawn_annealing(problem.grid.cells(), own);
    Timed next = timed(by, by.annealed(best.lengths, annealing, own));
    return next.time < best.time * (1 - tie_tolerance) ? std::optional(std::move(next)) : std::nullopt;
  };
  improve_in_turn(steps, step, [&](Timed better) {
    best = std::move(better);
    offer(best.lengths);
  });
}

}  // namespace apportion
