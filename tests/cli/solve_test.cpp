// apportion solve rectangles: its interface, batches, and invalid input.
#include <cmath>
#include <sstream>

#include "tests/cli/program.hpp"

namespace apportion::testing_support {
namespace {

class SolveTest : public ProgramTest {
 protected:
  [[nodiscard]] Outcome batch(const std::string& lines) const {
    return call({"solve", "rectangles", "--batch", "-"}, {.input = lines});
  }

  [[nodiscard]] static std::vector<std::string> problem(const std::vector<std::string>& more) {
    return joined({"solve", "rectangles"}, more);
  }
};

// Kaddoura et al., Figure 16.
TEST_F(SolveTest, AnswersAsTheContractSays) {
  const Outcome outcome = call(problem({"--algorithm", "XY2", "--rows", "1000", "--columns", "3000", "--weights",
                                        ".5,.1,.1,.1,.1,.05,.05", "--latency", "100"}));
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(outcome.err, "");
  const Json answer = json_lines(outcome.out).at(0);
  EXPECT_EQ(answer["schema"], 1);
  EXPECT_EQ(answer["algorithm"], "XY2");
  EXPECT_NEAR(answer["acost"].get<double>(), 4500, 1e-6);
  EXPECT_NEAR(answer["bcost"].get<double>(), 4500 + 4000 - 1500, 1e-6);
  EXPECT_EQ(answer["internal_edges"], 9);
  EXPECT_NEAR(answer["total"].get<double>(), 5400, 1e-6);
  // sum phi - (m + n) + latency (p - 1), phi(a) = 2 sqrt(a m n) for a <= 1/3, else m + a n.
  const double acost_bound = 2500 + 4 * 2 * std::sqrt(3e5) + 2 * 2 * std::sqrt(1.5e5) - 4000;
  EXPECT_NEAR(answer["lower_bound"].get<double>(), acost_bound + 600, 1e-6);
  ASSERT_EQ(answer["rectangles"].size(), 7U);
  for (std::size_t i = 0; i < 7; ++i) {
    SCOPED_TRACE(i);
    const Json& part = answer["rectangles"][i];
    EXPECT_EQ(part["processor"], i);
    const std::vector<double> weights{.5, .1, .1, .1, .1, .05, .05};
    EXPECT_NEAR(part["rows"].get<double>() * part["columns"].get<double>(), weights[i] * 3e6, 1e-3);
    EXPECT_TRUE(part.contains("row") && part.contains("column"));
  }
  EXPECT_FALSE(answer.contains("whole"));
}

TEST_F(SolveTest, DefaultsAreBestAndNoLatency) {
  const Json answer = json_lines(batch(R"({"rows":30,"columns":40,"weights":[3,1,2]})").out).at(0);
  EXPECT_EQ(answer["algorithm"], "BEST");
  EXPECT_EQ(answer["total"], answer["acost"]);
}

TEST_F(SolveTest, NestedWeightsAreMachines) {
  const std::string nested = "[[1,2],[3,[4,5]]]";
  const std::string by_option =
      output(problem({"--algorithm", "MULTILEVEL", "--rows", "60", "--columns", "90", "--weights", nested}));
  const Outcome by_line = batch(R"({"algorithm":"MULTILEVEL","rows":60,"columns":90,"weights":)" + nested + "}");
  EXPECT_EQ(by_option, by_line.out);
  const Json parts = json_lines(by_option).at(0)["rectangles"];
  ASSERT_EQ(parts.size(), 5U);
  // Processors are numbered in the order of the leaves, and the first machine is a rectangle of 3/15 of the array.
  for (int i = 0; i < 5; ++i)
    EXPECT_NEAR(parts[static_cast<std::size_t>(i)]["rows"].get<double>() *
                    parts[static_cast<std::size_t>(i)]["columns"].get<double>(),
                5400.0 * (i + 1) / 15, 1e-6)
        << i;
  // A flat list of the same weights is another problem.
  const Outcome flat =
      call(problem({"--algorithm", "MULTILEVEL", "--rows", "60", "--columns", "90", "--weights", "1,2,3,4,5"}));
  EXPECT_NE(flat.out, by_option);
}

TEST_F(SolveTest, WholeSidesReportTheirPrice) {
  const Json answer =
      json_lines(call(problem({"--rows", "10", "--columns", "10", "--weights", "1,1,1", "--whole"})).out).at(0);
  double area = 0;
  double largest = 0;
  for (const Json& part : answer["rectangles"]) {
    SCOPED_TRACE(part);
    for (const char* side : {"row", "column", "rows", "columns"})
      EXPECT_EQ(part[side].get<double>(), std::floor(part[side].get<double>())) << side;
    const double here = part["rows"].get<double>() * part["columns"].get<double>();
    area += here;
    largest = std::max(largest, here);
  }
  EXPECT_EQ(area, 100);
  EXPECT_NEAR(answer["whole"]["imbalance"].get<double>(), largest / (100.0 / 3) - 1, 1e-12);
  EXPECT_EQ(answer["whole"]["empty"], 0);
}

TEST_F(SolveTest, WholeCountsPartsWithoutAnElement) {
  const Json answer =
      json_lines(batch(R"({"rows":2,"columns":2,"weights":[1,1,1,1,1,1,1,1,1],"whole":true})").out).at(0);
  std::size_t empty = 0;
  for (const Json& part : answer["rectangles"])
    if (part["rows"].get<double>() * part["columns"].get<double>() == 0) ++empty;
  EXPECT_GE(empty, 5U);
  EXPECT_EQ(answer["whole"]["empty"], empty);
}

TEST_F(SolveTest, OneBadLineDoesNotStopTheOthers) {
  const Outcome outcome = batch(
      "{\"rows\":2,\"columns\":3,\"weights\":[1,1]}\n\n  \nnonsense\n"
      "{\"rows\":0,\"columns\":3,\"weights\":[1]}\n{\"rows\":5,\"columns\":6,\"weights\":[1]}");
  EXPECT_EQ(outcome.status, 1);
  EXPECT_EQ(outcome.err, "");
  const std::vector<Json> lines = json_lines(outcome.out);
  ASSERT_EQ(lines.size(), 4U);
  EXPECT_EQ(lines[0]["rectangles"].size(), 2U);
  EXPECT_EQ(lines[1]["line"], 4);
  EXPECT_EQ(lines[1]["schema"], 1);
  EXPECT_THAT(lines[1]["error"].get<std::string>(), HasSubstr("malformed JSON"));
  EXPECT_EQ(lines[2]["line"], 5);
  EXPECT_EQ(lines[2]["error"], "rows is 0; it must be a number from 1e-100 to 1e+100");
  EXPECT_EQ(lines[3]["acost"], 0);
}

TEST_F(SolveTest, LinesThatNoTextFileHasAreAnsweredInWords) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"{\"rows\":2,\"columns\":3,\"weights\":[1],\"\xff\":1}", "malformed JSON"},
      {R"({"rows":2,"columns":3,"weights":)" + std::string(100000, '[') + "1" + std::string(100000, ']') + "}",
       "nested deeper than 100 levels in weights"}};
  for (const auto& [line, piece] : cases) {
    const Outcome outcome = batch(line + "\n");
    EXPECT_EQ(outcome.status, 1);
    EXPECT_THAT(json_lines(outcome.out).at(0)["error"].get<std::string>(), HasSubstr(piece));
  }
}

