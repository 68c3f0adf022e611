// Rectangle questions and answers as JSON. For invalid ones see tests/cli/solve_test.cpp.
#include "experiments/problems/rectangles/solve.hpp"

#include <gtest/gtest.h>

#include <boost/random/uniform_int_distribution.hpp>
#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "experiments/problems/common/fields.hpp"
#include "sim/rectangles/costs.hpp"
#include "tests/support/questions.hpp"
#include "tests/support/rectangles.hpp"

namespace apportion::problems {
namespace {

// The weights from an option's text.
Cluster parse_weights(const std::string& text) {
  OptionValues options;
  for (const char* side : {"rows", "columns"}) options.add(side, {"1"});
  options.add("weights", {text});
  return rectangle_question({rectangle_fields(), options}).problem.cluster;
}

TEST(RectanglesJson, ReadsAQuestion) {
  const RectangleQuestion question = parse_rectangle_question(
      R"({"algorithm":"TILE[legacy]","rows":10,"columns":2e3,"weights":[3,0.5],"latency":7,"whole":true})");
  EXPECT_EQ(question.algorithm, "TILE[legacy]");
  EXPECT_EQ(question.problem.extent.rows, 10);
  EXPECT_EQ(question.problem.extent.columns, 2000);
  EXPECT_EQ(question.problem.cluster.speeds, (std::vector<double>{3, 0.5}));
  EXPECT_TRUE(question.problem.cluster.is_flat());
  EXPECT_EQ(question.problem.latency, 7);
  EXPECT_TRUE(question.whole);
}

TEST(RectanglesJson, NestedWeightsAreMachines) {
  const Cluster cluster = parse_weights(" [[1, 2], 3, [[4, 5], 6]] ");
  EXPECT_EQ(cluster.speeds, (std::vector<double>{1, 2, 3, 4, 5, 6}));
  ASSERT_EQ(cluster.machine.parts.size(), 3U);
  EXPECT_EQ(cluster.machine.parts[0].processors(), 2U);
  EXPECT_TRUE(cluster.machine.parts[1].is_processor());
  EXPECT_EQ(cluster.machine.parts[2].parts[0].processors(), 2U);
}

TEST(RectanglesJson, WeightsInEitherSpelling) {
  EXPECT_EQ(parse_weights("1, .5,2e1").speeds, (std::vector<double>{1, 0.5, 20}));
  EXPECT_EQ(parse_weights("[1,0.5,20]").speeds, (std::vector<double>{1, 0.5, 20}));
  EXPECT_TRUE(parse_weights("[1,2]").is_flat());
  EXPECT_TRUE(parse_weights("").speeds.empty());
  EXPECT_THROW((void)parse_weights("1;2"), InputError);
  EXPECT_THROW((void)parse_weights("+1"), InputError);
}

TEST(RectanglesJson, DepthIsLimited) {
  const auto nested = [](std::size_t depth) { return std::string(depth, '[') + "1" + std::string(depth, ']'); };
  EXPECT_EQ(parse_weights(nested(90)).size(), 1U);
  EXPECT_THROW((void)parse_weights(nested(102)), InputError);
}

TEST(RectanglesJson, RectanglesOfOnePartFollowEachOther) {
  RectangleAnswer answer;
  answer.algorithm = "A";
  answer.decomposition = {{4, 4}, {{0, 0, 2, 2}, {0, 2, 4, 1}, {0, 3, 4, 1}}, {{0, {3, 0, 1, 2}}, {1, {2, 0, 1, 2}}}};
  answer.proof = Proof::slicing;
  const auto json = nlohmann::json::parse(to_json(answer));
  std::vector<int> processors;
  for (const auto& rectangle : json["rectangles"]) processors.push_back(rectangle["processor"].get<int>());
  EXPECT_EQ(processors, (std::vector<int>{0, 0, 1, 1, 2}));
  EXPECT_EQ(json["rectangles"][3]["row"], 2);
  EXPECT_EQ(json["proven"], "slicing");
  answer.proof = Proof::none;
  EXPECT_FALSE(nlohmann::json::parse(to_json(answer)).contains("proven"));
}

TEST(RectanglesJson, AnAnswerReadsBackExactly) {
  const RectangleQuestion question =
      parse_rectangle_question(R"({"rows":7,"columns":11,"weights":[3,1,2,5],"latency":0.1})");
  const RectangleAnswer answer = solve(question);
  const auto json = nlohmann::json::parse(to_json(answer));
  EXPECT_EQ(json["acost"].get<double>(), answer.acost);
  EXPECT_EQ(json["total"].get<double>(), total_cost(answer.acost, answer.internal_edges, 0.1));
  EXPECT_EQ(json["lower_bound"].get<double>(), total_lower_bound(question.problem));
  for (std::size_t i = 0; i < 4; ++i) {
    SCOPED_TRACE(i);
    EXPECT_EQ(json["rectangles"][i]["row"].get<double>(), answer.decomposition.parts[i].row);
    EXPECT_EQ(json["rectangles"][i]["columns"].get<double>(), answer.decomposition.parts[i].columns);
  }
}

TEST(RectanglesJson, TheBoundOfWholePartsIsThatOfTheirAreas) {
  // A single element has only one owner.
  const RectangleAnswer one =
      solve(parse_rectangle_question(R"({"rows":1,"columns":1,"weights":[1,1],"latency":5,"whole":true})"));
  EXPECT_EQ(one.whole->empty, 1U);
  EXPECT_EQ(one.total, 0);
  EXPECT_EQ(one.lower_bound, 0);
  // 1.5 : 1.5 becomes 2 : 1.
  const RectangleAnswer two =
      solve(parse_rectangle_question(R"({"rows":1,"columns":3,"weights":[1,1],"latency":5,"whole":true})"));
  EXPECT_EQ(two.lower_bound, total_lower_bound({{1, 3}, {{2, 1}, {}}, 5}));
}

TEST(RectanglesJson, WholeAnswersAreNeverBelowTheirBound) {
  for (int sample = 0; sample < 2000; ++sample) {
    RandomStream stream(4, "whole " + std::to_string(sample));
    const auto draw = [&stream](int most) { return boost::random::uniform_int_distribution<int>(1, most)(stream); };
    RectangleQuestion question;
    question.algorithm = "XY2";
    question.problem = {{0.0 + draw(12), 0.0 + draw(12)}, {}, 0.0 + draw(3)};
    question.whole = true;
    if (sample % 4 == 0) question.problem.extent = {1.0 * draw(1'000'000'000), 1.0 * draw(1'000'000'000)};
    for (int i = draw(15); i > 0; --i) question.problem.cluster.speeds.push_back(draw(9));
    const RectangleAnswer answer = solve(question);
    ASSERT_GE(answer.total, answer.lower_bound * (1 - 1e-12)) << sample;
    Decomposition parts = answer.decomposition;
    std::erase_if(parts.parts, [](const Rect& part) { return part.area() == 0; });
    ASSERT_EQ(answer.internal_edges, testing_support::adjacent_pairs(parts, 0.5)) << sample;
  }
}

TEST(RectanglesJson, ErrorsAreAlwaysJson) {
  EXPECT_EQ(nlohmann::json::parse(error_json("bad \"\xff\n", 3)),
            (nlohmann::json{{"schema", 1}, {"error", "bad \"\xef\xbf\xbd\n"}, {"line", 3}}));
}

}  // namespace
}  // namespace apportion::problems
