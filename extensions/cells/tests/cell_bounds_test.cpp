// Lower bounds of whole cells compared with the best of all divisions of small arrays, and cases of equality.
#include "extensions/cells/sim/cell_bounds.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <boost/random/uniform_int_distribution.hpp>
#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include "extensions/cells/sim/cell_costs.hpp"
#include "sim/cells/owners.hpp"
#include "sim/random_stream.hpp"

namespace apportion {
namespace {

constexpr double never = std::numeric_limits<double>::infinity();

// An array whose divisions are enumerated. Cells are numbered without those that are left out.
struct SmallArray {
  std::int64_t layers = 1;
  std::int64_t rows = 0;
  std::int64_t columns = 0;
  std::vector<double> loads = {};  // 0: left out

  [[nodiscard]] std::ptrdiff_t cells() const { return std::ssize(loads) - std::ranges::count(loads, 0.0); }
};

// For each cell the others within a stencil: adjacent ones, and those with a common corner, too.
using Around = std::vector<std::vector<std::size_t>>;

std::array<Around, 2> surroundings(const SmallArray& array) {
  std::vector<std::array<std::int64_t, 3>> places;
  for (std::int64_t cell = 0; cell < std::ssize(array.loads); ++cell)
    if (array.loads[static_cast<std::size_t>(cell)] > 0)
      places.push_back({cell / (array.rows * array.columns), cell / array.columns % array.rows, cell % array.columns});
  std::array<Around, 2> around = {Around(places.size()), Around(places.size())};
  for (std::size_t cell = 0; cell < places.size(); ++cell)
    for (std::size_t other = 0; other < places.size(); ++other) {
      std::int64_t steps = 0;
      std::int64_t longest = 0;
      for (std::size_t axis = 0; axis < 3; ++axis) {
        const std::int64_t step = std::abs(places[cell][axis] - places[other][axis]);
        steps += step;
        longest = std::max(longest, step);
      }
      if (steps == 1) around[0][cell].push_back(other);
      if (longest == 1) around[1][cell].push_back(other);
    }
  return around;
}

// Costs of a division by definition.
struct Priced {
  std::vector<double> loads;  // by parts
  int edges = 0;
  int pairs = 0;
  std::array<int, 2> volume = {};  // by stencils: sides, and with corners
  std::array<int, 2> busiest = {};
  bool is_connected = false;  // each part has one piece
  bool has_empty_part = false;
};

int received(const Around& readers, int part, const std::vector<int>& owners) {
  int count = 0;
  for (std::size_t cell = 0; cell < owners.size(); ++cell)
    if (owners[cell] != part &&
        std::ranges::any_of(readers[cell], [&](std::size_t reader) { return owners[reader] == part; }))
      ++count;
  return count;
}

int pieces(const Around& beside, const std::vector<int>& owners) {
  std::vector<bool> is_seen(owners.size());
  int count = 0;
  for (std::size_t start = 0; start < owners.size(); ++start) {
    if (is_seen[start]) continue;
    ++count;
    std::vector<std::size_t> open = {start};
    is_seen[start] = true;
    while (!open.empty()) {
      const std::size_t cell = open.back();
      open.pop_back();
      for (const std::size_t next : beside[cell])
        if (!is_seen[next] && owners[next] == owners[cell]) {
          is_seen[next] = true;
          open.push_back(next);
        }
    }
  }
  return count;
}

Priced priced(const std::array<Around, 2>& around, const std::vector<double>& loads, int parts,
              const std::vector<int>& owners) {
  Priced result{.loads = std::vector<double>(static_cast<std::size_t>(parts), 0.0)};
  std::vector<bool> is_pair(static_cast<std::size_t>(parts * parts), false);
  for (std::size_t cell = 0; cell < owners.size(); ++cell) {
    result.loads[static_cast<std::size_t>(owners[cell])] += loads[cell];
    for (const std::size_t next : around[0][cell]) {
      if (owners[next] <= owners[cell]) continue;
      ++result.edges;
      is_pair[static_cast<std::size_t>(std::int64_t{owners[cell]} * parts + owners[next])] = true;
    }
  }
  result.pairs = static_cast<int>(std::ranges::count(is_pair, true));
  for (std::size_t stencil = 0; stencil < 2; ++stencil)
    for (int part = 0; part < parts; ++part) {
      const int count = received(around[stencil], part, owners);
      result.volume[stencil] += count;
      result.busiest[stencil] = std::max(result.busiest[stencil], count);
    }
  const auto empty = static_cast<int>(std::ranges::count(result.loads, 0.0));
  result.has_empty_part = empty > 0;
  result.is_connected = pieces(around[0], owners) == parts - empty;
  return result;
}

std::vector<Priced> all_divisions(const SmallArray& array, int parts) {
  const std::array<Around, 2> around = surroundings(array);
  std::vector<double> loads = array.loads;
  std::erase(loads, 0.0);
  std::vector<Priced> divisions;
  std::vector<int> owners(loads.size(), 0);
  for (;;) {
    divisions.push_back(priced(around, loads, parts, owners));
    std::size_t cell = 0;
    while (cell < owners.size() && ++owners[cell] == parts) owners[cell++] = 0;
    if (cell == owners.size()) return divisions;
  }
}

double cost_of(const CellProblem& problem, const Priced& division) {
  const std::size_t stencil = problem.stencil == 5 || problem.stencil == 7 ? 0 : 1;
  if (problem.objective == Objective::volume) return division.volume[stencil];
  if (problem.objective == Objective::busiest) return division.busiest[stencil];
  return division.edges + problem.latency * division.pairs;
}

double least_cost(const CellProblem& problem, const std::vector<Priced>& divisions) {
  const std::vector<double> ideal = shares(problem);
  const LoadLimits limits = load_limits(problem);
  const bool must_be_empty = active_cells(problem) < static_cast<std::int64_t>(ideal.size());
  double least = never;
  for (const Priced& division : divisions) {
    bool is_allowed = (must_be_empty || !division.has_empty_part) && (division.is_connected || !problem.connected);
    for (std::size_t k = 0; k < ideal.size(); ++k)
      is_allowed = is_allowed && limits.excess_of(division.loads[k], k) == 0;
    if (is_allowed) least = std::min(least, cost_of(problem, division));
  }
  return least;
}

// Counts of the bounds of several problems compared with exhaustion. Weaker bounds would be attained less often.
struct Found {
  int problems = 0;  // that have a division
  int met = 0;
};

void hold(CellProblem problem, const std::vector<Priced>& divisions, Found& found) {
  const int first = problem.in_space() ? 7 : 5;
  for (const Objective objective : cell_problem_objectives())
    for (const int stencil : {first, first == 5 ? 9 : 27})
      for (const bool connected : {true, false}) {
        problem.objective = objective;
        problem.stencil = stencil;
        problem.connected = connected;
        const double least = least_cost(problem, divisions);
        if (least == never) continue;
        const double bound = cell_lower_bound(problem);
        ASSERT_LE(bound, least) << sides_text(problem) << " among " << ::testing::PrintToString(problem.cluster.speeds)
                                << ", objective " << static_cast<int>(objective) << ", stencil " << stencil
                                << ", imbalance " << problem.imbalance << ", connected " << connected << ", loads "
                                << (problem.loads ? "" : "none");
        ++found.problems;
        found.met += bound == least ? 1 : 0;
      }
}

CellProblem problem_of(const SmallArray& array, const std::vector<double>& speeds) {
  return {.rows = array.layers * array.rows,
          .columns = array.columns,
          .cluster = {speeds, {}},
          .latency = 0.5,
          .loads = std::make_shared<CellLoads>(array.layers * array.rows, array.columns, array.loads, array.layers),
          .layers = array.layers};
}

void hold_all(const SmallArray& array, const std::vector<std::vector<double>>& clusters,
              const std::vector<double>& imbalances, Found& found) {
  const std::vector<Priced> two = all_divisions(array, 2);
  const std::vector<Priced> three =
      array.cells() <= 8 && std::ranges::any_of(clusters, [](const auto& speeds) { return speeds.size() == 3; })
          ? all_divisions(array, 3)
          : std::vector<Priced>{};
  for (const std::vector<double>& speeds : clusters) {
    const std::vector<Priced>& divisions = speeds.size() == 2 ? two : three;
    if (divisions.empty()) continue;
    for (const double imbalance : imbalances) {
      SCOPED_TRACE(::testing::PrintToString(array.loads));
      CellProblem problem = problem_of(array, speeds);
      problem.imbalance = imbalance;
      hold(problem, divisions, found);
      if (::testing::Test::HasFatalFailure()) return;
    }
  }
}

SmallArray masked(std::int64_t layers, std::int64_t rows, std::int64_t columns, unsigned active) {
  SmallArray array{.layers = layers, .rows = rows, .columns = columns};
  for (std::int64_t cell = 0; cell < layers * rows * columns; ++cell)
    array.loads.push_back((active >> static_cast<unsigned>(cell)) % 2 == 1 ? 1 : 0);
  return array;
}

// Every mask of a small array.
Found found_of_masks(std::int64_t layers, std::int64_t rows, std::int64_t columns,
                     const std::vector<std::vector<double>>& clusters, const std::vector<double>& imbalances) {
  Found found;
  const unsigned masks = 1U << static_cast<unsigned>(layers * rows * columns);
  for (unsigned active = 1; active < masks && !::testing::Test::HasFatalFailure(); ++active)
    hold_all(masked(layers, rows, columns, active), clusters, imbalances, found);
  return found;
}

TEST(CellBounds, NoDivisionOfAMaskIsBelow) {
  const Found found = found_of_masks(1, 2, 4, {{1, 1}, {3, 1}, {1, 1, 1}, {4, 2, 1}}, {0, 0.4});
  EXPECT_GE(5 * found.met, 2 * found.problems);
  EXPECT_GE(found.problems, 1000);
}

TEST(CellBounds, NoDivisionOfASquareMaskIsBelow) {
  const Found found = found_of_masks(1, 3, 3, {{1, 1}, {5, 1}}, {0});
  EXPECT_GE(5 * found.met, 2 * found.problems);
}

TEST(CellBounds, NoDivisionOfAMaskWithLayersIsBelow) {
  const Found found = found_of_masks(2, 2, 2, {{1, 1}, {2, 1}, {2, 1, 1}}, {0, 0.5});
  EXPECT_GE(5 * found.met, 2 * found.problems);
}

// Loads of all sizes, with and without cells left out.
TEST(CellBounds, NoDivisionOfLoadsIsBelow) {
  RandomStream stream(1, "cell bounds");
  Found found;
  const std::vector<std::array<std::int64_t, 3>> sides = {{1, 2, 4}, {1, 1, 8}, {1, 3, 3}, {1, 2, 6}, {2, 2, 3}};
  for (int k = 0; k < 100 && !HasFatalFailure(); ++k) {
    const auto [layers, rows, columns] = sides[static_cast<std::size_t>(k) % sides.size()];
    SmallArray array{.layers = layers, .rows = rows, .columns = columns};
    const double left_out = k % 3 == 0 ? 0.3 : 0;
    for (std::int64_t cell = 0; cell < layers * rows * columns; ++cell) {
      const int load = boost::random::uniform_int_distribution(1, 8)(stream);
      const int chance = boost::random::uniform_int_distribution(0, 99)(stream);
      array.loads.push_back(chance < 100 * left_out ? 0 : load <= 4 ? 1 : load);
    }
    if (array.cells() > 0)
      hold_all(array, {{1, 1}, {3, 1}, {9, 1}, {1, 1, 1}, {4, 2, 1}, {9, 3, 1}}, {0, 0.1, 0.5, 1}, found);
  }
  EXPECT_GE(5 * found.met, 2 * found.problems);
}

// Without loads, where connected parts have bounds of their own.
TEST(CellBounds, NoDivisionOfAWholeArrayIsBelow) {
  Found found;
  for (std::int64_t rows = 1; rows <= 4; ++rows)
    for (std::int64_t columns = rows; rows * columns <= 12; ++columns) {
      const SmallArray array{.rows = rows,
                             .columns = columns,
                             .loads = std::vector<double>(static_cast<std::size_t>(rows * columns), 1.0)};
      const std::vector<Priced> two = all_divisions(array, 2);
      const std::vector<Priced> three = array.cells() <= 10 ? all_divisions(array, 3) : std::vector<Priced>{};
      for (const std::vector<double>& speeds :
           std::vector<std::vector<double>>{{1, 1}, {3, 1}, {8, 1}, {1, 1, 1}, {4, 2, 1}, {9, 3, 1}})
        for (const double imbalance : {0.0, 0.3}) {
          CellProblem problem = problem_of(array, speeds);
          problem.loads = nullptr;
          problem.imbalance = imbalance;
          hold(problem, speeds.size() == 2 ? two : three, found);
          if (HasFatalFailure()) return;
        }
    }
  EXPECT_GE(5 * found.met, 2 * found.problems);
}

TEST(CellBounds, IsMetBySquares) {
  const CellProblem problem{.rows = 200, .columns = 200, .cluster = {std::vector<double>(100, 1.0), {}}};
  EXPECT_EQ(cell_lower_bound(problem), 100 * 40 - 400);
}

// Parts of a narrow array are as wide as it is: three cuts across 3 rows, even if a part may lack a cell.
TEST(CellBounds, IsMetByStripsOfANarrowArray) {
  CellProblem problem{.rows = 3, .columns = 100, .cluster = {std::vector<double>(4, 1.0), {}}, .latency = 2};
  EXPECT_EQ(cell_lower_bound(problem), 3 * 3 + 2 * 3);
  std::swap(problem.rows, problem.columns);
  EXPECT_EQ(cell_lower_bound(problem), 3 * 3 + 2 * 3);
  // Rectangles of 2 x 3 cells, with an odd half perimeter.
  EXPECT_EQ(cell_lower_bound({.rows = 4, .columns = 6, .cluster = {std::vector<double>(4, 1.0), {}}}), 4 + 6);
}

// Parts of 7 cells may have 6, which 2 x 3 hold exactly, but not all of them: the fourth then has 8 or more, or two
// have
// 7. Half perimeters of 5 + 5 + 6 + 6.
TEST(CellBounds, NotAllPartsHaveTheFewestCells) {
  EXPECT_EQ(cell_lower_bound({.rows = 4, .columns = 7, .cluster = {std::vector<double>(4, 1.0), {}}}), 22 - 11);
}

// A part has a load of at least 16 - 4.08, for which 2.98 of the four loads of 4 are enough; but then the other one has
// 17 cells. Half perimeters of 3.49 and 8.25.
TEST(CellBounds, NotAllPartsHaveTheHeaviestCells) {
  std::vector<double> loads(20, 1.0);
  for (const std::size_t cell : {0, 1, 5, 6}) loads[cell] = 4;
  CellProblem problem{.rows = 4, .columns = 5, .cluster = {{1, 1}, {}}};
  problem.loads = std::make_shared<CellLoads>(4, 5, loads);
  EXPECT_EQ(cell_lower_bound(problem), std::ceil(3.49 + 8.25 - 9));
  // The unit of loads does not matter, even where all of them together are less than one.
  for (double& load : loads) load /= 64;
  problem.loads = std::make_shared<CellLoads>(4, 5, loads);
  EXPECT_EQ(cell_lower_bound(problem), std::ceil(3.49 + 8.25 - 9));
}

// A comb: its teeth are short runs. Without them its back is an array of 4 x 30, which 4 edges divide in two.
TEST(CellBounds, RaggedCoastsAreLeftOut) {
  std::vector<double> loads(300, 1.0);
  for (std::size_t row = 4; row < 10; ++row)
    for (std::size_t column = 0; column < 30; column += 2) loads[row * 30 + column] = 0;
  CellProblem problem{.rows = 10, .columns = 30, .cluster = {{1, 1}, {}}};
  problem.loads = std::make_shared<CellLoads>(10, 30, loads);
  EXPECT_EQ(cell_lower_bound(problem), 4);
}

// Two seas of 4 cells and one of 2 for two parts, within a cell of 5: no cut is needed. For three parts of a third
// each, the large seas are too large.
TEST(CellBounds, SeasAreCutWhereTheyAreTooLarge) {
  CellProblem problem{.rows = 1, .columns = 12, .cluster = {{1, 1}, {}}, .latency = 3};
  problem.loads = std::make_shared<CellLoads>(1, 12, std::vector<double>{1, 1, 1, 1, 0, 1, 1, 1, 1, 0, 1, 1});
  EXPECT_EQ(cell_lower_bound(problem), 0);
  problem.cluster.speeds = {1, 1, 1, 1, 1};  // of up to three cells
  EXPECT_EQ(cell_lower_bound(problem), 2 + 3 * 2);
  problem.objective = Objective::volume;
  EXPECT_EQ(cell_lower_bound(problem), 4);
}

TEST(CellBounds, DoNotDependOnTheNumberOfCells) {
  const CellProblem problem{.rows = 30'000'000, .columns = 30'000'000, .cluster = {{1, 2}, {}}};
  const double half_perimeters = 2 * std::sqrt(3e14) + 2 * std::sqrt(6e14);
  EXPECT_NEAR(cell_lower_bound(problem), half_perimeters - 6e7, 3);
}

}  // namespace
}  // namespace apportion
