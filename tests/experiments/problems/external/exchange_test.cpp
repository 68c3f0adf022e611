// Answers of programs: a copy of the output of `solve` is accepted, everything else is refused.
#include <fmt/format.h>

#include <chrono>

#include "base/error.hpp"
#include "base/stopping.hpp"
#include "experiments/problems/distributions/solve.hpp"
#include "experiments/problems/graphs/solve.hpp"
#include "experiments/problems/grids/solve.hpp"
#include "experiments/problems/rectangles/solve.hpp"
#include "tests/support/exchange.hpp"

namespace apportion::problems {
namespace {

RectangleProblem rectangle_problem() { return {{4, 6}, {{1, 2}, {}}, 10}; }

TEST(RectangleExchange, TakesWhatSolvePrints) {
  for (const char* algorithm : {"XY2", "NRRP", "TILE"}) {
    SCOPED_TRACE(algorithm);
    const RectangleProblem problem{{1000, 3000}, {{64, 9, 4, 2, 1}, {}}, 10};
    const RectangleSolution solution = copied(rectangle_frame().exchange, "rectangles", problem, algorithm);
    EXPECT_EQ(solution.decomposition.parts.size(), 5U);
    EXPECT_GT(solution.claimed_acost, 0);
    EXPECT_TRUE(solution.claimed_edges.has_value());
  }
}

TEST(RectangleExchange, NamesWhatIsWrong) {
  const auto said = [](const std::string& answer) {
    return refusal(rectangle_frame().exchange, rectangle_problem(), answer);
  };
  const std::string first = R"({"processor":0,"row":0,"column":0,"rows":4,"columns":2})";
  const std::string second = R"({"processor":1,"row":0,"column":2,"rows":4,"columns":4})";
  EXPECT_EQ(said(R"({"rectangles":[)" + second + "," + first + "]}"), "");
  EXPECT_EQ(said(R"({"acost":-1,"rectangles":[)" + second + "," + first + "]}"), "");
  EXPECT_THAT(said("[]"), HasSubstr("answer is a JSON array; it must be an object with rectangles"));
  EXPECT_THAT(said("{}"), HasSubstr("answer has no 'rectangles'"));
  EXPECT_THAT(said(R"({"rectangle":[]})"), HasSubstr("unknown key 'rectangle'; did you mean rectangles"));
  EXPECT_THAT(said(R"({"rectangles":[)" + first + "]}"),
              HasSubstr("answer.rectangles has no rectangle of processor 1"));
  EXPECT_THAT(said(R"({"rectangles":[)" + first + "," + first + "]}"), HasSubstr("no rectangle of processor 1"));
  EXPECT_THAT(said(R"({"rectangles":[{"processor":2,"row":0,"column":0,"rows":4,"columns":2}]})"),
              HasSubstr("answer.rectangles[0].processor is 2; there are processors 0 to 1"));
  EXPECT_THAT(said(R"({"rectangles":[{"processor":0.5,"row":0,"column":0,"rows":4,"columns":2}]})"),
              HasSubstr("answer.rectangles[0].processor"));
  EXPECT_THAT(said(R"({"rectangles":[{"processor":0,"row":null,"column":0,"rows":4,"columns":2}]})"),
              HasSubstr("answer.rectangles[0].row is a JSON null; it must be a number"));
  EXPECT_THAT(said(R"({"rectangles":[)" + first + R"(,{"processor":1,"row":0,"column":2,"rows":1e300,"columns":4}]})"),
              HasSubstr("is not one inside the array"));
}

TEST(GridExchange, TakesWhatSolvePrintsAndComputesTheTimes) {
  const GridProblem problem{{{2, 2}}, {4, 3, 2, 1}, {100, 100}};
  const GridSolution copy = copied(grid_frame().exchange, "grids", problem, "best");
  EXPECT_DOUBLE_EQ(copy.time, block_time(problem, copy.mapping, copy.lengths));
  const auto said = [&](const std::string& answer) { return refusal(grid_frame().exchange, problem, answer); };
  const std::string lengths = R"("lengths":[[60,40],[50.5,49.5]])";
  EXPECT_EQ(said(R"({"mapping":[0,1,2,3],"time":0,)" + lengths + "}"), "");
  EXPECT_EQ(said(R"({"mapping":[0,1,2,3],"rounded":[[60,40],[51,49]],)" + lengths + "}"), "");
  EXPECT_THAT(said(R"({"mapping":[0,1,2],)" + lengths + "}"), HasSubstr("answer.mapping has 3 processes for 4 cells"));
  EXPECT_THAT(said(R"({"mapping":[0,1,2,2],)" + lengths + "}"), HasSubstr("is already at another cell"));
  EXPECT_THAT(said(R"({"mapping":[0,1,2,4],)" + lengths + "}"), HasSubstr("there are processes 0 to 3"));
  EXPECT_THAT(said(R"({"mapping":[0,1,2,3],"lengths":[[60,40]]})"), HasSubstr("has 1 lists; the grid has 2"));
  EXPECT_THAT(said(R"({"mapping":[0,1,2,3],"lengths":[[60,40],[100]]})"),
              HasSubstr("answer.lengths[1] has 1 lengths for 2 slices"));
  EXPECT_THAT(said(R"({"mapping":[0,1,2,3],"lengths":[[60,41],[50,50]]})"),
              HasSubstr("answer.lengths[0] sums to 101; the block's side is 100"));
  EXPECT_THAT(said(R"({"mapping":[0,1,2,3],"lengths":[[-1,101],[50,50]]})"), HasSubstr("answer.lengths[0][0] is -1"));
  EXPECT_THAT(said(R"({"mapping":[0,1,2,3],"rounded":[[60,40],[1e15,49]],)" + lengths + "}"),
              HasSubstr("answer.rounded[1][0]"));
}

TEST(GraphExchange, TakesWhatSolvePrintsAndNothingElse) {
  AlignmentGraph graph;
  graph.candidates = {"row", "column"};
  graph.nodes = {{"a", {1, 5}}, {"b", {4, 1}}};
  graph.edges = {{0, 1, 2}};
  EXPECT_DOUBLE_EQ(copied(graph_frame().exchange, "graphs", graph, "optimal").cost, 4);
  const auto said = [&](const std::string& labels) {
    return refusal(graph_frame().exchange, graph, R"({"labels":)" + labels + R"(,"cost":0})");
  };
  EXPECT_EQ(said("[0,1]"), "");
  EXPECT_THAT(said("[0]"), HasSubstr("answer.labels has 1 labels for 2 nodes"));
  EXPECT_THAT(said("[0,2]"), HasSubstr("answer.labels[1] is 2; there are candidates 0 to 1"));
  EXPECT_THAT(said("[0,-1]"), HasSubstr("answer.labels[1] is -1"));
  EXPECT_THAT(said(R"(["row","row"])"), HasSubstr("answer.labels[0] is a JSON string"));
}

TEST(DistributionExchange, TakesADistributionOfThatShape) {
  const auto said = [](const std::string& text) {
    return refusal(distribution_exchange(), {960, 8}, fmt::format(R"({{"distribution":"{}"}})", text));
  };
  EXPECT_EQ(said("block-cyclic(960,8,4)"), "");
  EXPECT_THAT(said("wrap(960,4)"), HasSubstr("among 4 processes; it must be 960 among 8"));
  EXPECT_NE(said("wrap"), "");
}

// Time is over: reading and checking long answers test the clock.
TEST(Exchanges, StopWhenTheirTimeIsOver) {
  const Json rectangles = parse_json(R"({"rectangles":[{"processor":0,"row":0,"column":0,"rows":4,"columns":2},
                                                       {"processor":1,"row":0,"column":2,"rows":4,"columns":4}]})");
  const TimedWork late{TimedWork::Clock::now()};
  EXPECT_THROW(static_cast<void>(parse_json("[1,2]")), TimeIsUp);
  EXPECT_THROW(static_cast<void>(rectangle_frame().exchange.answer(rectangle_problem(), JsonReader(rectangles))),
               TimeIsUp);
}

