// XY: how many decompositions there are, which one is chosen, and where the enumeration ends.
#include <cmath>
#include <string>

#include "algorithms/rectangles/columns.hpp"
#include "algorithms/rectangles/xy2.hpp"
#include "base/error.hpp"
#include "sim/rectangles/partition_number.hpp"
#include "tests/support/matchers.hpp"
#include "tests/support/rectangles.hpp"

namespace apportion {
namespace {

std::string refusal(std::string_view algorithm, std::size_t p) {
  return message_of([&] {
    (void)testing_support::solve(algorithm, {{1000, 1000}, {std::vector<double>(p, 1.0), {}}, 0});
  });
}

TEST(PartitionNumber, KnownValues) {
  const std::vector<std::uint64_t> first = {1, 1, 2, 3, 5, 7, 11, 15, 22, 30, 42};
  for (std::size_t p = 0; p < first.size(); ++p) EXPECT_EQ(partition_number(p), first[p]) << p;
  EXPECT_EQ(partition_number(20), 627U);
  EXPECT_EQ(partition_number(100), 190569292U);
  EXPECT_EQ(partition_number(200), 3972999029388U);
  EXPECT_EQ(partition_number(400), 6727090051741041926U);
  EXPECT_EQ(partition_number(largest_exact_partition_number), 17873792969689876004U);
  EXPECT_THROW((void)partition_number(largest_exact_partition_number + 1), InputError);
}

TEST(PartitionNumber, EstimateIsSlightlyAbove) {
  for (const std::size_t p : {50U, 100U, 416U}) {
    const double exact = std::log10(static_cast<double>(partition_number(p)));
    EXPECT_GT(log10_partition_number_estimate(p), exact);
    EXPECT_LT(log10_partition_number_estimate(p), exact + 0.03);
  }
}

TEST(XyEnumeration, VisitsEveryPartitionOnce) {
  for (std::size_t p = 1; p <= 45; ++p)
    for (const Orientations orientations : {Orientations::columns, Orientations::with_transposed}) {
      const Frame frame = testing_support::frame_of(std::vector<double>(p, 1.0), 1000, 3000, 100);
      EXPECT_EQ(enumerate_columns(frame, orientations).candidates, partition_number(p)) << p;
    }
}

TEST(XyEnumeration, RefusesWhatWouldTakeTooLong) {
  const std::string at_101 = refusal("XY", 101);
  EXPECT_THAT(at_101, HasSubstr("pt(101) = 214481126"));
  EXPECT_THAT(at_101, HasSubstr("XY2"));
  EXPECT_THAT(refusal("XY2[enumerate]", 500), HasSubstr("pt(500) = about 10^21"));
  EXPECT_THAT(refusal("XY", 100000), HasSubstr("about 10^346"));
}

TEST(XyEnumeration, TakesTheCheapest) {
  // A wide array is cut into columns, a square one into two of two.
  EXPECT_THAT(enumerate_columns(testing_support::frame_of({1, 1, 1, 1}, 1000, 9000), Orientations::columns).best.counts,
              ElementsAre(1, 1, 1, 1));
  EXPECT_THAT(enumerate_columns(testing_support::frame_of({1, 1, 1, 1}, 1000, 1000), Orientations::columns).best.counts,
              ElementsAre(2, 2));
  // One heavy processor gets a column of its own (Figure 6a).
  EXPECT_THAT(enumerate_columns(testing_support::frame_of({1, 6, 1}, 1000, 1000), Orientations::columns).best.counts,
              ElementsAre(1, 2));
}

TEST(XyEnumeration, TiesGoToFewerEdges) {
  // 1,1,2 costs 2000 + 1000, 2,2 costs 1000 + 2000, 1,1,1,1 costs 3000; edges 4, 4 and 3.
  const Frame frame = testing_support::frame_of({1, 1, 1, 1}, 1000, 2000);
  EXPECT_THAT(enumerate_columns(frame, Orientations::columns).best.counts, ElementsAre(1, 1, 1, 1));
}

TEST(XyEnumeration, LatencyFavoursFewerEdges) {
  const std::vector<double> speeds = {5, 4, 3, 2.5, 2, 1};
  const Frame without = testing_support::frame_of(speeds, 1000, 1200);
  const Frame with = testing_support::frame_of(speeds, 1000, 1200, 1e6);
  const Columns cheap = enumerate_columns(without, Orientations::columns).best;
  const Columns few = enumerate_columns(with, Orientations::columns).best;
  EXPECT_GT(columns_edges(without, cheap), columns_edges(with, few));
  EXPECT_EQ(columns_edges(with, few), 5);
}

TEST(XyEnumeration, TransposedWhereCheaper) {
  const Frame frame = testing_support::frame_of({1, 1, 1, 1, 1}, 1000, 1100, 0);
  const Columns plain = enumerate_columns(frame, Orientations::columns).best;
  const Columns turned = enumerate_columns(frame, Orientations::with_transposed).best;
  EXPECT_LE(columns_acost(frame, turned), columns_acost(frame, plain));
  const AcostCoefficients coefficients = acost_coefficients(frame, turned.counts);
  EXPECT_EQ(turned.transposed, coefficients.across > coefficients.along);
}

TEST(Columns, BoxesHaveTheCostsOfTheFormulas) {
  const Frame frame = testing_support::frame_of({7, 5, 3, 3, 2, 1, 1}, 900, 1700);
  for (const bool transposed : {false, true})
    for (const std::vector<std::size_t>& counts :
         {std::vector<std::size_t>{7}, {1, 1, 1, 1, 1, 1, 1}, {1, 2, 4}, {3, 2, 2}, {1, 3, 3}}) {
      const RectangleSolution solution = columns_solution(frame, {counts, transposed});
      EXPECT_TRUE(testing_support::tiles(solution.decomposition));
      EXPECT_NEAR(solution.claimed_acost, acost(solution.decomposition), 1e-9 * 2600);
      EXPECT_EQ(solution.claimed_edges, internal_edges(solution.decomposition));
    }
}

TEST(Columns, DividersThatMeetAreCounted) {
  const Frame frame = testing_support::frame_of(std::vector<double>(12, 1.0), 1000, 1000);
  EXPECT_EQ(shared_dividers(frame, 6, 6, 6, 1e-9), 5);
  EXPECT_EQ(shared_dividers(frame, 4, 4, 6, 1e-9), 1);  // halves
  EXPECT_EQ(shared_dividers(frame, 3, 3, 6, 1e-9), 2);  // thirds
  EXPECT_EQ(shared_dividers(frame, 3, 3, 4, 1e-9), 0);
  EXPECT_EQ(shared_dividers(frame, 1, 1, 5, 1e-9), 0);
}

}  // namespace
}  // namespace apportion
