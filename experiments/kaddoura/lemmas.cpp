// The statements of the paper that are checked case by case, with verdicts and smallest counterexamples; the cases that
// the checks share; and the enumeration of decompositions of small problems.
#include "experiments/kaddoura/lemmas.hpp"

#include <algorithm>
#include <boost/random/uniform_int_distribution.hpp>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>

#include "experiments/engine/catalogue.hpp"
#include "experiments/sweeps/code_studies.hpp"
#include "experiments/sweeps/sentences.hpp"
#include "sim/samplers.hpp"

namespace apportion::kaddoura {
namespace {

double sum(const Weights& weights) { return std::accumulate(weights.begin(), weights.end(), 0.0); }

void extend_counts(std::size_t rest, bool nondecreasing, Counts& counts,
                   const std::function<void(const Counts&)>& visit) {
  if (rest == 0) return visit(counts);
  const std::size_t least = nondecreasing && !counts.empty() ? counts.back() : 1;
  for (std::size_t count = least; count <= rest; ++count) {
    counts.push_back(count);
    extend_counts(rest - count, nondecreasing, counts, visit);
    counts.pop_back();
  }
}

// Enumerates slicings: divides rectangles in two until every part has its own. To visit a rectangle cut into three or
// more in one direction once, its first piece is only cut in the other direction.
struct Slicing {
  using Items = std::vector<std::size_t>;
  using Then = std::function<void()>;
  enum class Cut : std::uint8_t { none, columns, rows };

  void lay(const Items& items, const Rect& place, Cut banned, const Then& then) {
    if (items.size() == 1) {
      found.parts[items.front()] = place;
      return then();
    }
    for (const Cut cut : {Cut::columns, Cut::rows})
      if (cut != banned) divide(items, place, cut, then);
  }

  void divide(const Items& items, const Rect& place, Cut cut, const Then& then) {
    for (std::size_t chosen = 1; chosen + 1 < std::size_t{1} << items.size(); ++chosen) {
      Items first;
      Items rest;
      for (std::size_t k = 0; k < items.size(); ++k) ((chosen >> k & 1U) != 0 ? first : rest).push_back(items[k]);
      const double share = weight_of(first) / weight_of(items);
      Rect near = place;
      Rect far = place;
      if (cut == Cut::columns) {
        near.columns = place.columns * share;
        far.column += near.columns;
        far.columns -= near.columns;
      } else {
        near.rows = place.rows * share;
        far.row += near.rows;
        far.rows -= near.rows;
      }
      lay(first, near, cut, [&] { lay(rest, far, Cut::none, then); });
    }
  }

  [[nodiscard]] double weight_of(const Items& items) const {
    return std::accumulate(items.begin(), items.end(), 0.0,
                           [&](double total, std::size_t item) { return total + weights[item]; });
  }

  const Weights& weights;
  Decomposition found;
};

// Enumerates tilings: covers the first free cell with every rectangle that fits. Below the free cells of its row all
// cells are free.
struct Tiling {
  void run(const std::function<void(const Decomposition&)>& visit) {
    const auto free = std::ranges::find(taken, false);
    if (free == taken.end()) return visit(found);
    const auto cell = static_cast<std::size_t>(free - taken.begin());
    const std::size_t row = cell / columns;
    const std::size_t column = cell % columns;
    std::size_t widest = 0;
    while (column + widest < columns && !taken[cell + widest]) ++widest;
    for (std::size_t height = 1; row + height <= rows; ++height)
      for (std::size_t width = 1; width <= widest; ++width) {
        set(row, column, height, width, true);
        found.parts.push_back({static_cast<double>(row), static_cast<double>(column), static_cast<double>(height),
                               static_cast<double>(width)});
        run(visit);
        found.parts.pop_back();
        set(row, column, height, width, false);
      }
  }

  void set(std::size_t row, std::size_t column, std::size_t height, std::size_t width, bool value) {
    for (std::size_t i = row; i < row + height; ++i)
      for (std::size_t j = column; j < column + width; ++j) taken[i * columns + j] = value;
  }

