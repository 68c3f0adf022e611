// The paper's claims, each with the verdict that this run computed; the relations behind them: lists of points, joined
// to what was measured there; and the sentences of the paper that claim something, with the claims that judge each of
// them.
#include "experiments/chatterjee/claims.hpp"

#include <fmt/format.h>

#include <iterator>
#include <string>
#include <vector>

#include "experiments/chatterjee/grid.hpp"
#include "experiments/engine/catalogue.hpp"
#include "experiments/engine/claims.hpp"

namespace apportion::chatterjee {
namespace {

// In their order in the paper. Definitions, related work and what is cited from it are left out.
std::vector<engine::Sentence> sentences() {
  return {{"Section 2", "the costs of our implementations ... O(n^3)", {"a partition by CC", "a partition by NL"}},
          {"Section 2", "worst-case complexity of O(n^4)", {"Algorithm 1 costs"}},
          {"Section 2", "can be as small as O(n^3)", {"Algorithm 1 with"}},
          {"Section 3", "the sum of the static costs", {"kappa_S is equation"}},
          {"Section 3", "could be improved further", {"a procedure of"}},
          {"Section 3.1", "we therefore seek to minimize", {"kappa_S is equation"}},
          {"Section 3.1, equation (3)", "equivalent to equation (2)", {"equation (3)"}},
          {"Section 3.1, Figure 1", "3 + 102 + 102 = 207", {"ladder: the three"}},
          {"Section 3.1, Figure 1", "insufficiency of minimizing", {"ladder: neither"}},
          {"Section 3.2", "p = 2 appears to be adequate", {"p = 2 is adequate"}},
          {"Section 3.2", "dependence on n is O(n^3)", {"a partition by NL"}},
          {"Section 3.3", "significantly less costly", {"CC needs considerably", "CC needs fewer"}},
          {"Section 3.3", "e maximizes the infinity norm", {"e maximises the"}},
          {"Section 3.3", "must have positive elements", {"the first right"}},
          {"Section 3.3", "far from orthogonal", {"e is far from"}},
          {"Section 3.3", "CC runs in time O(n^3)", {"a partition by CC"}},
          {"Section 4", "if and only if S is unanimous", {"Delta(S) is 0"}},
          {"Section 4, Lemma 1", "optimally static", {"Lemma 1: a set"}},
          {"Section 4", "strengthens Lemma 1", {"Lemma 2 applies"}},
          {"Section 4, Lemma 2", "unanimous and mincut", {"Lemma 2: a unanimous"}},
          {"Section 4, Lemma 3", "S and v is optimally static", {"Lemma 3: an optimally"}},
          {"Section 4", "may be enlarged while remaining", {"Lemma 3, repeated:"}},
          {"Section 5.1", "typically involves all-to-all", {"every change", "a change of distribution"}},
          {"Section 5.1, Figure 2", "an adequate model in practice", {"Figure 2: permuting"}},
          {"Section 5.2", "a small number of clusters", {"Section 5.2:"}},
          {"Section 5.2", "a block size of 1 should be examined", {"an object that"}},
          {"Section 5.2", "should have a large block size", {"a stencil wants"}},
          {"Section 5.2", "running times ... are sensitive", {"the cost of CC", "the cost of NL"}},
          {"Section 5.2", "only a few feature sizes", {"there are a few feature"}},
          {"Section 5.2", "only a few processor allocations", {"there are a few allocations"}},
          {"Section 5.2", "a few tens of candidate distributions", {"a few tens of"}},
          {"Section 5.3", "divided by an effective number", {"the largest load"}},
          {"Section 5.3", "the realignment cost is in fact zero", {"a shift along"}},
          {"Section 6", "NL and CC found the minimum-cost solution", {"CC is reliable:", "ladder: NL finds"}},
          {"Section 6, two zones", "w(G) = 0", {"two zones: w"}},
          {"Section 6, two zones", "if 2000 rho > 10^6", {"two zones: Lemma", "Figure 4: the"}},
          {"Section 6, two zones", "finds this behavior", {"Figure 4: Algorithm"}},
          {"Section 6, two zones", "always splits the ADG", {"two zones: CC"}},
          {"Section 6, two zones", "did not always function reliably", {"two zones: NL"}},
          {"Section 6, ADI", "should be static ... if rho > 40", {"ADI: Lemma 1", "Figure 5: the"}},
          {"Section 6, ADI", "for all rho between 10 and 70", {"Figure 5: Algorithm"}},
          {"Section 6, ADI", "was reliable", {"CC is reliable:"}},
          {"Section 6, ADI", "occasionally failed to find", {"ADI: NL occasionally"}},
          {"Section 6", "requires considerably less computation", {"CC needs considerably"}},
          {"Section 6", "may outperform it in solution quality", {"on larger graphs"}},
          {"Section 7", "without worsening the resulting", {"ending the recursion"}}};
}

constexpr const char* stored_sql = R"sql(stored AS MATERIALIZED (
  SELECT experiment, coordinates, algorithm, metric, count, mean, min, max
  FROM measurements WHERE seed = :seed AND experiment LIKE 'chatterjee/%' AND rival = ''))sql";

