// Distributions of indices over processes, in one dimension and as products.
#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>
#include <vector>

#include "algorithms/distributions/distribution_kind.hpp"
#include "base/error.hpp"
#include "sim/distributions/cartesian.hpp"
#include "sim/distributions/distribution.hpp"

namespace apportion {
namespace {

Distribution rule(Index n, Index p, Index block) {
  return Distribution({.kind = "block-cyclic", .length = n, .processes = p, .block = block, .block_named = true});
}

TEST(Distribution, WrapTakesTurns) {
  const Distribution wrap = rule(7, 3, 1);
  EXPECT_EQ(wrap.owner(5), 2);
  EXPECT_EQ(enumerate(wrap.owned(0)), (std::vector<Index>{0, 3, 6}));
  EXPECT_EQ(wrap.owned(1), (IndexSet{{1, 1, 3, 2}}));
  EXPECT_EQ(wrap.loads(), (std::vector<LoadRun>{{0, 1, 3}, {1, 2, 2}}));
  EXPECT_EQ(wrap.most(), 3);
  EXPECT_EQ(wrap.least(), 2);
  EXPECT_TRUE(wrap.is_homogeneous());
  EXPECT_LT(wrap.least(), wrap.most());
}

TEST(Distribution, SegmentsOfARoundedLengthCanLeaveProcessesEmpty) {
  const Distribution segments = rule(9, 4, 3);
  EXPECT_EQ(segments.loads(), (std::vector<LoadRun>{{0, 3, 3}, {3, 1, 0}}));
  EXPECT_EQ(segments.image_size(), 3);
  EXPECT_FALSE(segments.is_surjective());
  EXPECT_TRUE(segments.owned(3).empty());
}

TEST(Distribution, WrapOfLinearIsTheFormulaOfThePaper) {
  const Distribution composed = compose(rule(12, 4, 1), rule(48, 12, 4));
  for (Index i = 0; i < 48; ++i) EXPECT_EQ(composed.owner(i), i / (48 / 12) % 4) << i;
  EXPECT_EQ(composed.owned(1), (IndexSet{{4, 4, 16, 3}}));
  EXPECT_EQ(composed.owned_below(1, 21), 5);
}

TEST(Distribution, CompositionNeedsTheProcessesOfOneToBeTheIndicesOfTheOther) {
  EXPECT_THROW(static_cast<void>(compose(rule(12, 4, 1), rule(48, 11, 4))), InputError);
}

TEST(Distribution, RefusesWhatIsOutOfRange) {
  EXPECT_THROW(rule(0, 1, 1), InputError);
  EXPECT_THROW(rule(1, 0, 1), InputError);
  EXPECT_THROW(rule(largest_length + 1, 1, 1), InputError);
  EXPECT_THROW(rule(1, 1, 0), InputError);
  EXPECT_THROW(static_cast<void>(rule(4, 2, 1).owner(4)), std::out_of_range);
  EXPECT_THROW(static_cast<void>(rule(4, 2, 1).owner(-1)), std::out_of_range);
  EXPECT_THROW(static_cast<void>(rule(4, 2, 1).owned(2)), std::out_of_range);
  EXPECT_THROW(static_cast<void>(rule(4, 2, 1).owned_below(0, 5)), std::out_of_range);
}

// Compares all queries with the owner of each index.
void expect_as_enumerated(const Distribution& distribution) {
  std::vector<std::vector<Index>> sets(static_cast<std::size_t>(distribution.processes()));
  for (Index i = 0; i < distribution.length(); ++i)
    sets.at(static_cast<std::size_t>(distribution.owner(i))).push_back(i);
  for (Index q = 0; q < distribution.processes(); ++q) {
    SCOPED_TRACE(q);
    const std::vector<Index>& set = sets[static_cast<std::size_t>(q)];
    ASSERT_EQ(enumerate(distribution.owned(q)), set);
    Index below = 0;
    for (Index end = 0; end <= distribution.length(); ++end) {
      ASSERT_EQ(distribution.owned_below(q, end), below) << "end " << end;
      below += end < distribution.length() && distribution.owner(end) == q ? 1 : 0;
    }
  }
  for (Index end = 0; end <= distribution.length(); ++end) {
    SCOPED_TRACE(end);
    Index next = 0;
    for (const LoadRun& run : distribution.loads_below(end)) {
      ASSERT_EQ(run.first, next);
      for (Index q = run.first; q < run.first + run.processes; ++q)
        ASSERT_EQ(distribution.owned_below(q, end), run.load) << "end " << end << ", process " << q;
      next = run.first + run.processes;
    }
    ASSERT_EQ(next, distribution.processes());
  }
}

TEST(Distribution, AnswersAsIfEveryIndexWereLookedAt) {
  for (Index n = 1; n <= 13; ++n)
    for (Index p = 1; p <= 5; ++p)
      for (const Index block : {Index{1}, Index{2}, Index{3}, Index{5}, Index{20}, largest_length})
        ASSERT_NO_FATAL_FAILURE(expect_as_enumerated(rule(n, p, block))) << n << " " << p << " " << block;
}

TEST(Distribution, CompositionsAnswerAsIfEveryIndexWereLookedAt) {
  for (Index n = 1; n <= 25; n += 3)
    for (Index p = 1; p <= 7; p += 2)
      for (Index q = 1; q <= 4; ++q)
        for (const Index block : {1, 2, 3, 4}) {
          SCOPED_TRACE(::testing::Message() << n << ' ' << p << ' ' << q << ' ' << block);
          const Distribution two = compose(rule(p, q, block), rule(n, p, 5 - block));
          ASSERT_NO_FATAL_FAILURE(expect_as_enumerated(two)) << n << " " << p << " " << q << " " << block;
          ASSERT_NO_FATAL_FAILURE(expect_as_enumerated(compose(rule(q, 3, 1), two)));
          ASSERT_NO_FATAL_FAILURE(expect_as_enumerated(compose(two, rule(2 * n, n, 3))));
        }
}

TEST(Distribution, QueriesOfTheLargestArraysAreExact) {
  constexpr Index n = largest_length;
  const Distribution wrap = rule(n, 1000, 1);
  EXPECT_EQ(wrap.owner(n - 1), (n - 1) % 1000);
  EXPECT_EQ(wrap.owned_below(0, wrap.length()), (n + 999) / 1000);
  EXPECT_EQ(wrap.owned(999).size(), 1U);
  const Distribution composed = compose(rule(4096, 24, 1), rule(n, 4096, n / 4096));
  EXPECT_EQ(composed.most(), 171 * (n / 4096));
  EXPECT_EQ(composed.least(), 170 * (n / 4096));
  const Distribution wide = rule(n, n, n);
  EXPECT_EQ(wide.owned_below(0, wide.length()), n);
  EXPECT_EQ(wide.owned_below(n - 1, wide.length()), 0);
  EXPECT_EQ(compose(rule(n, n, n), wide).owned_below(0, n), n);
  // Runs of different strides that neither level can put into one.
  const Distribution tangled = compose(rule(1 << 20, 3, 1), rule(n, 1 << 20, 1));
  EXPECT_EQ(size(tangled.owned(1)), tangled.owned_below(1, tangled.length()));
}

// Sums element by element, step by step.
double time_by_definition(const Distribution& distribution) {
  std::vector<Index> owned(static_cast<std::size_t>(distribution.processes()));
  double time = 0;
  for (Index k = 0; k < distribution.length(); ++k) {
    time += static_cast<double>(*std::ranges::max_element(owned));
    ++owned[static_cast<std::size_t>(distribution.owner(k))];
  }
  return time;
}

TEST(DistributionCosts, TheTriangularTimeIsItsDefinitionAndNeverBelowTheBound) {
  for (const char* kind : {"ceil-block", "wrap", "block-cyclic[block=3]"})
    for (Index n = 1; n <= 30; ++n)
      for (Index p = 1; p <= 7; ++p) {
        const Distribution distribution = make_distribution(kind, n, p);
        EXPECT_EQ(triangular_time(distribution), time_by_definition(distribution)) << kind << " " << n << " " << p;
        EXPECT_GE(triangular_time(distribution), triangular_bound(n, p)) << kind << " " << n << " " << p;
      }
}

// Niculescu, example 1: wrap distributes the elements in the order in which the steps need them.
TEST(DistributionCosts, WrapReachesTheBound) {
  EXPECT_EQ(triangular_time(make_distribution("wrap", 960, 8)), triangular_bound(960, 8));
  EXPECT_EQ(triangular_bound(5, 2), 0 + 1 + 1 + 2 + 2);
}

TEST(DistributionCosts, NeighboursAreCutBetweenBlocks) {
  EXPECT_EQ(cut_neighbours(make_distribution("ceil-block", 12, 4)), 3);
  EXPECT_EQ(cut_neighbours(make_distribution("wrap", 12, 4)), 11);
  EXPECT_EQ(cut_neighbours(make_distribution("wrap", 12, 1)), 0);
}

}  // namespace

}  // namespace apportion