  std::size_t rows;
  std::size_t columns;
  std::vector<bool> taken;
  Decomposition found;
};

// The ends of the parts [first, first + count) of a column but the last, as fractions of its length.
std::vector<double> divider_places(const Weights& weights, std::size_t first, std::size_t count) {
  std::vector<double> places;
  double before = 0;
  for (std::size_t i = first; i < first + count; ++i) places.push_back(before += weights[i]);
  for (double& place : places) place /= before;
  places.pop_back();
  return places;
}

void extend_weights(std::size_t p, std::int64_t most, WholeCase& made,
                    const std::function<void(const WholeCase&)>& visit) {
  if (made.weights.size() == p) return visit(made);
  for (std::int64_t weight = 1; weight <= most; ++weight) {
    made.weights.push_back(static_cast<double>(weight));
    made.sizes.push_back(weight);
    extend_weights(p, weight, made, visit);
    made.weights.pop_back();
    made.sizes.pop_back();
  }
}

LemmaBounds bounds_of(const engine::Point& point, RandomStream& /*sample*/) {
  const auto bound = [&](std::string_view axis) { return static_cast<std::int64_t>(point.count(axis)); };
  return {bound("parts"), bound("weight"), bound("side"), bound("cells"), bound("draws")};
}

const engine::Registration lemmas_registration{[] {
  return sweeps::experiment_of_functions({.name = "kaddoura/lemmas", .measured = {engine::case_metrics()}}, bounds_of,
                                         engine::functions_of(lemmas()));
}};

}  // namespace

Decomposition in_columns(const Extent& extent, const Weights& weights, const Counts& counts) {
  Decomposition result{extent, {}};
  const double whole = sum(weights);
  double column = 0;
  std::size_t first = 0;
  for (const std::size_t count : counts) {
    double inside = 0;
    for (std::size_t i = first; i < first + count; ++i) inside += weights[i];
    const double width = extent.columns * inside / whole;
    double row = 0;
    for (std::size_t i = first; i < first + count; ++i) {
      const double height = extent.rows * weights[i] / inside;
      result.parts.push_back({row, column, height, width});
      row += height;
    }
    column += width;
    first += count;
  }
  return result;
}

Decomposition in_rows(const Extent& extent, const Weights& weights, const Counts& counts) {
  return transposed(in_columns(extent.transposed(), weights, counts));
}

Decomposition figure8(const Extent& extent, const Weights& weights) {
  const double rest = weights[1] + weights[2] + weights[3];
  const double left = extent.columns * weights[0] / sum(weights);
  const double width = extent.columns - left;
  const double above = extent.rows * weights[1] / rest;
  const double middle = width * weights[2] / (weights[2] + weights[3]);
  return {extent,
          {{0, 0, extent.rows, left},
           {0, left, above, width},
           {above, left, extent.rows - above, middle},
           {above, left + middle, extent.rows - above, width - middle}}};
}

void for_each_composition(std::size_t p, const std::function<void(const Counts&)>& visit) {
  Counts counts;
  extend_counts(p, false, counts, visit);
}

void for_each_partition(std::size_t p, const std::function<void(const Counts&)>& visit) {
  Counts counts;
  extend_counts(p, true, counts, visit);
}

void for_each_slicing(const Extent& extent, const Weights& weights,
                      const std::function<void(const Decomposition&)>& visit) {
  Slicing slicing{weights, {extent, std::vector<Rect>(weights.size())}};
  Slicing::Items all(weights.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  slicing.lay(all, {0, 0, extent.rows, extent.columns}, Slicing::Cut::none, [&] { visit(slicing.found); });
}

void for_each_tiling(std::size_t rows, std::size_t columns, const std::function<void(const Decomposition&)>& visit) {
  const Extent extent{static_cast<double>(rows), static_cast<double>(columns)};
  Tiling{rows, columns, std::vector<bool>(rows * columns), {extent, {}}}.run(visit);
}

ColumnsCost columns_cost(const Weights& weights, const Counts& counts) {
  ColumnsCost cost{(static_cast<double>(counts.size()) - 1) * sum(weights), 0};
  std::size_t first = 0;
  for (const std::size_t count : counts) {
    double inside = 0;
    for (std::size_t i = first; i < first + count; ++i) inside += weights[i];
    cost.across += static_cast<double>(count - 1) * inside;
    first += count;
  }
  return cost;
}

double acost_of_columns(const Extent& extent, const Weights& weights, const Counts& counts) {
  const ColumnsCost cost = columns_cost(weights, counts);
  return (cost.along * extent.rows + cost.across * extent.columns) / sum(weights);
}

double factorial(std::size_t k) {
  double product = 1;
  for (std::size_t factor = 2; factor <= k; ++factor) product *= static_cast<double>(factor);
  return product;
}

double least_in_columns(const Extent& extent, const Weights& weights) {
  double least = std::numeric_limits<double>::infinity();
  for_each_partition(weights.size(),
                     [&](const Counts& counts) { least = std::min(least, acost_of_columns(extent, weights, counts)); });
  return least;
}

std::int64_t edges_in_columns(const Weights& weights, const Counts& counts) {
  constexpr double tolerance = 1e-9;
  auto edges = static_cast<std::int64_t>(weights.size()) - 1;
  std::vector<double> before;
  std::size_t first = 0;
  for (const std::size_t count : counts) {
    const std::vector<double> places = divider_places(weights, first, count);
    if (first > 0) {
      edges += static_cast<std::int64_t>(before.size() + places.size());
      for (const double place : places)
        edges -= std::ranges::count_if(before, [&](double other) { return std::abs(other - place) <= tolerance; });
    }
    before = places;
    first += count;
  }
  return edges;
}

std::vector<Lemma> lemmas() {
  return sweeps::checks_said<LemmaBounds>(
      "kaddoura", {checks_of_perimeters(), checks_of_figures(), checks_of_edges(), checks_of_numbers(),
                   checks_of_columns(), checks_of_candidates()});
}

void for_each_case(const LemmaBounds& bounds, std::size_t p, const std::function<void(const WholeCase&)>& visit) {
  for (std::int64_t m = 1; m <= bounds.side; ++m)
    for (std::int64_t n = m; n <= bounds.side; ++n) {
      WholeCase made{{static_cast<double>(m), static_cast<double>(n)}, {}, {m, n}};
      extend_weights(p, bounds.weight, made, visit);
    }
}

WholeCase drawn_case(std::size_t p, RandomStream& stream) {
  const double columns = drawn_from(array_columns(), stream);
  WholeCase made{
      {array_rows, columns}, draw_cluster("max-set", p, drawn_from(speed_ratios(), stream), stream).speeds, {}};
  std::ranges::sort(made.weights, std::greater{});
  made.sizes = {array_rows, static_cast<std::int64_t>(columns), static_cast<std::int64_t>(p)};
  return made;
}

engine::CasesUpTo<LemmaBounds> for_all_tilings(bool (*check)(const Decomposition& each)) {
  return [check](const LemmaBounds& bounds) {
    CheckedCases cases{.bound = bounds.cells};
    for (std::int64_t rows = 1; rows <= bounds.cells; ++rows)
      for (std::int64_t columns = rows; columns <= bounds.cells; ++columns)
        for_each_tiling(static_cast<std::size_t>(rows), static_cast<std::size_t>(columns),
                        [&](const Decomposition& each) {
                          cases.add(check(each), {rows, columns, static_cast<std::int64_t>(each.parts.size())});
                        });
    return cases;
  };
}

engine::DrawnCases<LemmaBounds> for_drawn_cases(std::size_t least, std::size_t most,
                                                bool (*check)(const WholeCase& given, RandomStream& stream)) {
  return [=](const LemmaBounds& bounds, RandomStream& stream) {
    CheckedCases cases{.bound = bounds.draws};
    boost::random::uniform_int_distribution<std::size_t> any_number(least, most);
    for (std::int64_t draw = 0; draw < bounds.draws; ++draw) {
      const WholeCase given = drawn_case(any_number(stream), stream);
      cases.add(check(given, stream), given.sizes);
    }
    return cases;
  };
}

double within() {
  static const double most = 1 + sweeps::threshold("kaddoura", "about");
  return most;
}

bool at_most(double a, double b) { return a <= b + 1e-9 * std::max({1.0, std::abs(a), std::abs(b)}); }

bool equal(double a, double b) { return at_most(a, b) && at_most(b, a); }

}  // namespace apportion::kaddoura
