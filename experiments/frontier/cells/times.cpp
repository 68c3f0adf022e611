// How long a division into whole cells takes by each method.
#include <boost/random/uniform_int_distribution.hpp>

#include "experiments/engine/catalogue.hpp"
#include "experiments/engine/erasure.hpp"
#include "experiments/frontier/cells/grid.hpp"
#include "sim/samplers.hpp"

namespace apportion::frontier {
namespace {

// Every sample takes a shape and a ratio of the grids at random, so that a median is of all of them.
CellProblem any_problem_of_the_grids(const engine::Point& point, RandomStream& stream) {
  const std::vector<double> columns = cell_columns();
  const std::vector<double> ratios = cell_ratios();
  boost::random::uniform_int_distribution<std::size_t> any_shape(0, columns.size() - 1);
  boost::random::uniform_int_distribution<std::size_t> any_ratio(0, ratios.size() - 1);
  const auto width = static_cast<std::int64_t>(columns.at(any_shape(stream)));
  const double ratio = ratios.at(any_ratio(stream));
  return {.rows = cell_rows,
          .columns = width,
          .cluster = draw_cluster("uniform", point.count("processors"), ratio, stream)};
}

engine::Experiment times_experiment() {
  engine::Study study =
      timed(frontier_cell_study("frontier/cells-times"), "Time of a division into whole cells by method", 5);
  std::erase_if(study.axes, [](const engine::Axis& axis) { return axis.name != "processors"; });
  problems::set_axis(study.axes, "processors", engine::axis_values({4, 20, 100}));
  study.require = nullptr;
  study.sample = engine::sampler(any_problem_of_the_grids);
  return engine::erase(std::move(study));
}

engine::CatalogueExhibit times() {
  results::Exhibit exhibit{.name = "frontier/cells-times"};
  exhibit.title = "Median time of a division into whole cells in milliseconds, by number of processors";
  exhibit.sql = R"sql(SELECT algorithm, processors, 1000 * median_seconds AS milliseconds,
       1000 * max_seconds AS longest
FROM "frontier_cells-times_timings"
WHERE seed = :seed
ORDER BY min(median_seconds) OVER (PARTITION BY algorithm), algorithm, processors)sql";
  exhibit.layout = {.row = "algorithm",
                    .column = "processors",
                    .row_title = "method",
                    .values = {{"milliseconds", "milliseconds", 3}, {"longest", "longest, milliseconds", 3}}};
  exhibit.note =
      note_on_methods("Shapes and ratios of frontier/cells at random, the same for all methods; alone on one thread.");
  return {"frontier/cells-times", exhibit};
}

const engine::Registration times_registration{times_experiment, times};

}  // namespace
}  // namespace apportion::frontier
