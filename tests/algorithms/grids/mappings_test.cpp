// NAT, NAT1 and NAT2 against Table 1 and against the formula.
#include "algorithms/grids/mappings.hpp"

#include <gtest/gtest.h>

#include <set>

#include "base/error.hpp"

namespace apportion {
namespace {

// rho_0 upwards from the bottom row, rho_1 to the right, as in Kalinov & Klimov's Table 1.
std::vector<std::vector<double>> as_printed(const Mapping& mapping, const std::vector<double>& performances) {
  std::vector<std::vector<double>> rows;
  for (std::size_t rho0 = 3; rho0-- > 0;)
    rows.push_back({performances[mapping[rho0]], performances[mapping[rho0 + 3]], performances[mapping[rho0 + 6]]});
  return rows;
}

TEST(Mappings, AreThoseOfTable1) {
  const ProcessGrid grid{{3, 3}};
  for (std::vector<double> performances :
       {std::vector<double>{1, 2, 3, 4, 5, 6, 7, 8, 9}, {5, 9, 1, 3, 8, 2, 7, 4, 6}}) {
    SCOPED_TRACE(::testing::PrintToString(performances));
    using Rows = std::vector<std::vector<double>>;
    EXPECT_EQ(as_printed(nat1(grid, performances), performances), (Rows{{3, 7, 9}, {2, 6, 8}, {1, 4, 5}}));
    EXPECT_EQ(as_printed(nat(grid, performances), performances), (Rows{{3, 6, 9}, {2, 5, 8}, {1, 4, 7}}));
    EXPECT_EQ(as_printed(nat2(grid, performances), performances), (Rows{{7, 3, 1}, {8, 4, 2}, {9, 6, 5}}));
  }
}

// The printed formula with the limit l-1: from the last coordinate to the first.
TEST(Mappings, NatIsTheFormula) {
  const ProcessGrid grid{{2, 3, 4}};
  std::vector<double> performances(24);
  for (std::size_t j = 0; j < 24; ++j) performances[j] = static_cast<double>(j) + 1;
  const Mapping mapping = nat(grid, performances);
  for (std::size_t j = 0; j < 24; ++j) {
    SCOPED_TRACE(j);
    const std::size_t rho2 = j / 6;
    const std::size_t rho1 = (j - rho2 * 6) / 2;
    const std::size_t rho0 = j - rho2 * 6 - rho1 * 2;
    EXPECT_EQ(mapping[rho0 + 2 * rho1 + 6 * rho2], j);
  }
}

// Figure 2 of the paper: three planes, each without the ones before, then the rest.
TEST(Mappings, HyperplanesComeInSteps) {
  const ProcessGrid grid{{2, 3, 4}};
  const std::vector<std::size_t> order = hyperplane_order(grid);
  EXPECT_EQ(std::set<std::size_t>(order.begin(), order.end()).size(), 24U);
  const auto step = [&](std::size_t cell) {
    return grid.coordinate(cell, 2) == 0   ? 1
           : grid.coordinate(cell, 1) == 0 ? 2
           : grid.coordinate(cell, 0) == 0 ? 3
                                           : 4;
  };
  for (std::size_t j = 1; j < order.size(); ++j) {
    SCOPED_TRACE(j);
    EXPECT_LE(step(order[j - 1]), step(order[j]));
    if (step(order[j - 1]) == step(order[j])) {
      EXPECT_LT(order[j - 1], order[j]);
    }
  }
  EXPECT_EQ(step(order[5]), 1);
  EXPECT_EQ(step(order[6]), 2);
  EXPECT_EQ(step(order[11]), 2);
  EXPECT_EQ(step(order[12]), 3);
  EXPECT_EQ(step(order[18]), 4);
}

TEST(Mappings, EqualPerformancesKeepTheirOrder) {
  const Mapping mapping = nat({{2, 2}}, std::vector<double>{2, 1, 2, 1});
  EXPECT_EQ(mapping, (Mapping{1, 3, 0, 2}));
  EXPECT_EQ(nat2({{2, 2}}, std::vector<double>{2, 1, 2, 1}), (Mapping{0, 2, 1, 3}));
}

TEST(Mappings, NeedSortedEdges) {
  for (const MappingRule& rule : mapping_rules)
    EXPECT_THROW((void)rule.map({{2, 1}}, std::vector<double>{1, 2}), InputError) << rule.name;
}

}  // namespace
}  // namespace apportion
