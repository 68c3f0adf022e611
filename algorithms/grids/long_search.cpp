// Search that goes on from a solution by its rounded time: annealing of whole lengths at several heats.
#include "algorithms/grids/long_search.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include "algorithms/grids/mappings.hpp"
#include "algorithms/rectangles/random_draws.hpp"
#include "base/side_by_side.hpp"

namespace apportion {
namespace {

// Whole lengths, and the time of the block with the best mapping for them.
struct LengthsInTime {
  WholeLengths lengths = {};
  double time = std::numeric_limits<double>::infinity();
};

// Times of lengths that change a little from one to the next.
class SortedTimes {
 public:
  explicit SortedTimes(const GridProblem& problem)
      : problem_(problem),
        order_(problem.grid.cells()),
        volumes_(order_.size()),
        undivided_(undivided_volume(problem)) {
    std::iota(order_.begin(), order_.end(), std::size_t{0});
    for (const std::size_t process : ascending_order(problem.performances))
      ascending_.push_back(problem.performances[process]);
  }

  // The slowest process, and the mean of all, with the largest block on the fastest process.
  struct Times {
    double slowest = 0;
    double mean = 0;
  };
  Times of(const WholeLengths& lengths) {
    sort(lengths);
    Times times;
    for (std::size_t rank = 0; rank < order_.size(); ++rank) {
      const double time = volumes_[order_[rank]] / ascending_[rank];
      times.slowest = std::max(times.slowest, time);
      times.mean += time;
    }
    times.mean /= static_cast<double>(order_.size());
    return times;
  }

  // The cells, those with the smallest blocks first.
  const std::vector<std::size_t>& sort(const WholeLengths& lengths) {
    const ProcessGrid& grid = problem_.grid;
    // All cells of the first dimension at a time.
    const std::size_t line = grid.edges[0];
    for (std::size_t first = 0; first < order_.size(); first += line) {
      double others = undivided_;
      for (std::size_t k = 1; k < grid.dimensions(); ++k)
        others *= static_cast<double>(lengths[k][grid.coordinate(first, k)]);
      for (std::size_t i = 0; i < line; ++i) volumes_[first + i] = others * static_cast<double>(lengths[0][i]);
    }
    // Nearly in order already.
    for (std::size_t i = 1; i < order_.size(); ++i) {
      const std::size_t cell = order_[i];
      std::size_t place = i;
      for (; place > 0 && volumes_[order_[place - 1]] > volumes_[cell]; --place) order_[place] = order_[place - 1];
      order_[place] = cell;
    }
    return order_;
  }

 private:
  const GridProblem& problem_;
  std::vector<std::size_t> order_;
  std::vector<double> volumes_;
  double undivided_;
  std::vector<double> ascending_;  // performances
};

class LengthAnnealing {
 public:
  LengthAnnealing(const GridProblem& problem, LengthsInTime start, RandomStream& stream)
      : times_(problem), best_(std::move(start)), lengths_(best_.lengths), stream_(stream) {
    for (std::size_t k = 0; k < lengths_.size(); ++k)
      if (lengths_[k].size() > 1) divided_.push_back(k);
  }

  // `hottest` is a share of the time.
  LengthsInTime run(double hottest, std::size_t moves) {
    constexpr double coldest = 1e-4;
    const SortedTimes::Times start = times_.of(lengths_);
    best_.time = start.slowest;
    double energy = energy_of(start);
    double heat = hottest * start.slowest;
    const double cooling = std::pow(coldest / hottest, 1 / static_cast<double>(moves));
    for (std::size_t move = 0; move < moves && !divided_.empty(); ++move, heat *= cooling) {
      change();
      const SortedTimes::Times next = times_.of(lengths_);
      const double candidate = energy_of(next);
      if (candidate > energy && !(draw_unit(stream_) < std::exp((energy - candidate) / heat))) {
        take_back();
        continue;
      }
      energy = candidate;
      if (next.slowest < best_.time * (1 - 1e-12)) best_ = {lengths_, next.slowest};
    }
    return best_;
  }