namespace apportion {
namespace {

TEST(CartesianDistribution, OwnsProductsOfSets) {
  const CartesianDistribution product({make_distribution("linear", 4, 2), make_distribution("wrap", 6, 3)});
  EXPECT_EQ(product.processes(), 6);
  EXPECT_EQ(product.owner({3, 4}), (std::vector<Index>{1, 1}));
  EXPECT_EQ(product.process_number({1, 1}), 4);
  EXPECT_EQ(product.coordinates(4), (std::vector<Index>{1, 1}));
  const std::vector<IndexSet> owned = product.owned({1, 1});
  EXPECT_EQ(enumerate(owned[0]), (std::vector<Index>{2, 3}));
  EXPECT_EQ(enumerate(owned[1]), (std::vector<Index>{1, 4}));
  EXPECT_TRUE(product.least() == product.most());
}

TEST(CartesianDistribution, HasAnyNumberOfDimensions) {
  const Distribution wrap = make_distribution("wrap", 5, 2);
  const CartesianDistribution cube({wrap, wrap, wrap});
  EXPECT_EQ(cube.owner({4, 3, 2}), (std::vector<Index>{0, 1, 0}));
  EXPECT_EQ(cube.most(), 27);
  EXPECT_EQ(cube.least(), 8);
  for (Index q = 0; q < cube.processes(); ++q) EXPECT_EQ(cube.process_number(cube.coordinates(q)), q);
  EXPECT_THROW(static_cast<void>(cube.owner({1, 2})), std::out_of_range);
  EXPECT_THROW(CartesianDistribution({}), InputError);
}

TEST(CartesianDistribution, CountsMoreElementsThanFitAWord) {
  const Distribution wrap = make_distribution("wrap", largest_length, 1);
  EXPECT_TRUE(CartesianDistribution({wrap, wrap}).most() == WideCount{1} << 80);
  EXPECT_THROW(static_cast<void>(CartesianDistribution({wrap, wrap, wrap, wrap}).most()), InputError);
  const Distribution many = make_distribution("wrap", 1, Index{1} << 30);
  EXPECT_THROW(CartesianDistribution({many, many}), InputError);
}

TEST(ReplicatedDistribution, EveryElementIsOnQProcesses) {
  const ReplicatedDistribution replicated(
      CartesianDistribution({make_distribution("linear", 4, 2), make_distribution("wrap", 6, 3)}), 5);
  EXPECT_EQ(replicated.processes(), 30);
  EXPECT_EQ(enumerate(replicated.holders({3, 4})), (std::vector<Index>{20, 21, 22, 23, 24}));
  EXPECT_THROW(ReplicatedDistribution(replicated.base(), 0), InputError);
  EXPECT_THROW(ReplicatedDistribution(replicated.base(), largest_length), InputError);
}

}  // namespace
}  // namespace apportion
