// Counts of progressions against counting cell by cell.
#include "sim/programs/distribution.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <numeric>

#include "base/error.hpp"

namespace apportion {
namespace {

rc::Gen<Progression> any_progression() {
  return rc::gen::map(rc::gen::tuple(rc::gen::inRange<std::int64_t>(-60, 60), rc::gen::inRange<std::int64_t>(1, 40),
                                     rc::gen::inRange<std::int64_t>(0, 150)),
                      [](const auto& drawn) {
                        const auto& [first, stride, count] = drawn;
                        return Progression{first, stride, count};
                      });
}

rc::Gen<DimensionDistribution> any_dimension_distribution() {
  return rc::gen::map(rc::gen::pair(rc::gen::inRange<std::int64_t>(1, 9), rc::gen::inRange<std::int64_t>(1, 30)),
                      [](const auto& drawn) {
                        return DimensionDistribution{drawn.first, drawn.second};
                      });
}

template <class Visit>
void for_each_cell(const Progression& cells, const Visit& visit) {
  for (std::int64_t i = 0; i < cells.count; ++i) visit(cells.first + i * cells.stride);
}

RC_GTEST_PROP(Progression, CellsPerProcessor, ()) {
  const Progression cells = *any_progression();
  const DimensionDistribution distribution = *any_dimension_distribution();
  std::vector<std::int64_t> counts(static_cast<std::size_t>(distribution.processors));
  for_each_cell(cells, [&](std::int64_t cell) { ++counts[static_cast<std::size_t>(distribution.owner(cell))]; });
  RC_ASSERT(cells_per_processor(cells, distribution) == counts);
}

RC_GTEST_PROP(Progression, CellsStaying, ()) {
  const Progression cells = *any_progression();
  const DimensionDistribution distribution = *any_dimension_distribution();
  const std::int64_t by = *rc::gen::inRange<std::int64_t>(-300, 300);
  std::vector<std::int64_t> counts(static_cast<std::size_t>(distribution.processors));
  for_each_cell(cells, [&](std::int64_t cell) {
    if (distribution.owner(cell) == distribution.owner(cell + by))
      ++counts[static_cast<std::size_t>(distribution.owner(cell))];
  });
  RC_ASSERT(cells_staying(cells, distribution, by) == counts);
}

RC_GTEST_PROP(Progression, CellsPerPair, ()) {
  const Progression cells = *any_progression();
  const DimensionDistribution from = *any_dimension_distribution();
  const DimensionDistribution to = *any_dimension_distribution();
  std::vector<std::int64_t> pairs(static_cast<std::size_t>(from.processors * to.processors));
  for_each_cell(cells, [&](std::int64_t cell) {
    ++pairs[static_cast<std::size_t>(from.owner(cell) * to.processors + to.owner(cell))];
  });
  RC_ASSERT(cells_per_pair(cells, from, to) == pairs);
}

TEST(Progression, ALargeArrayIsNotWalked) {
  // 10^9 cells in blocks of 3 on 1000 processors: 333 333 whole rounds of 3000, then 1000 cells in blocks of 3.
  const Progression cells{0, 1, 1'000'000'000};
  const std::vector<std::int64_t> counts = cells_per_processor(cells, {1000, 3});
  EXPECT_EQ(counts.front(), 1'000'002);
  EXPECT_EQ(counts[333], 1'000'000);
  EXPECT_EQ(counts.back(), 999'999);
  EXPECT_EQ(std::accumulate(counts.begin(), counts.end(), std::int64_t{0}), cells.count);
  // Cyclic to blocks of 10^9 / 4: every processor shares a quarter of its cells with every block.
  const std::vector<std::int64_t> pairs = cells_per_pair(cells, {4, 1}, {4, 250'000'000});
  EXPECT_EQ(pairs, std::vector<std::int64_t>(16, 62'500'000));
}

TEST(Progression, NegativeStridesAndFarCells) {
  EXPECT_EQ(make_progression(7, -2, 4), (Progression{1, 2, 4}));
  EXPECT_EQ(make_progression(7, -2, -3).count, 0);
  EXPECT_THROW((void)make_progression(0, 2, 600'000'000), InputError);
  EXPECT_THROW((void)make_progression(-1'000'000'001, 1, 1), InputError);
}

TEST(DimensionDistribution, OwnersBeforeCellZeroGoOnRoundTheGrid) {
  const DimensionDistribution distribution{4, 10};
  EXPECT_EQ(distribution.owner(0), 0);
  EXPECT_EQ(distribution.owner(39), 3);
  EXPECT_EQ(distribution.owner(40), 0);
  EXPECT_EQ(distribution.owner(-1), 3);
}

TEST(TemplateDistribution, NamesAndRefusals) {
  const TemplateDistribution distribution{{{4, 16}, {1, 1}}};
  EXPECT_EQ(distribution.name(), "4x1/16x*");
  EXPECT_NO_THROW(validate(distribution));
  EXPECT_THROW(validate(TemplateDistribution{}), InputError);
  EXPECT_THROW(validate(TemplateDistribution{{{0, 1}}}), InputError);
  EXPECT_THROW(validate(TemplateDistribution{{{4, 0}}}), InputError);
  EXPECT_THROW(validate(TemplateDistribution{{{300, 1}, {300, 1}}}), InputError);
}

}  // namespace
}  // namespace apportion
