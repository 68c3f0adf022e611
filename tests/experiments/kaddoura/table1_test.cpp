// Table 1 and Figure 16 as the program shows them: the counts agree, the verdicts are those of the printed digits.
#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <string>

#include "experiments/engine/catalogue.hpp"
#include "experiments/engine/runner.hpp"
#include "results/database/reader.hpp"
#include "results/database/store.hpp"
#include "tests/support/temporary_folder.hpp"

namespace apportion::kaddoura {
namespace {

// The last column of an exhibit, its verdict, by the first.
std::map<std::string, std::string> verdicts(const std::string& name) {
  const testing_support::TemporaryFolder folder;
  const std::filesystem::path file = folder / "verdicts.sqlite";
  {
    results::Store store(file);
    store.begin_run({});
    const engine::Experiment experiment = engine::Catalogue::instance().experiments_named(name).front();
    static_cast<void>(engine::run(experiment, {}, {.progress = engine::ProgressStyle::silent}, store));
    store.finish_run("finished");
  }
  const results::Exhibit exhibit = engine::Catalogue::instance().exhibits_named(name).front();
  std::map<std::string, std::string> found;
  for (const auto& row : results::Reader(file).query(exhibit.sql, {{"seed", std::int64_t{1}}}).rows) {
    const auto* const text = std::get_if<std::string>(&row.front());
    const auto* const verdict = std::get_if<std::string>(&row.back());
    found[text != nullptr ? *text : std::to_string(std::get<std::int64_t>(row.front()))] =
        verdict != nullptr ? *verdict : "";
  }
  return found;
}

TEST(Table1, CountsAgreeAndThePrintedDigitsAreJudged) {
  EXPECT_EQ(verdicts("kaddoura/table1"), (std::map<std::string, std::string>{{"4", "exact"},
                                                                             {"5", "exact"},
                                                                             {"7", "exact"},
                                                                             {"10", "truncated"},
                                                                             {"15", ""},
                                                                             {"20", "rounded"},
                                                                             {"30", ""},
                                                                             {"40", ""},
                                                                             {"50", ""},
                                                                             {"60", ""}}));
}

TEST(Figure16, CostsAreThePrintedOnes) {
  EXPECT_EQ(verdicts("kaddoura/figure16"), (std::map<std::string, std::string>{{"RecursiveBisection", "exact"},
                                                                               {"XY2", "exact"},
                                                                               {"TILE", "exact"},
                                                                               {"RecursiveBisection2", "truncated"},
                                                                               {"RecursiveBisection3", "exact"}}));
}

}  // namespace
}  // namespace apportion::kaddoura
