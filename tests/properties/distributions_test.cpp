// Properties of every kind of distribution, of compositions and products, and of counts of communications.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <string>
#include <vector>

#include "algorithms/distributions/communication_count.hpp"
#include "algorithms/distributions/distribution_kind.hpp"
#include "tests/support/registry.hpp"

namespace apportion {

/// Used by rapidcheck to print a counterexample.
// NOLINTNEXTLINE(readability-identifier-naming): rapidcheck looks for this name.
void showValue(const Distribution& distribution, std::ostream& stream) { stream << to_text(distribution); }

namespace {

bool is_defined(const std::string& kind, Index n, Index p) {
  return (kind != "linear" || n % p == 0) && (kind != "identity" || n <= p);
}

// Any kind that is defined for n and p.
rc::Gen<Distribution> distributions(Index n, Index p) {
  std::vector<std::string> kinds;
  for (const std::string& kind : testing_support::entry_names<DistributionKind>())
    if (is_defined(kind, n, p)) kinds.push_back(kind);
  return rc::gen::map(rc::gen::elementOf(kinds),
                      [n, p](const std::string& kind) { return make_distribution(kind, n, p); });
}

Index length(Index most) { return *rc::gen::inRange<Index>(1, most + 1); }

bool same_owners(const Distribution& a, const Distribution& b) {
  if (a.length() != b.length() || a.processes() != b.processes()) return false;
  for (Index i = 0; i < a.length(); ++i)
    if (a.owner(i) != b.owner(i)) return false;
  return true;
}

class EveryDistributionKind : public ::testing::TestWithParam<std::string> {
 protected:
  static void check(const auto& property) { ASSERT_TRUE(rc::check(property)); }
  // Up to a length that can be enumerated, or up to the largest allowed.
  static Distribution any(Index most) {
    Index n = length(most);
    const Index p = length(std::min<Index>(most, 1 << 20));
    if (GetParam() == "linear") n = n % (largest_length / p) * p + p;
    if (GetParam() == "identity") n = std::min(n, p);
    return make_distribution(GetParam(), n, p);
  }
};

TEST_P(EveryDistributionKind, OwnedSetsPartitionTheIndices) {
  check([] {
    const Distribution distribution = any(60);
    std::vector<Index> owner(static_cast<std::size_t>(distribution.length()), -1);
    for (Index q = 0; q < distribution.processes(); ++q)
      for (const Index i : enumerate(distribution.owned(q))) {
        RC_ASSERT(owner.at(static_cast<std::size_t>(i)) == -1);
        owner[static_cast<std::size_t>(i)] = q;
      }
    for (Index i = 0; i < distribution.length(); ++i)
      RC_ASSERT(owner[static_cast<std::size_t>(i)] == distribution.owner(i));
  });
}

TEST_P(EveryDistributionKind, CardinalitiesSumToTheLengthHoweverLargeItIs) {
  check([] {
    const Distribution distribution = any(largest_length);
    WideCount sum = 0;
    Index processes = 0;
    for (const LoadRun& run : distribution.loads()) {
      sum += WideCount{run.load} * run.processes;
      processes += run.processes;
      RC_ASSERT(distribution.least() <= run.load && run.load <= distribution.most());
    }
    RC_ASSERT(sum == distribution.length());
    RC_ASSERT(processes == distribution.processes());
  });
}

TEST_P(EveryDistributionKind, AnIndexIsInTheSetOfItsOwnerHoweverLargeTheArrayIs) {
  check([] {
    const Distribution distribution = any(largest_length);
    const Index index = *rc::gen::inRange<Index>(0, distribution.length());
    const Index owner = distribution.owner(index);
    const IndexSet set = distribution.owned(owner);
    RC_ASSERT(contains(set, index));
    RC_ASSERT(size(set) == distribution.owned_below(owner, distribution.length()));
    RC_ASSERT(set.size() <= 2U);
    RC_ASSERT(distribution.owned_below(owner, index + 1) == distribution.owned_below(owner, index) + 1);
  });
}

TEST_P(EveryDistributionKind, PrintsWhatReadsBackAsItself) {
  check([] {
    const Distribution distribution = any(largest_length);
    RC_ASSERT(parse_distribution(to_text(distribution)) == distribution);
  });
}

TEST_P(EveryDistributionKind, NoProcessNeedDoLessThanTheBoundOfExample1) {
  check([] {
    const Distribution distribution = any(largest_length);
    const Index k = *rc::gen::inRange<Index>(0, distribution.length() + 1);
    RC_ASSERT(distribution.most_below(k) >= (k + distribution.processes() - 1) / distribution.processes());
    if (GetParam() == "wrap")
      RC_ASSERT(distribution.most_below(k) == (k + distribution.processes() - 1) / distribution.processes());
  });
}

INSTANTIATE_TEST_SUITE_P(Registry, EveryDistributionKind,
                         ::testing::ValuesIn(testing_support::entry_names<DistributionKind>()));

RC_GTEST_PROP(Composition, IsAssociative, ()) {
  const Index a = length(60), b = length(20), c = length(12), d = length(8);
  const Distribution first = *distributions(a, b);
  const Distribution second = *distributions(b, c);
  const Distribution third = *distributions(c, d);
  const Distribution left = compose(compose(third, second), first);
  const Distribution right = compose(third, compose(second, first));
  RC_ASSERT(left == right);
  for (Index i = 0; i < a; ++i) RC_ASSERT(left.owner(i) == third.owner(second.owner(first.owner(i))));
}

RC_GTEST_PROP(Composition, IdentityChangesNothingOnEitherSide, ()) {
  const Index n = length(60), p = length(20);
  const Distribution distribution = *distributions(n, p);
  RC_ASSERT(same_owners(compose(make_distribution("identity", p, p), distribution), distribution));
  RC_ASSERT(same_owners(compose(distribution, make_distribution("identity", n, n)), distribution));
}

RC_GTEST_PROP(Composition, LoadsLieBetweenTheProducts, ()) {
  const Index a = length(60), b = length(20), c = length(12);
  const Distribution inner = *distributions(a, b);
  const Distribution outer = *distributions(b, c);
  const Distribution composed = compose(outer, inner);
  RC_ASSERT(outer.least() * inner.least() <= composed.least());
  RC_ASSERT(composed.most() <= outer.most() * inner.most());
  Index sum = 0;
  for (Index q = 0; q < c; ++q) {
    const Index load = composed.owned_below(q, composed.length());
    RC_ASSERT(load == static_cast<Index>(enumerate(composed.owned(q)).size()));
    RC_ASSERT(composed.least() <= load && load <= composed.most());
    sum += load;
  }
  RC_ASSERT(sum == a);
}

RC_GTEST_PROP(Composition, OfTheLargestArraysOwnsWhatItCounts, ()) {
  const Index b = length(1 << 10), c = length(100);
  const Distribution composed = compose(*distributions(b, c), *distributions(length(largest_length), b));
  const Index index = *rc::gen::inRange<Index>(0, composed.length());
  const Index owner = composed.owner(index);
  const IndexSet set = composed.owned(owner);
  RC_ASSERT(contains(set, index));
  RC_ASSERT(size(set) == composed.owned_below(owner, composed.length()));
}

RC_GTEST_PROP(CartesianProduct, OwnsTheProductsOfItsFactorsSets, ()) {
  const CartesianDistribution product({*distributions(length(12), length(5)), *distributions(length(12), length(5)),
                                       *distributions(length(4), length(3))});
  const std::vector<Distribution>& factors = product.factors();
  WideCount sum = 0;
  for (Index q = 0; q < product.processes(); ++q) {
    const std::vector<Index> at = product.coordinates(q);
    const std::vector<IndexSet> owned = product.owned(at);
    const WideCount load = WideCount{size(owned[0])} * size(owned[1]) * size(owned[2]);
    sum += load;
    RC_ASSERT(product.least() <= load && load <= product.most());
    for (Index i = 0; i < factors[0].length(); ++i)
      for (Index j = 0; j < factors[1].length(); ++j)
        for (Index k = 0; k < factors[2].length(); ++k)
          RC_ASSERT((product.owner({i, j, k}) == at) ==
                    (contains(owned[0], i) && contains(owned[1], j) && contains(owned[2], k)));
  }
  RC_ASSERT(sum == WideCount{factors[0].length()} * factors[1].length() * factors[2].length());
  RC_ASSERT(parse_replicated(to_text(product)).base() == product);
}

MatrixProduct any_product() {
  const Index m = length(7), o = length(6), n = length(7), M = length(5), N = length(5), Q = length(3);
  MatrixProduct product = stored_with_result(*distributions(m, M), *distributions(n, N), *distributions(o, Q));
  product.a_columns = *distributions(o, N);
  product.b_rows = *distributions(o, M);
  return product;
}

RC_GTEST_PROP(CommunicationCounts, ByLoadsAreThoseByDefinition, ()) {
  MatrixProduct product = any_product();
  if (*rc::gen::arbitrary<bool>()) {
    product.a_rows = *distributions(product.rows.length(), product.rows.processes());
    product.b_columns = *distributions(product.columns.length(), product.columns.processes());
  }
  RC_ASSERT(count_communications("by-loads", product) == count_communications("by-definition", product));
}

RC_GTEST_PROP(CommunicationCounts, ByFormulaHoldUnderItsConditions, ()) {
  const MatrixProduct product = any_product();
  RC_PRE(product.rows.is_surjective() && product.columns.is_surjective());
  const Communications counted = count_communications("by-definition", product);
  const Communications formula = count_communications("by-formula", product);
  RC_ASSERT(counted.first_stage == formula.first_stage);
  RC_ASSERT(counted.first_stage_replicated == 0);
  RC_ASSERT(counted.second_stage == formula.second_stage);
  if (product.rows.is_homogeneous() && product.columns.is_homogeneous())
    RC_ASSERT(counted.busiest_combiner == formula.busiest_combiner);
}

}  // namespace
}  // namespace apportion
