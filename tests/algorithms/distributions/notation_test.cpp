// Distributions printed and read back, and errors that name the place.
#include "algorithms/distributions/notation.hpp"

#include "algorithms/distributions/distribution_kind.hpp"
#include "tests/support/matchers.hpp"

namespace apportion {
namespace {

TEST(Notation, PrintsCompositionsAndProductsAsThePaperWritesThem) {
  const Distribution composed = compose(make_distribution("wrap", 12, 4), make_distribution("linear", 48, 12));
  EXPECT_EQ(to_text(composed), "wrap(12,4)∘linear(48,12)");
  EXPECT_EQ(to_text(composed, Signs::ascii), "wrap(12,4) o linear(48,12)");
  const CartesianDistribution product({make_distribution("linear", 100, 4), make_distribution("wrap", 200, 8)});
  EXPECT_EQ(to_text(product), "linear(100,4)×wrap(200,8)");
  EXPECT_EQ(to_text(product, Signs::ascii), "linear(100,4) x wrap(200,8)");
  EXPECT_EQ(to_text(ReplicatedDistribution(product, 3)), "linear(100,4)×wrap(200,8)·3");
  EXPECT_EQ(to_text(ReplicatedDistribution(product, 3), Signs::ascii), "linear(100,4) x wrap(200,8) * 3");
  EXPECT_EQ(to_text(make_distribution("block-cyclic[block=5]", 24, 4)), "block-cyclic(24,4,5)");
}

TEST(Notation, ReadsBackWhatItPrints) {
  for (const char* text : {"identity(3,5)", "linear(48,12)", "ceil-block(10,4)", "wrap(12,4)∘linear(48,12)",
                           "block-cyclic(24,4,5)∘wrap(100,24)∘linear(1000,100)"}) {
    SCOPED_TRACE(text);
    const Distribution distribution = parse_distribution(text);
    EXPECT_EQ(to_text(distribution), text);
    EXPECT_EQ(parse_distribution(to_text(distribution, Signs::ascii)), distribution);
  }
  for (const char* text : {"linear(100,4)×wrap(200,8)", "wrap(12,4)∘linear(48,12)×wrap(9,2)×identity(2,2)"}) {
    SCOPED_TRACE(text);
    const CartesianDistribution distribution = parse_cartesian(text);
    EXPECT_EQ(to_text(distribution), text);
    EXPECT_EQ(parse_cartesian(to_text(distribution, Signs::ascii)), distribution);
  }
  EXPECT_EQ(to_text(parse_replicated("linear(100,4) x wrap(200,8)*3")), "linear(100,4)×wrap(200,8)·3");
  EXPECT_EQ(parse_replicated("wrap(9,2)").copies(), 1);
}

TEST(Notation, NamedProductsStandForTheirFactors) {
  EXPECT_EQ(to_text(parse_cartesian("block(100,200,4,8)")), "linear(100,4)×linear(200,8)");
  EXPECT_EQ(to_text(parse_cartesian("grid(5,6,7,2,3,4)")), "wrap(5,2)×wrap(6,3)×wrap(7,4)");
  EXPECT_EQ(to_text(parse_cartesian("row(100,200,4)")), "linear(100,4)×linear(200,1)");
  EXPECT_EQ(to_text(parse_cartesian("column(100,200,4)")), "linear(100,1)×linear(200,4)");
  EXPECT_EQ(to_text(parse_cartesian("wrap-row(100,200,4)")), "wrap(100,4)×wrap(200,1)");
  EXPECT_EQ(to_text(parse_cartesian("wrap-column(100,200,4)")), "wrap(100,1)×wrap(200,4)");
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
  expect_error("", {"'', character 1", "found the end, expected the name"});
  expect_error("wrap(12,x)", {"character 9", "'x'", "a whole number"});
  expect_error("wrap 12,4", {"character 6", "'1'", "("});
  expect_error("wrap(12,4", {"character 10", "the end", ")"});
  expect_error("wrap(12,4)×", {"character 12", "the end"});
  expect_error("wrap(12,4)∘∘", {"character 12", "'∘'"});
  expect_error("wrap(12,4)∘linear(48,11)", {"character 12", "linear(48,11)", "divide"});
  expect_error("wrap(12,4) o wrap(48,11)", {"character 1:", "12", "11"});
  expect_error("wrap(12,4)×wrpa(5,2)", {"character 12", "wrap"});
  expect_error("block-cyclic(12,4)", {"character 1:", "three"});
  expect_error("wrap(12,4,2)", {"character 1:", "two"});
  expect_error("wrap(12,4) wrap(2,1)", {"character 12", "the end"});
  expect_error("wrap(0,1)", {"character 6", "from 1 to 2^40"});
  expect_error("wrap(99999999999999999999,1)", {"character 6", "from 1 to 2^40"});
  expect_error("row(1,2)", {"character 1:", "three numbers"});
  expect_error("block(4,4,2)", {"character 1:", "even"});
  expect_error("identity(5,4)", {"at most p"});
  expect_error("wrap(4,2)*0", {"character 11", "whole number"});
  EXPECT_THROW(static_cast<void>(parse_distribution("wrap(4,2)×wrap(4,2)")), InputError);
}

TEST(DistributionKinds, NoneIsDroppedByTheLinker) {
  std::vector<std::string> names;
  for (const DistributionKind& kind : DistributionKinds::instance().algorithms()) names.push_back(kind.name);
  EXPECT_THAT(names, ::testing::IsSupersetOf({"block-cyclic", "ceil-block", "identity", "linear", "wrap"}));
}

}  // namespace
}  // namespace apportion