// Sections 3.1 and 6.
constexpr const char* examples_sql = R"sql(quantities AS MATERIALIZED (
  SELECT part, rho, max(mean) FILTER (WHERE metric = 'boundary') AS w,
         max(mean) FILTER (WHERE metric = 'static_cost') AS static_cost,
         max(mean) FILTER (WHERE metric = 'static_rest') AS static_rest,
         max(mean) FILTER (WHERE metric = 'dissension') AS delta,
         max(mean) FILTER (WHERE metric = 'cheapest_cut') AS mincut
  FROM (SELECT parts.column1 AS part, rhos.column1 AS rho
        FROM (VALUES {parts}) AS parts, (VALUES {quantity_rhos}) AS rhos)
  LEFT JOIN (SELECT json_extract(coordinates, '$.part') AS part, json_extract(coordinates, '$.rho') AS rho, metric, mean
             FROM stored WHERE experiment = 'chatterjee/quantities') USING (part, rho)
  GROUP BY part, rho),
printed_terms AS (
  SELECT json_extract(coordinates, '$.part') AS part, max(value) FILTER (WHERE quantity = 'w') AS printed_w,
         max(value) FILTER (WHERE quantity = 'static_cost') AS printed_cost,
         max(value) FILTER (WHERE quantity = 'static_rest') AS printed_rest
  FROM published_numbers WHERE exhibit = 'chatterjee/quantities' GROUP BY 1 HAVING printed_cost IS NOT NULL),
ladder AS (
  SELECT max(mean) FILTER (WHERE algorithm = 'communication-only') AS by_communication,
         max(mean) FILTER (WHERE algorithm = 'nodes-only') AS by_nodes,
         max(mean) FILTER (WHERE algorithm = 'all-terms') AS by_both,
         max(mean) FILTER (WHERE algorithm = 'optimal') AS optimum
  FROM stored
  WHERE experiment = 'chatterjee/ladder' AND metric = 'cost' AND json_extract(coordinates, '$.rho') = 1),
divisions AS MATERIALIZED (
  SELECT rho, middle FROM (SELECT column1 AS rho FROM (VALUES {two_zone_rhos}))
  LEFT JOIN (SELECT json_extract(coordinates, '$.rho') AS rho, mean AS middle FROM stored
             WHERE experiment = 'chatterjee/division' AND algorithm = 'cc-paper' AND metric = 'middle') USING (rho)),
curves AS MATERIALIZED (
  SELECT graph, rho, printed, max(mean) FILTER (WHERE metric = 'optimum') AS optimum,
         max(mean) FILTER (WHERE metric = 'cost') AS cc
  FROM (SELECT 'two-zone' AS graph, column1 AS rho, min(2000 * column1 + 7e6, 8e6) AS printed
        FROM (VALUES {two_zone_rhos})
        UNION ALL SELECT 'adi', column1, min(672 + 16 * column1, 1312) FROM (VALUES {adi_rhos}))
  LEFT JOIN (SELECT substr(experiment, length('chatterjee/') + 1) AS graph, json_extract(coordinates, '$.rho') AS rho,
                    metric, mean
             FROM stored WHERE algorithm = 'algorithm1-cc[paper]') USING (graph, rho)
  GROUP BY graph, rho, printed))sql";

// Checks, of graphs and of loads, and how operations grow.
constexpr const char* checks_sql = R"sql(checks AS MATERIALIZED (
  SELECT algorithm, CAST(round(sum(mean * count) FILTER (WHERE metric IN ('applied', 'cases'))) AS INTEGER) AS cases,
         CAST(round(sum(mean * count) FILTER (WHERE metric IN ('wrong', 'failures'))) AS INTEGER) AS failures
  FROM stored WHERE experiment IN ('chatterjee/lemmas', 'chatterjee/loads') GROUP BY algorithm),