// A check that never ends.
TEST(Exchanges, AnswersAreCheckedWithinTheLimit) {
  const Exchange<RectangleAlgorithm> endless{
      [](const RectangleProblem& /*problem*/) -> std::string { return "1"; },
      [](const RectangleProblem& /*problem*/, const JsonReader& /*answer*/) -> RectangleSolution {
        for (const auto start = TimedWork::Clock::now(); TimedWork::Clock::now() - start < std::chrono::minutes(1);)
          stop_if_asked();
        throw InputError("it was not stopped");
      }};
  OwnProgram program;
  program.name = "mine";
  program.words = {"sh", "-c", R"(read line; echo '{"id":1,"answer":1}'; sleep 60)"};
  program.folder = "/";
  program.limit = 0.5;
  RandomStream stream(default_seed, "mine");
  const auto asked = [&] {
    static_cast<void>(
        own_algorithms<RectangleAlgorithm>({program}, endless).front().solve(rectangle_problem(), stream));
  };
  EXPECT_THAT(message_of<NoAnswer>(asked), HasSubstr("it took longer than its limit of 0.5 s"));
  // A given answer has no time limit.
  program.answer = "1";
  program.limit = 0;
  const Exchange<RectangleAlgorithm> short_check{
      endless.problem, [](const RectangleProblem& /*problem*/, const JsonReader& /*answer*/) -> RectangleSolution {
        stop_if_asked();
        return {};
      }};
  EXPECT_NO_THROW(static_cast<void>(
      own_algorithms<RectangleAlgorithm>({program}, short_check).front().solve(rectangle_problem(), stream)));
}

TEST(OwnAlgorithms, NamesMustBeTheirOwn) {
  EXPECT_NO_THROW(require_own_name("mine-2", {"XY2"}));
  for (const char* name : {"", "a b", "a[b]", "a,b", "all", "XY2", "ä"})
    EXPECT_THROW(require_own_name(name, {"XY2"}), InputError) << name;
}

}  // namespace
}  // namespace apportion::problems
