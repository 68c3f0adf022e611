// JAG-PQ, JAG-M and RECTILINEAR: stripes of lines, each cut by itself or all alike.
#include "extensions/cells/algorithms/jagged.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <string>
#include <utility>

#include "base/error.hpp"
#include "base/stopping.hpp"
#include "extensions/cells/algorithms/cell_algorithm.hpp"
#include "extensions/cells/sim/cell_costs.hpp"
#include "sim/grids/process_grid.hpp"

namespace apportion {
namespace {

double speed_at(const SpeedOrder& order, std::size_t place) { return order.speed(place, place + 1); }

// Whether processors in order fill a stripe, and the next processor.
struct Filled {
  bool whole = false;
  std::size_t next = 0;
};

Filled filled(const CellProblem& problem, const SpeedOrder& order, const LineBox& stripe, std::size_t first,
              std::size_t last, double bottleneck) {
  const LineBox inner = turned(stripe);
  std::int64_t x = inner.band.x;
  std::size_t place = first;
  while (place < last && (x < inner.band.x_end || place == first))
    x = last_within(problem, inner, x, bottleneck * speed_at(order, place++));
  return {x == inner.band.x_end, place};
}

template <class End>
End begin_of(const std::vector<End>& ends, std::size_t i) {
  return i == 0 ? 0 : ends[i - 1];
}

LineBox stripe_of(const JaggedDivision& division, std::size_t stripe) {
  const std::int64_t from = stripe == 0 ? division.box.band.x : division.ends[stripe - 1];
  return lines_of(division.box, from, division.ends[stripe]);
}

// The groups of processors that these stripes need at a bottleneck; empty if there are too few processors.
std::vector<std::size_t> groups_at(const CellProblem& problem, const SpeedOrder& order, const JaggedDivision& stripes,
                                   double bottleneck) {
  std::vector<std::size_t> group_ends;
  std::size_t place = 0;
  for (std::size_t stripe = 0; stripe < stripes.ends.size(); ++stripe) {
    // Each stripe after this one needs a processor.
    const std::size_t last = order.order.size() - (stripes.ends.size() - stripe - 1);
    const Filled done = filled(problem, order, stripe_of(stripes, stripe), place, last, bottleneck);
    if (!done.whole) return {};
    place = done.next;
    group_ends.push_back(place);
  }
  group_ends.back() = order.order.size();
  return group_ends;
}

// Joins the places or groups [first, last), halved again and again, across an axis; `leaf(i)` is the node of one.
template <class Leaf>
slices::Tree<2>::Number joined(slices::Tree<2>& tree, std::size_t axis, std::size_t first, std::size_t last,
                               const Leaf& leaf) {
  if (last - first == 1) return leaf(first);
  const std::size_t middle = first + (last - first) / 2;
  const auto one = joined(tree, axis, first, middle, leaf);
  return tree.join(one, joined(tree, axis, middle, last, leaf), axis);
}

// Assigns the processors to the stripes anew, in the same order, with the least bottleneck.
JaggedDivision best_groups(const CellProblem& problem, const SpeedOrder& order, JaggedDivision stripes) {
  const double ideal = load_of(problem, stripes.box) / order.speed_behind.front();
  stripes.bottleneck = least_bottleneck(
      ideal, [&](double bottleneck) { return !groups_at(problem, order, stripes, bottleneck).empty(); });
  stripes.group_ends = groups_at(problem, order, stripes, stripes.bottleneck);
  return stripes;
}

// The rectangle of each place of the order.
std::vector<Rect> jagged_rects(const CellProblem& problem, const SpeedOrder& order, const JaggedDivision& division) {
  std::vector<Rect> rects;
  for (std::size_t stripe = 0; stripe < division.ends.size(); ++stripe) {
    const LineBox inner = turned(stripe_of(division, stripe));
    std::vector<double> speeds;
    for (std::size_t place = begin_of(division.group_ends, stripe); place < division.group_ends[stripe]; ++place)
      speeds.push_back(speed_at(order, place));
    std::int64_t from = inner.band.x;
    for (const std::int64_t end : best_cuts(problem, inner, single_processors(problem, inner, speeds)).ends) {
      rects.push_back(rect_of(lines_of(inner, from, end)));
      from = end;
    }
  }
  return rects;
}

// The division's cuts as a tree, for jogged_division().
slices::Tree<2> jagged_tree(const SpeedOrder& order, const JaggedDivision& division) {
  std::vector<double> speeds(order.order.size());
  for (std::size_t place = 0; place < speeds.size(); ++place) speeds[order.order[place]] = speed_at(order, place);
  slices::Tree<2> tree(speeds);
  const std::size_t axis = division.box.turned ? 1 : 0;
  joined(tree, axis, 0, division.ends.size(), [&](std::size_t stripe) {
    return joined(tree, 1 - axis, begin_of(division.group_ends, stripe), division.group_ends[stripe],
                  [&](std::size_t place) { return static_cast<slices::Tree<2>::Number>(order.order[place]); });
  });
  return tree;
}

// The division, with or without jogs.
CellSolution solution_of(const CellProblem& problem, const Options& options, const SpeedOrder& order,
                         const JaggedDivision& division) {
  if (options.flag("jogs")) return {jogged_division(problem, jagged_tree(order, division))};
  return {matched_to_speeds(problem, {problem.extent(), jagged_rects(problem, order, division)})};
}

// The number of stripes, from 1 to the number of processors, that makes parts of a box about square.
std::size_t square_stripes(const LineBox& box, std::size_t processors) {
  const auto all = static_cast<double>(processors);
  const double stripes =
      std::sqrt(all * static_cast<double>(box.band.width()) / static_cast<double>(box.band.height()));
  return static_cast<std::size_t>(std::clamp(std::round(stripes), 1.0, all));
}

// --- JAG-PQ

// Groups of Q processors for each stripe; the first stripes have one less if there are fewer than P x Q processors.
std::vector<std::size_t> equal_groups(std::size_t processors, std::size_t stripes) {
  const std::size_t most = (processors + stripes - 1) / stripes;
  const std::size_t smaller = stripes * most - processors;
  std::vector<std::size_t> ends;
  for (std::size_t stripe = 0; stripe < stripes; ++stripe)
    ends.push_back((stripe == 0 ? 0 : ends.back()) + most - (stripe < smaller ? 1 : 0));
  return ends;
}

CellSolution solve_jag_pq(const CellProblem& problem, const Options& options, RandomStream& /*stream*/) {
  require_few_processors(problem, "JAG-PQ");
  const SpeedOrder order = speed_order(problem);
  JaggedDivision best;
  for (const bool turned : {false, true}) {
    const LineBox box = whole_box(problem, turned);
    const std::vector<std::size_t> groups = equal_groups(order.order.size(), square_stripes(box, order.order.size()));
    JaggedDivision candidate = best_stripes(problem, box, order, groups);
    if (best.ends.empty() || candidate.bottleneck < best.bottleneck) best = std::move(candidate);
  }
  return solution_of(problem, options, order, best);
}

const Registration<CellAlgorithm> jag_pq_registration{
    {.name = "JAG-PQ",
     .source = "Saule, Bas and Catalyurek 2012, "
               "Load-balancing spatially located computations using rectangular partitions, JAG-PQ-OPT; "
               "reconstructed, unequal processors by this project",
     .summary = "P stripes of Q parts, or Q - 1 in the first stripes where P x Q is too many; "
                "the processors, fastest first, from stripe to stripe; "
                "along rows or columns, the cuts of the least load per speed; takes loads.",
     .revision = 2,
     .options = {jogs_option()},
     .solve = solve_jag_pq}};

// --- JAG-M

// Groups of consecutive processors with about equal sums of speeds.
std::vector<std::size_t> equal_speeds(const SpeedOrder& order, std::size_t stripes) {
  std::vector<std::size_t> ends;
  const std::size_t processors = order.order.size();
  for (std::size_t stripe = 1; stripe <= stripes; ++stripe) {
    const double behind =
        order.speed_behind.front() * static_cast<double>(stripes - stripe) / static_cast<double>(stripes);
    const auto found = std::ranges::lower_bound(order.speed_behind, behind, std::ranges::greater{});
    const auto end = static_cast<std::size_t>(found - order.speed_behind.begin());
    // This stripe and each one after it need at least one processor.
    const std::size_t least = ends.empty() ? 1 : ends.back() + 1;
    ends.push_back(std::clamp(end, least, processors - (stripes - stripe)));
  }
  ends.back() = processors;
  return ends;
}

// A division with stripes by the loads of their lines only, then groups of the processors that they need.
JaggedDivision start(const CellProblem& problem, const LineBox& box, const SpeedOrder& order, std::size_t stripes) {
  const std::vector<std::size_t> groups = equal_speeds(order, stripes);
  std::vector<double> speeds;
  for (std::size_t stripe = 0; stripe < stripes; ++stripe)
    speeds.push_back(order.speed(begin_of(groups, stripe), groups[stripe]));
  OrderedCuts cuts = best_cuts(problem, box, single_processors(problem, box, speeds));
  return best_groups(problem, order, {box, groups, std::move(cuts.ends), 0});
}

// The most numbers of stripes that are tried, which bounds the time for slender arrays.
constexpr std::size_t most_starts = 16;

// Numbers of stripes to try: evenly spaced up to a quarter below and above the one that makes parts about square.
std::vector<std::size_t> stripes_to_try(const LineBox& box, std::size_t processors) {
  const std::size_t square = square_stripes(box, processors);
  const std::size_t least = square - square / 4;
  const std::size_t further = std::min(square + square / 4, processors) - least;
  const std::size_t steps = std::min(further, most_starts - 1);
  std::vector<std::size_t> stripes = {least};
  for (std::size_t i = 1; i <= steps; ++i) stripes.push_back(least + i * further / steps);
  return stripes;
}

// The best start with stripes along rows or columns.
JaggedDivision best_start(const CellProblem& problem, const SpeedOrder& order) {
  JaggedDivision best;
  for (const bool turned : {false, true}) {
    const LineBox box = whole_box(problem, turned);
    for (const std::size_t stripes : stripes_to_try(box, order.order.size())) {
      JaggedDivision candidate = start(problem, box, order, stripes);
      if (best.ends.empty() || candidate.bottleneck < best.bottleneck) best = std::move(candidate);
    }
  }
  return best;
}

CellSolution solve_jag_m(const CellProblem& problem, const Options& options, RandomStream& /*stream*/) {
  constexpr int most_rounds = 4;
  constexpr double least_gain = 1e-6;
  require_few_processors(problem, "JAG-M");
  const SpeedOrder order = speed_order(problem);
  JaggedDivision best = best_start(problem, order);
  for (int round = 0; round < most_rounds; ++round) {
    const double before = best.bottleneck;
    for (JaggedDivision candidate = best_stripes(problem, best.box, order, best.group_ends);
         const JaggedDivision& next : {candidate, best_groups(problem, order, candidate)})
      if (next.bottleneck < best.bottleneck) best = next;
    if (best.bottleneck > before * (1 - least_gain)) break;
  }
  return solution_of(problem, options, order, best);
}

const Registration<CellAlgorithm> jag_m_registration{
    {.name = "JAG-M",
     .source = "Saule, Bas and Catalyurek 2012, "
               "Load-balancing spatially located computations using rectangular partitions, JAG-M-PROBE; "
               "reconstructed, unequal processors and the refinement by this project",
     .summary =
         "Cuts stripes of equal load, as many as make the parts square or up to a quarter more "
         "or fewer (at most 16 numbers along each side are tried), and gives each the processors that it needs, "
         "fastest first; then finds the best stripes for these processors and the best processors for these stripes "
         "in turn; takes loads.",
     .revision = 2,
     .options = {jogs_option()},
     .variants = {"jogs"},
     .solve = solve_jag_m}};

// --- RECTILINEAR

// The places of a grid of P x Q, and their processors. A processor has one place, or two side by side, each with half
// its speed.
struct LinePlaces {
  std::size_t rows = 0;
  std::size_t columns = 0;
  std::vector<std::size_t> owner = {};  // [place, row by row]
  std::vector<double> speed = {};       // [place]