operations AS MATERIALIZED (
  SELECT what AS algorithm, candidates, nodes, max(mean) FILTER (WHERE metric = 'flops')
           / CASE WHEN one THEN max(mean) FILTER (WHERE metric = 'partitions') ELSE 1 END AS flops
  FROM (SELECT kinds.column1 AS what, kinds.column2 AS algorithm, kinds.column1 LIKE '%one partition' AS one,
               widths.column1 AS candidates, sizes.column1 AS nodes
        FROM (VALUES ('CC, one partition', 'algorithm1-cc[paper,levels=1]'),
                     ('NL, one partition', 'algorithm1-nl[paper,starts=1,levels=1]'),
                     ('Algorithm 1 with CC', 'algorithm1-cc[paper]'),
                     ('Algorithm 1 with NL', 'algorithm1-nl[paper,starts=1]')) AS kinds,
             (VALUES {growing_candidates}) AS widths, (VALUES {growing_nodes}) AS sizes)
  LEFT JOIN (SELECT algorithm, json_extract(coordinates, '$.candidates') AS candidates,
                    json_extract(coordinates, '$.nodes') AS nodes, metric, mean
             FROM stored WHERE experiment = 'chatterjee/growth') USING (algorithm, candidates, nodes)
  GROUP BY what, candidates, nodes),
fits AS MATERIALIZED (
  SELECT algorithm, candidates,
         CASE WHEN count(y) = count(*) THEN {slope} END AS exponent
  FROM (SELECT algorithm, candidates, ln(nodes) AS x, ln(flops) AS y FROM operations)
  GROUP BY algorithm, candidates),
sensitivity AS MATERIALIZED (
  SELECT algorithm, nodes, max(flops) FILTER (WHERE place = 1) AS fewest,
         max(flops) FILTER (WHERE place = total) AS most,
         CASE WHEN count(flops) = count(*) THEN coalesce(min(flops > previous), 1) END AS rises
  FROM (SELECT *, row_number() OVER (series ORDER BY candidates) AS place, count(*) OVER series AS total,
               lag(flops) OVER (series ORDER BY candidates) AS previous
        FROM operations WINDOW series AS (PARTITION BY algorithm, nodes))
  GROUP BY algorithm, nodes))sql";

// Section 5.
constexpr const char* modelling_sql = R"sql(moves AS MATERIALIZED (
  SELECT height, width, processors, max(mean) FILTER (WHERE metric = 'pairs') AS pairs,
         max(mean) FILTER (WHERE metric = 'about_whole') AS about_whole,
         max(mean) FILTER (WHERE metric = 'least_moved') AS least_moved,
         max(mean) FILTER (WHERE metric = 'mean_moved') AS mean_moved
  FROM (SELECT heights.column1 AS height, widths.column1 AS width, counts.column1 AS processors
        FROM (VALUES {moved_rows}) AS heights, (VALUES {moved_columns}) AS widths,
             (VALUES {moving_processors}) AS counts)
  LEFT JOIN (SELECT json_extract(coordinates, '$.rows') AS height, json_extract(coordinates, '$.columns') AS width,
                    json_extract(coordinates, '$.processors') AS processors, metric, mean
             FROM stored WHERE experiment = 'chatterjee/redistribution' AND algorithm = 'all-pairs')
    USING (height, width, processors)
  GROUP BY height, width, processors),
permutations AS MATERIALIZED (
  SELECT permutation, CASE WHEN count(mean) = count(*) THEN min(mean) END AS least_share,
         CASE WHEN count(mean) = count(*) THEN max(mean) END AS greatest_share,
         CASE WHEN count(mean) = count(*) THEN avg(mean) END AS mean_share
  FROM (SELECT kinds.column1 AS permutation, sides.column1 AS side
        FROM (VALUES ('random'), ('reversal'), ('rotation')) AS kinds, (VALUES {permuted_sides}) AS sides)
  LEFT JOIN (SELECT algorithm AS permutation, json_extract(coordinates, '$.side') AS side, mean
             FROM stored WHERE experiment = 'chatterjee/permutation' AND metric = 'moved') USING (permutation, side)
  GROUP BY permutation),
