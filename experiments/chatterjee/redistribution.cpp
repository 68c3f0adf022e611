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
#include "experiments/engine/erasure.hpp"
#include "experiments/sweeps/code_studies.hpp"
#include "sim/programs/candidates.hpp"
#include "sim/programs/distribution.hpp"
#include "sim/programs/program_graph.hpp"

namespace apportion::chatterjee {
namespace {

// --- The discrete metric against exact redistribution volumes over all pairs of block-cyclic distributions

/// An array and the number of processors that hold it.
struct HeldArray {
  std::int64_t rows = 1;
  std::int64_t columns = 1;
  std::int64_t processors = 1;
};

/// A summary over pairs of different distributions; shares are of the array's elements.
struct VolumeSummary {
  double pairs = 0;
  double same_places = 0;  ///< pairs between which nothing moves
  double mean_moved = 0;
  double deviation_moved = 0;
  double least_moved = 1;
  double most_moved = 0;
  double mean_busiest = 0;  ///< the most that a processor sends or receives, over an even share of the array
  double most_busiest = 0;
  double about_whole = 0;  ///< pairs that move about as much as a change of processors can
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

VolumeSummary summarise(const HeldArray& array, Choice chosen) {
  const std::vector<Progression> cells = {{0, 1, array.rows}, {0, 1, array.columns}};
  const std::vector<TemplateDistribution> all = distributions(array);
  const double elements = static_cast<double>(array.rows) * static_cast<double>(array.columns);
  static const double about_whole = sweeps::threshold("chatterjee", "about_whole");
  VolumeSummary summary;
  double squares = 0;  // squared deviations from the running mean
  for (std::size_t a = 0; a < all.size(); ++a)
    for (std::size_t b = a + 1; b < all.size(); ++b) {
      if (!chosen(all[a], all[b])) continue;
      const RedistributionVolume volume = redistribution_volume(cells, all[a], all[b]);
      const double moved = static_cast<double>(volume.moved) / elements;
      const double busiest = static_cast<double>(std::max(volume.largest_send, volume.largest_receive)) *
                             static_cast<double>(array.processors) / elements;
      const double count = ++summary.pairs;
      const double difference = moved - summary.mean_moved;
      summary.mean_moved += difference / count;
      squares += difference * (moved - summary.mean_moved);
      summary.mean_busiest += (busiest - summary.mean_busiest) / count;
      summary.same_places += volume.moved == 0 ? 1 : 0;
      summary.about_whole += moved >= about_whole * movable_share(array) ? 1 : 0;
      summary.least_moved = std::min(summary.least_moved, moved);
      summary.most_moved = std::max(summary.most_moved, moved);
      summary.most_busiest = std::max(summary.most_busiest, busiest);
    }
  if (summary.pairs > 0) summary.deviation_moved = std::sqrt(squares / summary.pairs);
  return summary;
}

VolumeSummary all_pairs(const HeldArray& array) {
  return summarise(array, [](const TemplateDistribution&, const TemplateDistribution&) { return true; });
}

VolumeSummary pairs_of_one_grid(const HeldArray& array) { return summarise(array, same_grid); }

VolumeSummary pairs_of_two_grids(const HeldArray& array) {
  return summarise(array,
                   [](const TemplateDistribution& a, const TemplateDistribution& b) { return !same_grid(a, b); });
}

HeldArray held_array(const engine::Point& point, RandomStream& /*stream*/) {
  const auto whole = [&point](const char* axis) { return static_cast<std::int64_t>(point.count(axis)); };
  return {whole("rows"), whole("columns"), whole("processors")};
}

engine::Experiment redistribution_experiment() {
  engine::Experiment study = sweeps::described({.name = "chatterjee/redistribution"});
  engine::set_functions<HeldArray, VolumeSummary>(
      study, {{"all-pairs", all_pairs}, {"same-grid", pairs_of_one_grid}, {"other-grid", pairs_of_two_grids}});
  study.measured = engine::measured_members<VolumeSummary>(
      {{"pairs", "pairs of distributions", "", "", 0, &VolumeSummary::pairs},
       {"same_places", "pairs between which nothing moves", "", "", 0, &VolumeSummary::same_places},
       {"mean_moved", "mean share that moves", "", "", 3, &VolumeSummary::mean_moved},
       {"deviation_moved", "standard deviation of the share that moves", "", "", 3, &VolumeSummary::deviation_moved},
       {"least_moved", "least share that moves", "", "", 3, &VolumeSummary::least_moved},
       {"most_moved", "greatest share that moves", "", "", 3, &VolumeSummary::most_moved},
       {"mean_busiest", "mean load of the busiest processor, over an even share", "", "", 3,
        &VolumeSummary::mean_busiest},
       {"most_busiest", "greatest load of the busiest processor, over an even share", "", "", 3,
        &VolumeSummary::most_busiest},
       {"about_whole", "pairs that move about as much as a change of processors can", "", "more", 0,
        &VolumeSummary::about_whole}});
  study.sample = engine::sampler(held_array);
  return engine::completed(std::move(study));
}

const engine::Registration redistribution_registration{redistribution_experiment};

// --- Figure 2: the elements that a permutation of a square array's columns moves between 4 x 8 processors

constexpr std::size_t processor_rows = 4;
constexpr std::size_t processor_columns = 8;

/// The new place of each column of a square array, in a random permutation.
using Permutation = std::vector<std::size_t>;

/// The traffic of one permutation.
struct Traffic {
  double moved = 0;     ///< share of the array that changes processor
  double busiest = 0;   ///< the most that a processor sends, over an even share of the array
  double partners = 0;  ///< most processors that one sends to
};

// The traffic under (BLOCK, BLOCK): rows stay in their row of processors, so that each column counts four times.
Traffic traffic_of(const Permutation& columns) {
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
  return {.moved = static_cast<double>(moved) / side,
          .busiest = static_cast<double>(largest) * rows * processor_rows * processor_columns / (side * side),
          .partners = static_cast<double>(partners)};
}

Traffic by_chance(const Permutation& columns) { return traffic_of(columns); }

Traffic reversed(const Permutation& columns) {
  Permutation reversal(columns.size());
  std::iota(reversal.rbegin(), reversal.rend(), std::size_t{0});
  return traffic_of(reversal);
}

Traffic rotated_by_one(const Permutation& columns) {
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

engine::Experiment permutation_experiment() {
  engine::Experiment study = sweeps::described({.name = "chatterjee/permutation"});
  engine::set_functions<Permutation, Traffic>(
      study, {{"random", by_chance}, {"reversal", reversed}, {"rotation", rotated_by_one}});
  study.measured = engine::measured_members<Traffic>(
      {{"moved", "share of the array that changes processor", "", "", 4, &Traffic::moved},
       {"busiest", "largest send of a processor, over an even share", "", "", 4, &Traffic::busiest},
       {"partners", "most processors that one sends to", "", "", 1, &Traffic::partners}});
  study.sample = engine::sampler(drawn);
  return engine::completed(std::move(study));
}

const engine::Registration permutation_registration{permutation_experiment};

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

engine::Experiment loads_experiment() {
  engine::CheckingStudy study{.study = sweeps::described({.name = "chatterjee/loads"})};
  study.checks = engine::point_checks<Bound>({{"quotient", for_all_axes(quotient)},
                                              {"rounded-quotient", for_all_axes(rounded_quotient)},
                                              {"even-quotient", for_all_axes(quotient, divides_evenly)}},
                                             bound_of);
  study.metrics = engine::case_metrics(0);
  std::erase_if(study.metrics, [](const engine::CaseMetric& metric) { return metric.number == engine::case_bound; });
  return engine::checking_experiment(study);
}

const engine::Registration loads_registration{loads_experiment};

}  // namespace
}  // namespace apportion::chatterjee
