// apportion draw timeline and solve timeline: one simulated run, looked at and in numbers.
#include <filesystem>
#include <sstream>

#include "tests/cli/program.hpp"
#include "tests/support/documentation.hpp"

namespace apportion::testing_support {
namespace {

class TimelineTest : public ProgramTest {
 protected:
  [[nodiscard]] static std::vector<std::string> words(const char* command, const std::vector<std::string>& more) {
    return joined({command, "timeline"}, more);
  }
  [[nodiscard]] static std::vector<std::string> sweeps(const char* command, const std::vector<std::string>& more) {
    std::vector<std::string> all =
        words(command, {"--rows", "100", "--columns", "200", "--weights", "1,1", "--network", "star"});
    all.insert(all.end(), more.begin(), more.end());
    return all;
  }
  void expect_refused(const std::vector<std::string>& more, const char* message) const {
    expect_error(words("draw", more), 2, {message});
  }
};

// Two halves exchange 100 elements: 6.4e-6 s on a link; computing takes as long, three times each.
TEST_F(TimelineTest, DrawsWhoComputesAndWaitsWhen) {
  const std::string text = output(sweeps("draw", {"--algorithm", "XY2"}));
  EXPECT_THAT(text, StartsWith("XY2: 3 Jacobi sweeps of 100 x 200 on star, 38.4 us\n"
                               "   0 >>>>>>>>>>>>████████████>>>>>>>>>>>>████████████>>>>>>>>>>>>████████████\n"
                               "   1 !!!!!!!!!!!!████████████>>>>>>>>>>>>████████████>>>>>>>>>>>>████████████\n"));
  EXPECT_THAT(text, HasSubstr("longest wait: processor 1, 6.4 us from 0 s on"));
}

TEST_F(TimelineTest, GivesTheSameRunInNumbers) {
  const std::string text = output(sweeps("solve", {"--algorithm", "XY2", "--iterations", "5"}));
  const Json run = Json::parse(text);
  EXPECT_EQ(run["messages"], 10);
  EXPECT_EQ(run["bytes"], 8000);
  EXPECT_NEAR(run["seconds"].get<double>(), 6.4e-5, 1e-15);
  for (const Json& processor : run["processors"]) {
    SCOPED_TRACE(processor);
    const double sum = processor["computing"].get<double>() + processor["starting_up"].get<double>() +
                       processor["waiting"].get<double>();
    EXPECT_NEAR(sum, processor["finish"].get<double>(), 1e-15);
    EXPECT_NEAR(processor["computing"].get<double>(), 3.2e-5, 1e-15);
  }
  for (const Json& link : run["links"]) EXPECT_EQ(link["bytes"], 4000) << link;
  const std::string line = R"({"problem":{"rows":100,"columns":200,"weights":[1,1],"algorithm":"XY2"},)"
                           R"("network":"star","iterations":5})";
  EXPECT_EQ(call(words("solve", {"--batch", "-"}), {.input = line + "\n"}).out, text);
}

TEST_F(TimelineTest, ALineThatLacksSomethingDoesNotEndTheBatch) {
  const std::string grid = R"({"edges":[2,2],"performances":[4,3,2,1],"block":[10,10]})";
  const std::string lines =
      R"({"workload":"lu","problem":)" + grid + R"(,"network":"star"})" + "\n" +
      R"({"problem":{"rows":100,"columns":100,"weights":[2,1]},"network":"star","iterations":-1})" + "\n" +
      R"({"problem":{"rows":100,"columns":100,"weights":[2,1]},"network":"star"})" + "\n";
  const Outcome outcome = call({"solve", "timeline", "--batch", "-"}, {.input = lines});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_THAT(outcome.out,
              AllOf(HasSubstr("size"), HasSubstr("iterations is -1; it must be a whole number from 1 to 1000"),
                    HasSubstr("\"line\":2"), HasSubstr("\"messages\":")));
}

TEST_F(TimelineTest, DrawsMatricesOnAGridOfProcesses) {
  for (const char* workload : {"product", "lu"}) {
    SCOPED_TRACE(workload);
    const std::string text =
        output(words("draw", {"--workload", workload, "--edges", "2x3", "--performances", "3,1,2,5,1,4", "--block",
                              "6,6", "--size", "12", "--network", "bus", "--format", "svg"}));
    EXPECT_THAT(text, AllOf(StartsWith("<svg"), HasSubstr("of size 12 over 2x3"), HasSubstr("longest wait")));
  }
}

TEST_F(TimelineTest, ComparesAlgorithmsOnOneScale) {
  const Outcome drawing = call(sweeps("draw", {"--algorithm", "XY2,RecursiveBisection"}));
  EXPECT_THAT(drawing.out, AllOf(HasSubstr("XY2: 3 Jacobi"), HasSubstr("RecursiveBisection: 3 Jacobi")));
}

// One rule of ties for all families: here one rank for equal times, though the names are given the other way round.
TEST_F(TimelineTest, RanksAsAllFamiliesDo) {
  const std::string table = output(sweeps("solve", {"--algorithm", "XY2,XY,TILE,XY2"}));
  std::istringstream stream(table);
  std::vector<std::string> ranked;
  for (std::string rank, name, line; std::getline(stream, line);)
    if (std::istringstream words(line); words >> rank >> name && rank == "1") ranked.push_back(name);
  EXPECT_EQ(ranked, (std::vector<std::string>{"TILE", "XY", "XY2"})) << table;
  const Outcome json = call(sweeps("solve", {"--algorithm", "XY2,RecursiveBisection", "--format", "json"}));
  for (const Json& answer : json_lines(json.out)) EXPECT_GE(answer["rank"], 1) << answer;
  expect_error(sweeps("solve", {"--algorithm", "XY2,XY3"}), 2, {"unknown algorithm 'XY3'"});
}

// By the cell of the grid, not by the number in the file.
TEST_F(TimelineTest, ProcessorsHaveTheirNames) {
  write("c.csv", "name,speed\nslow,1\nfast,3\nmiddle,2\n");
  const Words array = {"--rows", "90", "--columns", "90", "--cluster", "c.csv", "--network", "star"};
  const Outcome drawing = call(words("draw", array));
  EXPECT_THAT(drawing.out, AllOf(HasSubstr("\n  slow "), HasSubstr("\n  fast "), HasSubstr("\nmiddle ")));
  EXPECT_THAT(drawing.out, ::testing::Not(HasSubstr("processor")));
  EXPECT_EQ(Json::parse(call(words("solve", array)).out)["names"], (Json{"slow", "fast", "middle"}));
  const Words grid = {"--workload", "lu",     "--edges", "1x3",       "--cluster", "c.csv",       "--block",
                      "6,6",        "--size", "12",      "--network", "bus",       "--algorithm", "proposed"};
  const Json mapping = Json::parse(
      call({"solve", "grids", "--edges", "1x3", "--cluster", "c.csv", "--block", "6,6", "--algorithm", "proposed"})
          .out);
  Json names;
  for (const Json& process : mapping["mapping"]) names.push_back(mapping["names"][process.get<std::size_t>()]);
  EXPECT_EQ(Json::parse(call(words("solve", grid)).out)["names"], names);
}

TEST_F(TimelineTest, RefusesByOneLine) {
  const std::vector<std::string> array{"--rows", "10", "--columns", "10", "--weights", "1,1"};
  const auto refused = [&](std::vector<std::string> more, const char* message) {
    more.insert(more.end(), array.begin(), array.end());
    expect_refused(more, message);
  };
  refused({}, "--network is missing");
  refused({"--network", "star", "--workload", "sort"}, "workload 'sort'");
  refused({"--network", "star", "--workload", "lu"}, "--rows does not go with the workload lu");
  refused({"--network", "star", "--size", "5"}, "--size does not go with the workload jacobi");
  refused({"--network", "star", "--iterations", "0"}, "from 1 to 1000");
  refused({"--network", "star", "--progress", "slow"}, "'slow'");
  refused({"--network", "star", "--element-seconds", "nan"}, "--element-seconds is nan; it must be a number from 0");
  expect_refused({"--network", "star", "--workload", "lu", "--edges", "2x2", "--performances", "1,1,1,1", "--block",
                  "2,2", "--size", "10000"},
                 "too many");
}

TEST_F(TimelineTest, EveryExampleOfTheDocumentationIsDrawn) {
  std::filesystem::create_directory_symlink(APPORTION_SOURCE_DIR "/experiments", path("experiments"));
  int drawn = 0;
  for (const CodeBlock& block : code_blocks("docs/networks.md")) {
    std::istringstream text(block.text);
    for (std::string line; std::getline(text, line);) {
      if (!line.starts_with("./apportion draw ")) continue;
      const Outcome outcome = call({"-c", "exec " APPORTION_PROGRAM + line.substr(11)}, {.program = "bash"});
      EXPECT_EQ(outcome.status, 0) << line << outcome.err;
      ++drawn;
    }
  }
  EXPECT_GE(drawn, 3);
}

}  // namespace
}  // namespace apportion::testing_support
