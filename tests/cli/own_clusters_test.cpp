// A user's own clusters and instances: solved, drawn, swept, resumed, replayed, and invalid.

#include <fstream>
#include <iterator>

#include "tests/cli/program.hpp"
#include "tests/support/documentation.hpp"

namespace apportion::testing_support {
namespace {

constexpr const char* cluster_page = "docs/own-clusters.md";

class OwnClustersTest : public ProgramTest {};

// By hand: a and b do 450 and 50 elements in a second, 900 and 100 in nine.
TEST_F(OwnClustersTest, SpeedsMayDependOnTheSize) {
  write("m.csv", "name,size,rate\na,450,450\na,900,100\nb,50,50\nb,100,11.11111111111111\n");
  for (const auto& [side, areas] :
       std::vector<std::pair<std::string, std::vector<double>>>{{"500", {450, 50}}, {"1000", {900, 100}}}) {
    const Json answer = Json::parse(
        call({"solve", "rectangles", "--rows", "1", "--columns", side, "--cluster", "m.csv", "--algorithm", "XY2"})
            .out);
    for (const std::size_t i : {0U, 1U})
      EXPECT_NEAR(answer["rectangles"][i]["columns"].get<double>(), areas[i], 1e-6) << side;
  }
}

// 60 elements by speeds 4, 2 and 1: the first holds 20, so that the others share 40 and all take 40 / 3, not 60 / 7.
TEST_F(OwnClustersTest, SharesKeepMemory) {
  write("c.csv", "name,speed,memory[cells]\na,4,20\nb,2,\nc,1,30\n");
  write("b.csv", "name,speed,memory[GB]\na,4,1.6e-6\nb,2,\nc,1,2.4e-6\n");
  const auto answer = [this](const Words& words) { return Json::parse(output(words)); };
  const Json rectangles =
      answer({"solve", "rectangles", "--rows", "6", "--columns", "10", "--cluster", "c.csv", "--algorithm", "XY2"});
  const std::vector<double> areas = {20, 80.0 / 3, 40.0 / 3};
  for (const Json& part : rectangles["rectangles"])
    EXPECT_NEAR(part["rows"].get<double>() * part["columns"].get<double>(), areas[part["processor"].get<std::size_t>()],
                1e-9)
        << part;
  EXPECT_EQ(rectangles["memory"]["full"], Json{0});
  EXPECT_NEAR(rectangles["memory"]["longer"].get<double>(), 40.0 / 3 / (60.0 / 7) - 1, 1e-12);
  EXPECT_EQ(rectangles["memory"]["beyond"], Json::array());
  EXPECT_EQ(answer({"solve", "rectangles", "--rows", "6", "--columns", "10", "--cluster", "b.csv", "--bytes-per-cell",
                    "80", "--algorithm", "XY2"}),
            rectangles);
  // A block of 6 x 10 elements on one row of processes is divided by shares.
  const Json grids = answer({"solve", "grids", "--edges", "1x3", "--block", "6,10", "--cluster", "c.csv"});
  EXPECT_NEAR(grids["time"].get<double>(), 40.0 / 3, 1e-9);
  EXPECT_EQ(grids["memory"]["full"], Json{0});
  // Memory without effect on any processor changes nothing, but is reported.
  write("c.csv", "name,speed,memory[cells]\na,4,40\nb,2,40\nc,1,40\n");
  Json unlimited =
      answer({"solve", "rectangles", "--rows", "6", "--columns", "10", "--cluster", "c.csv", "--algorithm", "XY2"});
  EXPECT_EQ(unlimited["memory"], Json::parse(R"({"full":[],"longer":0.0,"beyond":[]})"));
  unlimited.erase("memory");
  unlimited.erase("names");
  EXPECT_EQ(unlimited, answer({"solve", "rectangles", "--rows", "6", "--columns", "10", "--weights", "4,2,1",
                               "--algorithm", "XY2"}));
}

TEST_F(OwnClustersTest, SharesWithinMemoryAreThoseOfALinearProgramme) {
  const Outcome outcome =
      call({"-c", "exec /usr/bin/python3 " APPORTION_SOURCE_DIR "/tests/cli/memory_programme.py " APPORTION_PROGRAM},
           {.program = "sh"});
  if (outcome.status == 77 || outcome.status == 127) GTEST_SKIP() << "SciPy is not installed";
  EXPECT_EQ(outcome.out, "364 clusters, 0 differ\n") << outcome.err;
}

// Two racks by hand: nodes send 8 * 100 bytes at 1e9 bytes per second within a rack, and at 1e8 between racks.
TEST_F(OwnClustersTest, FilesSayWhatLinksAre) {
  write("n.csv",
        "name,speed,bandwidth[Gbit/s],latency[us],group,group_bandwidth[Gbit/s],group_latency[us]\n"
        "a,1,8,2,r0,0.8,5\nb,1,8,2,r0,0.8,\nc,1,8,2,r1,0.8,5\n");
  const auto simulated = [this](const char* network, const char* file) {
    return Json::parse(output({"solve", "rectangles", "--rows", "100", "--columns", "300", "--algorithm", "XY2",
                               "--network", network, "--startup", "wire", "--cluster", file}))["network"]["simulated"]
        .get<double>();
  };
  // Strips of 100 elements: b is the middle one. An iteration waits for the slower of its two neighbours.
  EXPECT_NEAR(simulated("two-level", "n.csv"), 8e-6 + 2e-6 + 5e-6, 1e-12);
  EXPECT_NEAR(simulated("crossbar", "n.csv"), 0.8e-6 + 2e-6, 1e-12);
}

TEST_F(OwnClustersTest, TheFilesOfThePageAreTheExamples) {
  int files = 0;
  std::string examples;
  for (const auto& entry : std::filesystem::directory_iterator(APPORTION_SOURCE_DIR "/experiments/examples")) {
    std::ifstream stream(entry.path());
    examples += std::string(std::istreambuf_iterator<char>(stream), {}) + '\0';
  }
  for (const CodeBlock& block : code_blocks(cluster_page)) {
    SCOPED_TRACE(block.heading);
    if (block.language == "csv" || block.language == "ini" || block.language == "json") {
      EXPECT_THAT(examples, HasSubstr(block.text + '\0'));
      ++files;
    }
  }
  EXPECT_EQ(files, 6);
}

}  // namespace
}  // namespace apportion::testing_support
