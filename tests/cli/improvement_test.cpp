// The improvement over a rival, for any experiment.
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

  // The answer's rows with the names of their columns.
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
  // More efficiency is better.
  Words efficiency = words;
  efficiency.insert(efficiency.end(), {"--metric", "efficiency"});
  ASSERT_EQ(rows(efficiency).size(), 2U);
  for (const Json& row : rows(efficiency)) EXPECT_GT(row["percent"].get<double>(), 0) << row;
  efficiency.back() = "bound";
  expect_error(efficiency, 2, {"unknown metric of sweeps/s of which less or more is better: 'bound'"});
  efficiency.back() = "efficency";
  expect_error(efficiency, 2,
               {"unknown metric of sweeps/s of which less or more is better: 'efficency'; did you mean efficiency?"});
}

}  // namespace
}  // namespace apportion::testing_support
