// The ways of counting communications, on products small enough to count by hand.
#include "algorithms/distributions/communication_count.hpp"

#include <gtest/gtest.h>

#include "algorithms/distributions/distribution_kind.hpp"

namespace apportion {
namespace {

MatrixProduct wrapped(Index m, Index o, Index n, Index M, Index N, Index Q = 1) {
  return stored_with_result(make_distribution("wrap", m, M), make_distribution("wrap", n, N),
                            make_distribution("wrap", o, Q));
}

TEST(CommunicationCount, ASquareGridByHand) {
  // Every element of a is needed by the other process of its row, every one of b by the other of its column.
  for (const char* way : {"by-definition", "by-loads", "by-formula"}) {
    const Communications counted = count_communications(way, wrapped(4, 4, 4, 2, 2));
    EXPECT_TRUE(counted.first_stage == 32) << way;
    EXPECT_TRUE(counted.first_stage_replicated == 0) << way;
    EXPECT_TRUE(counted.second_stage == 0) << way;
  }
}

TEST(CommunicationCount, AnEmptyProcessColumnNeedsNothing) {
  // One column of c and two process columns: only one of these needs a, which half of a is stored on.
  const MatrixProduct product = wrapped(1, 2, 1, 1, 2);
  EXPECT_TRUE(count_communications("by-definition", product).first_stage == 1);
  EXPECT_TRUE(count_communications("by-loads", product).first_stage == 1);
  EXPECT_TRUE(count_communications("by-formula", product).first_stage == 2);
}

TEST(CommunicationCount, PartialValuesAreCombined) {
  for (const char* way : {"by-definition", "by-loads", "by-formula"}) {
    const Communications counted = count_communications(way, wrapped(5, 6, 4, 2, 2, 3));
    EXPECT_TRUE(counted.second_stage == WideCount{5} * 4 * 2) << way;
    EXPECT_TRUE(counted.busiest_combiner == WideCount{3} * 2 * 2) << way;
    EXPECT_TRUE(counted.total() == counted.first_stage + counted.second_stage) << way;
  }
}

TEST(CommunicationCount, LargestMatricesAreCountedExactly) {
  const MatrixProduct product = wrapped(largest_length, largest_length, largest_length, 1024, 1024, 1024);
  const WideCount expected = (WideCount{1} << 81) * 1023;
  EXPECT_TRUE(count_communications("by-loads", product).first_stage == expected);
  EXPECT_TRUE(count_communications("by-formula", product).first_stage == expected);
  EXPECT_THROW(static_cast<void>(count_communications("by-definition", product)), InputError);
  MatrixProduct elsewhere = product;
  elsewhere.a_rows = make_distribution("linear", largest_length, 1024);
  EXPECT_THROW(static_cast<void>(count_communications("by-loads", elsewhere)), InputError);
}

TEST(CommunicationCount, RefusesWhatDoesNotFitTogether) {
  MatrixProduct product = wrapped(4, 4, 4, 2, 2);
  product.a_columns = make_distribution("wrap", 5, 2);
  EXPECT_THROW(static_cast<void>(count_communications("by-loads", product)), InputError);
  EXPECT_THROW(static_cast<void>(count_communications("by-guess", wrapped(4, 4, 4, 2, 2))), InputError);
}

TEST(LeastSteps, RoundsUp) {
  EXPECT_TRUE(least_steps(32, 4) == 8);
  EXPECT_TRUE(least_steps(33, 4) == 9);
  EXPECT_TRUE(least_steps(0, 4) == 0);
}

}  // namespace
}  // namespace apportion
