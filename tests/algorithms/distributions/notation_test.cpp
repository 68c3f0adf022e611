// The notation of distributions, and the communications that they need.
#include <gtest/gtest.h>

#include "algorithms/distributions/communication_count.hpp"
#include "algorithms/distributions/distribution_kind.hpp"
#include "tests/support/matchers.hpp"
#include "tests/support/refusals.hpp"

namespace apportion {
namespace {

TEST(Notation, PrintsCompositionsAndProductsAsThePaperWritesThem) {
  const Distribution composed = compose(make_distribution("wrap", 12, 4), make_distribution("linear", 48, 12));
  EXPECT_EQ(to_text(composed), "wrap(12,4)∘linear(48,12)");
  const CartesianDistribution product({make_distribution("linear", 100, 4), make_distribution("wrap", 200, 8)});
  EXPECT_EQ(to_text(product), "linear(100,4)×wrap(200,8)");
  EXPECT_EQ(to_text(ReplicatedDistribution(product, 3)), "linear(100,4)×wrap(200,8)·3");
  EXPECT_EQ(to_text(make_distribution("block-cyclic[block=5]", 24, 4)), "block-cyclic(24,4,5)");
}

TEST(Notation, ReadsBackWhatItPrints) {
  for (const char* text : {"identity(3,5)", "linear(48,12)", "ceil-block(10,4)", "wrap(12,4)∘linear(48,12)",
                           "block-cyclic(24,4,5)∘wrap(100,24)∘linear(1000,100)"}) {
    SCOPED_TRACE(text);
    const Distribution distribution = parse_distribution(text);
    EXPECT_EQ(to_text(distribution), text);
  }
  for (const char* text : {"linear(100,4)×wrap(200,8)", "wrap(12,4)∘linear(48,12)×wrap(9,2)×identity(2,2)"}) {
    SCOPED_TRACE(text);
    EXPECT_EQ(to_text(parse_replicated(text).base()), text);
  }
  EXPECT_EQ(to_text(parse_distribution("wrap(12,4) o linear(48,12)")), "wrap(12,4)∘linear(48,12)");
  EXPECT_EQ(to_text(parse_replicated("linear(100,4) x wrap(200,8)*3")), "linear(100,4)×wrap(200,8)·3");
  EXPECT_EQ(parse_replicated("wrap(9,2)").copies(), 1);
}

TEST(Notation, NamedProductsStandForTheirFactors) {
  EXPECT_EQ(to_text(parse_replicated("block(100,200,4,8)").base()), "linear(100,4)×linear(200,8)");
  EXPECT_EQ(to_text(parse_replicated("grid(5,6,7,2,3,4)").base()), "wrap(5,2)×wrap(6,3)×wrap(7,4)");
  EXPECT_EQ(to_text(parse_replicated("row(100,200,4)").base()), "linear(100,4)×linear(200,1)");
  EXPECT_EQ(to_text(parse_replicated("column(100,200,4)").base()), "linear(100,1)×linear(200,4)");
  EXPECT_EQ(to_text(parse_replicated("wrap-row(100,200,4)").base()), "wrap(100,4)×wrap(200,1)");
  EXPECT_EQ(to_text(parse_replicated("wrap-column(100,200,4)").base()), "wrap(100,1)×wrap(200,4)");
}

void expect_error(const std::string& text, const std::vector<std::string>& pieces) {
  const std::string message = message_of([&] { static_cast<void>(parse_replicated(text)); });
  EXPECT_NE(message, "") << text;
  for (const std::string& piece : pieces) EXPECT_THAT(message, AllOf(HasSubstr(piece), Not(HasSubstr("\n"))));
}

TEST(Notation, LongCompositionsAreReadUpToAMaximum) {
  std::string text = "block-cyclic(64,4,2)";
  for (int k = 0; k < 999; ++k) text += " o wrap(64,64)";
  const Distribution read = parse_distribution(text);
  ASSERT_EQ(read.rules().size(), 1000U);
  EXPECT_EQ(read.rules().front().kind, "wrap");
  EXPECT_EQ(read.rules().back().kind, "block-cyclic");
  expect_error(text + " o wrap(64,64)", {"character 1:", "more than 1000 terms"});
  expect_error(text + " o wrap(9,9)", {"more than 1000 terms"});
}

TEST(Notation, ErrorsNameThePlace) {
  testing_support::expect_refusals("notation", [](const auto& row) { return parse_replicated(row[0]); });
  EXPECT_THROW(static_cast<void>(parse_distribution("wrap(4,2)×wrap(4,2)")), InputError);
}

TEST(DistributionKinds, NoneIsDroppedByTheLinker) {
  std::vector<std::string> names;
  for (const DistributionKind& kind : DistributionKinds::instance().algorithms()) names.push_back(kind.name);
  EXPECT_THAT(names, ::testing::IsSupersetOf({"block-cyclic", "ceil-block", "identity", "linear", "wrap"}));
}

MatrixProduct wrapped(Index m, Index o, Index n, Index M, Index N, Index Q = 1) {
  return stored_with_result(make_distribution("wrap", m, M), make_distribution("wrap", n, N),
                            make_distribution("wrap", o, Q));
}

TEST(CommunicationCount, ASquareGridByHand) {
  // The other process of its row needs every element of a, the other process of its column every element of b.
  for (const char* way : {"by-definition", "by-loads", "by-formula"}) {
    const Communications counted = count_communications(way, wrapped(4, 4, 4, 2, 2));
    EXPECT_TRUE(counted.first_stage == 32) << way;
    EXPECT_TRUE(counted.first_stage_replicated == 0) << way;
    EXPECT_TRUE(counted.second_stage == 0) << way;
  }
}

TEST(CommunicationCount, AnEmptyProcessColumnNeedsNothing) {
  // One column of c and two process columns: only one of these needs a, and it stores half of a.
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
