// Arrays with several seas: pieces within seas, cuts at necks, plans, and MULTILEVEL and BEST.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "algorithms/rectangles/random_draws.hpp"
#include "extensions/cells/algorithms/mesh.hpp"
#include "extensions/cells/algorithms/sea_plans.hpp"
#include "extensions/cells/algorithms/sea_search.hpp"
#include "extensions/cells/sim/cell_costs.hpp"
#include "extensions/cells/tests/cell_solutions.hpp"
#include "extensions/cells/tests/cells.hpp"
#include "sim/cells/owners.hpp"

namespace apportion {
namespace {

// '.' is a left-out cell.
CellProblem problem_of(const std::vector<std::string>& lines, std::vector<double> speeds) {
  CellProblem problem{.rows = static_cast<std::int64_t>(lines.size()),
                      .columns = static_cast<std::int64_t>(lines.front().size()),
                      .cluster = {std::move(speeds), {}}};
  std::vector<double> loads;
  for (const std::string& line : lines)
    for (const char cell : line) loads.push_back(cell == '.' ? 0 : 1);
  problem.loads = std::make_shared<const CellLoads>(problem.rows, problem.columns, std::move(loads));
  return problem;
}

// Digits are the owners.
Decomposition painted(const std::vector<std::string>& lines, std::size_t parts) {
  std::vector<std::int32_t> owners;
  for (const std::string& line : lines)
    for (const char cell : line) owners.push_back(cell == '.' ? no_owner : cell - '0');
  return division_of(static_cast<std::int64_t>(lines.size()), static_cast<std::int64_t>(lines.front().size()), parts,
                     owners);
}

CellRank rank_by(const std::string& name, const CellProblem& problem) {
  return cell_rank(problem, testing_support::solve(name, problem).decomposition);
}

// --- Pieces and seas

// Two seas that touch at a corner. Part 0 has one piece in the second sea and two in the first.
const std::vector<std::string> two_seas = {"0110...", "0110...", "....001", "....001"};

TEST(Seas, PiecesCountWithinThem) {
  const CellProblem problem = problem_of(two_seas, {1, 1});
  const CellBoundary boundary = cell_boundary(problem, painted(two_seas, 2));
  EXPECT_EQ(boundary.fragments, 3);
  EXPECT_EQ(boundary.torn, 1);
  const GridMesh<2> mesh = mesh_of(problem, "test");
  const Seas seas = seas_of(mesh);
  EXPECT_EQ(seas.loads, std::vector<double>({8, 6}));
  MeshDivision division(mesh, 2, place_owners(problem, mesh, painted(two_seas, 2)));
  EXPECT_EQ(division.count_pieces(seas.of_place).pieces, 5);
  EXPECT_EQ(division.count_pieces(seas.of_place).torn, 1);
  division.join_pieces();
  EXPECT_EQ(division.count_pieces(seas.of_place).pieces, 4);  // the part keeps its share of the other sea
  EXPECT_EQ(division.count_pieces(seas.of_place).torn, 0);
}

TEST(Seas, WholeOnesGoWhereLoadIsMissing) {
  const CellProblem problem = problem_of({"0000.00.1", "0000.00.1"}, {1, 1});
  const GridMesh<2> mesh = mesh_of(problem, "test");
  MeshDivision division(mesh, 2, place_owners(problem, mesh, painted({"0000.00.1", "0000.00.1"}, 2)));
  EXPECT_TRUE(division.give_whole_seas(load_windows(problem, 0)));
  EXPECT_EQ(division.load(1), 6);
  EXPECT_EQ(division.cut(), 0);
  EXPECT_FALSE(division.give_whole_seas(load_windows(problem, 0)));
}

// --- Cuts

// Two rooms of 20 and 30 cells and a corridor of 4 between them.
const std::vector<std::string> rooms = {"####....######", "####....######", "##############", "####....######",
                                        "####....######"};

TEST(SeaProfiles, ShowNecks) {
  const GridMesh<2> mesh = mesh_of(problem_of(rooms, {1}), "test");
  const PieceGraph graph = graph_of(mesh);
  RandomStream stream(1, "necks");
  const std::vector<PlaceOrder> orders = place_orders(graph, {}, stream);
  const CutProfile profile(graph, orders);
  for (const double neck : {20.0, 22.0, 24.0}) EXPECT_EQ(profile.cut_at(neck), 1) << neck;
  EXPECT_GT(profile.cut_at(10), 1);
  EXPECT_TRUE(std::ranges::binary_search(profile.good_loads(), 24.0));
  const Bisection cut = best_prefix(graph, orders, {18, 26});
  EXPECT_EQ(cut.cut, 1);
  EXPECT_EQ(cut.excess, 0);
  EXPECT_EQ(std::ranges::count(cut.sides, 0), cut.load);
}

TEST(GraphBisection, FindsNecksWithinTheWindow) {
  const GridMesh<2> mesh = mesh_of(problem_of(rooms, {1}), "test");
  const PieceGraph graph = graph_of(mesh);
  RandomStream stream(1, "necks");
  const GraphBisection bisection(graph, stream);
  for (const auto& [window, cut] : {std::pair(SideWindow{18, 26}, 1), {SideWindow{28, 36}, 1}, {SideWindow{5, 5}, 3}}) {
    const Bisection found = bisection.refined(bisection.starts(window, 8, stream), window, stream);
    EXPECT_EQ(found.excess, 0);
    EXPECT_LE(found.cut, cut + (window.most < 10 ? 1 : 0));
    MeshDivision division(graph, 2, found.sides);
    EXPECT_EQ(division.cut(), found.cut);
    EXPECT_EQ(division.load(0), found.load);
  }
}

TEST(GraphBisection, PairsKeepLoadsAndSides) {
  RandomStream stream(1, "pairs");
  const CellProblem problem{.rows = 13, .columns = 17, .cluster = {{1}, {}}};
  const PieceGraph graph = graph_of(mesh_of(problem, "test"));
  const PieceGraph pairs = joined_pairs(graph, 2, stream);
  EXPECT_EQ(pairs.total, graph.total);
  EXPECT_EQ(pairs.greatest, 2);
  EXPECT_LT(pairs.size(), 150U);
  PlaceOwners owners(pairs.size());
  for (std::size_t place = 0; place < pairs.size(); ++place) owners[place] = static_cast<std::int32_t>(place % 3);
  EXPECT_EQ(MeshDivision(pairs, 3, owners).cut(), MeshDivision(graph, 3, refined(graph, pairs, owners)).cut());
}

// --- Plans

TEST(SeaPlans, PackWholeSeas) {
  const GridMesh<2> mesh = mesh_of(problem_of({"####################"}, {1}), "test");
  const PieceGraph graph = graph_of(mesh);
  RandomStream stream(1, "plans");
  const CutProfile profile(graph, place_orders(graph, {}, stream));
  std::vector<SeaToPlan> seas;
  for (const double load : {10, 20, 30, 5, 15, 1, 1, 1, 7}) seas.push_back({load, profile});
  const CellProblem problem{.rows = 1, .columns = 90, .cluster = {{1, 1, 1}, {}}};
  const LoadWindows windows = load_windows(problem, 0);
  std::vector<SeaPlan> plans;
  for (int i = 0; i < 16; ++i) plans.push_back(annealed_plan(seas, windows, 1, stream));
  const SeaPlan plan = distinct_plans(std::move(plans), windows).front();
  EXPECT_EQ(plan.price, 0);
  std::vector<double> loads(3, 0);
  for (std::size_t sea = 0; sea < seas.size(); ++sea) {
    ASSERT_EQ(plan.shares[sea].size(), 1U);
    EXPECT_NEAR(plan.shares[sea].front().load, seas[sea].load, 1e-6);  // moves drop remainders of 1e-9 of a cell
    loads[static_cast<std::size_t>(plan.shares[sea].front().part)] += seas[sea].load;
  }
  for (const double load : loads) EXPECT_NEAR(load, 30, 1);
  EXPECT_EQ(distinct_plans({plan, plan}, windows).size(), 1U);
}

// --- Answers

TEST(Seas, WholeOnesCostNothing) {
  const CellProblem problem =
      problem_of({"#####.###.###", "#####.###.###", "#####.###....", "......###....", "#############", "#############"},
                 {15, 12, 6, 26});
  for (const char* name : {"MULTILEVEL", "MULTILEVEL[effort=quick]", "BEST"}) {
    const CellRank rank = rank_by(name, problem);
    EXPECT_FALSE(rank.has_shortcomings()) << name;
  }
  const CellProblem apart = problem_of({"#####.###.###", "#####.###.###", "#####.###....", "......###....",
                                        ".............", "#############", "#############"},
                                       {15, 12, 6, 26});
  for (const char* name : {"MULTILEVEL", "MULTILEVEL[effort=quick]", "BEST"}) {
    const CellRank rank = rank_by(name, apart);
    EXPECT_FALSE(rank.has_shortcomings()) << name;
    EXPECT_EQ(rank.cost, 0) << name;
  }
}

CellProblem drawn_seas(const std::string& model, std::vector<double> speeds, double imbalance) {
  CellProblem problem{.rows = 40, .columns = 60, .cluster = {std::move(speeds), {}}, .imbalance = imbalance};
  RandomStream stream(7, "seas " + model);
  problem.loads = std::make_shared<const CellLoads>(draw_loads(model, problem.rows, problem.columns, stream));
  return problem;
}

TEST(Seas, PartsKeepToTheToleranceAndAreNotTorn) {
  for (const double imbalance : {0.0, 0.01, 0.03})
    for (const std::vector<double>& speeds : {std::vector<double>{1, 1, 1}, {64, 9, 4, 1}, {5, 3, 3, 2, 1, 1, 1}}) {
      const CellProblem problem = drawn_seas("seas", speeds, imbalance);
      ASSERT_GT(seas_of(mesh_of(problem, "test")).count(), 1U);
      const CellRank rank = rank_by("BEST", problem);
      EXPECT_FALSE(rank.has_shortcomings());
      EXPECT_LE(rank.cost, rank_by("BEST[effort=quick]", problem).cost);
    }
}

// --- Small masks against all divisions

CellProblem drawn_mask(std::int64_t rows, std::int64_t columns, std::size_t parts, RandomStream& stream) {
  std::vector<std::string> lines(static_cast<std::size_t>(rows), std::string(static_cast<std::size_t>(columns), '#'));
  for (std::string& line : lines)
    for (char& cell : line)
      if (draw_unit(stream) < 0.35) cell = '.';
  lines.front().front() = '#';
  std::vector<double> speeds;
  for (std::size_t i = 0; i < parts; ++i) speeds.push_back(1 + 3 * draw_unit(stream));
  return problem_of(lines, std::move(speeds));
}

TEST(Seas, SmallMasksAreDividedAsWellAsCanBe) {
  RandomStream stream(5, "small masks");
  const std::vector<Objective> objectives = cell_problem_objectives();
  constexpr std::size_t count = 12;  // each objective with each stencil, twice
  for (std::size_t i = 0; i < count; ++i)
    for (const auto& [rows, columns, parts] : {std::tuple(4, 4, std::size_t{2}), {3, 4, std::size_t{3}}}) {
      CellProblem problem = drawn_mask(rows, columns, parts, stream);
      problem.objective = objectives[i % objectives.size()];
      problem.stencil = i % 2 == 0 ? 5 : 9;
      CellRank found = rank_by("BEST", problem);
      const CellRank least = testing_support::least_rank(problem);
      found.imbalance = least.imbalance;  // breaks ties last
      EXPECT_TRUE((found <=> least) == 0) << i;
    }
}

// --- All objectives and methods

// By its objective, an answer is as good as those for other objectives and of other methods.
TEST(Seas, ByItsObjectiveNoOtherAnswerIsBetterThanTheBest) {
  RandomStream stream(6, "objectives");
  for (int i = 0; i < 6; ++i) {
    CellProblem problem = i % 2 == 0 ? drawn_mask(12, 14, 2 + static_cast<std::size_t>(i) / 2, stream)
                                     : drawn_seas(i == 1 ? "seas" : "coast", {4, 3, 2, 1}, i == 5 ? 0.03 : 0.0);
    problem.stencil = i % 3 == 1 ? 9 : 5;
    const Configured<CellAlgorithm> best_method = CellRegistry::instance().choose("BEST");
    const std::vector<std::string> members = best_method.algorithm->members(problem, best_method.options);
    std::map<std::pair<Objective, std::string>, Decomposition> answers;
    const auto answer = [&](Objective asked, const std::string& name) -> const Decomposition& {
      Decomposition& known = answers[{asked, name}];
      CellProblem question = problem;
      question.objective = asked;
      if (known.parts.empty()) known = testing_support::solve(name, question).decomposition;
      return known;
    };
    for (const Objective objective : {Objective::volume, Objective::busiest}) {
      problem.objective = objective;
      const CellRank best = cell_rank(problem, answer(objective, "BEST"));
      for (const Objective asked : cell_problem_objectives()) {
        if (asked > objective && problem.rows > 20) continue;  // only for small arrays
        const CellRank other = cell_rank(problem, answer(asked, "BEST"));
        EXPECT_TRUE(best <= other) << i << ", " << objective_name(objective) << " by " << objective_name(asked) << ": "
                                   << best.cost << ", not " << other.cost << ", at " << best.imbalance << " and "
                                   << other.imbalance;
        for (const std::string& name : members) {
          const std::vector<Objective>& known = CellRegistry::instance().choose(name).algorithm->objectives;
          if (std::ranges::find(known, asked) == known.end()) continue;
          EXPECT_TRUE(best <= cell_rank(problem, answer(asked, name))) << name;
        }
      }
    }
  }
}

// A sea whose load vanishes beside a cell of the others has no load for the plan.
TEST(Seas, OneWithHardlyAnyLoadIsDividedAsWell) {
  for (const double load : {1e-10, 1e-12, 1e-300, 5e-324}) {
    SCOPED_TRACE(load);
    CellProblem problem{.rows = 5, .columns = 7, .cluster = {{4, 3, 2, 1}, {}}};
    std::vector<double> loads;
    for (int cell = 0; cell < 35; ++cell) loads.push_back(cell % 7 < 3 ? 1 : cell % 7 == 3 ? 0 : load);
    problem.loads = std::make_shared<const CellLoads>(problem.rows, problem.columns, std::move(loads));
    const char* const name = load == 1e-12 ? "BEST" : "MULTILEVEL";
    EXPECT_NO_THROW(require_division(problem, testing_support::solve(name, problem).decomposition));
  }
}

}  // namespace
}  // namespace apportion
