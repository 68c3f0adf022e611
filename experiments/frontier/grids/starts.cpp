// Grids without a proven optimum: how far each method stays from the best answer of all, a search from 60 random starts
// among them.
#include <fmt/format.h>

#include "experiments/engine/catalogue.hpp"
#include "experiments/frontier/grids/methods.hpp"

namespace apportion::frontier {
namespace {

constexpr const char* planes_name = "frontier/large-grids";
constexpr const char* solids_name = "frontier/solid-grids";

engine::Study searched_study(const std::string& name, const std::string& grid) {
  engine::Study study = grid_frontier_study(name, {grid});
  study.title = fmt::format("Methods beside the best of 60 random starts and all others on process grids of {}", grid);
  study.algorithms.emplace_back(thorough_method);
  study.samples = 100;
  return study;
}

engine::Experiment planes_experiment() { return engine::erase(searched_study(planes_name, "6x6")); }

// beaumont is for two dimensions.
engine::Experiment solids_experiment() {
  engine::Study study = searched_study(solids_name, "2x2x2");
  std::erase(study.algorithms, "beaumont");
  return engine::erase(std::move(study));
}

engine::CatalogueExhibit gaps_to_the_best(const std::string& name) {
  results::Exhibit exhibit{.name = name};
  exhibit.title = "Time above that of the best answer of all in percent, by method and level of heterogeneity";
  exhibit.sql = fmt::format(R"sql({0},
order_of AS (SELECT algorithm, avg("time" / best) AS overall FROM solved GROUP BY algorithm)
SELECT grid, algorithm, level, 100 * (avg("time" / best) - 1) AS mean, 100 * (max("time" / best) - 1) AS greatest,
       100.0 * avg("time" <= (1 + {1}) * best) AS least, 100 * (avg(rounded_time / best_rounded) - 1) AS rounded,
       100.0 * avg(rounded_time <= (1 + {1}) * best_rounded) AS least_rounded, avg(gap) AS over_bound,
       count(*) AS networks
FROM solved JOIN order_of USING (algorithm)
GROUP BY grid, algorithm, level
ORDER BY grid, overall, algorithm, level)sql",
                            solved_grids_sql(name), equal_times);
  exhibit.layout = {.page = "grid",
                    .row = "algorithm",
                    .column = "level",
                    .row_title = "method",
                    .values = {{"mean", "mean, %", 3},
                               {"greatest", "greatest, %", 2},
                               {"least", "best answer of all, % of the networks", 1},
                               {"rounded", "in whole elements above the best answer, mean, %", 3},
                               {"least_rounded", "in whole elements best answer of all, % of the networks", 1},
                               {"over_bound", "time above the lower bound from blocks of 2 x 2, mean, %", 2},
                               {"networks", "networks", 0}}};
  exhibit.charts = {{.name = "curves",
                     .x = {"level", "level of heterogeneity"},
                     .y = {.title = "% above the best answer"},
                     .values = {{"mean", "mean", 3}},
                     .series = "algorithm",
                     .panel = "grid"}};
  exhibit.note = fmt::format(
      "The best answer of a network is that of all methods which were run, {} among them; it proves nothing. "
      "Methods in order of their mean over all networks.",
      thorough_method);
  return {name, exhibit, solved_grids_parameters()};
}

engine::CatalogueExhibit planes() { return gaps_to_the_best(planes_name); }
engine::CatalogueExhibit solids() { return gaps_to_the_best(solids_name); }

const engine::Registration starts_registration{planes_experiment, solids_experiment, planes, solids};

}  // namespace
}  // namespace apportion::frontier
