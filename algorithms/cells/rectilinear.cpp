// RECTILINEAR: P stripes of rows and Q of columns, each through the whole array.
#include <algorithm>
#include <limits>
#include <utility>

#include "algorithms/cells/cell_algorithm.hpp"
#include "algorithms/cells/jagged.hpp"
#include "algorithms/cells/load_lines.hpp"

namespace apportion {
namespace {

/// The places of a grid of P x Q, and who has them. A processor has one, or two side by side, each with half its speed.
struct Places {
  std::size_t rows = 0;
  std::size_t columns = 0;
  std::vector<std::size_t> owner = {};  ///< of each place, row by row
  std::vector<double> speed = {};       ///< of each place

  [[nodiscard]] std::size_t at(std::size_t row, std::size_t column) const { return row * columns + column; }
  [[nodiscard]] bool joins_next(std::size_t place) const {
    return (place + 1) % columns != 0 && owner[place] == owner[place + 1];
  }
};

struct Grid {
  std::vector<std::int64_t> row_ends = {};
  std::vector<std::int64_t> column_ends = {};
};

// Where P x Q is more than there are processors, the first processor of each of the first rows has two places.
Places places_for(const LineBox& rows, std::size_t processors) {
  Places places;
  places.rows = square_stripes(rows, processors);
  places.columns = (processors + places.rows - 1) / places.rows;
  const std::size_t joined = places.rows * places.columns - processors;
  std::size_t owner = 0;
  for (std::size_t row = 0; row < places.rows; ++row)
    for (std::size_t column = 0; column < places.columns; ++column)
      places.owner.push_back(row < joined && column == 1 ? owner - 1 : owner++);
  return places;
}

void set_speeds(Places& places, const std::vector<double>& speeds) {
  places.speed.assign(places.owner.size(), 0);
  std::vector<double> count(speeds.size(), 0);
  for (const std::size_t owner : places.owner) ++count[owner];
  for (std::size_t place = 0; place < places.owner.size(); ++place)
    places.speed[place] = speeds[places.owner[place]] / count[places.owner[place]];
}

std::int64_t begin_of(const std::vector<std::int64_t>& ends, std::size_t i) { return i == 0 ? 0 : ends[i - 1]; }

/// The best ends along x of `box` where those along y are given; `place(x, y)` numbers the places.
template <class Place>
std::vector<std::int64_t> best_ends(const CellProblem& problem, const LineBox& box, const Places& places,
                                    const std::vector<std::int64_t>& across, std::size_t count, Place place) {
  PiecesInOrder pieces{std::vector<double>(count, 0.0), {}};
  for (std::size_t i = 0; i < count; ++i)
    for (std::size_t k = 0; k < across.size(); ++k) pieces.speeds[i] += places.speed[place(i, k)];
  pieces.fits = [&](std::size_t i, std::int64_t from, std::int64_t to, double bottleneck) {
    for (std::size_t k = 0; k < across.size(); ++k) {
      const LineBox cell{box.turned, {from, to, begin_of(across, k), across[k]}};
      if (load_of(problem, cell) > bottleneck * places.speed[place(i, k)]) return false;
    }
    return true;
  };
  return best_cuts(problem, box, pieces).ends;
}

std::vector<Rect> rects_of(const Places& places, const Grid& grid, std::size_t processors) {
  std::vector<Rect> rects(processors);
  for (std::size_t row = 0; row < places.rows; ++row)
    for (std::size_t column = 0; column < places.columns; ++column) {
      const std::size_t place = places.at(row, column);
      const bool joins = places.joins_next(place);
      const Band band{begin_of(grid.column_ends, column), grid.column_ends[column + (joins ? 1 : 0)],
                      begin_of(grid.row_ends, row), grid.row_ends[row]};
      rects[places.owner[place]] = rect_of(LineBox{false, band});
      if (joins) ++column;
    }
  return rects;
}

/// The first cuts of the columns, by the loads of whole columns alone.
std::vector<std::int64_t> first_columns(const CellProblem& problem, const Places& places) {
  std::vector<double> speeds(places.columns, 0.0);
  for (std::size_t place = 0; place < places.speed.size(); ++place)
    speeds[place % places.columns] += places.speed[place];
  const LineBox box = whole_box(problem, false);
  return best_cuts(problem, box, single_processors(problem, box, std::move(speeds))).ends;
}

/// Gives the owner of the greatest load the greatest speed, and so on; the greatest load per speed.
double match(const CellProblem& problem, const std::vector<Rect>& rects, std::vector<double>& speeds) {
  std::vector<std::pair<double, std::size_t>> loads;
  for (std::size_t owner = 0; owner < rects.size(); ++owner) loads.emplace_back(-load_of(problem, rects[owner]), owner);
  std::ranges::sort(loads);
  std::ranges::sort(speeds, std::ranges::greater{});
  double greatest = 0;
  std::vector<double> matched(speeds.size());
  for (std::size_t i = 0; i < speeds.size(); ++i) {
    greatest = std::max(greatest, -loads[i].first / speeds[i]);
    matched[loads[i].second] = speeds[i];
  }
  speeds = std::move(matched);
  return greatest;
}

CellSolution solve_rectilinear(const CellProblem& problem, const Options& /*options*/, RandomStream& /*stream*/) {
  constexpr int most_rounds = 10;
  constexpr double least_gain = 1e-6;
  require_few_processors(problem, "RECTILINEAR");
  Places places = places_for(whole_box(problem, true), problem.cluster.size());
  std::vector<double> speeds;
  for (const std::size_t processor : fastest_first(problem)) speeds.push_back(problem.cluster.speeds[processor]);
  set_speeds(places, speeds);
  Grid grid{{}, first_columns(problem, places)};
  std::vector<Rect> best;
  double least = std::numeric_limits<double>::infinity();
  for (int round = 0; round < most_rounds; ++round) {
    grid.row_ends = best_ends(problem, whole_box(problem, true), places, grid.column_ends, places.rows,
                              [&](std::size_t row, std::size_t column) { return places.at(row, column); });
    grid.column_ends = best_ends(problem, whole_box(problem, false), places, grid.row_ends, places.columns,
                                 [&](std::size_t column, std::size_t row) { return places.at(row, column); });
    std::vector<Rect> rects = rects_of(places, grid, speeds.size());
    const double bottleneck = match(problem, rects, speeds);
    const bool gains = bottleneck < least * (1 - least_gain);
    if (best.empty() || bottleneck < least) {
      least = bottleneck;
      best = std::move(rects);
    }
    if (!gains) break;
    set_speeds(places, speeds);
  }
  return {matched_to_speeds(problem, std::move(best))};
}

const Registration<CellAlgorithm> rectilinear_registration{
    {.name = "RECTILINEAR",
     .source = "Manne and Sorevik 1996, Partitioning an array onto a mesh of processors; "
               "Nicol 1994, Rectilinear partitioning of irregular data parallel computations; "
               "unequal processors by this project",
     .summary = "P x Q with straight cuts through the whole array: "
                "the best rows for these columns and the best columns for these rows in turn; "
                "then the greatest load goes to the fastest processor; takes loads.",
     .solve = solve_rectilinear}};

}  // namespace
}  // namespace apportion
