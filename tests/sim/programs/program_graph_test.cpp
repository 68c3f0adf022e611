// Programs, their candidate distributions, and their graphs.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <map>

#include "base/error.hpp"
#include "sim/programs/program.hpp"
#include "sim/programs/program_graph.hpp"
#include "tests/support/matchers.hpp"

namespace apportion {
namespace {

Program with_parameters() {
  Program made{.name = "p", .rank = 2, .processors = 4};
  ArrayObject object{.name = "x", .axes = {}, .positions = {{2, {0, {{"n", 1}, {"I", 3}}}}}};
  object.axes.push_back({.dimension = 1, .extent = {-1, {{"n", 2}, {"m", 1}}}});
  made.objects.push_back(object);
  made.nodes.push_back({.name = "a", .loops = {{.index = "I", .from = 1, .to = {0, {{"n", 1}}}}}, .object = 0});
  made.edges.push_back(
      {.from = 0, .to = 0, .realignment = {.kind = RealignmentKind::shift, .by = {{0, {{"m", -1}}}, 0}}});
  return made;
}

TEST(Parameters, StandForNumbersInAllExpressions) {
  Program made = with_parameters();
  substitute(made, {{"n", 10}, {"m", 4}});
  EXPECT_EQ(made.objects[0].axes[0].extent, Affine(23));
  EXPECT_EQ(made.objects[0].positions[0].cell, (Affine(10, {{"I", 3}})));
  EXPECT_EQ(made.nodes[0].loops[0].to, Affine(10));
  EXPECT_EQ(made.edges[0].realignment.by[0], Affine(-4));
  EXPECT_NO_THROW(validate(made));
}

TEST(Parameters, WhatIsNoParameterStays) {
  Program made = with_parameters();
  substitute(made, {{"n", 10}});
  EXPECT_EQ(made.objects[0].axes[0].extent, (Affine(19, {{"m", 1}})));
  EXPECT_THROW(validate(made), InputError);
}

TEST(Parameters, ALoopNeedsAnIndexOfItsOwn) {
  Program made = with_parameters();
  EXPECT_THROW(substitute(made, {{"I", 3}}), InputError);
}

TEST(Parameters, RatesAreMultiplied) {
  Program made = with_parameters();
  made.rates = {0.5, 2, 3};
  multiply_rates(made, 4);
  EXPECT_EQ(made.rates.rho, 2);
  EXPECT_EQ(made.rates.sigma, 8);
  EXPECT_EQ(made.rates.nu, 12);
}

std::vector<std::string> names(const std::vector<TemplateDistribution>& distributions) {
  std::vector<std::string> all;
  for (const TemplateDistribution& each : distributions) all.push_back(each.name());
  return all;
}

ArrayObject array(const std::string& name, const std::vector<Affine>& extents) {
  ArrayObject object{.name = name, .axes = {}};
  for (std::size_t i = 0; i < extents.size(); ++i)
    object.axes.push_back({.dimension = static_cast<std::int64_t>(i + 1), .extent = extents[i]});
  return object;
}

Program one_node(ArrayObject object, std::vector<Loop> loops, std::int64_t processors) {
  Program program{.name = "one", .rank = object.axes.size(), .processors = processors};
  program.objects.push_back(std::move(object));
  program.nodes.push_back({.name = "only", .loops = std::move(loops), .object = 0, .time = 1});
  return program;
}

TEST(RepresentativeExtents, ANewBinBeginsAboveAQuarterMore) {
  // 125 is 1.25 times 100: the same bin; 157 is more than 1.25 times 125: the next.
  EXPECT_EQ(representative_extents({{100}, {125}, {157}}), (std::vector<TemplateVector>{{125}, {157}}));
  EXPECT_EQ(representative_extents({{100}, {125}, {156}}), (std::vector<TemplateVector>{{156}}));
}

TEST(RepresentativeExtents, ClustersAreTuplesOfBinsWithTheirLargestMember) {
  EXPECT_EQ(representative_extents({{100, 10}, {110, 11}, {100, 50}, {104, 50}}),
            (std::vector<TemplateVector>{{110, 11}, {104, 50}}));
  EXPECT_TRUE(representative_extents({}).empty());
}

TEST(Factorisations, AreAllOrderedOnes) {
  EXPECT_EQ(factorisations(4, 2), (std::vector<TemplateVector>{{4, 1}, {2, 2}, {1, 4}}));
  EXPECT_EQ(factorisations(6, 1), (std::vector<TemplateVector>{{6}}));
  EXPECT_EQ(factorisations(12, 3).size(), 18U);
}

TEST(Allocations, FollowTheRatiosOfTheRepresentative) {
  // 64 : 4 is closest to 8 x 1 among factorisations of 8 (ratio 16), the most equal ones are 4 x 2 and 2 x 4, and the
  // second dimension is shorter than 8.
  EXPECT_EQ(allocations(8, {{64, 4}}, {{{64, 4}, {64, 4}, {false, false}}}),
            (std::vector<TemplateVector>{{8, 1}, {4, 2}, {2, 4}}));
}

TEST(Allocations, NeverMoreProcessorsThanCells) {
  // 3 x 1000: at most 3 processors in the first dimension, so that 1 x 16 is closest; most equal: 4 x 4.
  EXPECT_EQ(allocations(16, {{3, 1000}}, {}), (std::vector<TemplateVector>{{4, 4}, {1, 16}}));
}

TEST(Candidates, FigureThreeHasFour) {
  Program program = one_node(array("large", {1000, 1000}), {}, 4);
  program.objects.push_back(array("small", {250, 250}));
  program.nodes.push_back({.name = "other", .object = 1});
  EXPECT_EQ(names(candidate_distributions(program)),
            (std::vector<std::string>{"2x2/500x500", "2x2/500x125", "2x2/125x500", "2x2/125x125"}));
}

TEST(Candidates, ShrinkingObjectsGetBlocksOfOne) {
  // LU: the active part A(K:100, K:100).
  ArrayObject active{.name = "active", .axes = {}};
  for (const std::int64_t dimension : {1, 2})
    active.axes.push_back({.dimension = dimension, .section = ArrayAxis::Section{{0, {{"K", 1}}}, 100}});
  const Program program = one_node(active, {{.index = "K", .from = 1, .to = 100}}, 4);
  const std::vector<ObjectExtent> extents = object_extents(program);
  ASSERT_EQ(extents.size(), 1U);
  EXPECT_EQ(extents[0].swept, (TemplateVector{100, 100}));
  EXPECT_TRUE(extents[0].varies[0] && extents[0].varies[1]);
  EXPECT_EQ(names(candidate_distributions(program)),
            (std::vector<std::string>{"2x2/50x50", "2x2/50x1", "2x2/1x50", "2x2/1x1"}));
}

TEST(Candidates, LinesThatMoveGetTheirOwnOrientation) {
  // The swept box alone would give only 2 x 2; a moving line varies in place, not in size.
  ArrayObject column = array("column", {8});
  column.positions = {{2, {-1, {{"J", 1}}}}};
  Program program = one_node(column, {{.index = "J", .from = 1, .to = 8}}, 4);
  program.rank = 2;
  EXPECT_EQ(object_extents(program)[0].swept, (TemplateVector{8, 8}));
  EXPECT_EQ(object_extents(program)[0].largest, (TemplateVector{8, 1}));
  EXPECT_EQ(names(candidate_distributions(program)), (std::vector<std::string>{"4x1/2x*", "2x2/4x4"}));
}

TEST(Candidates, AProgramWithoutElementsHasSome) {
  EXPECT_EQ(names(candidate_distributions(one_node(array("empty", {0, 5}), {}, 4))),
            (std::vector<std::string>{"2x2/1x1"}));
  EXPECT_EQ(names(candidate_distributions(one_node(array("alone", {10}), {}, 1))), (std::vector<std::string>{"1/*"}));
}

ArrayObject square(std::int64_t side) {
  return {.name = "square", .axes = {{.dimension = 1, .extent = side}, {.dimension = 2, .extent = side}}};
}

Program shifted(std::int64_t side, std::int64_t down, std::int64_t right) {
  Program program{.name = "shifted", .rank = 2, .processors = 4, .rates = {.rho = 3, .sigma = 5, .nu = 7}};
  program.objects = {square(side)};
  program.nodes = {{.name = "a"}, {.name = "b"}};
  program.edges = {{.from = 0, .to = 1, .realignment = {RealignmentKind::shift, {}, {down, right}}}};
  return program;
}

Placement any_placement() {
  Placement placement;
  for (int i = 0; i < 2; ++i) {
    placement.cells.push_back({*rc::gen::inRange<std::int64_t>(-5, 20), *rc::gen::inRange<std::int64_t>(1, 6),
                               *rc::gen::inRange<std::int64_t>(0, 30)});
    placement.shift.push_back(*rc::gen::inRange<std::int64_t>(-20, 20));
  }
  return placement;
}

TemplateDistribution any_template_distribution() {
  TemplateDistribution distribution;
  for (int i = 0; i < 2; ++i)
    distribution.dimensions.push_back({*rc::gen::inRange<std::int64_t>(1, 5), *rc::gen::inRange<std::int64_t>(1, 12)});
  return distribution;
}

RC_GTEST_PROP(Load, LoadsAndShiftsAreThoseOfEveryElement, ()) {
  const Placement placement = any_placement();
  const TemplateDistribution distribution = any_template_distribution();
  const auto owner = [&](std::int64_t row, std::int64_t column) {
    return std::pair(distribution.dimensions[0].owner(row), distribution.dimensions[1].owner(column));
  };
  std::map<std::pair<std::int64_t, std::int64_t>, std::int64_t> held;
  std::map<std::pair<std::int64_t, std::int64_t>, std::int64_t> moved;
  std::int64_t most_held = 0;
  std::int64_t most_moved = 0;
  for (std::int64_t i = 0; i < placement.cells[0].count; ++i)
    for (std::int64_t j = 0; j < placement.cells[1].count; ++j) {
      const std::int64_t row = placement.cells[0].first + i * placement.cells[0].stride;
      const std::int64_t column = placement.cells[1].first + j * placement.cells[1].stride;
      most_held = std::max(most_held, ++held[owner(row, column)]);
      if (owner(row, column) != owner(row + placement.shift[0], column + placement.shift[1]))
        most_moved = std::max(most_moved, ++moved[owner(row, column)]);
    }
  RC_ASSERT(largest_load(placement, distribution) == most_held);
  RC_ASSERT(largest_moved(placement, distribution) == most_moved);
  RC_ASSERT(shortcut_load(placement, distribution) <= static_cast<double>(most_held) * (1 + 1e-12));
}

TEST(Load, TheShortcutCanBeFarTooLow) {
  // 11 cells in blocks of 10 on two processors: 10 on one, 1 on the other; in both dimensions 100 against 30.25.
  const Placement placement{{{0, 1, 11}, {0, 1, 11}}, {}};
  const TemplateDistribution distribution{{{2, 10}, {2, 10}}};
  EXPECT_EQ(largest_load(placement, distribution), 100);
  EXPECT_DOUBLE_EQ(shortcut_load(placement, distribution), 30.25);
}

TEST(Realignment, AShiftCountsWhatMoves) {
  const Program program = shifted(64, 1, 0);
  const ProgramEdge& edge = program.edges[0];
  // 4 x 4 blocks of 16 x 16 on 2 x 2 processors, and four strips of 16 rows: 64 of 1024 elements cross.
  for (const TemplateDistribution& distribution :
       {TemplateDistribution{{{2, 16}, {2, 16}}}, TemplateDistribution{{{4, 16}, {1, 1}}}}) {
    EXPECT_EQ(realignment_cost(program, edge, distribution), 7 * 64);
    EXPECT_EQ(realignment_cost(program, edge, distribution, {.literal_shifts = true}), 7 * 1024);
  }
}

TEST(Realignment, CostsNothingInMemory) {
  const TemplateDistribution columns{{{1, 1}, {4, 16}}};
  EXPECT_EQ(realignment_cost(shifted(64, 5, 0), shifted(64, 5, 0).edges[0], columns), 0);
  EXPECT_EQ(realignment_cost(shifted(64, 5, 0), shifted(64, 5, 0).edges[0], columns, {.literal_shifts = true}), 0);
  // A whole round of the processors is no move either.
  EXPECT_EQ(realignment_cost(shifted(64, 0, 64), shifted(64, 0, 64).edges[0], columns), 0);
  EXPECT_EQ(realignment_cost(shifted(64, 0, 16), shifted(64, 0, 16).edges[0], columns), 7 * 1024);
}

TEST(Realignment, GeneralAndSpreadCostTheLargestLoad) {
  Program program = shifted(64, 0, 0);
  const TemplateDistribution rows{{{4, 16}, {1, 1}}};
  program.edges[0].realignment = {RealignmentKind::general, {}, {}};
  EXPECT_EQ(realignment_cost(program, program.edges[0], rows), 3 * 1024);
  program.edges[0].realignment = {RealignmentKind::spread, {1}, {}};
  EXPECT_EQ(realignment_cost(program, program.edges[0], rows), 5 * 1024);
  program.edges[0].realignment = {RealignmentKind::spread, {2}, {}};
  EXPECT_EQ(realignment_cost(program, program.edges[0], rows), 0);
  program.edges[0].realignment = {};
  EXPECT_EQ(realignment_cost(program, program.edges[0], rows), 0);
}

TEST(ProgramGraph, RealignmentIsPaidByTheTail) {
  const Program program = shifted(64, 1, 0);
  const ProgramGraph built = build_graph(program, {TemplateDistribution{{{4, 16}, {1, 1}}}});
  EXPECT_EQ(built.graph.nodes[0].costs, (std::vector<double>{7 * 64}));
  EXPECT_EQ(built.graph.nodes[1].costs, (std::vector<double>{0}));
  ASSERT_EQ(built.graph.edges.size(), 1U);
  EXPECT_EQ(built.graph.edges[0].weight, 4096);  // all elements, even those that stay
  EXPECT_EQ(built.graph.rho, 3);
}

TEST(ProgramGraph, EdgesCountTheirDataUnlessItIsGiven) {
  Program program = shifted(10, 0, 1);
  program.nodes[0].loops = {{.index = "T", .from = 1, .to = 7}};
  program.edges.push_back({.from = 1, .to = 0, .data = 5});
  program.edges.push_back({.from = 1, .to = 1});
  const ProgramGraph built = build_graph(program);
  ASSERT_EQ(built.graph.edges.size(), 1U);  // there and back are one edge; an edge to itself is omitted
  EXPECT_EQ(built.graph.edges[0].weight, 7 * 100 + 5);
}

TEST(ProgramGraph, LoopsThatNeverRunCostNothing) {
  Program program = shifted(64, 1, 0);
  program.nodes[0].time = 10;
  program.nodes[0].loops = {{.index = "I", .from = 2, .to = 1}};
  const ProgramGraph built = build_graph(program);
  for (const double cost : built.graph.nodes[0].costs) EXPECT_EQ(cost, 0);
  EXPECT_EQ(built.graph.edges[0].weight, 0);
  program.nodes[0].loops = {{.index = "I", .from = 1, .to = 2, .step = -1}};
  const ProgramGraph downward = build_graph(program);
  for (const double cost : downward.graph.nodes[0].costs) EXPECT_EQ(cost, 0);
}

TEST(ProgramGraph, NestsAreSummedOverTheirIterations) {
  // Triangle: row I of 1..4 has I elements, on one processor in all: 1 + 2 + 3 + 4; each of them J = 1..10^9 times.
  Program program{.name = "triangle", .rank = 1, .processors = 1};
  program.objects = {{.name = "row", .axes = {{.dimension = 1, .extent = {0, {{"I", 1}}}}}}};
  program.nodes = {{.name = "n",
                    .loops = {{.index = "I", .from = 1, .to = 4}, {.index = "J", .from = 1, .to = 1'000'000'000}},
                    .time = 2}};
  EXPECT_EQ(build_graph(program).graph.nodes[0].costs, (std::vector<double>{2e10}));
  program.nodes[0].loops[0] = {.index = "I", .from = 4, .to = 1, .step = -1};
  EXPECT_EQ(build_graph(program).graph.nodes[0].costs, (std::vector<double>{2e10}));
  program.nodes[0].loops[0] = {.index = "I", .from = 1, .to = 8, .factor = 2};
  EXPECT_EQ(build_graph(program).graph.nodes[0].costs, (std::vector<double>{3e10}));
}

TEST(ProgramGraph, AxesMayChangePlaces) {
  // In iteration I the array's only axis is along template dimension I.
  Program program{.name = "mobile", .rank = 2, .processors = 4};
  program.objects = {{.name = "line", .axes = {{.dimension = {0, {{"I", 1}}}, .extent = 8}}}};
  program.nodes = {{.name = "n", .loops = {{.index = "I", .from = 1, .to = 2}}, .time = 1}};
  const ProgramGraph built = build_graph(program, {TemplateDistribution{{{4, 2}, {1, 1}}}});
  EXPECT_EQ(built.graph.nodes[0].costs, (std::vector<double>{2 + 8}));
}

void expect_refused(const Program& program, const std::string& piece) {
  EXPECT_THAT(message_of([&] { (void)build_graph(program); }), HasSubstr(piece));
}

// The outer loops are walked, a billion times; the limit once counted iterations of the innermost loop alone.
TEST(ProgramGraph, LoopsAroundOneWithoutIterationsCountForTheLimit) {
  Program program = shifted(64, 1, 0);
  program.objects[0].axes[0].offset = {0, {{"I", 1}, {"J", 1}}};
  const Loop outer{.index = "I", .from = 1, .to = 1'000'000'000};
  for (const Loop& inner :
       {Loop{.index = "J", .from = 1, .to = 0}, Loop{.index = "J", .from = 0, .to = 1, .step = -1}}) {
    for (ProgramNode& node : program.nodes) node.loops = {outer, inner};
    expect_refused(program, "more than 1000000 iterations");
  }
}

TEST(ProgramGraph, Refusals) {
  Program program = shifted(64, 1, 0);
  program.nodes[0].loops = {{.index = "I", .from = 1, .to = 2, .step = 0}};
  expect_refused(program, "never ends");
  program.nodes[0].loops = {{.index = "I", .from = 0, .to = 2, .factor = 2}};
  expect_refused(program, "never ends");
  program.nodes[0].loops = {{.index = "I", .from = 1, .to = {0, {{"K", 1}}}}};
  expect_refused(program, "no loop over 'K'");
  program.nodes[0].loops = {{.index = "I", .from = 1, .to = 2}, {.index = "I", .from = 1, .to = 2}};
  expect_refused(program, "within another loop over 'I'");
  program = shifted(64, 1, 0);
  program.nodes[1].name = "a";
  expect_refused(program, "node 'a' is given twice");
  program = shifted(64, 1, 0);
  program.edges[0].to = 9;
  expect_refused(program, "edge 0 joins node 9");
  program = shifted(64, 1, 0);
  program.objects[0].axes[1].dimension = 1;
  expect_refused(program, "taken already");
  program = shifted(2'000'000'000, 1, 0);
  expect_refused(program, "node 'a', object 'square'");
  program = shifted(64, 1, 0);
  program.processors = 0;
  expect_refused(program, "processors is 0");
}

}  // namespace
}  // namespace apportion