 private:
  struct Shift {
    std::size_t dimension = 0;
    std::size_t from = 0;
    std::size_t to = 0;
    std::int64_t amount = 0;
  };

  // The mean says where there is room.
  static double energy_of(const SortedTimes::Times& times) { return times.slowest + 0.02 * times.mean; }

  void change() {
    shifts_.clear();
    const std::size_t count = 1 + draw_below(3, stream_);
    for (std::size_t i = 0; i < count; ++i) {
      Shift shift{.dimension = divided_[draw_below(divided_.size(), stream_)]};
      std::vector<std::int64_t>& slices = lengths_[shift.dimension];
      shift.from = draw_below(slices.size(), stream_);
      shift.to = draw_below(slices.size(), stream_);
      // Mostly little, of whatever scale.
      const double share = std::pow(0.5, 1 + 9 * draw_unit(stream_));
      shift.amount = std::min(
          slices[shift.from],
          std::max<std::int64_t>(1, static_cast<std::int64_t>(share * static_cast<double>(slices[shift.from]))));
      shifts_.push_back(shift);
      slices[shift.from] -= shift.amount;
      slices[shift.to] += shift.amount;
    }
  }

  void take_back() {
    for (const Shift& shift : shifts_) {
      lengths_[shift.dimension][shift.from] += shift.amount;
      lengths_[shift.dimension][shift.to] -= shift.amount;
    }
  }

  SortedTimes times_;
  LengthsInTime best_;
  WholeLengths lengths_;
  RandomStream& stream_;
  std::vector<std::size_t> divided_;  // dimensions with several slices
  std::vector<Shift> shifts_;
};

GridSolution arranged(const GridProblem& problem, const WholeLengths& lengths) {
  GridSolution solution{.mapping = Mapping(problem.grid.cells()), .lengths = as_real(lengths), .rounded = lengths};
  SortedTimes times(problem);
  const std::vector<std::size_t>& cells = times.sort(lengths);
  const std::vector<std::size_t> processes = ascending_order(problem.performances);
  for (std::size_t rank = 0; rank < cells.size(); ++rank) solution.mapping[cells[rank]] = processes[rank];
  solution.time = solution.rounded_time = block_time(problem, solution.mapping, solution.lengths);
  return solution;
}

}  // namespace

void search_on(const GridProblem& problem, const GridSolution& start, std::size_t steps,
               const std::function<void(const GridSolution& better)>& found, RandomStream& stream) {
  constexpr std::size_t turn = 6;
  constexpr double least_heat = 0.001;
  constexpr double most_heat = 0.1;
  LengthsInTime best{start.rounded};
  best.time = SortedTimes(problem).of(best.lengths).slowest;
  double least = start.rounded_time;
  const auto offer = [&](const LengthsInTime& better) {
    const GridSolution solution = arranged(problem, better.lengths);
    if (!(solution.rounded_time < least * (1 - 1e-12))) return;
    least = solution.rounded_time;
    found(solution);
  };
  offer(best);
  const auto step = [&](std::size_t number) {
    RandomStream own = stream.renamed(fmt::format("long search of grids, step {}", number));
    const double heat = least_heat * std::pow(most_heat / least_heat, draw_unit(own));
    const double moves = 2e6 / static_cast<double>(problem.grid.cells()) * std::pow(10, draw_unit(own));
    LengthsInTime next = LengthAnnealing(problem, best, own).run(heat, static_cast<std::size_t>(moves));
    return next.time < best.time * (1 - 1e-12) ? std::optional(std::move(next)) : std::nullopt;
  };
  for (std::size_t first = 0; first < steps; first += turn)
    improve_in_turn(
        std::min(turn, steps - first), [&](std::size_t i) { return step(first + i); },
        [&](LengthsInTime better) {
          best = std::move(better);
          offer(best);
        });
}

}  // namespace apportion
