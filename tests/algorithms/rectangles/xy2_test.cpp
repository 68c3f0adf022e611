// XY and XY2: the number of decompositions, the choice among them, the end of the enumeration, and dynamic
// programming.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "algorithms/rectangles/columns.hpp"
#include "algorithms/rectangles/xy2.hpp"
#include "base/error.hpp"
#include "sim/rectangles/partition_number.hpp"
#include "sim/samplers.hpp"
#include "tests/support/matchers.hpp"
#include "tests/support/rectangles.hpp"

namespace apportion {
namespace {

// --- XY: the enumeration

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
    SCOPED_TRACE(p);
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
  EXPECT_EQ(shared_dividers(frame, 0, 6, 6, 6, 1e-9), 5);
  EXPECT_EQ(shared_dividers(frame, 0, 4, 4, 6, 1e-9), 1);  // halves
  EXPECT_EQ(shared_dividers(frame, 0, 3, 3, 6, 1e-9), 2);  // thirds
  EXPECT_EQ(shared_dividers(frame, 0, 3, 3, 4, 1e-9), 0);
  EXPECT_EQ(shared_dividers(frame, 0, 1, 1, 5, 1e-9), 0);
}

// --- XY2: dynamic programming

Frame random_frame(std::string_view sampler, std::size_t p, double ratio, const Extent& extent, double latency,
                   int sample) {
  RandomStream stream(11, "xy2_test " + std::string(sampler) + "/" + std::to_string(sample));
  return make_frame({extent, draw_cluster(sampler, p, ratio, stream), latency});
}

void expect_same_cost(const Frame& frame) {
  const Columns programme = cheapest_columns(frame);
  const Columns enumerated = enumerate_columns(frame, Orientations::with_transposed).best;
  const std::int64_t edges = columns_edges(frame, programme);
  ASSERT_EQ(edges, columns_edges(frame, enumerated));
  ASSERT_NEAR(total_cost(columns_acost(frame, programme), edges, frame.latency),
              total_cost(columns_acost(frame, enumerated), edges, frame.latency), 1e-9 * (frame.m + frame.n));
}

// Real speeds, whole ones (many ties) and equal ones, over the paper's shapes and latencies.
TEST(Xy2Programme, CostsWhatTheEnumerationCosts) {
  for (const char* sampler : {"max-set", "integers", "log-uniform"})
    for (const double ratio : {1.0, 2.0, 8.0, 100.0})
      for (const double columns : {1000.0, 1500.0, 3000.0, 20000.0})
        for (const double latency : {0.0, 100.0, 1000.0})
          for (std::size_t p = 1; p <= 20; ++p)
            for (int sample = 0; sample < (ratio == 1 ? 1 : 4); ++sample) {
              SCOPED_TRACE(std::string(sampler) + " ratio " + std::to_string(ratio) + " p " + std::to_string(p) +
                           " columns " + std::to_string(columns) + " latency " + std::to_string(latency));
              expect_same_cost(random_frame(sampler, p, ratio, {1000, columns}, latency, sample));
              if (HasFatalFailure()) return;
            }
}

TEST(Xy2Programme, CostsWhatTheEnumerationCostsForMoreProcessors) {
  for (const std::size_t p : {30U, 40U})
    for (const double latency : {0.0, 10.0, 300.0})
      for (const char* sampler : {"max-set", "integers"}) {
        SCOPED_TRACE(std::string(sampler) + " p " + std::to_string(p) + " latency " + std::to_string(latency));
        expect_same_cost(random_frame(sampler, p, 4, {1000, 2000}, latency, 0));
      }
}

// Recorded with frames sorted by comparing and both directions always solved.
TEST(Xy2Programme, ChoosesForManyWhatItAlwaysChose) {
  struct Recorded {
    const char* sampler;
    std::size_t p;
    double ratio;
    double columns;
    std::size_t count;
    std::uint64_t fingerprint;
  };
  for (const Recorded& recorded : {Recorded{"max-set", 1000, 4, 1000, 31, 7674879524243280868U},
                                   Recorded{"cycle-times", 5000, 512, 3000, 92, 6944650835228814280U},
                                   Recorded{"integers", 20000, 8, 1500, 166, 10079933980536580376U},
                                   Recorded{"max-set", 100000, 1, 2000, 447, 4945978863024713636U},
                                   Recorded{"extremes", 300000, 100, 20000, 2319, 1334993684376729690U}}) {
    const Columns columns =
        cheapest_columns(random_frame(recorded.sampler, recorded.p, recorded.ratio, {1000, recorded.columns}, 0, 0));
    std::uint64_t fingerprint = columns.transposed ? 1 : 0;
    for (const std::size_t count : columns.counts) fingerprint = fingerprint * 1000003 + count;
    EXPECT_EQ(columns.counts.size(), recorded.count) << recorded.sampler << " " << recorded.p;
    EXPECT_EQ(fingerprint, recorded.fingerprint) << recorded.sampler << " " << recorded.p;
  }
}

// Latencies at which Acost and edges are traded exactly: the last tie rules decide.
TEST(Xy2Programme, TiesWithLatencyGoToFewerEdges) {
  for (const double latency : {50.0, 100.0, 125.0, 250.0, 500.0, 1000.0})
    for (const double columns : {1000.0, 2000.0, 4000.0})
      for (std::size_t p = 2; p <= 24; ++p) {
        SCOPED_TRACE("p " + std::to_string(p) + " latency " + std::to_string(latency));
        expect_same_cost(make_frame({{1000, columns}, {std::vector<double>(p, 1.0), {}}, latency}));
      }
}

// Least Acost by the unchanged recurrence, over all compositions.
double plain_recurrence(const Frame& frame, double length, double other_side) {
  std::vector<double> best(frame.size() + 1, std::numeric_limits<double>::infinity());
  best[0] = -length;
  for (std::size_t last = 1; last <= frame.size(); ++last)
    for (std::size_t first = 0; first < last; ++first)
      best[last] =
          std::min(best[last], best[first] + length +
                                   static_cast<double>(last - first - 1) * other_side * frame.share(first, last));
  return best.back();
}

TEST(Xy2Programme, QueueAgreesWithTheRecurrence) {
  for (const char* sampler : {"max-set", "integers", "log-uniform"})
    for (const double ratio : {1.0, 4.0, 1e6})
      for (const double columns : {1000.0, 20000.0})
        for (const std::size_t p : {largest_p_with_fewest_edges + 1, std::size_t{333}, std::size_t{700}}) {
          const Frame frame = random_frame(sampler, p, ratio, {1000, columns}, 0, 0);
          const double expected =
              std::min(plain_recurrence(frame, frame.m, frame.n), plain_recurrence(frame, frame.n, frame.m));
          ASSERT_NEAR(columns_acost(frame, cheapest_columns(frame)), expected, 1e-9 * (frame.m + frame.n))
              << sampler << " ratio " << ratio << " p " << p;
        }
}

TEST(Xy2Programme, TakesManyProcessors) {
  RandomStream stream(11, "many");
  const RectangleProblem problem{{1000, 3000}, draw_cluster("max-set", 100000, 8, stream), 0};
  const Frame frame = make_frame(problem);
  const double found = columns_acost(frame, cheapest_columns(frame));
  const double bound = acost_lower_bound(problem.extent, problem.cluster);
  EXPECT_GE(found, bound);
  EXPECT_LE(found, 1.001 * bound);
}

TEST(Xy2Programme, RefusesManyProcessorsWithLatency) {
  const auto problem = [](std::size_t p) {
    return RectangleProblem{{1000, 1000}, {std::vector<double>(p, 1.0), {}}, 1};
  };
  EXPECT_NO_THROW((void)testing_support::solve("XY2", problem(largest_p_with_latency)));
  EXPECT_THAT(message_of([&] { (void)testing_support::solve("XY2", problem(largest_p_with_latency + 1)); }),
              HasSubstr("at most 400 processors, and there are 401"));
}

// On a square array every decomposition ties with its transpose.
TEST(Xy2, PrefersTheUntransposedOnTies) {
  for (const double latency : {0.0, 100.0})
    for (std::size_t p = 1; p <= 20; ++p) {
      const Frame frame = random_frame("integers", p, 3, {1000, 1000}, latency, 0);
      EXPECT_FALSE(cheapest_columns(frame).transposed) << p;
      EXPECT_FALSE(enumerate_columns(frame, Orientations::with_transposed).best.transposed) << p;
    }
}

// Least Acost of all arrangements in columns or in strips: tries every subset with the first processor as its column.
double best_arrangement(const std::vector<double>& shares, double length, double other_side) {
  const std::size_t subsets = std::size_t{1} << shares.size();
  std::vector<double> best(subsets, std::numeric_limits<double>::infinity());
  best[0] = -length;
  for (std::size_t set = 1; set < subsets; ++set)
    for (std::size_t column = set; column > 0; column = (column - 1) & set) {
      double share = 0;
      double count = 0;
      for (std::size_t i = 0; i < shares.size(); ++i)
        if ((column >> i) % 2 == 1) {
          share += shares[i];
          count += 1;
        }
      best[set] = std::min(best[set], best[set ^ column] + length + (count - 1) * other_side * share);
    }
  return best.back();
}

// Theorem 1: no assignment of processors to columns beats the sorted ones.
TEST(Xy2, BeatsEveryArrangementInColumns) {
  for (const char* sampler : {"max-set", "integers", "log-uniform"})
    for (const double columns : {1000.0, 1300.0, 4000.0})
      for (std::size_t p = 1; p <= 8; ++p)
        for (int sample = 0; sample < 10; ++sample) {
          const Frame frame = random_frame(sampler, p, 6, {1000, columns}, 0, sample);
          const double expected = std::min(best_arrangement(frame.weights, frame.m, frame.n),
                                           best_arrangement(frame.weights, frame.n, frame.m));
          ASSERT_NEAR(columns_acost(frame, cheapest_columns(frame)), expected, 1e-9 * (frame.m + frame.n))
              << sampler << " p " << p << " sample " << sample;
        }
}

}  // namespace

}  // namespace apportion
