// Cells that stay together: methods that accept them do not cut them; compared with all divisions of small arrays.
#include <gtest/gtest.h>

#include <algorithm>
#include <boost/random/uniform_int_distribution.hpp>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "extensions/cells/algorithms/cell_algorithm.hpp"
#include "extensions/cells/sim/cell_costs.hpp"
#include "sim/cells/owners.hpp"

namespace apportion {
namespace {

std::int64_t drawn_number(std::int64_t least, std::int64_t most, RandomStream& stream) {
  return boost::random::uniform_int_distribution<std::int64_t>(least, most)(stream);
}

bool is_active(const CellProblem& problem, std::int64_t cell) {
  return !problem.loads || problem.loads->is_active(cell / problem.columns, cell % problem.columns);
}

// Random walks over free active cells, each a piece.
std::vector<std::int32_t> drawn_pieces(const CellProblem& problem, int count, int longest, RandomStream& stream) {
  const std::int64_t cells = problem.rows * problem.columns;
  std::vector<std::int32_t> numbers(static_cast<std::size_t>(cells), 0);
  for (int piece = 1; piece <= count; ++piece) {
    std::int64_t cell = drawn_number(0, cells - 1, stream);
    const std::int64_t steps = drawn_number(2, longest, stream);
    for (std::int64_t step = 0; step < steps; ++step) {
      if (is_active(problem, cell) && numbers[static_cast<std::size_t>(cell)] == 0)
        numbers[static_cast<std::size_t>(cell)] = piece;
      const std::int64_t side = drawn_number(0, 3, stream);
      const std::int64_t column = cell % problem.columns + (side == 0 ? 1 : side == 1 ? -1 : 0);
      const std::int64_t row = cell / problem.columns + (side == 2 ? 1 : side == 3 ? -1 : 0);
      if (row < 0 || column < 0 || row >= problem.rows || column >= problem.columns) continue;
      if (row / problem.layer_rows() != cell / problem.columns / problem.layer_rows()) continue;
      const std::int64_t next = row * problem.columns + column;
      const std::int32_t number = numbers[static_cast<std::size_t>(next)];
      if (is_active(problem, next) && (number == 0 || number == piece)) cell = next;
    }
  }
  return numbers;
}

CellProblem drawn_problem(std::int64_t layers, std::int64_t rows, std::int64_t columns, RandomStream& stream) {
  CellProblem problem{.rows = layers * rows, .columns = columns, .cluster = {}, .layers = layers};
  const std::int64_t processors = drawn_number(2, 5, stream);
  for (std::int64_t i = 0; i < processors; ++i)
    problem.cluster.speeds.push_back(static_cast<double>(drawn_number(2, 4, stream)));
  if (drawn_number(0, 2, stream) > 0) {
    std::vector<double> loads;
    for (std::int64_t cell = 0; cell < problem.rows * columns; ++cell)
      loads.push_back(static_cast<double>(std::max<std::int64_t>(drawn_number(-1, 3, stream), 0)));
    loads.front() = 1;
    problem.loads = std::make_shared<const CellLoads>(problem.rows, columns, std::move(loads), layers);
  }
  problem.stencil = problem.in_space() ? 7 : 5;
  problem.imbalance = static_cast<double>(drawn_number(0, 3, stream)) / 10;
  problem.together = std::make_shared<const std::vector<std::int32_t>>(drawn_pieces(problem, 4, 5, stream));
  return problem;
}

void solve_by_all(CellProblem problem, const RandomStream& stream) {
  for (const Configured<CellAlgorithm>& entry : CellRegistry::instance().entries()) {
    SCOPED_TRACE(entry.canonical_name());
    for (const Objective objective : cell_problem_objectives()) {
      problem.objective = objective;
      RandomStream own = stream.renamed(entry.canonical_name());
      const auto& objectives = entry.algorithm->objectives;
      if (std::ranges::find(objectives, objective) == objectives.end()) continue;
      if (entry.canonical_name() == "METIS[recursive]" && objective != Objective::total) continue;
      const bool keeps = entry.algorithm->keeps_together && !entry.canonical_name().ends_with("[shapes=rectangles]");
      if (!keeps) {
        EXPECT_THROW((void)solve_cells(entry, problem, own), InputError);
        continue;
      }
      EXPECT_EQ(count_together(problem, solve_cells(entry, problem, own).decomposition).cut, 0);
    }
  }
}

TEST(TogetherSearchTest, NoMethodCutsThem) {
  RandomStream stream(default_seed, "kept together");
  for (int i = 0; i < 6; ++i) {
    SCOPED_TRACE(i);
    solve_by_all(drawn_problem(1, 9, 11, stream), stream);
  }
  for (int i = 0; i < 3; ++i) {
    SCOPED_TRACE(i);
    solve_by_all(drawn_problem(3, 4, 5, stream), stream);
  }
}

// The least rank of all divisions that keep cells together as required.
CellRank least_rank_together(const CellProblem& problem) {
  std::vector<std::vector<std::size_t>> pieces;  // cells that move together
  std::vector<std::size_t> of_number(16, 0);
  for (std::size_t cell = 0; cell < problem.together->size(); ++cell) {
    if (!is_active(problem, static_cast<std::int64_t>(cell))) continue;
    const auto number = static_cast<std::size_t>((*problem.together)[cell]);
    if (number > 0 && of_number[number] > 0) {
      pieces[of_number[number] - 1].push_back(cell);
      continue;
    }
    pieces.push_back({cell});
    if (number > 0) of_number[number] = pieces.size();
  }
  std::vector<std::int32_t> owners(problem.together->size(), no_owner);
  std::vector<std::int32_t> digits(pieces.size(), 0);
  std::optional<CellRank> least;
  for (bool goes_on = true; goes_on;) {
    for (std::size_t i = 0; i < pieces.size(); ++i)
      for (const std::size_t cell : pieces[i]) owners[cell] = digits[i];
    const CellRank rank =
        cell_rank(problem, division_of(problem.rows, problem.columns, problem.cluster.size(), owners));
    if (!least || rank < *least) least = rank;
    goes_on = false;
    for (std::int32_t& digit : digits) {
      if (static_cast<std::size_t>(++digit) < problem.cluster.size()) {
        goes_on = true;
        break;
      }
      digit = 0;
    }
  }
  return *least;
}

TEST(TogetherSearchTest, TheBestOfSmallArraysIsTheLeastOfAll) {
  RandomStream stream(default_seed, "small arrays together");
  const Configured<CellAlgorithm> best = CellRegistry::instance().choose("BEST");
  int solved = 0;
  int within = 0;
  int least_found = 0;
  for (int i = 0; i < 40; ++i) {
    SCOPED_TRACE(i);
    CellProblem problem = drawn_problem(1, 3, 5, stream);
    problem.cluster.speeds.resize(2);
    problem.objective = cell_problem_objectives()[static_cast<std::size_t>(i % 3)];
    RandomStream own = stream.renamed("BEST");
    CellRank found;
    try {
      found = cell_rank(problem, solve_cells(best, problem, own).decomposition);
    } catch (const InputError&) {
      continue;  // the piece is too heavy
    }
    const CellRank least = least_rank_together(problem);
    found.imbalance = least.imbalance;  // breaks ties last
    EXPECT_FALSE(found < least);
    if (least.load_beyond == 0) {  // only these are enumerated
      EXPECT_FALSE(least < found) << least.cost << " and not " << found.cost;
      ++within;
    }
    ++solved;
    least_found += least < found ? 0 : 1;
  }
  EXPECT_GE(solved, 30);
  EXPECT_GE(within, 15);
  EXPECT_GE(least_found, solved - 2) << "of " << solved;
}

TEST(TogetherSearchTest, CellsThatDoNotTouchMayBeOnePiece) {
  CellProblem problem{.rows = 6, .columns = 8, .cluster = {{1, 1, 1}, {}}};
  std::vector<std::int32_t> numbers(48, 0);
  numbers[0] = numbers[2] = numbers[11] = 7;
  problem.together = std::make_shared<const std::vector<std::int32_t>>(numbers);
  RandomStream stream(default_seed, "apart");
  const CellSolution solution = solve_cells(CellRegistry::instance().choose("BEST"), problem, stream);
  EXPECT_EQ(count_together(problem, solution.decomposition).pieces, 1);
  EXPECT_EQ(cell_boundary(problem, solution.decomposition).torn, 0);  // the part connects them
}

void expect_refused(const CellProblem& problem, const std::string& words) {
  RandomStream stream(default_seed, "refused");
  try {
    (void)solve_cells(CellRegistry::instance().choose("BEST"), problem, stream);
    ADD_FAILURE() << words;
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find(words), std::string::npos) << error.what();
  }
}

TEST(TogetherSearchTest, RefusesWhatCannotStayTogether) {
  const auto numbers = [](std::vector<std::int32_t> values) {
    return std::make_shared<const std::vector<std::int32_t>>(std::move(values));
  };
  CellProblem problem{.rows = 2, .columns = 3, .cluster = {{1, 1}, {}}};
  problem.together = numbers({1, 1});
  expect_refused(problem, "together has 2 cells; the array has 2 x 3");
  problem.together = numbers({0, 0, 0, 0, -4, 0});
  expect_refused(problem, "together has -4 at row 1, column 1");
  problem.together = numbers({0, 0, 5, 5, 5, 5});
  problem.imbalance = 0.1;
  EXPECT_NO_THROW(validate(problem));
  problem.together = numbers({5, 0, 5, 5, 5, 5});
  expect_refused(problem, "the cells of number 5 in together have load 5, and no processor may have more than 4,");
  problem.loads = std::make_shared<const CellLoads>(2, 3, std::vector<double>{1, 0, 1, 1, 0, 1});
  problem.together = numbers({0, 9, 9, 9, 9, 0});
  expect_refused(problem, "together has 9 in two seas, at row 0, column 2 and at row 1, column 0");
  problem.together = numbers({9, 9, 0, 9, 9, 0});  // land is ignored
  EXPECT_NO_THROW(validate(problem));
  problem.previous = std::make_shared<const PreviousDivision>(PreviousDivision{{0, 0, 0, 1, 1, 1}, 1});
  expect_refused(problem, "a previous division and cells that stay together exclude each other");
}

}  // namespace
}  // namespace apportion
