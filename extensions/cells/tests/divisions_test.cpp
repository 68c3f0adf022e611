// Divisions in formats of programs, written by `solve` and `evaluate`, and read back by both and by others.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <filesystem>
#include <regex>
#include <string>
#include <vector>

#include "tests/cli/program.hpp"

namespace apportion::testing_support {
namespace {

class DivisionsTest : public ProgramTest {
 protected:
  // The arguments for an array with a lake.
  [[nodiscard]] Words masked(const Words& more) const {
    write("sea.csv", "1,1,1,1,1,1,1\n1,1,0,0,1,1,1\n1,1,0,0,1,1,1\n1,1,1,1,1,1,0\n1,1,1,1,1,0,0\n");
    return joined({"solve", "cells", "--mask", "sea.csv", "--weights", "3,2,2,1", "--algorithm", "RCB"}, more);
  }
  [[nodiscard]] static Words full(const std::string& algorithm, const Words& more) {
    return joined(
        {"solve", "cells", "--rows", "11", "--columns", "14", "--weights", "3,2,2,1,1,1", "--algorithm", algorithm},
        more);
  }
  [[nodiscard]] static Words rectangles(const Words& more) {
    return joined({"solve", "rectangles", "--rows", "11", "--columns", "14", "--weights", "3,2,2,1"}, more);
  }

  // The written file; the command must be silent.
  [[nodiscard]] std::string written(const Words& words, const std::string& file) const {
    const Outcome outcome = call(words);
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_EQ(outcome.out + outcome.err, "");
    return read(file);
  }

