// Continues from a solution by annealing whole lengths at one heat after another, by the rounded time.
#include "algorithms/grids/long_search.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "algorithms/grids/candidate.hpp"
#include "algorithms/grids/polish.hpp"
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

void search_on(const GridProblem& problem, const GridSolution& start, std::size_t steps,
               const std::function<void(const GridSolution& better)>& found, RandomStream& stream) {
  constexpr std::size_t turn = 6;
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
  for (std::size_t first = 0; first < steps; first += turn)
    improve_in_turn(
        std::min(turn, steps - first), [&](std::size_t i) { return step(first + i); },
        [&](Timed better) {
          best = std::move(better);
          offer(best.lengths);
        });
}

}  // namespace apportion
