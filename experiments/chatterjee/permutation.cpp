// Figure 2: what a permutation of the columns of a square array moves between 4 x 8 processors, counted.
#include <algorithm>
#include <array>
#include <boost/random/uniform_int_distribution.hpp>
#include <cmath>
#include <numeric>
#include <utility>
#include <vector>

#include "experiments/chatterjee/grid.hpp"
#include "experiments/engine/catalogue.hpp"
#include "experiments/engine/erasure.hpp"

namespace apportion::chatterjee {
namespace {

constexpr std::size_t processor_rows = 4;
constexpr std::size_t processor_columns = 8;

/// Where each column of a square array goes, in a permutation drawn by chance.
using Permutation = std::vector<std::size_t>;

/// Of the elements and processors of one permutation.
struct Traffic {
  double moved = 0;     ///< share of the array that changes processor
  double busiest = 0;   ///< largest send of a processor, over an even share of the array
  double partners = 0;  ///< most processors that one sends to
};

// (BLOCK, BLOCK): rows stay with their row of processors, so that what a column does, it does four times.
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
  engine::Study study{.name = "chatterjee/permutation"};
  study.title = "What permuting the columns of a square array moves, in blocks on 4 x 8 processors";
  study.claim = "the cost of all-to-all communication is that of the array's size: the discrete metric is adequate";
  study.source = "Chatterjee, Gilbert, Schreiber & Sheffler 1994, Section 5.1, Figure 2";
  study.axes = {
      engine::whole_axis("side", "rows and columns of the array", engine::AxisRole::sampled, 1, 1e5, permuted_sides())};
  study.samples = 20;
  study.chunk_size = 10;
  engine::set_functions<Permutation, Traffic>(
      study, {{"random", by_chance}, {"reversal", reversed}, {"rotation", rotated_by_one}});
  study.measured = engine::measured_members<Traffic>(
      {{"moved", "share of the array that changes processor", "", "", 4, &Traffic::moved},
       {"busiest", "largest send of a processor, over an even share", "", "", 4, &Traffic::busiest},
       {"partners", "most processors that one sends to", "", "", 1, &Traffic::partners}});
  study.sample = engine::sampler(drawn);
  return engine::erase(std::move(study));
}

engine::CatalogueExhibit permutation() {
  results::Exhibit exhibit{.name = "chatterjee/permutation"};
  exhibit.title =
      "What permuting the columns of a square array moves on 4 x 8 processors (Chatterjee et al., Figure 2)";
  exhibit.sql = R"sql(SELECT side, algorithm AS permutation, moved, moved * side * side AS elements, busiest, partners
FROM chatterjee_permutation WHERE seed = :seed AND rival = '' ORDER BY algorithm, side)sql";
  exhibit.layout = {.row = "permutation",
                    .column = "side",
                    .column_title = "side of the array",
                    .values = {{"moved", "share of the array that moves", 4},
                               {"elements", "elements that move", 0},
                               {"busiest", "largest send over an even share", 3},
                               {"partners", "most processors that one sends to", 1}}};
  exhibit.charts = {{.name = "curves",
                     .x = {"side", "side of the array", true},
                     .y = {.title = "elements that move", .logarithmic = true},
                     .values = {{"elements", "elements"}},
                     .series = "permutation"}};
  exhibit.note =
      "The figure times this on a CM-5 and says neither which permutation nor which sizes; here elements are counted. "
      "Rows stay with their row of processors: a processor sends to 7 others at most, not to all 31.";
  return {"chatterjee/permutation", exhibit};
}

const engine::Registration permutation_registration{permutation_experiment, permutation};

}  // namespace
}  // namespace apportion::chatterjee
