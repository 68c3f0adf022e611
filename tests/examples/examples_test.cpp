// The examples of the documentation are linked into this program: they must be found, solved, run and shown.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "algorithms/rectangles/rectangle_algorithm.hpp"
#include "experiments/engine/catalogue.hpp"
#include "experiments/engine/runner.hpp"
#include "results/database/reader.hpp"
#include "results/database/store.hpp"
#include "sim/rectangles/costs.hpp"
#include "tests/support/temporary_folder.hpp"

namespace apportion {
namespace {

std::string file_text(const std::filesystem::path& file) {
  std::ifstream stream(file);
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

TEST(Examples, AnAlgorithmInOneFileIsRegisteredAndSolves) {
  RandomStream stream(1, "unused");
  const RectangleProblem problem{{1000, 3000}, {{1, 2, 3}, {}}, 0};
  const RectangleSolution solution = solve_rectangles(RectangleRegistry::instance().choose("STRIPS"), problem, stream);
  EXPECT_DOUBLE_EQ(acost(solution.decomposition), 2000);
  EXPECT_EQ(internal_edges(solution.decomposition), 2);
}

TEST(Examples, AStudyOfOnesOwnRunsAndShowsItsTable) {
  const testing_support::TemporaryFolder folder;
  const std::filesystem::path file = folder / "strips.sqlite";
  const engine::Experiment experiment = engine::Catalogue::instance().experiments_named("examples/strips").front();
  {
    results::Store store(file);
    store.begin_run({});
    const engine::RunReport report = engine::run(experiment, {}, {.threads = 2, .quiet = true}, store);
    store.finish_run("finished");
    EXPECT_EQ(report.written, 8 * 3);  // eight points; two algorithms and their pair
    EXPECT_EQ(report.failed, 0);
  }
  const results::Exhibit table = engine::Catalogue::instance().exhibits_named("examples/strips").front();
  const results::Rows rows = results::Reader(file).query(table.sql, {{"seed", std::int64_t{1}}});
  ASSERT_EQ(rows.rows.size(), 8U);
  // Ten processors: strips are worse on the square, and XY2's own choice on 1000 x 50000.
  EXPECT_GT(std::get<double>(rows.rows.front().at(2)), 1.2);
  EXPECT_DOUBLE_EQ(std::get<double>(rows.rows.at(3).at(2)), 1.0);
}

TEST(Examples, TheDocumentationQuotesTheFilesThatAreCompiledHere) {
  const std::filesystem::path source = APPORTION_SOURCE_DIR;
  for (const auto& [page, example] :
       {std::pair{"add-an-algorithm.md", "strips.cpp"}, std::pair{"add-an-experiment.md", "strips_study.cpp"}}) {
    const std::string text = file_text(source / "docs" / page);
    ASSERT_FALSE(text.empty()) << page;
    EXPECT_NE(text.find("```cpp\n" + file_text(source / "tests/examples" / example) + "```"), std::string::npos)
        << page << " must quote tests/examples/" << example << " to the letter";
  }
}

}  // namespace
}  // namespace apportion
