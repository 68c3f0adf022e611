// apportion draw: pictures of divisions, and of processors that compute and wait.
#include <filesystem>
#include <sstream>

#include "tests/cli/program.hpp"
#include "tests/support/documentation.hpp"

namespace apportion::testing_support {
namespace {

class DrawTest : public ProgramTest {
 protected:
  [[nodiscard]] static std::vector<std::string> figure16(const std::vector<std::string>& more) {
    return joined({"draw", "rectangles", "--rows", "1000", "--columns", "3000", "--weights", ".5,.1,.1,.1,.1,.05,.05"},
                  more);
  }
};

TEST_F(DrawTest, TextOnTheTerminal) {
  const std::string text = output(figure16({"--algorithm", "XY2"}));
  EXPECT_THAT(text, StartsWith("XY2 on 1000 x 3000: Acost 4500, 9 internal edges\n┌"));
  EXPECT_THAT(text, HasSubstr("50 %"));
  EXPECT_THAT(call(figure16({})).out, StartsWith("BEST on 1000 x 3000: Acost "));
}

TEST_F(DrawTest, SvgIntoAFile) {
  const std::string text = output(figure16({"-o", "a.svg", "--algorithm", "TILE", "--latency", "10"}));
  EXPECT_EQ(text, "");
  EXPECT_THAT(read("a.svg"), StartsWith("<svg "));
  EXPECT_THAT(read("a.svg"), HasSubstr("TILE on 1000 x 3000: Acost 4500, "));
  EXPECT_THAT(read("a.svg"), HasSubstr("at latency 10"));
  EXPECT_EQ(call(figure16({"--format", "svg", "--algorithm", "TILE", "--latency", "10"})).out, read("a.svg"));
  succeed(figure16({"-o", "a.txt"}));
  EXPECT_THAT(read("a.txt"), HasSubstr("┌"));
  succeed(figure16({"--format", "text", "-o", "a"}));
  EXPECT_EQ(read("a"), read("a.txt"));
}

TEST_F(DrawTest, PicturesOfOtherKindsAreConverted) {
  if (call({"-c", "command -v rsvg-convert"}, {.program = "sh"}).status != 0)
    GTEST_SKIP() << "rsvg-convert is not installed: nothing is converted";
  succeed(figure16({"-o", "a.png"}));
  EXPECT_THAT(read("a.png"), StartsWith("\x89PNG"));
  succeed(figure16({"-o", "a.pdf"}));
  EXPECT_THAT(read("a.pdf"), StartsWith("%PDF"));
  succeed({"replay", "kaddoura/figure16", "0", "-o", "b.png"});
  EXPECT_THAT(read("b.png"), StartsWith("\x89PNG"));
}

TEST_F(DrawTest, AFailureLeavesTheOldFile) {
  write("a.svg", "old");
  expect_error(figure16({"-o", "a.svg"}), 1, {"a.svg cannot be written: File too large"}, {.file_size_limit = 100});
  EXPECT_EQ(read("a.svg"), "old");
  EXPECT_FALSE(std::filesystem::exists(path("a.svg.partial")));
}

TEST_F(DrawTest, OnlyKindsThatHaveADrawingAreOffered) {
  const std::string error = call({"draw"}).err;
  EXPECT_THAT(error,
              ::testing::ContainsRegex("name a kind of problem: boxes and (cells and )?distributions and grids"));
  EXPECT_THAT(error, HasSubstr(" and timeline\n"));
  EXPECT_THAT(error, ::testing::Not(HasSubstr("graphs")));
  EXPECT_THAT(call({"draw", "grahps"}).err, ::testing::Not(HasSubstr("mean graphs?")));
  EXPECT_THAT(call({"solve"}).err, HasSubstr("graphs and grids and "));
}

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

// All families have one rule for ties: here equal times share a rank, although the names are in reverse order.
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
