// Internal edges (Section 5): Euler's formula, and what rearranging an XY decomposition does to them.
#include <algorithm>
#include <boost/random/uniform_int_distribution.hpp>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>
#include <vector>

#include "experiments/kaddoura/grid.hpp"
#include "experiments/kaddoura/layouts.hpp"
#include "experiments/kaddoura/lemma.hpp"
#include "sim/rectangles/costs.hpp"

namespace apportion::kaddoura {
namespace {

// ---- The planar graph of a division into cells, whose corners are whole numbers -------------------------------------

using Corner = std::pair<double, double>;  // row, column
using Edge = std::pair<Corner, Corner>;

template <class Value>
void sort_and_merge(std::vector<Value>& values) {
  std::ranges::sort(values);
  values.erase(std::unique(values.begin(), values.end()), values.end());
}

std::vector<Corner> corners(const Decomposition& decomposition) {
  std::vector<Corner> found;
  for (const Rect& part : decomposition.parts)
    for (const double row : {part.row, part.row_end()})
      for (const double column : {part.column, part.column_end()}) found.emplace_back(row, column);
  sort_and_merge(found);
  return found;
}

// The sides of all parts, divided at the corners that lie on them.
std::vector<Edge> edges(const Decomposition& decomposition, const std::vector<Corner>& all) {
  std::vector<Edge> found;
  const auto divide = [&](const Corner& from, const Corner& to) {
    Corner last = from;
    for (const Corner& corner : all) {
      const bool on = corner.first >= from.first && corner.first <= to.first && corner.second >= from.second &&
                      corner.second <= to.second;
      if (!on || corner == last) continue;
      found.emplace_back(last, corner);
      last = corner;
    }
  };
  for (const Rect& part : decomposition.parts) {
    divide({part.row, part.column}, {part.row, part.column_end()});
    divide({part.row_end(), part.column}, {part.row_end(), part.column_end()});
    divide({part.row, part.column}, {part.row_end(), part.column});
    divide({part.row, part.column_end()}, {part.row_end(), part.column_end()});
  }
  sort_and_merge(found);
  return found;
}

bool is_outer(const Corner& corner, const Extent& extent) {
  return corner.first == 0 || corner.first == extent.rows || corner.second == 0 || corner.second == extent.columns;
}

// Whether the whole edge lies on the boundary, rather than its two ends alone.
bool lies_outside(const Edge& edge, const Extent& extent) {
  const auto& [from, to] = edge;
  const bool across = from.first == to.first && (from.first == 0 || from.first == extent.rows);
  return across || (from.second == to.second && (from.second == 0 || from.second == extent.columns));
}

struct PlanarGraph {
  std::int64_t vertices = 0;
  std::int64_t boundary_vertices = 0;
  std::int64_t edges = 0;
  std::int64_t edges_between_boundary_vertices = 0;
  std::int64_t edges_on_boundary = 0;
};

PlanarGraph planar_graph(const Decomposition& decomposition) {
  const Extent& extent = decomposition.extent;
  const std::vector<Corner> vertices = corners(decomposition);
  const std::vector<Edge> all = edges(decomposition, vertices);
  const auto outer = [&](const Corner& corner) { return is_outer(corner, extent); };
  return {
      .vertices = static_cast<std::int64_t>(vertices.size()),
      .boundary_vertices = std::ranges::count_if(vertices, outer),
      .edges = static_cast<std::int64_t>(all.size()),
      .edges_between_boundary_vertices =
          std::ranges::count_if(all, [&](const Edge& edge) { return outer(edge.first) && outer(edge.second); }),
      .edges_on_boundary = std::ranges::count_if(all, [&](const Edge& edge) { return lies_outside(edge, extent); })};
}

std::int64_t neighbours(const Decomposition& decomposition) {
  std::int64_t pairs = 0;
  const auto& parts = decomposition.parts;
  for (std::size_t i = 0; i < parts.size(); ++i)
    for (std::size_t j = i + 1; j < parts.size(); ++j) {
      const double rows = std::min(parts[i].row_end(), parts[j].row_end()) - std::max(parts[i].row, parts[j].row);
      const double columns =
          std::min(parts[i].column_end(), parts[j].column_end()) - std::max(parts[i].column, parts[j].column);
      if (rows >= 0 && columns >= 0 && rows + columns > 0) ++pairs;
    }
  return pairs;
}

bool euler(const Decomposition& each) {
  const PlanarGraph graph = planar_graph(each);
  return graph.edges == graph.vertices + std::ssize(each.parts) - 1;
}

bool boundary_edges(const Decomposition& each) {
  const PlanarGraph graph = planar_graph(each);
  return graph.edges_between_boundary_vertices == graph.boundary_vertices;
}

bool internal(const Decomposition& each) {
  const PlanarGraph graph = planar_graph(each);
  const std::int64_t by_formula = graph.vertices - graph.boundary_vertices + std::ssize(each.parts) - 1;
  return graph.edges_on_boundary == graph.boundary_vertices && by_formula == graph.edges - graph.edges_on_boundary &&
         by_formula == neighbours(each) && by_formula == internal_edges(each);
}

// ---- Rearrangements ------------------------------------------------------------------------------------------------

// Least and greatest internal edges over all arrangements with these counts in any order.
std::pair<std::int64_t, std::int64_t> edges_of_class(const Weights& sorted, Counts counts) {
  std::pair<std::int64_t, std::int64_t> range{std::numeric_limits<std::int64_t>::max(), 0};
  std::ranges::sort(counts);
  do {
    Weights weights = sorted;
    std::ranges::sort(weights);
    do {
      const std::int64_t found = edges_in_columns(weights, counts);
      range = {std::min(range.first, found), std::max(range.second, found)};
    } while (std::ranges::next_permutation(weights).found);
  } while (std::ranges::next_permutation(counts).found);
  return range;
}

engine::CasesUpTo<LemmaBounds> for_all_classes(bool (*check)(std::int64_t least, std::int64_t greatest)) {
  return [check](const LemmaBounds& bounds) {
    CheckedCases cases{.bound = bounds.parts};
    LemmaBounds one_array = bounds;
    one_array.side = 1;  // edges do not depend on the array's sides
    for (std::size_t p = 1; p <= static_cast<std::size_t>(bounds.parts); ++p)
      for_each_case(one_array, p, [&](const WholeCase& given) {
        for_each_partition(p, [&](const Counts& counts) {
          const auto [least, greatest] = edges_of_class(given.weights, counts);
          cases.add(check(least, greatest), {static_cast<std::int64_t>(p), static_cast<std::int64_t>(counts.size())});
        });
      });
    return cases;
  };
}

bool close_edges(std::int64_t least, std::int64_t greatest) {
  return static_cast<double>(greatest) <= within * static_cast<double>(least);
}

// Parts of sizes of which no two corners coincide: then only the outer columns save edges.
CheckedCases close_edges_of_many() {
  constexpr std::size_t most = 20;
  CheckedCases cases{.bound = most};
  for (std::size_t p = 2; p <= most; ++p)
    for_each_partition(p, [&](const Counts& counts) {
      const std::size_t columns = counts.size();
      double least = static_cast<double>(p) - 1;
      double greatest = least;
      if (columns > 1) {
        // Every divider ends on two borders, those of the outer columns on one.
        const auto ends = static_cast<double>(2 * (p - columns));
        greatest += ends - static_cast<double>(counts[0] + counts[1] - 2);
        least += ends - static_cast<double>(counts[columns - 1] + counts[columns - 2] - 2);
      }
      cases.add(greatest <= within * least, {static_cast<std::int64_t>(p), static_cast<std::int64_t>(columns)});
    });
  return cases;
}

// Of Figure 12's columns: with three of its parts in a column each has a third of it.
std::pair<std::int64_t, std::int64_t> figure12_edges() {
  const Weights equal_parts(14, 1.0);
  return {edges_in_columns(equal_parts, {2, 4, 3, 5}), edges_in_columns(equal_parts, {2, 3, 4, 5})};
}

CheckedCases figure12_text() {
  CheckedCases cases;
  const auto [left, right] = figure12_edges();
  cases.add(left < right, {left, right});
  return cases;
}

CheckedCases figure12_caption() {
  CheckedCases cases;
  const auto [left, right] = figure12_edges();
  cases.add(left > right, {left, right});
  return cases;
}

// Columns in any order, and the parts of each in any order, of all sorted decompositions.
CheckedCases many_rearrangements() {
  constexpr std::size_t most = 30;
  CheckedCases cases{.bound = most};
  for (std::size_t p = 2; p <= most; ++p) {
    double number = 0;
    for_each_partition(p, [&](const Counts& counts) {
      number += std::accumulate(counts.begin(), counts.end(), factorial(counts.size()),
                                [](double product, std::size_t count) { return product * factorial(count); });
    });
    cases.add(number >= factorial(p) && number < std::ldexp(factorial(p), static_cast<int>(p)),
              {static_cast<std::int64_t>(p)});
  }
  return cases;
}

double total_of(const WholeCase& given, const Weights& weights, const Counts& counts, double latency) {
  const ColumnsCost cost = columns_cost(weights, counts);
  const double whole = std::accumulate(weights.begin(), weights.end(), 0.0);
  return (cost.along * given.extent.rows + cost.across * given.extent.columns) / whole +
         latency * static_cast<double>(edges_in_columns(weights, counts));
}

CheckedCases sorted_is_close(const LemmaBounds& bounds, RandomStream& stream) {
  CheckedCases cases{.bound = bounds.draws};
  boost::random::uniform_int_distribution<std::size_t> any_number(
      4, static_cast<std::size_t>(std::max<std::int64_t>(4, bounds.parts)));
  boost::random::uniform_int_distribution<std::size_t> any_latency(1, latencies().size() - 1);
  for (std::int64_t draw = 0; draw < bounds.draws; ++draw) {
    WholeCase given = drawn_case(any_number(stream), stream);
    const double latency = latencies().at(any_latency(stream));
    double sorted = std::numeric_limits<double>::infinity();
    for_each_partition(given.weights.size(), [&](const Counts& counts) {
      sorted = std::min(sorted, total_of(given, given.weights, counts, latency));
    });
    double least = sorted;
    Weights weights = given.weights;
    std::ranges::sort(weights);
    do {
      for_each_composition(weights.size(), [&](const Counts& counts) {
        least = std::min(least, total_of(given, weights, counts, latency));
      });
    } while (std::ranges::next_permutation(weights).found);
    given.sizes.push_back(static_cast<std::int64_t>(latency));
    cases.add(sorted <= within * least, given.sizes);
  }
  return cases;
}

constexpr const char* classes = "all rearrangements of up to %d parts, whole weights";

}  // namespace

std::vector<Lemma> checks_of_edges() {
  return {{{70, "euler", "Section 5, equation (1)", Said::paper, Reach::always,
            "a decomposition into p parts has V + p - 1 edges", tilings, sides},
           for_all_tilings(euler)},
          {{71, "boundary-edges", "Section 5", Said::paper, Reach::always,
            "there are as many edges with both ends on the boundary as vertices on it", tilings, sides},
           for_all_tilings(boundary_edges)},
          {{72, "internal-edges", "Section 5", Said::amended, Reach::always,
            "with edges that lie on the boundary: there are as many as vertices on it, and V_i + p - 1 internal ones, "
            "one for each pair of neighbours",
            tilings, sides},
           for_all_tilings(internal)},
          {{73, "same-edges", "Section 5", Said::denied, Reach::always,
            "all rearrangements of a decomposition have the same number of internal edges", classes, "p columns"},
           for_all_classes([](std::int64_t least, std::int64_t greatest) { return least == greatest; })},
          {{74, "figure12-text", "Section 5, text on Figure 12", Said::paper, Reach::always,
            "(a) has fewer internal edges than (b)", "the figure", "(a) (b)", "reconstructed"},
           figure12_text},
          {{75, "figure12-caption", "Section 5, caption of Figure 12", Said::paper, Reach::always,
            "(a) has more internal edges than (b)", "the figure", "(a) (b)", "reconstructed"},
           figure12_caption},
          {{76, "many-rearrangements", "Section 5", Said::paper, Reach::always,
            "the rearrangements of all sorted decompositions are fewer than p! 2^p, but many: at least p!",
            "2 <= p <= %d, counted", "p"},
           many_rearrangements},
          {{77, "close-edges", "Section 5", Said::paper, Reach::mostly,
            "the internal edges of the rearrangements of a decomposition differ by at most 5 %", classes, "p columns"},
           for_all_classes(close_edges)},
          {{78, "close-edges-of-many", "Section 5, up to 20 parts", Said::paper, Reach::mostly,
            "the internal edges of the rearrangements of a decomposition differ by at most 5 %",
            "all counts of up to %d parts without common corners", "p columns"},
           close_edges_of_many},
          {{79, "sorted-is-close", "Section 5", Said::paper, Reach::mostly,
            "with latency the best of the pt(p) sorted decompositions is within 5 % of the best XY decomposition",
            "%d random cases of 4 parts and more, against all arrangements", "m n p latency", "reconstructed"},
           sorted_is_close}};
}

}  // namespace apportion::kaddoura