programs AS MATERIALIZED (
  SELECT program, processors, max(mean) FILTER (WHERE metric = 'candidates') AS candidates,
         max(mean) FILTER (WHERE metric = 'clusters') AS clusters,
         max(mean) FILTER (WHERE metric = 'allocations') AS allocations,
         max(mean) FILTER (WHERE metric = 'feature_sizes') AS feature_sizes
  FROM (SELECT names.column1 AS program, counts.column1 AS processors
        FROM (VALUES {counted_programs}) AS names, (VALUES {counting_processors}) AS counts)
  LEFT JOIN (SELECT json_extract(coordinates, '$.program') AS program,
                    json_extract(coordinates, '$.processors') AS processors, metric, mean
             FROM stored WHERE experiment = 'chatterjee/candidates') USING (program, processors)
  GROUP BY program, processors),
block_costs AS MATERIALIZED (
  SELECT algorithm, grid, CASE WHEN count(cost) = count(*) THEN min(cost) END AS least,
         CASE WHEN count(cost) = count(*) THEN max(cost) END AS greatest,
         max(cost) FILTER (WHERE block = 1) AS smallest, max(cost) FILTER (WHERE block = 16) AS largest
  FROM (SELECT kinds.column1 AS algorithm, sizes.column1 AS block, grids.column1 AS grid
        FROM (VALUES ('elimination'), ('stencil'), ('shift-in-memory')) AS kinds, (VALUES {block_sizes}) AS sizes,
             (VALUES {blocked_grids}) AS grids)
  LEFT JOIN (SELECT algorithm, json_extract(coordinates, '$.block') AS block, json_extract(coordinates, '$.grid') AS grid,
                    mean AS cost
             FROM stored WHERE experiment = 'chatterjee/blocks') USING (algorithm, block, grid)
  GROUP BY algorithm, grid),
eliminations AS (SELECT * FROM block_costs WHERE algorithm = 'elimination'),
stencils AS (SELECT * FROM block_costs WHERE algorithm = 'stencil'),
shifts_in_memory AS (SELECT * FROM block_costs WHERE algorithm = 'shift-in-memory'))sql";

// Section 6, and what Section 7 leaves open.
constexpr const char* runs_sql = R"sql(example_runs AS MATERIALIZED (
  SELECT example, CASE WHEN instr(example, ':') THEN substr(example, 1, instr(example, ':') - 1) ELSE example END AS graph,
         max(mean) FILTER (WHERE algorithm = 'algorithm1-cc[paper]' AND metric = 'found') AS cc_found,
         max(mean) FILTER (WHERE algorithm = 'algorithm1-nl[paper,starts=1]' AND metric = 'found') AS nl_found,
         max(max) FILTER (WHERE algorithm = 'algorithm1-cc[paper]' AND metric = 'flops') AS cc_flops,
         max(min) FILTER (WHERE algorithm = 'algorithm1-nl[paper,starts=1]' AND metric = 'flops') AS nl_least,
         max(mean) FILTER (WHERE algorithm = 'algorithm1-nl[paper,starts=1]' AND metric = 'flops') AS nl_mean
  FROM (SELECT column1 AS example FROM (VALUES {settings}))
  LEFT JOIN (SELECT json_extract(coordinates, '$.setting') AS example, algorithm, metric, mean, min, max
             FROM stored WHERE experiment = 'chatterjee/reliability') USING (example)
  WHERE example NOT LIKE 'random%' GROUP BY example),
counts AS MATERIALIZED (
  SELECT graph, CASE WHEN count(cc_flops) = count(*) THEN max(cc_flops) END AS cc_greatest,
         CASE WHEN count(nl_least) = count(*) THEN min(nl_least) END AS nl_least,
         CASE WHEN count(nl_mean) = count(*) THEN avg(nl_mean) END AS nl_mean
  FROM example_runs GROUP BY graph),
