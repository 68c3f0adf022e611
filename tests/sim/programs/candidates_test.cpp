// Extents, their clusters, allocations and candidates.
#include "sim/programs/program_graph.hpp"

#include <gtest/gtest.h>

namespace apportion {
namespace {

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
  // 3 x 1000: 3 processors at most in the first dimension, though 1 x 16 is closer than nothing else; equal: 4 x 4.
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
  // By the swept box alone there would be 2 x 2 only; a moving line varies in place, not in size.
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

}  // namespace
}  // namespace apportion