  [[nodiscard]] std::size_t at(std::size_t row, std::size_t column) const { return row * columns + column; }
  [[nodiscard]] bool joins_next(std::size_t place) const {
    return (place + 1) % columns != 0 && owner[place] == owner[place + 1];
  }
};

struct Grid {
  std::vector<std::int64_t> row_ends = {};
  std::vector<std::int64_t> column_ends = {};
};

// The places of a layout; if there are fewer processors than P x Q, the first processor of each of the first rows has
// two places.
LinePlaces places_for(std::size_t rows, std::size_t columns, std::size_t processors) {
  LinePlaces places{.rows = rows, .columns = columns};
  const std::size_t joined = rows * columns - processors;
  std::size_t owner = 0;
  for (std::size_t row = 0; row < rows; ++row)
    for (std::size_t column = 0; column < columns; ++column)
      places.owner.push_back(row < joined && column == 1 ? owner - 1 : owner++);
  return places;
}

// Rows and columns.
using Layout = std::pair<std::size_t, std::size_t>;

Layout parse_layout(const std::string& text, std::size_t processors) {
  const ProcessGrid grid = parse_grid(text);
  const bool is_one_for_all = grid.dimensions() == 2 && grid.edge(0) <= processors &&
                              grid.edge(1) == (processors + grid.edge(0) - 1) / grid.edge(0);
  if (!is_one_for_all)
    throw InputError(
        "RECTILINEAR[layout={}]: a layout is rows x columns, with a place for each of the {} "
        "processors and less than a row of places more",
        text, processors);
  return {grid.edge(0), grid.edge(1)};
}

// The requested layout, or all in which each processor has one place.
std::vector<Layout> layouts_of(const std::string& asked, std::size_t processors) {
  if (asked != "any") return {parse_layout(asked, processors)};
  std::vector<Layout> layouts;
  for (std::size_t rows = 1; rows <= processors; ++rows)
    if (processors % rows == 0) layouts.emplace_back(rows, processors / rows);
  return layouts;
}

void set_speeds(LinePlaces& places, const std::vector<double>& speeds) {
  places.speed.assign(places.owner.size(), 0);
  std::vector<double> count(speeds.size(), 0);
  for (const std::size_t owner : places.owner) ++count[owner];
  for (std::size_t place = 0; place < places.owner.size(); ++place)
    places.speed[place] = speeds[places.owner[place]] / count[places.owner[place]];
}

// The best ends along x of `box` for given ends along y; `place(x, y)` numbers the places.
template <class Place>
std::vector<std::int64_t> best_ends(const CellProblem& problem, const LineBox& box, const LinePlaces& places,
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

std::vector<Rect> rects_of(const LinePlaces& places, const Grid& grid, std::size_t processors) {
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

// The first cuts of the columns, by the loads of whole columns only.
std::vector<std::int64_t> first_columns(const CellProblem& problem, const LinePlaces& places) {
  std::vector<double> speeds(places.columns, 0.0);
  for (std::size_t place = 0; place < places.speed.size(); ++place)
    speeds[place % places.columns] += places.speed[place];
  const LineBox box = whole_box(problem, false);
  return best_cuts(problem, box, single_processors(problem, box, std::move(speeds))).ends;
}

// Gives the owner of the greatest load the greatest speed, and so on. Returns the greatest load per speed.
double match(const CellProblem& problem, const std::vector<Rect>& rects, std::vector<double>& speeds) {
  std::vector<double> loads;
  for (const Rect& rect : rects) loads.push_back(load_of(problem, rect));
  const std::vector<std::size_t> heaviest = descending_order(loads);
  std::vector<double> fastest = speeds;
  std::ranges::sort(fastest, std::ranges::greater{});
  double greatest = 0;
  for (std::size_t i = 0; i < fastest.size(); ++i) {
    speeds[heaviest[i]] = fastest[i];
    greatest = std::max(greatest, loads[heaviest[i]] / fastest[i]);
  }
  return greatest;
}

Decomposition divided_straight(const CellProblem& problem, LinePlaces places) {
  constexpr int most_rounds = 10;
  constexpr double least_gain = 1e-6;
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
  return matched_to_speeds(problem, {problem.extent(), std::move(best)});
}

CellSolution solve_rectilinear(const CellProblem& problem, const Options& options, RandomStream& /*stream*/) {
  require_few_processors(problem, "RECTILINEAR");
  Decomposition best;
  CellRank least;
  const std::size_t processors = problem.cluster.size();
  for (const auto& [rows, columns] : layouts_of(options.text("layout"), processors)) {
    stop_if_asked();
    Decomposition division = divided_straight(problem, places_for(rows, columns, processors));
    const CellRank rank = cell_rank(problem, division);
    if (!best.parts.empty() && rank >= least) continue;
    best = std::move(division);
    least = rank;
  }
  return {std::move(best)};
}

const Registration<CellAlgorithm> rectilinear_registration{
    {.name = "RECTILINEAR",
     .source = "Manne and Sorevik 1996, Partitioning an array onto a mesh of processors; "
               "Nicol 1994, Rectilinear partitioning of irregular data parallel computations; "
               "unequal processors by this project",
     .summary = "P x Q with straight cuts through the whole array: "
                "the best rows for these columns and the best columns for these rows in turn; "
                "then the greatest load goes to the fastest processor; the best of all P x Q that make up the number "
                "of processors; takes loads.",
     .revision = 3,
     .options = {{.name = "layout",
                  .kind = OptionKind::text,
                  .default_value = "any",
                  .summary = "PxQ, rows by columns; where it has more places than there are processors, some have two "
                             "side by side"}},
     .solve = solve_rectilinear}};

}  // namespace

JaggedDivision best_stripes(const CellProblem& problem, const LineBox& box, const SpeedOrder& order,
                            const std::vector<std::size_t>& group_ends) {
  PiecesInOrder pieces;
  for (std::size_t stripe = 0; stripe < group_ends.size(); ++stripe)
    pieces.speeds.push_back(order.speed(begin_of(group_ends, stripe), group_ends[stripe]));
  pieces.fits = [&](std::size_t stripe, std::int64_t from, std::int64_t to, double bottleneck) {
    const LineBox lines = lines_of(box, from, to);
    return load_of(problem, lines) <= bottleneck * pieces.speeds[stripe] * (1 + 1e-12) &&
           filled(problem, order, lines, begin_of(group_ends, stripe), group_ends[stripe], bottleneck).whole;
  };
  OrderedCuts cuts = best_cuts(problem, box, pieces);
  return {box, group_ends, std::move(cuts.ends), cuts.bottleneck};
}

}  // namespace apportion