open_points AS MATERIALIZED (
  SELECT nodes, strength,
         max(mean) FILTER (WHERE algorithm = 'algorithm1-cc' AND metric = 'partitions') AS early_partitions,
         max(mean) FILTER (WHERE algorithm = 'algorithm1-cc[lemma1,lemma2,lemma3]' AND metric = 'partitions')
           AS late_partitions,
         max(mean) FILTER (WHERE algorithm = 'algorithm1-cc' AND metric = 'gap') AS early_gap,
         max(mean) FILTER (WHERE algorithm = 'algorithm1-cc[lemma1,lemma2,lemma3]' AND metric = 'gap') AS late_gap,
         max(mean) FILTER (WHERE algorithm = 'algorithm1-cc[kernighan-lin]' AND metric = 'gap') AS refined_gap,
         max(mean) FILTER (WHERE algorithm = 'algorithm1-cc[paper]' AND metric = 'gap') AS cc_gap,
         max(mean) FILTER (WHERE algorithm = 'algorithm1-nl[paper,starts=1]' AND metric = 'gap') AS nl_gap
  FROM (SELECT sizes.column1 AS nodes, strengths.column1 AS strength
        FROM (VALUES {open_nodes}) AS sizes, (VALUES {open_strengths}) AS strengths)
  LEFT JOIN (SELECT json_extract(coordinates, '$.nodes') AS nodes, json_extract(coordinates, '$.strength') AS strength,
                    algorithm, metric, mean
             FROM stored WHERE experiment = 'chatterjee/open-ends') USING (nodes, strength)
  GROUP BY nodes, strength))sql";

// Common table expressions, without WITH, over the views of all of the paper's studies, so that studies that were not
// run lack claims instead of being an error: quantities, printed_terms, ladder, checks, fits, sensitivity, moves,
// permutations, programs, eliminations, stencils, shifts_in_memory, divisions, curves, example_runs, counts,
// open_points. A point that was not run has NULLs.
std::string claim_points_sql() {
  using engine::sql_rows;
  const std::string all =
      std::string(stored_sql) + ",\n" + examples_sql + ",\n" + checks_sql + ",\n" + modelling_sql + ",\n" + runs_sql;
  return fmt::format(
      fmt::runtime(all), fmt::arg("parts", sql_rows({"ladder:135", "ladder:1234", "ladder:124", "two-zone", "adi"})),
      fmt::arg("quantity_rhos", sql_rows(quantity_rhos())), fmt::arg("two_zone_rhos", sql_rows(two_zone_rhos())),
      fmt::arg("adi_rhos", sql_rows(adi_rhos())), fmt::arg("growing_nodes", sql_rows(growing_nodes())),
      fmt::arg("growing_candidates", sql_rows(growing_candidates())), fmt::arg("moved_rows", sql_rows(moved_rows())),
      fmt::arg("moved_columns", sql_rows(moved_columns())), fmt::arg("permuted_sides", sql_rows(permuted_sides())),
      fmt::arg("moving_processors", sql_rows(moving_processors())),
      fmt::arg("counted_programs", sql_rows(counted_programs())),
      fmt::arg("counting_processors", sql_rows(counting_processors())),
      fmt::arg("block_sizes", sql_rows(block_sizes())), fmt::arg("blocked_grids", sql_rows(blocked_grids())),
      fmt::arg("settings", sql_rows(reliability_settings())), fmt::arg("open_nodes", sql_rows(open_nodes())),
      fmt::arg("open_strengths", sql_rows(open_strengths())), fmt::arg("slope", slope_sql()));
}

}  // namespace

std::string slope_sql() {
  return "(count(*) * sum(x * y) - sum(x) * sum(y)) / (count(*) * sum(x * x) - sum(x) * sum(x))";
}

