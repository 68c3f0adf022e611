// Bounds of blocks as models of the ocean cut them, and blocks that are removed.
#include "extensions/layouts/sim/block_layout.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <vector>

namespace apportion {
namespace {

using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using LengthsOfBlocks = std::vector<std::int64_t>;

LengthsOfBlocks lengths_of(std::int64_t length, std::int64_t blocks, BlockRule rule) {
  const LengthsOfBlocks bounds = block_bounds(length, blocks, rule);
  LengthsOfBlocks lengths(bounds.size());
  std::adjacent_difference(bounds.begin(), bounds.end(), lengths.begin());
  if (!lengths.empty()) lengths.erase(lengths.begin());
  return lengths;
}

// As in the comments of FMS, and as FMS computes.
TEST(BlockBounds, OfFmsAreSymmetricWhereTheyCanBe) {
  EXPECT_THAT(lengths_of(18, 4, BlockRule::fms), ElementsAre(5, 4, 4, 5));
  EXPECT_THAT(lengths_of(158, 3, BlockRule::fms), ElementsAre(53, 52, 53));
  EXPECT_THAT(lengths_of(7, 3, BlockRule::fms), ElementsAre(3, 1, 3));
  EXPECT_THAT(lengths_of(19, 4, BlockRule::fms), ElementsAre(5, 5, 5, 4));  // odd by even: not symmetric
  EXPECT_THAT(lengths_of(4, 3, BlockRule::fms), ElementsAre(2, 1, 1));      // too few cells
  EXPECT_THAT(lengths_of(8, 3, BlockRule::fms), ElementsAre(3, 2, 3));
}

TEST(BlockBounds, OfNemoAndOfCeil) {
  EXPECT_THAT(lengths_of(18, 4, BlockRule::nemo), ElementsAre(5, 5, 4, 4));
  EXPECT_THAT(lengths_of(18, 4, BlockRule::ceil), ElementsAre(5, 5, 5, 3));
  EXPECT_THAT(lengths_of(10, 7, BlockRule::ceil), IsEmpty()) << "five blocks of two cells are all of it";
}

TEST(BlockBounds, CoverTheLengthByBlocksThatAreNotEmpty) {
  for (const BlockRule rule : {BlockRule::fms, BlockRule::nemo, BlockRule::ceil})
    for (std::int64_t length = 1; length <= 120; ++length)
      for (std::int64_t blocks = 1; blocks <= length; ++blocks) {
        SCOPED_TRACE(::testing::Message() << static_cast<int>(rule) << ' ' << length << ' ' << blocks);
        const LengthsOfBlocks lengths = lengths_of(length, blocks, rule);
        if (rule == BlockRule::ceil && lengths.empty()) continue;
        ASSERT_EQ(static_cast<std::int64_t>(lengths.size()), blocks);
        EXPECT_THAT(lengths, Each(::testing::Gt(0))) << length << " " << blocks;
        EXPECT_EQ(std::accumulate(lengths.begin(), lengths.end(), std::int64_t{0}), length);
        EXPECT_EQ(*std::ranges::max_element(lengths), (length + blocks - 1) / blocks);
      }
}

TEST(BlockBounds, OfRowsBeginInTheNorthOrInTheSouth) {
  LayoutRules rules{.cut = BlockRule::nemo};
  EXPECT_THAT(row_bounds(5, 2, rules), ElementsAre(0, 3, 5));
  rules.north_first = true;
  EXPECT_THAT(row_bounds(5, 2, rules), ElementsAre(0, 2, 5));
}

// 2 x 6 cells; the last two columns are land.
class RemovedBlocks : public ::testing::Test {
 protected:
  [[nodiscard]] std::int64_t active(const LayoutRules& rules, const Layout& layout = {3, 1}) const {
    return layout_costs(loads_, block_grid(loads_, layout, rules), rules).active;
  }
  CellLoads loads_{2, 6, std::vector<double>{1, 1, 1, 1, 0, 0, 1, 1, 1, 1, 0, 0}};
};

TEST_F(RemovedBlocks, HaveNoLoadInThemNorBesideThem) {
  EXPECT_EQ(active({.margin = 0}), 2);
  EXPECT_EQ(active({.margin = 1}), 3) << "the second block's load is beside the third";
  const CellLoads narrow(1, 6, std::vector<double>{0, 1, 1, 0, 0, 0});
  LayoutRules rules{.margin = 1};
  EXPECT_EQ(layout_costs(narrow, block_grid(narrow, {3, 1}, rules), rules).active, 2);
  rules.margin = 2;
  EXPECT_EQ(layout_costs(narrow, block_grid(narrow, {3, 1}, rules), rules).active, 3);
}

TEST_F(RemovedBlocks, AreBesideTheFirstColumnWhereThatIsPeriodic) {
  const CellLoads narrow(1, 6, std::vector<double>{1, 1, 0, 0, 0, 0});
  LayoutRules rules{.margin = 1};
  EXPECT_EQ(layout_costs(narrow, block_grid(narrow, {3, 1}, rules), rules).active, 2);
  rules.periodic = true;
  EXPECT_EQ(layout_costs(narrow, block_grid(narrow, {3, 1}, rules), rules).active, 3);
}

TEST_F(RemovedBlocks, AreNotAtTheNorthFold) {
  EXPECT_EQ(active({.margin = 0}, {3, 2}), 4);
  EXPECT_EQ(active({.margin = 0, .north_fold = true}, {3, 2}), 5);
  const LayoutRules rules{.margin = 0, .north_first = true, .north_fold = true};
  const BlockGrid grid = block_grid(loads_, {3, 2}, rules);
  EXPECT_FALSE(BlockCount(loads_, rules, grid).is_removed(2, 0));
  EXPECT_TRUE(BlockCount(loads_, rules, grid).is_removed(2, 1));
}

TEST(LayoutCosts, AreThoseOfTheLargestBlock) {
  const CellLoads loads(4, 6, std::vector<double>(24, 2));
  const LayoutRules rules;
  const LayoutCosts costs = layout_costs(loads, block_grid(loads, {3, 2}, rules), rules);
  EXPECT_EQ(costs.active, 6);
  EXPECT_EQ(costs.largest_load, 8);
  EXPECT_EQ(costs.aspect, 1);
  EXPECT_EQ(costs.halo, 6) << "two cells above or below, two on either side";
  EXPECT_EQ(layout_costs(loads, block_grid(loads, {1, 1}, rules), rules).halo, 0);
}

}  // namespace
}  // namespace apportion
