// Volumes and loads of distributions, counted: the discrete metric against exact volumes, the permutation of Figure 2,
// and the load of the busiest processor (Sections 5.1 and 5.3).

#include <algorithm>
#include <array>
#include <boost/random/uniform_int_distribution.hpp>
#include <cmath>
#include <numeric>
#include <set>
#include <utility>
#include <vector>

#include "experiments/engine/catalogue.hpp"
#include "experiments/engine/claims.hpp"
#include "experiments/sweeps/code_studies.hpp"
#include "results/records.hpp"
#include "sim/programs/distribution.hpp"
#include "sim/programs/program_graph.hpp"

namespace apportion::chatterjee {
namespace {

using engine::Numbers;

// --- The discrete metric against exact redistribution volumes over all pairs of block-cyclic distributions

/// An array and the number of processors that hold it.
struct HeldArray {
  std::int64_t rows = 1;
  std::int64_t columns = 1;
  std::int64_t processors = 1;
};

constexpr std::int64_t middle_block = 8;

std::set<std::int64_t> block_sizes(std::int64_t extent, std::int64_t processors) {
  if (processors == 1) return {1};
  return {1, middle_block, (extent + processors - 1) / processors};
}

// The probability that a random owner differs. A pair of distributions exceeds it only by unequal blocks.
double movable_share(const HeldArray& array) { return 1 - 1 / static_cast<double>(array.processors); }

// All distributions: every grid, with each dimension cyclic, block-cyclic or in blocks.
std::vector<TemplateDistribution> distributions(const HeldArray& array) {
  std::vector<TemplateDistribution> all;
  for (const TemplateVector& grid : factorisations(array.processors, 2))
    for (const std::int64_t first : block_sizes(array.rows, grid[0]))
      for (const std::int64_t second : block_sizes(array.columns, grid[1]))
        all.push_back({{{grid[0], first}, {grid[1], second}}});
  return all;
}

bool same_grid(const TemplateDistribution& a, const TemplateDistribution& b) {
  return a.dimensions[0].processors == b.dimensions[0].processors;
}

using Choice = bool (*)(const TemplateDistribution&, const TemplateDistribution&);

// A summary over pairs of different distributions; shares are of the array's elements.
Numbers summarise(const HeldArray& array, Choice chosen) {
  const std::vector<Progression> cells = {{0, 1, array.rows}, {0, 1, array.columns}};
  const std::vector<TemplateDistribution> all = distributions(array);
  const double elements = static_cast<double>(array.rows) * static_cast<double>(array.columns);
  static const double about_whole = sweeps::threshold("chatterjee", "about_whole");
  results::Moments moved;
  results::Moments busiest;
  std::int64_t same_places = 0;
  std::int64_t nearly_all = 0;
  for (std::size_t a = 0; a < all.size(); ++a)
    for (std::size_t b = a + 1; b < all.size(); ++b) {
      if (!chosen(all[a], all[b])) continue;
      const RedistributionVolume volume = redistribution_volume(cells, all[a], all[b]);
      const double share = static_cast<double>(volume.moved) / elements;
      moved.add(share);
      busiest.add(static_cast<double>(std::max(volume.largest_send, volume.largest_receive)) *
                  static_cast<double>(array.processors) / elements);
      same_places += volume.moved == 0 ? 1 : 0;
      nearly_all += share >= about_whole * movable_share(array) ? 1 : 0;
    }
  return {{"pairs", moved.count},
          {"same_places", same_places},
          {"mean_moved", moved.mean},
          {"deviation_moved", moved.count > 0 ? std::sqrt(moved.m2 / static_cast<double>(moved.count)) : 0},
          {"least_moved", moved.count > 0 ? moved.min : 1},
          {"most_moved", moved.max},
          {"mean_busiest", busiest.mean},
          {"most_busiest", busiest.max},
          {"about_whole", nearly_all}};
}

Numbers all_pairs(const HeldArray& array) {
  return summarise(array, [](const TemplateDistribution&, const TemplateDistribution&) { return true; });
}

Numbers pairs_of_one_grid(const HeldArray& array) { return summarise(array, same_grid); }

Numbers pairs_of_two_grids(const HeldArray& array) {
  return summarise(array,
                   [](const TemplateDistribution& a, const TemplateDistribution& b) { return !same_grid(a, b); });
}

HeldArray held_array(const engine::Point& point, RandomStream& /*stream*/) {
  const auto whole = [&point](const char* axis) { return static_cast<std::int64_t>(point.count(axis)); };
  return {whole("rows"), whole("columns"), whole("processors")};
}

const engine::Registration redistribution_registration{[] {
  return sweeps::experiment_of_functions(
      {.name = "chatterjee/redistribution"}, held_array,
      {{"all-pairs", all_pairs}, {"same-grid", pairs_of_one_grid}, {"other-grid", pairs_of_two_grids}});
}};

// --- Figure 2: the elements that a permutation of a square array's columns moves between 4 x 8 processors

constexpr std::size_t processor_rows = 4;
constexpr std::size_t processor_columns = 8;

/// The new place of each column of a square array, in a random permutation.
using Permutation = std::vector<std::size_t>;

// The traffic under (BLOCK, BLOCK): rows stay in their row of processors, so that each column counts four times.
Numbers traffic_of(const Permutation& columns) {
  const std::size_t n = columns.size();
  const std::size_t block = (n + processor_columns - 1) / processor_columns;
  std::array<std::array<std::size_t, processor_columns>, processor_columns> sent{};
  for (std::size_t column = 0; column < n; ++column) ++sent[column / block][columns[column] / block];
  std::size_t moved = 0;
  std::size_t largest = 0;
  std::size_t partners = 0;
  for (std::size_t from = 0; from < processor_columns; ++from) {
    const std::size_t staying = std::exchange(sent[from][from], 0);
    const std::size_t leaving = std::min(block, n - std::min(n, from * block)) - staying;
    moved += leaving;
    largest = std::max(largest, leaving);
    partners = std::max(partners, processor_columns - static_cast<std::size_t>(std::ranges::count(sent[from], 0U)));
  }
  const auto side = static_cast<double>(n);
  const double rows = std::ceil(side / processor_rows);
  return {{"moved", static_cast<double>(moved) / side},
          {"busiest", static_cast<double>(largest) * rows * processor_rows * processor_columns / (side * side)},
          {"partners", partners}};
}

Numbers reversed(const Permutation& columns) {
  Permutation reversal(columns.size());
  std::iota(reversal.rbegin(), reversal.rend(), std::size_t{0});
  return traffic_of(reversal);
}

Numbers rotated_by_one(const Permutation& columns) {
  Permutation rotation;
  for (std::size_t column = 0; column < columns.size(); ++column) rotation.push_back((column + 1) % columns.size());
  return traffic_of(rotation);
}

Permutation drawn(const engine::Point& point, RandomStream& stream) {
  Permutation columns(point.count("side"));
  std::iota(columns.begin(), columns.end(), std::size_t{0});
  for (std::size_t left = columns.size(); left > 1; --left)
    std::swap(columns[left - 1], columns[boost::random::uniform_int_distribution<std::size_t>(0, left - 1)(stream)]);
  return columns;
}

const engine::Registration permutation_registration{[] {
  return sweeps::experiment_of_functions(
      {.name = "chatterjee/permutation"}, drawn,
      {{"random", traffic_of}, {"reversal", reversed}, {"rotation", rotated_by_one}});
}};

// --- Section 5.3's load of the busiest processor, extent over effective processors, against counting

/// The greatest extent, stride, number of processors and block size of cases.
struct Bound {
  std::int64_t size = 1;
};

bool any_case(std::int64_t /*extent*/, std::int64_t /*stride*/, std::int64_t /*processors*/, std::int64_t /*block*/) {
  return true;
}

// Whether every block within the array has the same number of elements.
bool divides_evenly(std::int64_t extent, std::int64_t stride, std::int64_t processors, std::int64_t block) {
  return block % stride == 0 && extent * stride % (processors * block) == 0;
}

// Compares formula(extent / effective processors) with the count, in one dimension.
engine::CasesUpTo<Bound> for_all_axes(double (*formula)(double), decltype(any_case)* is_meant = any_case) {
  return [formula, is_meant](const Bound& bound) {
    engine::CheckedCases checked{.bound = bound.size};
    for (std::int64_t extent = 1; extent <= bound.size; ++extent)
      for (std::int64_t stride = 1; stride <= bound.size; ++stride)
        for (std::int64_t processors = 1; processors <= bound.size; ++processors)
          for (std::int64_t block = 1; block <= bound.size; ++block) {
            const Placement placement{.cells = {{0, stride, extent}}};
            const TemplateDistribution distribution{{{processors, block}}};
            const auto counted = static_cast<double>(largest_load(placement, distribution));
            if (!is_meant(extent, stride, processors, block)) continue;
            checked.add(formula(shortcut_load(placement, distribution)) == counted,
                        {extent, stride, processors, block});
          }
    return checked;
  };
}

double quotient(double load) { return load; }

// Rounding up is exact: a whole quotient of small whole numbers is whole in binary, too.
double rounded_quotient(double load) { return std::ceil(load); }

Bound bound_of(const engine::Point& point, RandomStream& /*sample*/) {
  return {static_cast<std::int64_t>(point.count("size"))};
}

const engine::Registration loads_registration{[] {
  return sweeps::experiment_of_functions(
      {.name = "chatterjee/loads"}, bound_of,
      engine::functions_of<Bound>({{"quotient", for_all_axes(quotient)},
                                   {"rounded-quotient", for_all_axes(rounded_quotient)},
                                   {"even-quotient", for_all_axes(quotient, divides_evenly)}}));
}};

}  // namespace
}  // namespace apportion::chatterjee
