// How good is the discrete metric? Exact redistribution volumes over all pairs of block-cyclic distributions.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "experiments/chatterjee/grid.hpp"
#include "experiments/engine/catalogue.hpp"
#include "experiments/engine/erasure.hpp"
#include "sim/programs/distribution.hpp"
#include "sim/programs/program_graph.hpp"

namespace apportion::chatterjee {
namespace {

/// An array and the number of processors that hold it.
struct HeldArray {
  std::int64_t rows = 1;
  std::int64_t columns = 1;
  std::int64_t processors = 1;
};

/// Over pairs of different distributions. Shares are of the array's elements.
struct VolumeSummary {
  double pairs = 0;
  double same_places = 0;  ///< pairs between which nothing moves
  double mean_moved = 0;
  double deviation_moved = 0;
  double least_moved = 1;
  double most_moved = 0;
  double mean_busiest = 0;  ///< largest send or receive of a processor, over an even share of the array
  double most_busiest = 0;
  double about_whole = 0;  ///< pairs that move about as much as a change of processors can
};

constexpr std::int64_t middle_block = 8;

std::set<std::int64_t> block_sizes(std::int64_t extent, std::int64_t processors) {
  if (processors == 1) return {1};
  return {1, middle_block, (extent + processors - 1) / processors};
}

// A random owner is another one with this probability. A pair of distributions gets beyond it by unequal blocks alone.
double movable_share(const HeldArray& array) { return 1 - 1 / static_cast<double>(array.processors); }

// Every grid, with cyclic, block-cyclic and block distribution of each dimension.
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
  VolumeSummary summary;
  double squares = 0;  // about the running mean
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
      summary.about_whole += moved >= ClaimWords().about_whole * movable_share(array) ? 1 : 0;
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
  engine::Study study{.name = "chatterjee/redistribution"};
  study.title = "Volume of redistribution over all pairs of block-cyclic distributions of an array";
  study.claim = "every change of distribution moves about the whole array: the discrete metric is adequate";
  study.source = "Chatterjee, Gilbert, Schreiber & Sheffler 1994, Section 5.1";
  study.axes = {
      engine::whole_axis("rows", "rows of the array", engine::AxisRole::applied, 1, 1e6, moved_rows()),
      engine::whole_axis("columns", "columns of the array", engine::AxisRole::applied, 1, 1e6, moved_columns()),
      engine::whole_axis("processors", "processors", engine::AxisRole::applied, 1, 1024, moving_processors())};
  study.deterministic = true;
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
  return engine::erase(std::move(study));
}

engine::CatalogueExhibit redistribution() {
  results::Exhibit exhibit{.name = "chatterjee/redistribution"};
  exhibit.title = "Share of an array that a change of distribution moves; the discrete metric takes it to be constant";
  exhibit.sql = R"sql(SELECT "rows" || ' x ' || "columns" AS array, processors, algorithm AS pairs_of,
       CAST(pairs AS INTEGER) AS pairs, CAST(same_places AS INTEGER) AS "nothing moves", round(mean_moved, 3) AS mean,
       round(deviation_moved, 3) AS deviation, round(least_moved, 3) AS least, round(most_moved, 3) AS greatest,
       round(1 - 1.0 / processors, 3) AS "1 - 1/P", round(100 * about_whole / pairs, 1) AS "about whole, %",
       round(100 * deviation_moved / mean_moved, 1) AS "error of the metric in %",
       round(mean_busiest, 3) AS "busiest, mean", round(most_busiest, 3) AS "busiest, greatest"
FROM chatterjee_redistribution WHERE seed = :seed
ORDER BY "rows", "columns", processors, instr('all-pairs,same-grid,other-grid,', algorithm || ','))sql";
  exhibit.note = fmt::format(
      "Distributions: every grid of the P processors, each dimension in blocks of 1, 8 and ceil(n/p). "
      "The error is the deviation over the mean, what remains once rho is fitted. "
      "busiest: largest send or receive of one processor, over an even share of the array. "
      "About whole: pairs that move at least {} of 1 - 1/P, beyond which a pair only gets where blocks are unequal.",
      ClaimWords().about_whole);
  return {"chatterjee/redistribution", exhibit};
}

const engine::Registration redistribution_registration{redistribution_experiment, redistribution};

}  // namespace
}  // namespace apportion::chatterjee
