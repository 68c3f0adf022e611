// A machine that changes: a node slows, joins or leaves, and what each method moves.
#include <algorithm>
#include <utility>

#include "experiments/engine/catalogue.hpp"
#include "experiments/engine/erasure.hpp"
#include "experiments/frontier/cells/grid.hpp"
#include "experiments/frontier/rebalancing/methods.hpp"
#include "sim/cells/owners.hpp"

namespace apportion::frontier {
namespace {

constexpr double slowed = 0.8;

// The processors before; processors that are there before and after keep their numbers.
Cluster before_event(const std::string& event, CellProblem& problem, RandomStream& stream) {
  std::vector<double>& speeds = problem.cluster.speeds;
  const auto drawn = static_cast<std::size_t>(stream() % speeds.size());
  if (event == "slows") {
    Cluster before = problem.cluster;
    speeds[drawn] *= slowed;
    return before;
  }
  std::swap(speeds[drawn], speeds.back());
  Cluster before = problem.cluster;
  (event == "joins" ? before.speeds : speeds).pop_back();
  return before;
}

CellProblem changed_machine(const engine::Point& point, RandomStream& stream) {
  CellProblem problem = problems::sample_cells(point, stream);
  CellProblem first = problem;
  first.cluster = before_event(point.text("event"), problem, stream);
  const Decomposition division = solve_cells(CellRegistry::instance().choose("BEST"), first, stream).decomposition;
  problem.previous = std::make_shared<const PreviousDivision>(PreviousDivision{
      problem.loads ? active_owners_of(*problem.loads, division) : owners_of(division), point.number("price")});
  return problem;
}

engine::Experiment rebalancing_experiment() {
  engine::Study study = frontier_cell_study("frontier/rebalancing");
  study.title = "A node slows by 20 %, joins or leaves: cells moved and boundary, by price of a moved cell";
  study.claim = "none; the question is how little moves, and what that costs in boundary";
  study.source = "beyond the four papers: README.md in experiments/frontier/rebalancing";
  problems::set_axes(
      study.axes, {{"rows", {100}}, {"columns", {150}}, {"ratio", {4}}, {"processors", {10, 30}}, {"tolerance", {1}}});
  problems::set_axis(study.axes, "sampling", engine::name_values({"extremes"}));
  problems::set_axis(study.axes, "loads", engine::name_values({"none", "coast"}));
  study.axes.insert(study.axes.begin(), {engine::name_axis("event", "what happens to a node", engine::AxisRole::sampled,
                                                           {"slows", "joins", "leaves"}),
                                         price_axis({0.01, 0.1, 1, 10})});
  study.algorithms = rebalancing_methods();
  study.measured = rebalancing_measures();
  study.stored_metrics = {};
  study.samples = 3;
  study.chunk_size = 1;
  study.sample = engine::sampler(changed_machine);
  return engine::erase(std::move(study));
}

// solved(...): each answer beside the fresh division of the same machine, which is the same at every price.
constexpr const char* solved_sql = R"sql(WITH fresh AS (
  SELECT processors, loads, event, price, sample, boundary AS fresh
  FROM frontier_rebalancing_samples
  WHERE seed = :seed AND rival = '' AND algorithm = 'BEST[rebalancing=renamed]'),
solved AS MATERIALIZED (
  SELECT *, boundary + price * moved AS cost, 1.0 * moved / must_move AS times_least, 1.0 * boundary / fresh AS longer
  FROM frontier_rebalancing_samples JOIN fresh USING (processors, loads, event, price, sample)
  WHERE seed = :seed AND rival = ''))sql";

engine::CatalogueExhibit table() {
  results::Exhibit exhibit{.name = "frontier/rebalancing"};
  exhibit.title = "Cells moved beside the fewest possible, and boundary beside a fresh division";
  exhibit.sql = std::string(solved_sql) + R"sql(
SELECT event, price, algorithm AS method, count(*) AS machines, round(avg(moved_share), 2) AS "moved, %",
       round(avg(must_share), 2) AS "must move, %", round(avg(times_least), 2) AS "moved over must",
       round(max(times_least), 2) AS greatest, round(100 * (avg(longer) - 1), 2) AS "boundary over fresh, %",
       sum(beyond = 0) AS "within the tolerance", sum(fragments) AS pieces, round(avg(cost), 1) AS "boundary + price x moved"
FROM solved GROUP BY event, price, algorithm ORDER BY event, price, avg(cost))sql";
  exhibit.note = note_on_methods(
      "Must move: no division within the tolerance moves fewer (docs/bounds.md). Fresh: BEST as if nothing had to "
      "move, "
      "under the names that move least; BEST[rebalancing=renamed].");
  return {"frontier/rebalancing", exhibit};
}

// What the folder's README aims at.
engine::CatalogueExhibit goals() {
  results::Exhibit exhibit{.name = "frontier/rebalancing-goals"};
  exhibit.title = "Whether little moves at a boundary near that of a fresh division, and less is paid than Zoltan asks";
  exhibit.sql = std::string(solved_sql) + R"sql(,
ours AS (
  SELECT processors, loads, event, price, sample, cost AS mine, beyond AS my_beyond, fragments AS my_fragments,
         times_least <= 1.5 AND longer <= 1.03 AS aimed
  FROM solved WHERE algorithm = 'BEST'),
machines AS (
  SELECT max(my_beyond = 0 AND aimed) AS reached FROM ours WHERE event = 'slows' GROUP BY processors, loads, sample),
pairs AS (
  SELECT price, algorithm, (my_beyond, my_fragments) <= (beyond, fragments) AND mine < cost AS cheaper,
         (my_beyond, my_fragments) < (beyond, fragments) AS keeps_to_more
  FROM solved JOIN ours USING (processors, loads, event, price, sample) WHERE algorithm LIKE 'ZOLTAN%')
SELECT 'a node slows: at some price at most 1.5 times the fewest cells, boundary at most 3 % over fresh' AS goal,
       count(*) AS cases, sum(reached) AS reached, round(100 * avg(reached), 1) AS "reached, %", NULL AS "cheaper, %",
       iif(avg(reached) >= 0.9, 'holds', 'fails') AS verdict
FROM machines HAVING count(*) > 0
UNION ALL
SELECT printf('price %g: better than %s', price, algorithm), count(*), sum(cheaper OR keeps_to_more),
       round(100 * avg(cheaper OR keeps_to_more), 1), round(100 * avg(cheaper), 1),
       iif(avg(cheaper OR keeps_to_more) >= 0.9, 'holds', 'fails')
FROM pairs GROUP BY price, algorithm)sql";
  exhibit.note = note_on_methods(
      "Holds: in at least 90 % of the cases. Better: fewer parts empty or beyond the tolerance, or as many and fewer "
      "pieces, "
      "or cheaper. Cheaper: though it keeps to these rules no worse.");
  return {"frontier/rebalancing", exhibit};
}

std::vector<engine::ReferenceGrid> rebalancing_references() {
  return {{.name = "frontier-rebalancing",
           .experiment = "frontier/rebalancing",
           .axes = {{"rows", "40"}, {"columns", "60"}, {"processors", "6"}, {"price", "0.1,1"}},
           .samples = 1,
           .algorithms = {"BEST", "BEST[rebalancing=cuts]", "BEST[rebalancing=renamed]"}}};
}

const engine::Registration events_registration{rebalancing_experiment, table, goals, rebalancing_references};

}  // namespace
}  // namespace apportion::frontier