namespace {

using engine::Claim;

constexpr ClaimWords words;

std::vector<Claim> objective_claims() {
  std::vector<Claim> claims = {
      engine::checked_claim("kappa_S is equation (2), by the Laplacian and the node costs", "checks", "equation2"),
      engine::checked_claim("equation (3) is equation (2) but for a constant", "checks", "equation3"),
      {.text = "ladder: the three partitions cost 3+102+102, 200+4+2 and 121+3+22",
       .points = "quantities JOIN printed_terms USING (part) WHERE rho = 1",
       .measure = "w + static_cost + static_rest",
       .holds = "w = printed_w AND static_cost = printed_cost AND static_rest = printed_rest",
       .measured = "group_concat(printf('%d+%d+%d', w, static_cost, static_rest), ', ')"},
      {.text = "ladder: neither term alone leads to the optimum, both together do",
       .points = "ladder",
       .measure = "optimum",
       .holds = "by_communication > optimum AND by_nodes > optimum AND by_both = optimum",
       .measured = "printf('%d and %d, together %d, optimum %d', max(by_communication), max(by_nodes), max(by_both), "
                   "max(optimum))"},
      engine::checked_claim("e maximises the savings among vectors of unit infinity norm", "checks",
                            "greatest-savings"),
      engine::checked_claim("the first right singular vector of M is positive", "checks", "positive-vector"),
      engine::checked_claim("e is far from orthogonal to it", "checks", "near-e")};
  return claims;
}

std::vector<Claim> lemma_claims() {
  return {
      engine::checked_claim("Lemma 1: a set that is costly to cut is optimally static", "checks", "lemma1"),
      engine::checked_claim("Lemma 2: a unanimous set that is costly to cut is", "checks", "lemma2"),
      engine::checked_claim("Lemma 3: an optimally static set stays so with a node that accretes", "checks", "lemma3"),
      engine::checked_claim("Lemma 3, repeated: a set that accretes from one node is", "checks", "lemma3-grown"),
      engine::checked_claim("Delta(S) is 0 if and only if S is unanimous", "checks", "no-dissension"),
      engine::checked_claim("Lemma 2 applies wherever Lemma 1 does to a unanimous set", "checks", "stronger-lemma")};
}

std::vector<Claim> growth_claims() {
  const auto at_most = [](int power) { return fmt::format("measure <= {} + {}", power, words.exponent); };
  return {{"a partition by CC costs O(n^3)", "fits WHERE algorithm = 'CC, one partition'", "exponent", at_most(3)},
          {"a partition by NL costs O(n^3)", "fits WHERE algorithm = 'NL, one partition'", "exponent", at_most(3)},
          {"Algorithm 1 costs at most O(n^4)", "fits WHERE algorithm LIKE 'Algorithm 1%'", "exponent", at_most(4)},
          {"Algorithm 1 with CC can cost as little as O(n^3)", "fits WHERE algorithm = 'Algorithm 1 with CC'",
           "exponent", at_most(3)},
          {.text = "the cost of CC is sensitive to the number of candidates",
           .points = "sensitivity WHERE algorithm = 'CC, one partition'",
           .measure = "most / fewest",
           .holds = "rises",
           .unit = "times the operations with 32 candidates for 2"},
          {.text = "the cost of NL is sensitive to the number of candidates",
           .points = "sensitivity WHERE algorithm = 'NL, one partition'",
           .measure = "most / fewest",
           .holds = "rises",
           .unit = "times the operations with 32 candidates for 2"}};
}

std::vector<Claim> modelling_claims() {
  const std::string about = fmt::format("{} * (1 - 1.0 / processors)", words.about_whole);
  const std::string at_most = "measure <= {}";
  return {{.text = "every change of distribution moves about the whole array",
           .points = "moves",
           .measure = "least_moved / (1 - 1.0 / processors)",
           .holds = "about_whole = pairs",
           .unit = "of 1 - 1/P at least",
           .standing = ""},
          {.text = "a change of distribution moves about the whole array on average",
           .points = "moves",
           .measure = "mean_moved / (1 - 1.0 / processors)",
           .holds = "mean_moved >= " + about,
           .unit = "of 1 - 1/P",
           .standing = ""},
          {.text = "Figure 2: permuting columns moves the same share of an array of any size",
           .points = "permutations",
           .measure = "mean_share",
           .holds = fmt::format("greatest_share - mean_share <= {0} * mean_share AND mean_share - least_share <= {0} * "
                                "mean_share",
                                words.constant),
           .measured = "group_concat(printf('%s %.3f to %.3f', permutation, least_share, greatest_share), ', ')"},
          {"Section 5.2: extents form a small number of clusters", "programs", "clusters",
           fmt::format(fmt::runtime(at_most), words.few), "", 0},
          {"there are a few allocations of processors", "programs", "allocations",
           fmt::format(fmt::runtime(at_most), words.few), "", 0},
          {"there are a few feature sizes", "programs", "feature_sizes", fmt::format(fmt::runtime(at_most), words.few),
           "", 0},
          {"a few tens of candidates suffice", "programs", "candidates",
           fmt::format(fmt::runtime(at_most), words.few_tens), "candidates", 0},
          {.text = "an object that varies in size wants blocks of 1",
           .points = "eliminations",
           .measure = "largest / smallest",
           .holds = "smallest = least",
           .unit = "times the load of blocks of 1 with blocks of 16"},
          {.text = "a stencil wants large blocks",
           .points = "stencils",
           .measure = "smallest / largest",
           .holds = "largest = least",
           .unit = "times the shifts of blocks of 16 with blocks of 1"},
          {.text = "a shift along a dimension in memory costs nothing",
           .points = "shifts_in_memory",
           .measure = "greatest",
           .holds = "measure = 0",
           .digits = 0},
          engine::checked_claim("the largest load is the extent over the effective number of processors", "checks",
                                "quotient", "even-quotient")};
}

std::vector<Claim> curve_claims() {
  const std::string found_static =
      "'static at rho = ' || group_concat(CASE WHEN mincut >= w + delta THEN CAST(rho AS INTEGER) END, ', ')";
  const std::string from_curve = "abs(optimum - printed) <= 1e-9 * printed";
  return {{.text = "two zones: w = 0, Delta = 10^6 and mincut = 2000 rho",
           .points = "quantities WHERE part = 'two-zone'",
           .measure = "mincut / rho",
           .holds = "w = 0 AND delta = 1e6 AND mincut = 2000 * rho",
           .unit = "per rho",
           .digits = 0},
          {.text = "two zones: Lemma 1 finds them static from rho = 500 on, and not below",
           .points = "quantities WHERE part = 'two-zone'",
           .measure = "mincut",
           .holds = "(mincut >= w + delta) = (rho >= 500)",
           .measured = found_static},
          {.text = "two zones: CC divides down the middle for every rho",
           .points = "divisions",
           .measure = "middle",
           .holds = "measure = 1",
           .measured = "printf('at %d of %d values of rho', sum(middle), count(middle))"},
          {.text = "Figure 4: the optimum is the less of 2000 rho + 7e6 and 8e6",
           .points = "curves WHERE graph = 'two-zone'",
           .measure = "optimum",
           .holds = from_curve,
           .digits = 0},
          {.text = "Figure 4: Algorithm 1 with CC finds it",
           .points = "curves WHERE graph = 'two-zone'",
           .measure = "cc",
           .holds = "abs(cc - optimum) <= 1e-9 * optimum",
           .digits = 0},
          {.text = "ADI: Lemma 1 finds it static from rho = 40 on, and not below",
           .points = "quantities WHERE part = 'adi'",
           .measure = "mincut",
           .holds = "(mincut >= w + delta) = (rho >= 40)",
           .measured = found_static},
          {.text = "Figure 5: the optimum is the less of 672 + 16 rho and 1312",
           .points = "curves WHERE graph = 'adi'",
           .measure = "optimum",
           .holds = from_curve,
           .digits = 0},
          {.text = "Figure 5: Algorithm 1 with CC finds it for every rho from 10 to 70",
           .points = "curves WHERE graph = 'adi'",
           .measure = "cc",
           .holds = "abs(cc - optimum) <= 1e-9 * optimum",
           .digits = 0}};
}

std::vector<Claim> reliability_claims() {
  const std::string stuck = fmt::format("nl_found <= {}", 1 - words.stuck);
  const std::string missed = "100 * (1 - nl_found)";
  const std::string other_program = "'the paper speaks of its own implementation, which it suspects; ours is another'";
  return {{.text = "CC is reliable: it finds the optimum of all three graphs",
           .points = "example_runs",
           .measure = "100 * (1 - cc_found)",
           .holds = "cc_found = 1",
           .unit = "% of the runs miss it",
           .digits = 1},
          {.text = "ladder: NL finds the optimum",
           .points = "example_runs WHERE graph = 'ladder'",
           .measure = missed,
           .holds = "nl_found = 1",
           .unit = "% of the runs miss it",
           .digits = 1},
          {.text = "p = 2 is adequate for NL: it finds the optimum of all three graphs",
           .points = "example_runs",
           .measure = missed,
           .holds = "nl_found = 1",
           .unit = "% of the runs miss it",
           .digits = 1},
          {.text = "two zones: NL depends on its start and gets stuck in local minima",
           .points = "example_runs WHERE graph = 'two-zone'",
           .measure = missed,
           .holds = stuck,
           .unit = "% of the runs miss it",
           .digits = 1,
           .unjudged = other_program},
          {.text = "ADI: NL occasionally fails to find the optimum",
           .points = "example_runs WHERE graph = 'adi'",
           .measure = missed,
           .holds = stuck,
           .unit = "% of the runs miss it",
           .digits = 1,
           .unjudged = other_program},
          {.text = "CC needs considerably fewer operations than NL on average",
           .points = "counts",
           .measure = "cc_greatest / nl_mean",
           .holds = fmt::format("measure <= {}", words.considerably),
           .measured = "group_concat(printf('%s %d for %d', graph, cc_greatest, nl_mean), ', ')"},
          {.text = "CC needs fewer operations than NL from any start",
           .points = "counts",
           .measure = "cc_greatest / nl_least",
           .holds = "cc_greatest < nl_least",
           .measured = "group_concat(printf('%s %d for %d', graph, cc_greatest, nl_least), ', ')"}};
}

std::vector<Claim> outlook_claims() {
  return {{.text = "ending the recursion earlier saves partitions and worsens nothing",
           .points = "open_points",
           .measure = "early_partitions / late_partitions",
           .holds = "early_partitions < late_partitions AND early_gap <= late_gap",
           .unit = "of the partitions",
           .standing = ""},
          {.text = "a procedure of Kernighan-Lin type improves partitions further",
           .points = "open_points",
           .measure = "refined_gap - early_gap",
           .holds = "measure < 0",
           .unit = "percentage points of the gap",
           .standing = ""},
          {.text = "on larger graphs NL may find better solutions than CC",
           .points = "open_points WHERE nodes = 40",
           .measure = "nl_gap - cc_gap",
           .holds = "measure < 0",
           .unit = "percentage points of the gap",
           .standing = ""}};
}

std::string note() {
  return fmt::format(
      "Without a verdict: the database lacks points that the claim is about. "
      "CC and NL: as printed, NL from one start. O(n^k): "
      "the exponent that fits operations against nodes best is at most k + {} for each number of candidates; "
      "operations by formulas. Sensitive: more operations with every step from 2 to 32 candidates. "
      "About the whole array: at least {} of 1 - 1/P of it, P processors. "
      "The same share: within {} % of the mean over sizes. Few: up to {}; a few tens: up to {}. "
      "Far from orthogonal: a cosine of at least {}. Gets stuck, occasionally fails: "
      "at least {} % of the runs miss the optimum. Considerably fewer: at most {} of the mean count. "
      "Ending earlier: by mincut(S) >= Delta(S) instead of the lemmas. Mostly: at more than half of the points. "
      "Reconstructed: the graphs, rebuilt from the numbers that the text quotes; programs, where it prints none; "
      "the permutations of Figure 2.",
      words.exponent, words.about_whole, 100 * words.constant, words.few, words.few_tens, words.far_from_right,
      100 * words.stuck, words.considerably);
}

engine::ClaimTable claim_table() {
  engine::ClaimTable table{.relations = claim_points_sql(),
                           .sampled = {{"checks", {"chatterjee/lemmas"}},
                                       {"permutations", {"chatterjee/permutation"}},
                                       {"example_runs", {"chatterjee/reliability"}},
                                       {"counts", {"chatterjee/reliability"}},
                                       {"open_points", {"chatterjee/open-ends"}}}};
  for (std::vector<Claim> (*group)() : {objective_claims, growth_claims, lemma_claims, modelling_claims, curve_claims,
                                        reliability_claims, outlook_claims}) {
    std::vector<Claim> claims = group();
    table.claims.insert(table.claims.end(), std::make_move_iterator(claims.begin()),
                        std::make_move_iterator(claims.end()));
  }
  return table;
}

engine::CatalogueExhibit claims() {
  results::Exhibit exhibit = engine::claims_exhibit(claim_table());
  exhibit.name = "chatterjee/claims";
  exhibit.title = "What Chatterjee, Gilbert, Schreiber & Sheffler claim, and what this run says";
  exhibit.note = note();
  return {"chatterjee/reliability", exhibit};
}

engine::CatalogueExhibit sentence_by_sentence() {
  const results::Exhibit exhibit = engine::sentences_exhibit(
      "chatterjee", "Chatterjee, Gilbert, Schreiber & Sheffler say", claim_table(), sentences());
  return {"chatterjee/reliability", exhibit};
}

const engine::Registration claims_registration{claims};
const engine::Registration sentences_registration{sentence_by_sentence};

}  // namespace
}  // namespace apportion::chatterjee
