// The grid family in studies: its axes, its sampler, batches under chunks, and failures.

#include "tests/support/grids.hpp"
#include "base/error.hpp"
#include "experiments/engine/catalogue.hpp"
#include "experiments/problems/grids/solve.hpp"
#include "sim/grids/process_grid.hpp"
#include "tests/support/matchers.hpp"

namespace apportion::problems {
namespace {

engine::Point point_of(const std::string& grid, double level, double block) {
  return engine::Point({{"grid", engine::AxisRole::sampled, engine::AxisValue::parse(grid)},
                        {"level", engine::AxisRole::sampled, engine::AxisValue::of(level)},
                        {"sampling", engine::AxisRole::sampled, engine::AxisValue::parse("extremes")},
                        {"block", engine::AxisRole::applied, engine::AxisValue::of(block)}});
}

std::vector<engine::ColumnResult> solve_chunk(const engine::Point& point) {
  const engine::Experiment figure = engine::Catalogue::instance().experiments_named("kalinov/figure3a").at(0);
  const engine::StudyColumns columns = figure.columns(figure.algorithms);
  return columns.solve({.seed = 3,
                        .point = &point,
                        .first_sample = 500,
                        .samples = 9,
                        .columns = std::vector<bool>(columns.all.size(), true),
                        .keep_values = true});
}

TEST(GridAxes, TakeGridsInTheirPlainSpelling) {
  const engine::Axis axis = grid_axes().at(0);
  for (const char* text : {"2x2", "1x36", "4", "2x3x4"}) EXPECT_NO_THROW(axis.check(engine::AxisValue::parse(text)));
  for (const char* text : {"3x2", "02x2", "2x", "large", "0x2"})
    EXPECT_THROW(axis.check(engine::AxisValue::parse(text)), InputError) << text;
}

TEST(SampleGrids, DrawsWhatThePointSays) {
  RandomStream stream(1, "sample");
  const GridProblem problem = grid_study().sample({}, point_of("2x3x4", 5, 77), stream);
  EXPECT_EQ(spelled(problem.grid), "2x3x4");
  EXPECT_EQ(problem.block, (std::vector<std::int64_t>{77, 77, 77}));
  EXPECT_EQ(problem.performances.size(), 24U);
  EXPECT_EQ(heterogeneity_level(problem.performances), 5);
}

// A chunk is solved as a batch, with the same results as its networks one by one.
TEST(GridStudies, AChunkIsItsSamplesOneByOne) {
  const engine::Point point = point_of("3x4", 8, 1000);
  const std::vector<engine::ColumnResult> results = solve_chunk(point);
  ASSERT_EQ(results.size(), 3U);
  for (std::size_t k = 0; k < 9; ++k) {
    SCOPED_TRACE(k);
    RandomStream stream(3, "kalinov/figure3a|" + point.sampled_name() + "|" + std::to_string(500 + k));
    const GridProblem problem = grid_study().sample({}, point, stream);
    const GridSolution proposed = testing_support::solve("proposed", problem);
    const GridSolution beaumont = testing_support::solve("beaumont", problem);
    EXPECT_EQ(results[0].values[k],
              (std::vector<double>{proposed.time, proposed.rounded_time, proposed.rounded_time / ideal_time(problem),
                                   proposed.rounded_time / proposed.time - 1}));
    EXPECT_EQ(results[1].values[k][1], beaumont.rounded_time);
    EXPECT_EQ(results[2].values[k], (std::vector<double>{proposed.rounded_time / beaumont.rounded_time,
                                                         proposed.rounded_time > beaumont.rounded_time ? 1.0 : 0.0}));
  }
}

TEST(GridStudies, ABlockSmallerThanTheGridIsAFailureOfItsPoint) {
  const std::vector<engine::ColumnResult> results = solve_chunk(point_of("5x5", 2, 4));
  for (const engine::ColumnResult& result : results) {
    ASSERT_TRUE(result.failure);
    EXPECT_EQ(result.failure->sample, 500);
    EXPECT_THAT(result.failure->message, HasSubstr("side 0 of the block is 4"));
  }
}

TEST(GridRectangles, TileTheBlockByProcess) {
  const GridProblem problem = testing_support::random_grid("2x3", 8, 1, 60);
  const GridSolution solution = testing_support::solve("proposed", problem);
  const Decomposition decomposition = as_rectangles(problem, solution);
  double area = 0;
  for (std::size_t process = 0; process < 6; ++process) {
    SCOPED_TRACE(process);
    const Rect& part = decomposition.parts[process];
    area += part.area();
    EXPECT_LE(part.area() / problem.performances[process], solution.rounded_time);
    EXPECT_LE(part.row_end(), 60);
    EXPECT_LE(part.column_end(), 60);
  }
  EXPECT_EQ(area, 3600);
}

}  // namespace
}  // namespace apportion::problems
