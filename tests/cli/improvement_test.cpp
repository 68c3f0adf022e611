// A user's own exhibits: improvement over a rival for any experiment, and the sections of sweep files.
#include <cmath>
#include <map>

#include <fmt/format.h>

#include "tests/cli/program.hpp"

namespace apportion::testing_support {
namespace {

class ImprovementTest : public ProgramTest {
 protected:
  [[nodiscard]] static Words improvement(const Words& more) {
    return joined({"show", "improvement", "--of", "kaddoura/grid", "--db", "a.sqlite"}, more);
  }

  // The answer's rows with their columns' names.
  [[nodiscard]] std::vector<Json> rows(Words words) const {
    words.insert(words.end(), {"--format", "json"});
    const Json answer = Json::parse(output(words));
    std::vector<Json> all;
    for (const Json& row : answer["rows"]) {
      Json named;
      for (std::size_t i = 0; i < row.size(); ++i) named[answer["columns"][i].get<std::string>()] = row[i];
      all.push_back(named);
    }
    return all;
  }
};

TEST_F(ImprovementTest, OnThePapersGridItIsTable7) {
  run("kaddoura/grid");
  const auto place = [](const Json& row) {
    return fmt::format("{} {} {}", row["columns"].get<double>(), row["ratio"].get<double>(),
                       row["processors"].get<double>());
  };
  std::map<std::string, double> table;
  for (const Json& row : rows({"show", "kaddoura/table7", "--db", "a.sqlite"})) table[place(row)] = row["ours"];
  ASSERT_EQ(table.size(), 180U);
  const std::vector<Json> ours =
      rows(improvement({"--rival", "RecursiveBisection2", "--algorithm", "XY2", "--rows", "ratio", "--columns",
                        "processors", "--pages", "columns", "--set", "latency=1000"}));
  ASSERT_EQ(ours.size(), table.size());
  for (const Json& row : ours) {
    SCOPED_TRACE(row);
    const std::string key = place(row);
    ASSERT_TRUE(table.contains(key)) << key;
    EXPECT_EQ(std::floor(row["percent"].get<double>() + 0.5), table[key]) << key;
    EXPECT_EQ(row["page"], fmt::format("columns {}", row["columns"].get<double>()));
    EXPECT_EQ(row["samples"], 20);
  }
}

TEST_F(ImprovementTest, IsOfMeansAndKnowsWhatIsBetter) {
  run_sweep("family = distributions\nn = 64\np = 4, 8\nalgorithms = ceil-block, wrap\n");
  const Words words{"show", "improvement", "--of", "s.ini", "--db", "a.sqlite", "--rival", "ceil-block", "--rows", "p"};
  for (const Json& row : rows(words))
    EXPECT_DOUBLE_EQ(row["percent"].get<double>(), 100 * (row["rival_mean"].get<double>() - row["mean"].get<double>()) /
                                                       row["rival_mean"].get<double>())
        << row;
  // Of an efficiency more is better.
  Words efficiency = words;
  efficiency.insert(efficiency.end(), {"--metric", "efficiency"});
  ASSERT_EQ(rows(efficiency).size(), 2U);
  for (const Json& row : rows(efficiency)) EXPECT_GT(row["percent"].get<double>(), 0) << row;
  efficiency.back() = "bound";
  expect_error(efficiency, 2, {"neither less nor more of bound is better"});
  efficiency.back() = "efficency";
  expect_error(efficiency, 2, {"unknown metric of sweeps/s 'efficency'; did you mean efficiency?"});
}

const std::string rival_sweep = R"(family = rectangles
processors = 4, 8
latency = 0, 100
seed = 3
algorithms = RecursiveBisection2, XY2
[exhibit]
title = Mean totals
sql = SELECT processors, algorithm, total, samples
      FROM sweeps_s WHERE seed = :seed AND rival = '' AND latency = :latency
      ORDER BY processors, algorithm
row = processors
column = algorithm
values = total:2, samples
note = That was it.
set = latency=0
[exhibit.plain]
title = As it comes
sql = SELECT count(*) AS units FROM unit
[improvement]
rival = RecursiveBisection2
rows = processors
columns = latency
[improvement.fixed]
title = At one latency
rival = RecursiveBisection2
algorithm = XY2
metric = acost
rows = processors
set = latency=100
)";

TEST_F(ImprovementTest, SectionsOfASweepFileAreItsExhibits) {
  write("s.ini", rival_sweep);
  succeed({"run", "s.ini", "kaddoura/figure16", "--quiet", "--db", "a.sqlite"});
  const std::string all = output({"show", "s.ini", "--db", "a.sqlite"});
  for (const char* piece : {"Mean totals\n", "That was it.", "\n\nAs it comes\n\nunits\n",
                            "\n\nImprovement of XY2 over RecursiveBisection2 in percent of the mean total, sweeps/s\n",
                            "\n\nAt one latency\n"})
    EXPECT_THAT(all, HasSubstr(piece));
  const std::string one = call({"show", "s.ini", "fixed", "--db", "a.sqlite", "--values", "all"}).out;
  EXPECT_THAT(one, StartsWith("At one latency\n"));
  EXPECT_THAT(one, HasSubstr("mean of the rival"));
  const Json json = Json::parse(call({"show", "s.ini", "exhibit", "--db", "a.sqlite", "--format", "json"}).out);
  EXPECT_EQ(json["exhibit"], "sweeps/s/exhibit");
  EXPECT_EQ(json["rows"].size(), 4U);
  // What is set in the file can be set otherwise.
  EXPECT_NE(call({"show", "s.ini", "exhibit", "--db", "a.sqlite", "--set", "latency=100"}).out,
            call({"show", "s.ini", "exhibit", "--db", "a.sqlite"}).out);
  EXPECT_NE(call({"show", "s.ini", "fixed", "--db", "a.sqlite", "--set", "latency=0"}).out,
            call({"show", "s.ini", "fixed", "--db", "a.sqlite"}).out);
  // What is a table by an axis is also a picture.
  for (const std::string name : {"exhibit", "improvement"}) {
    SCOPED_TRACE(name);
    succeed({"show", "s.ini", name, "--db", "a.sqlite", "-o", name + ".svg"});
    EXPECT_THAT(read(name + ".svg"), HasSubstr("<svg"));
  }
  expect_error({"show", "s.ini", "plain", "--db", "a.sqlite", "-o", "plain.svg"}, 2, {"is a table and has no drawing"});
  EXPECT_THAT(call({"describe", "s.ini"}).out, HasSubstr("  fixed: improvement over RecursiveBisection2\n"));
  expect_error({"show", "s.ini", "fixd", "--db", "a.sqlite"}, 2,
               {"unknown exhibit of s.ini 'fixd'; did you mean fixed?"});
  expect_error({"show", "s.ini", "plain", "--set", "latency=0", "--db", "a.sqlite"}, 2, {"no parameter"});
  const Outcome other_seed = call({"show", "s.ini", "exhibit", "--seed", "4", "--db", "a.sqlite"});
  EXPECT_EQ(other_seed.status, 1);
  EXPECT_THAT(other_seed.err, HasSubstr("`apportion run s.ini --seed 4 --db a.sqlite` makes them"));
}

TEST_F(ImprovementTest, SectionsThatAreWrongAreNamedWithTheirLine) {
  const auto refused = [&](const std::string& sections, const std::string& piece) {
    write("s.ini", "family = rectangles\n" + sections);
    expect_error({"describe", "s.ini"}, 2, {piece});
  };
  refused("[exhibit]\nsql = SELECT 1\n", "s.ini:2: [exhibit] has no title");
  refused("[exhibit]\ntitle = x\n", "s.ini:2: [exhibit] has no sql");
  refused("[exhibit]\ntitle = x\nsql = SELECT 1\nrows = a\n",
          "s.ini:5: unknown key of [exhibit] 'rows'; did you mean row");
  refused("[exhibit]\ntitle = x\nsql = SELECT 1\ncolumn = a\n", "s.ini:2: [exhibit] has no row");
  refused("[exhibit]\ntitle = x\nsql = SELECT 1\nrow = a\n", "s.ini:2: [exhibit] has no values");
  refused("[exhibit]\ntitle = x\nsql = SELECT 1\nrow = a\nvalues = b:x\n", "s.ini:6: the number of digits of b is 'x'");
  refused("[exhibit]\ntitle = x\nsql = SELECT 1\nset = a\n", "s.ini:5: 'a' is not a setting");
  refused("[improvement]\nrows = ratio\n", "s.ini:2: [improvement] has no rival");
  refused("[improvement]\nrival = XY\n", "s.ini:2: [improvement] has no rows");
  refused("[improvement]\nrival = XY9\nrows = ratio\n", "s.ini:3: unknown algorithm 'XY9'");
  refused("[improvement]\nrival = XY\nrows = ratio\n", "s.ini:3: XY is not among the study's algorithms");
  refused("[improvement]\nrival = XY2\nrows = ratoi\n",
          "s.ini:4: unknown axis of sweeps/s 'ratoi'; did you mean ratio?");
  refused("[improvement.a]\nrival = XY2\nrows = ratio\n[exhibit.a]\ntitle = x\nsql = SELECT 1\n",
          "s.ini:5: two exhibits are called a");
}

}  // namespace
}  // namespace apportion::testing_support