TEST_F(SolveTest, WhatRoundingHidesIsRefused) {
  const std::vector<std::string> three{"rectangles", "--rows", "1000", "--columns", "1000", "--weights", "1e9,1e9,1"};
  for (const char* command : {"solve", "draw"}) {
    std::vector<std::string> words{command};
    words.insert(words.end(), three.begin(), three.end());
    expect_error(words, 2,
                 {"weight 2 is 1, which is 5e-10 of the sum", "narrower than 4e-06", "1e-06 of the sum or more"});
  }
  const Outcome outcome = batch(
      "{\"rows\":1000,\"columns\":1000,\"weights\":[1e9,1e9,1]}\n"
      "{\"rows\":1000,\"columns\":1000,\"weights\":[1e5,1e5,1]}");
  EXPECT_EQ(outcome.status, 1);
  EXPECT_THAT(json_lines(outcome.out).at(0)["error"].get<std::string>(), HasSubstr("weight 2 is 1"));
  EXPECT_EQ(json_lines(outcome.out).at(1)["internal_edges"], 3);
}

TEST_F(SolveTest, AHundredThousandProcessorsInOneLine) {
  std::string line = R"({"rows":1000,"columns":3000,"weights":[1)";
  for (int i = 1; i < 100'000; ++i) line += i % 2 == 0 ? ",1" : ",2";
  const Outcome outcome = batch(line + "]}\n");
  ASSERT_EQ(outcome.status, 0) << outcome.out.substr(0, 300);
  EXPECT_EQ(std::ranges::count(outcome.out, '\n'), 1);
  EXPECT_THAT(outcome.out.substr(outcome.out.size() - 200), HasSubstr("\"processor\":99999,"));
}

TEST_F(SolveTest, ManyLinesAreAnsweredInOrder) {
  std::string lines;
  for (int i = 1; i <= 20000; ++i)
    lines += R"({"rows":1,"columns":)" + std::to_string(i) +
             R"(,"weights":[1,1]})"
             "\n";
  const Outcome outcome = batch(lines);
  EXPECT_EQ(outcome.status, 0);
  std::istringstream stream(outcome.out);
  int count = 0;
  for (std::string line; std::getline(stream, line); ++count) {
    const Json second = Json::parse(line)["rectangles"][1];
    ASSERT_EQ(second["rows"].get<double>() * second["columns"].get<double>(), (count + 1) / 2.0) << count;
  }
  EXPECT_EQ(count, 20000);
}

TEST_F(SolveTest, BatchFromAFile) {
  write("lines", R"({"rows":2,"columns":3,"weights":[1]})"
                 "\n");
  EXPECT_EQ(json_lines(output({"solve", "rectangles", "--batch", "lines"})).size(), 1U);
  write("empty", "");
  succeed({"solve", "rectangles", "--batch", "empty"});
}

TEST_F(SolveTest, ANulEndsNoLine) {
  using namespace std::string_literals;
  const Outcome outcome =
      call({"solve", "rectangles", "--batch", "-"}, {.input = "{\"rows\":1,\"columns\":1,\"weights\":[1]}\0{}\n"s});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_THAT(outcome.out, HasSubstr("malformed JSON: a NUL at column 37"));
}

TEST_F(SolveTest, NoErrorRepeatsALongInput) {
  const std::string word(100'000, 'x');
  for (const std::string& line :
       {R"({"rows":")" + word, R"({")" + word + R"(":1})", R"({"algorithm":")" + word + R"("})"}) {
    SCOPED_TRACE(line);
    const Outcome outcome = call({"solve", "rectangles", "--batch", "-"}, {.input = line + "\n"});
    EXPECT_LT(outcome.out.size(), 700U);
    EXPECT_THAT(outcome.out, HasSubstr("error"));
  }
  EXPECT_LT(call(problem({"--rows", word})).err.size(), 400U);
  EXPECT_LT(call({"show", word}).err.size(), 700U);
}

}  // namespace
}  // namespace apportion::testing_support