  // The CSV that another program makes of the file; "" if the program is not installed.
  [[nodiscard]] std::string read_by(const std::string& reader, const std::string& file, int rows, int columns,
                                    int processes = 0, int layers = 1) const {
    const std::string script = APPORTION_SOURCE_DIR "/tests/cli/other_readers.py";
    Words words{"/usr/bin/python3",    script, reader, file, std::to_string(rows), std::to_string(columns),
                std::to_string(layers)};
    // Of processes that end at once mpiexec may return another status than theirs.
    std::string first;
    if (processes > 0) {
      first = fmt::format("{} >/dev/null 2>&1; [ $? -ne 77 ] || exit 77;", fmt::join(words, " "));
      words = joined({"mpiexec", "--allow-run-as-root", "--oversubscribe", "-n", std::to_string(processes)}, words);
    }
    // Open MPI's folders for two jobs of one user conflict.
    const Outcome outcome = call({"-c", fmt::format("command -v {} >/dev/null || exit 77; {} TMPDIR=$PWD exec {}",
                                                    words[0], first, fmt::join(words, " "))},
                                 {.program = "sh"});
    if (outcome.status == 77) return "";
    EXPECT_EQ(outcome.status, 0) << reader << ": " << outcome.err;
    const std::size_t begin = outcome.out.find("owners\n");
    if (begin == std::string::npos) return "no answer: " + outcome.out;
    return outcome.out.substr(begin + 7);
  }
  void expect_read_by(const std::string& reader, const std::string& file, const std::string& owners, int rows,
                      int columns, int processes = 0, int layers = 1) const {
    const std::string found = read_by(reader, file, rows, columns, processes, layers);
    if (found.empty()) {
      RecordProperty("skipped_" + reader, "not installed");
      return;
    }
    EXPECT_EQ(found, owners) << reader;
  }
};

TEST_F(DivisionsTest, OwnersComeBackFromEveryForm) {
  const std::string owners = written(masked({"-o", "a.csv"}), "a.csv");
  EXPECT_THAT(owners, HasSubstr("-1,-1"));
  EXPECT_EQ(std::count(owners.begin(), owners.end(), '\n'), 5);
  EXPECT_EQ(call(masked({"--format", "csv"})).out, owners);
  for (const char* ending : {"npy", "asc", "pgm", "vti"})
    EXPECT_NE(written(masked({"-o", std::string("a.") + ending}), std::string("a.") + ending), "") << ending;
  EXPECT_THAT(written(masked({"-o", "a.part.4"}), "a.part.4"), Not(HasSubstr("-1")));
  for (const char* file : {"a.npy", "a.asc", "a.pgm", "a.csv", "a.part.4"})
    EXPECT_EQ(
        call({"evaluate", "cells", "--owners", file, "--mask", "sea.csv", "--weights", "3,2,2,1", "--format", "csv"})
            .out,
        owners)
        << file;
  expect_read_by("npy", "a.npy", owners, 5, 7);
  expect_read_by("vti", "a.vti", owners, 5, 7);
  expect_read_by("asc", "a.asc", owners, 5, 7);
  expect_read_by("pgm", "a.pgm", owners, 5, 7);
}

TEST_F(DivisionsTest, BoxesAreDisjointAndHaveAllActiveCells) {
  const std::string boxes = call(masked({"--format", "boxes"})).out;
  EXPECT_THAT(boxes, StartsWith("rank,row_begin,row_end,column_begin,column_end\n"));
  const std::regex line(R"((\d+),(\d+),(\d+),(\d+),(\d+)\n)");
  std::vector<std::string> cells(35, "-1");
  for (std::sregex_iterator found(boxes.begin(), boxes.end(), line), end; found != end; ++found)
    for (std::size_t row = std::stoul((*found)[2]); row < std::stoul((*found)[3]); ++row)
      for (std::size_t column = std::stoul((*found)[4]); column < std::stoul((*found)[5]); ++column) {
        SCOPED_TRACE(column);
        std::string& cell = cells[7 * row + column];
        EXPECT_EQ(cell, "-1");
        cell = (*found)[1];
      }
  std::erase(cells, "-1");
  EXPECT_EQ(fmt::format("{}\n", fmt::join(cells, "\n")), call(masked({"--format", "metis"})).out);
}

// METIS's own partition of the active cells is accepted as previous division, too.
TEST_F(DivisionsTest, PartitionFilesAreImproved) {
  static_cast<void>(masked({}));  // writes the mask
  const Words problem{"--mask", "sea.csv", "--weights", "3,2,2,1"};
  write("sea.part.4", "0\n0\n0\n0\n1\n1\n1\n0\n0\n1\n1\n1\n0\n0\n2\n1\n2\n0\n2\n2\n2\n1\n1\n0\n3\n3\n2\n3\n");
  const Words improve{"solve", "cells", "--previous", "sea.part.4", "--algorithm", "POLISHED[of=previous]"};
  static_cast<void>(written(joined(joined(improve, problem), {"-o", "b.part.4"}), "b.part.4"));
  const auto boundary = [&](const std::string& file) {
    const Words judge{"evaluate", "cells", "--owners", file, "--format", "json"};
    return Json::parse(call(joined(judge, problem)).out)["boundary"].get<int>();
  };
  EXPECT_LT(boundary("b.part.4"), boundary("sea.part.4"));
  expect_error(joined({"solve", "cells", "--algorithm", "POLISHED[of=previous]"}, problem), 2,
               {"give one by --previous"});
  expect_error(masked({"-o", "sea.part.four"}), 2, {"the ending is unknown", ".part.N"});
}

TEST_F(DivisionsTest, PlansSendWhatTheOthersReceive) {
  const Json plan =
      Json::parse(written(masked({"--format", "plan", "-o", "plan.json", "--depth", "2", "--corners"}), "plan.json"));
  EXPECT_EQ(plan["rows"], 5);
  EXPECT_EQ(plan["depth"], 2);
  EXPECT_EQ(plan["corners"], true);
  ASSERT_EQ(plan["ranks"].size(), 4U);
  int messages = 0;
  for (const Json& rank : plan["ranks"])
    for (const Json& neighbour : rank["neighbours"])
      for (const Json& other : plan["ranks"][neighbour["rank"].get<std::size_t>()]["neighbours"])
        if (other["rank"] == rank["rank"]) {
          ++messages;
          EXPECT_EQ(neighbour["send"], other["receive"]);
          EXPECT_EQ(neighbour["send_cells"], other["receive_cells"]);
        }
  EXPECT_GE(messages, 6);
}

TEST_F(DivisionsTest, AFileForEachRank) {
  EXPECT_EQ(call(masked({"--per-rank", "plans/", "--depth", "3"})).status, 0);
  const Json plan = Json::parse(call(masked({"--format", "plan", "--depth", "3"})).out);
  for (std::size_t rank = 0; rank < 4; ++rank) {
    SCOPED_TRACE(rank);
    Json own = Json::parse(read(fmt::format("plans/rank-{}.json", rank)));
    EXPECT_EQ(own["depth"], 3);
    for (const char* key : {"schema", "rows", "columns", "processors", "depth", "corners"}) own.erase(key);
    EXPECT_EQ(own, plan["ranks"][rank]);
  }
}

TEST_F(DivisionsTest, StraightCutsForPetscAndOceananigans) {
  const std::string owners = call(full("RECTILINEAR", {"--format", "csv"})).out;
  EXPECT_THAT(written(full("RECTILINEAR", {"-o", "a.h"}), "a.h"), HasSubstr("enum { M = 14, N = 11, m = "));
  expect_read_by("petsc", "a.h", owners, 11, 14, 6);
  const std::string julia = written(full("RECTILINEAR", {"-o", "a.jl"}), "a.jl");
  std::smatch found;
  ASSERT_TRUE(std::regex_search(
      julia, found, std::regex(R"(Partition\(x = Sizes\((.*)\), y = Sizes\((.*)\)\)\nprocessors = \[(.*)\])")));
  const auto numbers = [](const std::string& text) {
    return Json::parse("[" + text + "]").get<std::vector<std::size_t>>();
  };
  const std::vector<std::size_t> widths = numbers(found[1]);
  const std::vector<std::size_t> heights = numbers(found[2]);
  const std::vector<std::size_t> processors = numbers(found[3]);
  std::string expected;
  for (std::size_t j = 0; j < heights.size(); ++j)
    for (std::size_t row = 0; row < heights[j]; ++row) {
      Words line;
      for (std::size_t i = 0; i < widths.size(); ++i)  // the rank's fast index is y
        line.insert(line.end(), widths[i], std::to_string(processors[i * heights.size() + j]));
      expected += fmt::format("{}\n", fmt::join(line, ","));
    }
  EXPECT_EQ(expected, owners);
  const double imbalance = Json::parse(call(full("RECTILINEAR", {})).out)["imbalance"];
  for (const std::string& text : {julia, read("a.h")})
    EXPECT_THAT(text, HasSubstr(fmt::format("The slowest has {:.4g} times its share of all cells.", 1 + imbalance)));
  for (const char* format : {"petsc", "oceananigans"})
    expect_error(full("RCB", {"--format", format}), 2,
                 {"wants straight cuts through the whole array", "--algorithm RECTILINEAR"});
}

TEST_F(DivisionsTest, TreesOfCutsForMeep) {
  const std::string owners = call(full("RCB", {"--format", "csv"})).out;
  EXPECT_THAT(written(full("RCB", {"-o", "a.py"}), "a.py"), HasSubstr("mp.BinaryPartition(data=[(mp."));
  expect_read_by("meep", "a.py", owners, 11, 14);
  // The top row, the left column, and so on, one by one.
  std::string peeled;
  for (int row = 0; row < 100; ++row)
    for (int column = 0; column < 100; ++column)
      peeled += fmt::format("{}{}", 2 * std::min(row, column) + (row > column ? 1 : 0), column < 99 ? "," : "\n");
  write("peeled.csv", peeled);
  expect_error({"evaluate", "cells", "--owners", "peeled.csv", "--format", "meep"}, 2, {"more than 150 deep"});
}

TEST_F(DivisionsTest, RectanglesAreRoundedToWholeCells) {
  EXPECT_THAT(written(rectangles({"-o", "a.csv"}), "a.csv"), Not(HasSubstr("-1")));
  const Json whole = Json::parse(call(rectangles({"--whole"})).out);
  const Json evaluated = Json::parse(
      call({"evaluate", "rectangles", "--owners", "a.csv", "--weights", "3,2,2,1", "--format", "json"}).out);
  for (const char* key : {"acost", "bcost", "internal_edges", "total", "lower_bound", "whole"})
    EXPECT_EQ(evaluated[key], whole[key]) << key;
  EXPECT_EQ(evaluated["fill"], 1);
  EXPECT_EQ(evaluated["fragments"], 0);
  EXPECT_FALSE(std::filesystem::exists(path("a.npy")));
}

// A full disk leaves the previous file.
TEST_F(DivisionsTest, NothingIsHalfWritten) {
  write("a.csv", "old");
  const Words words{"solve", "cells", "--rows", "300", "--columns", "300", "--weights", "2,1", "--algorithm", "RCB"};
  EXPECT_EQ(call(joined(words, {"-o", "a.csv"}), {.file_size_limit = 4096}).status, 1);
  EXPECT_EQ(read("a.csv"), "old");
  Words many{"solve", "cells", "--rows", "300", "--columns", "300", "--weights", "1", "--algorithm", "STRIPES"};
  for (int i = 0; i < 300; ++i) many[7] += ",1";
  const Outcome outcome = call(joined(many, {"--per-rank", "plans"}), {.file_size_limit = 256});
  EXPECT_EQ(outcome.status, 1) << outcome.err;
  EXPECT_FALSE(std::filesystem::exists(path("plans")));
  EXPECT_FALSE(std::filesystem::exists(path("plans.partial")));
}

// --- Arrays with layers

class SpaceDivisionsTest : public DivisionsTest {
 protected:
  // The owners of a division, the rows of all layers in sequence; -1 in the cells `left_out`, ascending.
  [[nodiscard]] std::string owners(const Words& words, int in_a_row = columns,
                                   const std::vector<std::size_t>& left_out = {}) const {
    std::string lines = output(joined(words, {"--format", "metis"}));
    for (const std::size_t cell : left_out) lines.insert(2 * cell, "X\n");
    int number = 0;
    for (char& each : lines)
      if (each == '\n' && ++number % in_a_row != 0) each = ',';
    return std::regex_replace(lines, std::regex("X"), "-1");
  }
  static constexpr int rows = 6;
  static constexpr int columns = 9;
  static constexpr int layers = 7;
  [[nodiscard]] static Words sides() { return {"--rows", "6", "--columns", "9", "--layers", "7"}; }
  [[nodiscard]] static Words grid(const Words& more = {}) {
    return joined({"solve", "grids", "--edges", "1x2x3", "--performances", "6,5,4,3,2,1", "--block", "7,6,9"}, more);
  }
};

TEST_F(SpaceDivisionsTest, ImagesForParaViewHaveAllOwners) {
  const Words ocean = {"solve", "cells", "--layers", "3", "--depths", "[[1,2,3,3],[0,3,3,1]]", "--processors", "2"};
  static_cast<void>(written(joined(ocean, {"-o", "a.vti"}), "a.vti"));
  expect_read_by("vti", "a.vti", owners(ocean, 4, {4, 8, 12, 15, 16, 17, 20, 23}), 2, 4, 0, 3);
  static_cast<void>(written(grid({"-o", "b.vti"}), "b.vti"));
  expect_read_by("vti", "b.vti", owners(grid()), rows, columns, 0, layers);
}

TEST_F(SpaceDivisionsTest, GridsAreStraightCutsForPetscAndLammps) {
  const std::string expected = owners(grid());
  EXPECT_THAT(written(grid({"-o", "a.h"}), "a.h"), HasSubstr("DMDACreate3d"));
  expect_read_by("petsc", "a.h", expected, rows, columns, 6, layers);

  const std::string commands = output(grid({"--format", "lammps"}));
  std::smatch found;
  ASSERT_TRUE(
      std::regex_search(commands, found,
                        std::regex(R"(processors: ([0-9 ]+)\n.*takes ([0-9.]+) times.*\nprocessors 3 2 1 map xyz\n)"
                                   R"(.*\nbalance 0.9 x ([0-9.]+) ([0-9.]+) y ([0-9.]+)\n$)")))
      << commands;
  const std::vector<int> processors = Json::parse("[" + std::regex_replace(found[1].str(), std::regex(" "), ",") + "]");
  const std::array<double, 2> x = {std::stod(found[3]), std::stod(found[4])};
  std::string by_fractions;
  std::vector<double> cells(6, 0);
  for (int row = 0; row < layers * rows; ++row)
    for (int column = 0; column < columns; ++column) {
      const double at = (column + 0.5) / columns;
      const int place = (at > x[0] ? 1 : 0) + (at > x[1] ? 1 : 0);
      const bool is_lower = (row % rows + 0.5) / rows > std::stod(found[5]);
      const int owner = processors[static_cast<std::size_t>(place) + (is_lower ? 3U : 0U)];
      ++cells[static_cast<std::size_t>(owner)];
      by_fractions += fmt::format("{}{}", owner, column + 1 < columns ? "," : "\n");
    }
  EXPECT_EQ(by_fractions, expected);
  double slowest = 0;
  for (std::size_t i = 0; i < 6; ++i)
    slowest = std::max(slowest, cells[i] / (rows * columns * layers) / (static_cast<double>(6 - i) / 21));
  EXPECT_NEAR(slowest, std::stod(found[2]), 1e-3);
  for (const char* format : {"petsc", "lammps"})
    expect_error(joined(joined({"solve", "cells"}, sides()), {"--weights", "3,2,1", "--format", format}), 2,
                 {"wants straight cuts through the whole array", "solve grids --edges PxQxR --block"});
}

TEST_F(SpaceDivisionsTest, TreesForMeepCutAlongAllAxes) {
  const Words weights = {"--weights", "5,4,3,2,1,1,1,1"};
  const Words by_cells = joined(joined({"solve", "cells", "--algorithm", "RCB"}, sides()), weights);
  const Words by_boxes = joined(joined({"solve", "boxes"}, sides()), weights);
  for (const Words& words : {by_cells, by_boxes}) {
    const std::string tree = written(joined(words, {"-o", "a.py"}), "a.py");
    for (const char* axis : {"(mp.X, ", "(mp.Y, ", "(mp.Z, "}) EXPECT_THAT(tree, HasSubstr(axis));
    expect_read_by("meep", "a.py", owners(words), rows, columns, 0, layers);
  }
  // Three bars around each other between two cubes.
  write("pinwheel.txt", "4\n2\n1\n1\n3\n2\n3\n0\n");
  expect_error({"evaluate", "cells", "--owners", "pinwheel.txt", "--layers", "2", "--rows", "2", "--columns", "2",
                "--format", "meep"},
               2, {"Meep wants a tree of straight cuts"});
  // Excluded cells need not be cut off from the others.
  const Words ocean = {"solve", "cells", "--layers", "3", "--depths", "[[1,2,3,3],[0,3,3,1]]", "--processors", "2"};
  EXPECT_THAT(output(joined(ocean, {"--algorithm", "RCB", "--format", "meep"})),
              HasSubstr("data=[(mp.X, 0 / resolution), 0, 1])"));
}

TEST_F(SpaceDivisionsTest, BoxesAreRoundedToWholeCells) {
  const Words problem = joined(joined({"solve", "boxes"}, sides()), {"--weights", "5,4,3,2,1"});
  const Json exact = Json::parse(output(problem));
  static_cast<void>(written(joined(problem, {"-o", "a.npy"}), "a.npy"));
  const Json whole =
      json_lines(output({"evaluate", "cells", "--owners", "a.npy", "--weights", "5,4,3,2,1", "--format", "json"}))
          .front();
  EXPECT_EQ(whole["empty"], 0);
  ASSERT_EQ(whole["rectangles"].size(), 5U);
  for (std::size_t i = 0; i < 5; ++i)
    for (const char* key : {"row", "column", "layer"}) {
      EXPECT_NEAR(whole["rectangles"][i][key].get<double>(), exact["boxes"][i][key].get<double>(), 0.5 + 1e-6);
      const std::string side = std::string(key) + "s";
      EXPECT_NEAR(whole["rectangles"][i][side].get<double>(), exact["boxes"][i][side].get<double>(), 1 + 1e-6);
    }
  // One layer has rows and columns.
  EXPECT_EQ(output({"solve", "boxes", "--rows", "2", "--columns", "4", "--layers", "1", "--weights", "1,1", "--format",
                    "csv"}),
            "0,0,1,1\n0,0,1,1\n");
}

class EvaluateTest : public DivisionsTest {};

TEST_F(EvaluateTest, AnswersOfSolveCostTheSame) {
  static_cast<void>(written(masked({"-o", "a.npy"}), "a.npy"));
  const Json solved = Json::parse(call(masked({"--network", "star"})).out);
  const Json evaluated = Json::parse(call({"evaluate", "cells", "--owners", "a.npy", "--mask", "sea.csv", "--weights",
                                           "3,2,2,1", "--network", "star", "--format", "json"})
                                         .out);
  EXPECT_EQ(evaluated["algorithm"], "a.npy");
  for (const char* key : {"boundary", "neighbours", "total", "imbalance", "furthest", "beyond_one_cell", "fragments",
                          "halo", "empty", "network"})
    EXPECT_EQ(evaluated[key], solved[key]) << key;
  EXPECT_GT(evaluated["fill"], 0.5);
}

// Neither the mask nor the format need be those of the division's origin.
TEST_F(EvaluateTest, OwnersSayWhatIsLeftOut) {
  const Words evaluated{"evaluate", "cells", "--weights", "3,2,2,1", "--format", "csv", "--owners"};
  const std::string owners = written(masked({"-o", "a.csv"}), "a.csv");
  for (const char* file : {"a.npy", "a.asc", "a.pgm", "a.csv"}) {
    static_cast<void>(written(masked({"-o", file}), file));
    EXPECT_EQ(call(joined(evaluated, {file})).out, owners) << file;
  }
  // In the format of numpy.savetxt.
  write("a.txt", std::regex_replace(std::regex_replace(owners, std::regex(","), " "), std::regex("([0-9]+)"),
                                    "$1.000000000000000000e+00"));
  EXPECT_EQ(call(joined(evaluated, {"a.txt"})).out, owners);
  // In METIS's numbering of the active cells.
  std::string list = std::regex_replace(owners, std::regex(","), "\n");
  write("all.part", list);
  list = std::regex_replace(list, std::regex("-1\n"), "");
  write("active.part", list);
  for (const char* file : {"all.part", "active.part"})
    EXPECT_EQ(call(joined(evaluated, {file, "--mask", "sea.csv"})).out, owners) << file;
}

}  // namespace
}  // namespace apportion::testing_support
