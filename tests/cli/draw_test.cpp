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

TEST_F(TimelineTest, EveryExampleOfTheDocumentationIsDrawn) {
  std::filesystem::create_directory_symlink(APPORTION_SOURCE_DIR "/experiments", path("experiments"));
  int examples = 0;
  for (const CodeBlock& block : code_blocks("docs/networks.md")) {
    std::istringstream text(block.text);
    for (std::string line; std::getline(text, line);) {
      if (!line.starts_with("./apportion draw ")) continue;
      ++examples;
      const std::string family = line.substr(17, line.find(' ', 17) - 17);
      if (call({"list", "algorithms", family}).status != 0) continue;  // of an extension that is not built in
      const Outcome outcome = call({"-c", "exec " APPORTION_PROGRAM + line.substr(11)}, {.program = "bash"});
      EXPECT_EQ(outcome.status, 0) << line << outcome.err;
    }
  }
  EXPECT_GE(examples, 3);
}

}  // namespace
}  // namespace apportion::testing_support
