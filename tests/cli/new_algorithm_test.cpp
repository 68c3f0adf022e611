// New algorithms in a source tree: the files written are those that the tests compile, and existing files are
// kept.
#include <fmt/format.h>

#include <sstream>

#include "base/files.hpp"
#include "tests/cli/program.hpp"
#include "tests/support/documentation.hpp"

namespace apportion::testing_support {
namespace {

namespace fs = std::filesystem;

constexpr const char* references = "experiments/kaddoura/references.ini";
constexpr const char* of_frontier = "experiments/frontier/references.ini";

class NewAlgorithmTest : public ProgramTest {
 protected:
  // Makes the temporary folder a source tree, as far as this command checks.
  void SetUp() override {
    const fs::path source = APPORTION_SOURCE_DIR;
    for (const char* file : {references, of_frontier}) {
      fs::create_directories(path(file).parent_path());
      fs::copy_file(source / file, path(file));
    }
    fs::create_directories(path("tests"));
    fs::copy(source / "tests/examples", path("tests/examples"), fs::copy_options::recursive);
    for (const char* family : {"rectangles", "grids", "graphs"}) {
      fs::create_directories(path("algorithms") / family);
      fs::create_directories(path("tests/algorithms") / family);
    }
  }
};

// Under its own name the example is written unchanged, as apportion_example_tests compiles and tests it.
TEST_F(NewAlgorithmTest, ItsFilesAreTheExamplesUnderAnotherName) {
  for (const auto& [family, name, stem] :
       {std::tuple{"rectangles", "STRIPS", "strips"}, std::tuple{"grids", "EVEN", "even"},
        std::tuple{"graphs", "CHEAPEST", "cheapest"}}) {
    SCOPED_TRACE(::testing::PrintToString(family));
    succeed({"new", "algorithm", name, "--family", family});
    const std::string example = std::string(family) == "rectangles" ? "strips.cpp" : fmt::format("new/{}.cpp", family);
    EXPECT_EQ(read(fmt::format("algorithms/{}/{}.cpp", family, stem)), read("tests/examples/" + example));
    EXPECT_EQ(read(fmt::format("tests/algorithms/{}/{}_test.cpp", family, stem)),
              read(fmt::format("tests/examples/new/{}_test.cpp", family)));
  }
  EXPECT_EQ(read(references), read_input(APPORTION_SOURCE_DIR + ("/" + std::string(references))) + R"(
[added-STRIPS]
study = grid
set = columns=1000,5000 ratio=1,4 processors=4,10 latency=0,100
samples = 3
algorithms = STRIPS
)");
  EXPECT_THAT(read(of_frontier), AllOf(HasSubstr("\n[added-EVEN]\nstudy = grid-mappings\n"),
                                       HasSubstr("\n[added-CHEAPEST]\nstudy = graphs\n")));
}

TEST_F(NewAlgorithmTest, ItHasTheNameThatItIsGiven) {
  const std::string text = output({"new", "algorithm", "My-best_2"});
  EXPECT_THAT(text, HasSubstr("./apportion check kaddoura/grid --update"));
  EXPECT_THAT(read("algorithms/rectangles/my_best_2.cpp"),
              AllOf(HasSubstr("// My-best_2: "), HasSubstr(R"(.name = "My-best_2")"), Not(HasSubstr("STRIPS"))));
  EXPECT_THAT(read("tests/algorithms/rectangles/my_best_2_test.cpp"),
              AllOf(HasSubstr("TEST(MyBest2, "), HasSubstr(R"(choose("My-best_2"))"), Not(HasSubstr("Strips"))));
}

TEST_F(NewAlgorithmTest, NothingIsOverwritten) {
  const std::string before = read(references);
  write("tests/algorithms/rectangles/strips_test.cpp", "mine");
  expect_error({"new", "algorithm", "STRIPS"}, 2, {"tests/algorithms/rectangles/strips_test.cpp already exists"});
  EXPECT_FALSE(fs::exists(path("algorithms/rectangles/strips.cpp")));
  EXPECT_EQ(read("tests/algorithms/rectangles/strips_test.cpp"), "mine");
  EXPECT_EQ(read(references), before);
  fs::remove(path("tests/algorithms/rectangles/strips_test.cpp"));
  succeed({"new", "algorithm", "STRIPS"});
  expect_error({"new", "algorithm", "STRIPS"}, 2, {"already has a grid of STRIPS"});
}

TEST_F(NewAlgorithmTest, WhatCannotBeIsRefused) {
  for (const char* name : {"2X", "X Y", "X[1]", "../X", "X.cpp", "ä"})
    expect_error({"new", "algorithm", name}, 2, {"cannot be the name of an algorithm"});
  fs::remove(path("tests/examples/strips.cpp"));
}

// The page calls this command, then accepts the numbers of the grid that it prints.
TEST_F(NewAlgorithmTest, ThePageShowsWhatTheCommandSays) {
  const Outcome outcome = call({"new", "algorithm", "STRIPS"});
  std::string shown;
  for (const CodeBlock& block : code_blocks("docs/add-an-algorithm.md"))
    if (block.language.empty()) shown += block.text;
  for (const std::string line : {"./apportion new algorithm STRIPS\n", "./apportion describe STRIPS\n",
                                 "./apportion check kaddoura/grid --update", "make test\n"})
    EXPECT_THAT(shown, HasSubstr(line));
  std::istringstream steps(outcome.out.substr(outcome.out.find("then\n") + 5));
  for (std::string step; std::getline(steps, step);)
    EXPECT_THAT(shown, HasSubstr(step.substr(2, step.find("  #") - 2)));
}

}  // namespace
}  // namespace apportion::testing_support
