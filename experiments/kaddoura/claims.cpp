// The paper's claims, each with the verdict that this run computed, and the sentences of the paper that claim
// something.
#include <fmt/format.h>

#include <string>
#include <vector>

#include "experiments/engine/catalogue.hpp"
#include "experiments/engine/claims.hpp"
#include "experiments/kaddoura/grid.hpp"
#include "experiments/kaddoura/lemmas.hpp"
#include "results/statistics.hpp"

namespace apportion::kaddoura {
namespace {

// In their order in the paper. Definitions, related work and what is cited from it are left out.
std::vector<engine::Sentence> sentences() {
  return {{"Abstract", "superior decomposition over naive schemes", {"XY2 and TILE cost"}},
          {"Section 1", "at least O(p!2^p)", {"Section 1: there"}},
          {"Section 1", "smaller as compared to naive approaches", {"XY2 and TILE cost"}},
          {"Section 1", "a multilevel decomposition may be required", {}},
          {"Section 2", "reduces the sum of the perimeter", {"Section 2: the parts'"}},
          {"Section 2", "each partition close to a square", {"Section 2: the parts of"}},
          {"Section 2, Figure 4", "Acost is m + n'", {"Section 2, Figure"}},
          {"Section 2", "can have an impact on the total cost", {"latency is a"}},
          {"Section 3", "four possible ways", {"Section 3: there are 4"}},
          {"Section 3, Figure 5", "Acost equal to m and Bcost equal to 2m", {"Section 3, Figure 5: Acost"}},
          {"Section 3, Figure 5", "always better ... using either measure", {"Section 3, Figure 5: two"}},
          {"Section 3", "36 ways", {"Section 3: there are 36"}},
          {"Section 3, Figure 6", "m + n(a2 + a3)", {"Section 3, Figure 6: Acost and"}},
          {"Section 3, Figure 6", "interchanging a1 with a2 or a3", {"Section 3, Figure 6: exchanging"}},
          {"Section 3, Figure 6", "increase of communication cost", {"Section 3, Figure 6: rotating"}},
          {"Section 3, Figure 6", "better than Acost of Figure 6 (c)", {"Section 3, Figure 6: Acost of"}},
          {"Section 3",
           "only cases (a) and (c)",
           {"Section 3, Figure 6: the better of (a) and (c) has the least Acost",
            "Section 3, Figure 6: the better of (a) and (c) has the least Bcost"}},
          {"Section 3", "at least 384", {"Section 3: there are at"}},
          {"Section 3", "4! different decompositions", {"Section 3, Figure 7: (a)"}},
          {"Section 3, Figure 7", "Acost and Bcost for these cases", {"Section 3, Figure 7: Acost"}},
          {"Section 3, Figure 7", "will not reduce Acost or Bcost", {"Section 3, Figure 7: exchanging"}},
          {"Section 3, Figure 7 (c)", "m + 3n(a1 + a3 + a4)", {"Section 3, text"}},
          {"Section 3, Figure 8", "the structure ... is different", {"Section 3, Figure 8: the"}},
          {"Section 3, Figure 8", "Acost and Bcost ... respectively", {"Section 3, Figure 8: Acost"}},
          {"Section 3, Figure 8", "better than Figure 7 (b) only when", {"Section 3, Figures 8 and 9: less Acost"}},
          {"Section 3, Figure 9", "the best decomposition for k = 3", {"Section 3, Figures 8 and 9: where"}},
          {"Section 3, Figure 8", "for Bcost ... only when", {"Section 3, Figures 8 and 9: less Bcost"}},
          {"Section 3, discussion", "a good method for minimizing Acost", {"Sections 3 and 4:"}},
          {"Section 3, discussion", "in decreasing order of their sizes", {"Section 4, Lemma 2:"}},
          {"Section 3, discussion", "switching directions will generally", {"Sections 3 and 6.2:"}},
          {"Section 3, discussion", "equal to the perimeter of the array", {"Section 3: Bcost"}},
          {"Section 3, discussion", "also be a good decomposition for the other", {"Section 3: the decomposition"}},
          {"Section 4", "good decomposition in most cases", {"Sections 3 and 4:"}},
          {"Section 4, Lemma 1", "increasing order of their count values", {"Section 4, Lemma 1:"}},
          {"Section 4, Lemma 2", "decreasing order of their size", {"Section 4, Lemma 2:"}},
          {"Section 4, Theorem 1",
           "cannot be increased by rearranging",
           {"Section 4, Theorem 1: no", "Section 4, Theorem 1,"}},
          {"Section 4, proof 1", "Acost = (v-1)m + n sum", {"Section 4, Theorem 1: Acost"}},
          {"Section 4", "shown to be 2^(p-1)", {"Section 4: p is"}},
          {"Section 4", "total number of XY decompositions", {"Section 4: there"}},
          {"Section 4", "pt(5) is equal to 7", {"Section 4: pt(p)"}},
          {"Section 4", "reduces the possible cases", {"Section 4, Theorem 1: no", "Section 4, Theorem 1,"}},
          {"Section 4, Lemma 3", "better only if k > d", {"Section 4, Lemma 3:"}},
          {"Section 4, Lemma 4", "if the partitions are equal", {"Section 4, Lemma 4:"}},
          {"Section 5, equation (1)", "E = V + p - 1", {"Section 5, equation"}},
          {"Section 5", "since E_b = V_b", {"Section 5: there"}},
          {"Section 5", "need not be equal", {"Section 5: not"}},
          {"Section 5", "is less than in Figure 12 (b)", {"Section 5, text"}},
          {"Section 5, Figure 12", "has a larger number of internal edges", {"Section 5, caption"}},
          {"Section 5", "though less than p!2^p", {"Section 5: the rearrangements"}},
          {"Section 5", "to be small within a given equivalence class", {"Section 5: the internal", "Section 5, up"}},
          {"Section 5", "close to optimal solution", {"Section 5: with"}},
          {"Section 6.1", "a cheaper communication cost", {"Section 6.1:"}},
          {"Section 6.2", "improve the algorithm in the previous section", {"TILE costs no"}},
          {"Section 6.2", "lower bound ... pt(p)", {"Section 6.2: TILE compares at least"}},
          {"Section 6.2", "behaves as an XY algorithm", {"Section 6.2: TILE compares pt(p)"}},
          {"Section 6.2", "worst-case complexity", {"Section 6.2: TILE compares at most"}},
          {"Section 6.3", "if the aspect ratio of an array is large", {"RecursiveBisection2 costs"}},
          {"Section 6.3", "80 % of the size", {"Section 6.3: RecursiveBisection2"}},
          {"Section 6.3", "nearly equal total weight", {"Section 6.3: RecursiveBisection3"}},
          {"Section 6.4", "the worst average communication cost", {"RecursiveBisection has"}},
          {"Section 6.4", "the same as or marginally better", {"XY2 costs what"}},
          {"Section 6.4", "similar performance as RecursiveBisection2", {"RecursiveBisection3"}},
          {"Section 6.4", "very good results at a relatively low cost", {"RecursiveBisection2 is good"}},
          {"Section 6.4",
           "requires more time for each",
           {"with latency XY2 takes more time (enumerating)", "with latency XY2 takes more time (bounded)",
            "with latency TILE takes more time (enumerating)", "with latency TILE takes more time (bounded)",
            "with latency RecursiveBisection2", "with latency RecursiveBisection3"}},
          {"Section 6.4, zero latency, 1",
           "better than that of RecursiveBisection2",
           {"XY2 improves on RecursiveBisection2", "TILE improves"},
           {"latency 0"}},
          {"Section 6.4, zero latency, 1",
           "improves with number of partitions",
           {"the improvement by XY2", "the improvement by TILE grows"},
           {"latency 0"}},
          {"Section 6.4, zero latency, 2", "are comparable", {"XY2 and TILE are"}},
          {"Section 6.4, zero latency, 2",
           "computational cost ... considerably less",
           {"XY2 is computed considerably faster than TILE (enumerating)",
            "XY2 is computed considerably faster than TILE (bounded)"}},
          {"Section 6.4, zero latency, 3",
           "generally along one dimension",
           {"XY2 equals RecursiveBisection2", "TILE equals RecursiveBisection2", "XY and RecursiveBisection3",
            "where the aspect"},
           {"latency 0"}},
          {"Section 6.4, zero latency", "better than the other schemes", {"XY2 improves on every"}, {"latency 0"}},
          {"Section 6.4, zero latency",
           "reasonably good-quality solutions",
           {"RecursiveBisection2 is good elsewhere"},
           {"latency 0"}},
          {"Section 6.4, zero latency",
           "at a very small cost",
           {"XY2 takes longer than RecursiveBisection2 (enumerating)",
            "XY2 takes longer than RecursiveBisection2 (bounded)",
            "TILE takes longer than RecursiveBisection2 (enumerating)",
            "TILE takes longer than RecursiveBisection2 (bounded)"}},
          {"Section 6.4, nonzero latency, 1",
           "better than that of RecursiveBisection2",
           {"XY2 improves on RecursiveBisection2", "TILE improves", "TILE[legacy] improves"},
           {"latency 100", "latency 1000"}},
          {"Section 6.4, nonzero latency, 1",
           "improves with the number of partitions",
           {"the improvement by XY2", "the improvement by TILE grows", "the improvement by TILE[legacy]"},
           {"latency 100", "latency 1000"}},
          {"Section 6.4, nonzero latency, 2",
           "better than that of Tile as the latency increases",
           {"with latency XY2 improves more than TILE where", "with latency XY2 improves more than TILE[legacy]",
            "TILE falls behind", "TILE[legacy] falls"}},
          {"Section 6.4, nonzero latency, 2",
           "internal edges produced by Tile is larger",
           {"TILE has more", "TILE[legacy] counts"}},
          {"Section 6.4, nonzero latency, 2",
           "better when the latency is higher",
           {"XY2 keeps its", "XY2 improves the", "XY2 improves more"}},
          {"Section 6.4, nonzero latency, 3",
           "a similar performance",
           {"XY2 equals RecursiveBisection2", "TILE equals RecursiveBisection2", "TILE[legacy] equals",
            "XY and RecursiveBisection3", "where the aspect"},
           {"latency 100", "latency 1000"}},
          {"Section 6.4, nonzero latency",
           "the algorithm of choice",
           {"XY2 has the least"},
           {"latency 100", "latency 1000"}},
          {"Section 7, Figure 17", "much larger", {"Section 7, Figure 17:", "Section 7, Figure 17,"}},
          {"Section 7", "the best cost decomposition", {"XY2 has the least"}},
          {"Section 7", "time required ... is not prohibitive", {"the time for"}},
          {"Section 7", "works very well", {"RecursiveBisection2 is good"}},
          {"Section 7", "one can also use a hybrid", {}}};
}

// Mean costs, the newest times and the checked cases, from the views of all experiments, so that studies that were not
// run lack claims instead of being an error. Of the legacy arithmetic its own costs, by which its program chose; its
// Acost is exact.
constexpr const char* stored_sql = R"sql(stored AS MATERIALIZED (
  SELECT json_extract(coordinates, '$.columns') AS width, json_extract(coordinates, '$.ratio') AS ratio,
         json_extract(coordinates, '$.processors') AS processors, json_extract(coordinates, '$.latency') AS latency,
         algorithm, max(mean) FILTER (WHERE metric = 'total') AS total,
         max(mean) FILTER (WHERE metric = 'reckoned_total') AS own_total,
         max(mean) FILTER (WHERE metric = 'acost') AS acost,
         max(mean) FILTER (WHERE metric = 'internal_edges') AS edges
  FROM measurements
  WHERE seed = :seed AND experiment = 'kaddoura/grid' AND rival = ''
    AND json_extract(coordinates, '$.sampling') = :sampling AND json_extract(coordinates, '$.rows') = {rows}
  GROUP BY coordinates, algorithm),
times AS MATERIALIZED (
  SELECT json_extract(coordinates, '$.processors') AS processors, json_extract(coordinates, '$.latency') AS latency,
         algorithm, median_seconds AS seconds
  FROM measured_times
  WHERE seed = :seed AND experiment = 'kaddoura/table8' AND :sampling = 'max-set'),
checks AS MATERIALIZED (
  SELECT algorithm, 'aside' AS latency, max(mean) FILTER (WHERE metric = 'cases') AS cases,
         max(mean) FILTER (WHERE metric = 'failures') AS failures
  FROM measurements
  WHERE seed = :seed AND experiment = 'kaddoura/lemmas' AND :sampling = 'max-set'
  GROUP BY coordinates, algorithm))sql";

// The paper's whole grid; what was not run is a point without numbers. In `leads` the improvements over
// RecursiveBisection2 in percent, as the tables have them; in `growths` their slopes over the logarithm of the number
// of processors, of each array the mean over ratios, since the ratios of one array are no independent cases, the slopes
// of what is printed, and how likely the test of a growth would see these if they were the truth; in `shapes` how much
// more XY2 improves on the arrays that are not long than on those that are; in `points` also what follows from them:
// XY2's less TILE's, and how both change from latency 0 on. The legacy arithmetic differs from TILE only with latency.
constexpr const char* costs_sql = R"sql(wanted AS (
  SELECT widths.column1 AS width, ratios.column1 AS ratio, counts.column1 AS processors, latencies.column1 AS latency,
         widths.column1 < {rows} * counts.column1 AS below, widths.column1 > {rows} * counts.column1 AS above
  FROM (VALUES {widths}) AS widths, (VALUES {ratios}) AS ratios, (VALUES {processors}) AS counts,
       (VALUES {latencies}) AS latencies),
costs AS MATERIALIZED (
  SELECT wanted.*, max(total) FILTER (WHERE algorithm = 'RecursiveBisection') AS rb,
         max(total) FILTER (WHERE algorithm = 'RecursiveBisection2') AS rb2,
         max(total) FILTER (WHERE algorithm = 'RecursiveBisection3') AS rb3,
         max(total) FILTER (WHERE algorithm = 'XY') AS xy, max(total) FILTER (WHERE algorithm = 'XY2') AS xy2,
         max(total) FILTER (WHERE algorithm = 'TILE') AS tile,
         max(own_total) FILTER (WHERE algorithm = 'TILE[legacy]') AS legacy,
         max(edges) FILTER (WHERE algorithm = 'XY2') AS xy2_edges,
         max(edges) FILTER (WHERE algorithm = 'TILE') AS tile_edges,
         max((own_total - acost) / nullif(latency, 0)) FILTER (WHERE algorithm = 'TILE[legacy]') AS legacy_edges
  FROM wanted LEFT JOIN stored USING (width, ratio, processors, latency)
  GROUP BY width, ratio, processors, latency),
leads AS MATERIALIZED (
  SELECT *, 100 * (rb2 - xy2) / rb2 AS xy2_lead, 100 * (rb2 - tile) / rb2 AS tile_lead,
         100 * (rb2 - legacy) / rb2 AS legacy_lead
  FROM costs),
points AS MATERIALIZED (
  SELECT now.*, now.xy2_lead - now.tile_lead AS tile_gap, now.xy2_lead - now.legacy_lead AS legacy_gap,
         before.xy2_lead - before.tile_lead AS gap_before, now.xy2_lead - before.xy2_lead AS xy2_change
  FROM leads AS now JOIN leads AS before USING (width, ratio, processors) WHERE before.latency = 0),
shown AS (
  SELECT 'XY2' AS algorithm, xy2_lead AS lead, * FROM leads WHERE below
  UNION ALL SELECT 'TILE', tile_lead, * FROM leads WHERE below
  UNION ALL SELECT 'TILE[legacy]', legacy_lead, * FROM leads WHERE below),
printed_leads AS MATERIALIZED (
  SELECT json_extract(coordinates, '$.columns') AS width, json_extract(coordinates, '$.ratio') AS ratio,
         json_extract(coordinates, '$.processors') AS processors, json_extract(coordinates, '$.latency') AS latency,
         algorithm AS printed_algorithm, value AS printed
  FROM published_numbers WHERE quantity = 'improvement_percent'),
slopes AS (
  SELECT latency, width, algorithm, iif(count(lead) = count(*), slope(log2(processors), lead), NULL) AS slope,
         slope(log2(processors), printed) AS printed
  FROM (SELECT *, replace(algorithm, '[legacy]', '') AS printed_algorithm FROM shown)
  LEFT JOIN printed_leads USING (printed_algorithm, width, ratio, processors, latency)
  GROUP BY latency, width, ratio, algorithm HAVING count(*) > 1),
array_slopes AS MATERIALIZED (
  SELECT latency, width, algorithm, iif(count(slope) = count(*), avg(slope), NULL) AS slope, avg(printed) AS printed
  FROM slopes GROUP BY latency, width, algorithm),
powers AS (
  SELECT latency, algorithm,
         normal(avg(printed) / standard_error(printed) - student_quantile({sure}, count(*) - 1)) AS power
  FROM array_slopes GROUP BY latency, algorithm),
growths AS MATERIALIZED (SELECT * FROM array_slopes JOIN powers USING (latency, algorithm)),
shapes AS MATERIALIZED (
  SELECT latency, iif(count(xy2_lead) = count(*), avg(xy2_lead) FILTER (WHERE NOT above)
                                                    - avg(xy2_lead) FILTER (WHERE above), NULL) AS xy2
  FROM leads GROUP BY ratio, processors, latency HAVING max(above)))sql";

// Times at each latency, and over those without latency.
constexpr const char* times_sql = R"sql(speeds AS MATERIALIZED (
  SELECT counts.column1 AS processors, latencies.column1 AS latency,
         max(seconds) FILTER (WHERE algorithm = 'RecursiveBisection2') AS rb2,
         max(seconds) FILTER (WHERE algorithm = 'RecursiveBisection3') AS rb3,
         max(seconds) FILTER (WHERE algorithm = 'XY2') AS xy2, max(seconds) FILTER (WHERE algorithm = 'TILE') AS tile,
         max(seconds) FILTER (WHERE algorithm = 'XY2[enumerate]') AS every_xy2,
         max(seconds) FILTER (WHERE algorithm = 'TILE[exhaustive]') AS every_tile
  FROM (VALUES {processors}) AS counts, (VALUES {timed_latencies}) AS latencies
  LEFT JOIN times ON times.processors = counts.column1 AND times.latency = latencies.column1
  GROUP BY 1, 2),
slowings AS MATERIALIZED (
  SELECT now.latency, now.rb2 / before.rb2 AS rb2, now.rb3 / before.rb3 AS rb3, now.xy2 / before.xy2 AS xy2,
         now.tile / before.tile AS tile, now.every_xy2 / before.every_xy2 AS every_xy2,
         now.every_tile / before.every_tile AS every_tile
  FROM speeds AS now JOIN speeds AS before USING (processors)
  WHERE now.latency > 0 AND before.latency = 0))sql";

constexpr ClaimWords words;

engine::Claim growth_claim(const std::string& algorithm, const std::string& condition = "true") {
  return {.text = fmt::format("the improvement by {} grows with p where the aspect ratio is below p", algorithm),
          .points = fmt::format("growths WHERE algorithm = '{}' AND {}", algorithm, condition),
          .measure = "slope",
          .holds = fmt::format("avg(slope) > student_quantile({}, count(*) - 1) * standard_error(slope)", words.sure),
          .measured =
              "printf('%.2f +- %.2f points a doubling; printed %.2f +- %.2f, power %.0f %%', avg(slope), "
              "standard_error(slope), avg(printed), standard_error(printed), 100 * max(power))",
          .as_one = true,
          .unjudged =
              fmt::format("CASE WHEN max(power) < {} THEN 'the paper''s own table does not show it' END", words.power)};
}

std::string relations() {
  return fmt::format(fmt::runtime(std::string(stored_sql) + ",\n" + costs_sql + ",\n" + times_sql),
                     fmt::arg("rows", array_rows), fmt::arg("widths", engine::sql_rows(array_columns())),
                     fmt::arg("ratios", engine::sql_rows(speed_ratios())),
                     fmt::arg("processors", engine::sql_rows(processor_counts())),
                     fmt::arg("latencies", engine::sql_rows(latencies())),
                     fmt::arg("timed_latencies", engine::sql_rows(timed_latencies())), fmt::arg("sure", words.sure));
}

std::vector<engine::Claim> improvement_claims() {
  const std::string more = fmt::format("measure >= {}", words.visible);
  const std::string kept = fmt::format("measure > -{}", words.visible);
  const std::string equal = fmt::format("abs(measure) < {}", words.visible);
  const std::string comparable = fmt::format("abs(measure) <= {}", words.comparable);
  const std::string below = "points WHERE below";
  const std::string above = "points WHERE above";
  const std::string delayed = "points WHERE below AND latency > 0";
  const std::string legacy = "points WHERE above AND latency > 0";
  return {
      {"XY2 improves on RecursiveBisection2 where the aspect ratio is below p", below, "xy2_lead", more, "%"},
      {"TILE improves on RecursiveBisection2 where the aspect ratio is below p", below, "tile_lead", more, "%"},
      {"TILE[legacy] improves on RecursiveBisection2 where the aspect ratio is below p", delayed, "legacy_lead", more,
       "%"},
      growth_claim("XY2"),
      growth_claim("TILE"),
      growth_claim("TILE[legacy]", "latency > 0"),
      {"XY2 equals RecursiveBisection2 where the aspect ratio is above p", above, "xy2_lead", equal, "%"},
      {"TILE equals RecursiveBisection2 where the aspect ratio is above p", above, "tile_lead", equal, "%"},
      {"TILE[legacy] equals RecursiveBisection2 where the aspect ratio is above p", legacy, "legacy_lead", equal, "%"},
      {"XY2 and TILE are comparable", "points WHERE latency = 0", "tile_gap", comparable, "points"},
      {"with latency XY2 improves more than TILE where the aspect ratio is below p", delayed, "tile_gap", more,
       "points"},
      {"with latency XY2 improves more than TILE[legacy] where the aspect ratio is below p", delayed, "legacy_gap",
       more, "points"},
      {"TILE falls behind XY2 as the latency grows", delayed, "tile_gap - gap_before", more, "points"},
      {"TILE[legacy] falls behind XY2 as the latency grows", delayed, "legacy_gap - gap_before", more, "points"},
      {"XY2 keeps its improvement as the latency grows", delayed, "xy2_change", kept, "points"},
      {"XY2 improves the more the higher the latency is", delayed, "xy2_change", more, "points"}};
}

std::vector<engine::Claim> order_claims() {
  const std::string least = fmt::format("xy2 <= {} * min(rb, rb2, rb3, xy, tile)", 1 + words.extreme);
  const std::string greatest = fmt::format("rb >= {} * max(rb2, rb3, xy, xy2, tile)", 1 - words.extreme);
  const std::string or_less = fmt::format("xy2 <= 1.0001 * xy AND xy2 >= {} * xy", 1 - words.marginal);
  const std::string about = fmt::format("abs(rb3 / rb2 - 1) <= {}", words.about);
  return {{"XY2 has the least cost", "costs", "100 * (xy2 / min(rb, rb2, rb3, xy, tile) - 1)", least, "% more"},
          {"RecursiveBisection has the greatest cost", "costs", "rb / max(rb2, rb3, xy, xy2, tile)", greatest,
           "times the others' greatest"},
          {"XY2 costs what XY costs, or marginally less", "costs", "100 * (1 - xy2 / xy)", or_less, "% less"},
          {"RecursiveBisection3 costs about what RecursiveBisection2 costs", "costs", "100 * (rb3 / rb2 - 1)", about,
           "% more"}};
}

std::vector<engine::Claim> further_claims() {
  const std::string more = fmt::format("measure >= {}", words.visible);
  const std::string equal = fmt::format("abs(measure) < {}", words.visible);
  const std::string good = fmt::format("measure <= {}", 100 * words.about);
  const std::string more_edges = fmt::format("measure >= {}", 1.0 / samples_per_cell);
  const std::string many = fmt::format("below AND processors >= {}", words.many);
  const std::string strips = fmt::format("(processors - 1) * ({} + latency)", array_rows);
  const std::string no_more = fmt::format("measure <= {}", 100 * words.extreme);
  const std::string latency_share = fmt::format("measure >= {}", 100 * words.about);
  return {
      {"XY2 and TILE cost less than the naive RecursiveBisection", "costs", "100 * (1 - max(xy2, tile) / rb)", more,
       "%"},
      {"RecursiveBisection2 costs less than RecursiveBisection where the aspect ratio is 5 and more",
       fmt::format("costs WHERE width >= {}", 5 * array_rows), "100 * (1 - rb2 / rb)", more, "%"},
      {"XY and RecursiveBisection3 equal RecursiveBisection2 where the aspect ratio is above p", "costs WHERE above",
       "100 * max(abs(xy / rb2 - 1), abs(rb3 / rb2 - 1))", equal, "%"},
      {"where the aspect ratio is above p, the best decomposition is along one dimension", "costs WHERE above",
       "100 * (1 - xy2 / (" + strips + "))", equal, "% less"},
      {fmt::format("XY2 improves on every bisection where p is at least {} and above the aspect ratio", words.many),
       "costs WHERE " + many, "100 * (1 - xy2 / min(rb, rb2, rb3))", more, "%"},
      {"RecursiveBisection2 is good elsewhere", "costs WHERE NOT (" + many + ")",
       "100 * (rb2 / min(rb, rb3, xy, xy2, tile) - 1)", good, "% more"},
      {"RecursiveBisection2 is good", "costs", "100 * (rb2 / min(rb, rb3, xy, xy2, tile) - 1)", good, "% more"},
      {"XY2 improves more where the aspect ratio is not above p", "shapes WHERE latency > 0", "xy2", more, "points"},
      {"TILE has more internal edges than XY2", "costs WHERE below AND latency > 0", "tile_edges - xy2_edges",
       more_edges},
      {"TILE[legacy] counts more internal edges than XY2 has", "costs WHERE below AND latency > 0",
       "legacy_edges - xy2_edges", more_edges},
      {"latency is a visible part of XY2's cost", "costs WHERE latency > 0", "100 * latency * xy2_edges / xy2",
       latency_share, "%"},
      {"TILE costs no more than XY", "costs", "100 * (tile / xy - 1)", no_more, "% more"}};
}

std::vector<engine::Claim> time_claims() {
  const std::string much_faster = fmt::format("measure <= {}", words.much_faster);
  const std::string longer = fmt::format("measure >= {}", words.longer);
  const std::string bearable = fmt::format("measure <= {}", words.bearable_seconds);
  const std::string time = "times as long";
  return {{"XY2 is computed considerably faster than TILE (enumerating)", "speeds", "every_xy2 / every_tile",
           much_faster, time},
          {"XY2 is computed considerably faster than TILE (bounded)", "speeds", "xy2 / tile", much_faster, time},
          {"XY2 takes longer than RecursiveBisection2 (enumerating)", "speeds", "every_xy2 / rb2", longer, time},
          {"XY2 takes longer than RecursiveBisection2 (bounded)", "speeds", "xy2 / rb2", longer, time},
          {"TILE takes longer than RecursiveBisection2 (enumerating)", "speeds", "every_tile / rb2", longer, time},
          {"TILE takes longer than RecursiveBisection2 (bounded)", "speeds", "tile / rb2", longer, time},
          {"with latency XY2 takes more time (enumerating)", "slowings", "every_xy2", longer, time},
          {"with latency XY2 takes more time (bounded)", "slowings", "xy2", longer, time},
          {"with latency TILE takes more time (enumerating)", "slowings", "every_tile", longer, time},
          {"with latency TILE takes more time (bounded)", "slowings", "tile", longer, time},
          {"with latency RecursiveBisection2 takes more time", "slowings", "rb2", longer, time},
          {"with latency RecursiveBisection3 takes more time", "slowings", "rb3", longer, time},
          {"the time for XY2 is not prohibitive (enumerating)", "speeds", "every_xy2", bearable, "s", 4}};
}

std::string note() {
  constexpr int arrays = 5;  // whose aspect ratio is below several p
  return fmt::format(
      "A verdict needs every point of the paper's grid that the claim is about. "
      "Improvements are of mean costs over RecursiveBisection2, in percent. "
      "Improves, improves more, costs less, falls behind: by at least {visible}, which prints as 1; "
      "equals, keeps: by less than {visible}. Grows: the slope of the improvement over the logarithm of p, of each "
      "array "
      "the mean over ratios, is in the mean over arrays above 0 by more than {errors:.3f} of its standard errors "
      "(Student's t, "
      "5 %); power: the chance that this test sees it if the truth is what is printed; where it is below {power} "
      "nothing is judged. "
      "As the latency grows: against latency 0. Comparable: within {comparable}. "
      "Least, greatest, no more: within {extreme} %. Marginally: at most {marginal} %. About, good: within {about} %; "
      "visible: at least that. Not above p: the mean of these arrays less that of the longer ones. "
      "More edges: by one in {samples} samples. Considerably faster: at most {faster} of the time. "
      "Longer, more time: by at least {longer:.0f} %. Not prohibitive: at most {seconds} s. "
      "Mostly: at more than half of the points. TILE[legacy]: "
      "a hypothesis about how the paper's program counted edges (docs/fidelity.md). "
      "Enumerating: XY2[enumerate] and TILE[exhaustive], as in the paper; "
      "bounded: XY2 by dynamic programming and TILE with bounds; "
      "the two bisections choose nothing by latency and count no edges. "
      "Reconstructed: how speeds were drawn and which arrays were timed. "
      "Latency aside: statements checked case by case, kaddoura/lemmas.",
      fmt::arg("visible", words.visible), fmt::arg("comparable", words.comparable),
      fmt::arg("extreme", 100 * words.extreme), fmt::arg("marginal", 100 * words.marginal),
      fmt::arg("about", 100 * words.about), fmt::arg("faster", words.much_faster),
      fmt::arg("longer", 100 * (words.longer - 1)), fmt::arg("samples", samples_per_cell),
      fmt::arg("seconds", words.bearable_seconds),
      fmt::arg("errors", results::student_quantile(words.sure, arrays - 1)), fmt::arg("power", words.power));
}

engine::ClaimTable claim_table() {
  engine::ClaimTable table{.relations = relations(), .setting = "latency", .label = "latency ", .claims = {}};
  for (const auto& part : {improvement_claims(), order_claims(), further_claims(), time_claims(),
                           engine::statement_claims(engine::statements_of(lemmas()), {.checks = "checks"})})
    table.claims.insert(table.claims.end(), part.begin(), part.end());
  for (const char* relation : {"points", "growths", "costs", "shapes"})
    table.sampled.push_back({relation, {"kaddoura/grid"}, "json_extract(coordinates, '$.sampling') = :sampling"});
  return table;
}

engine::CatalogueExhibit claims() {
  results::Exhibit exhibit = engine::claims_exhibit(claim_table());
  exhibit.name = "kaddoura/claims";
  exhibit.title = "What Kaddoura, Ranka & Wang claim, and what this run says, by latency";
  exhibit.note = note();
  return {"kaddoura/grid", exhibit, {{"sampling", "max-set"}}, std::nullopt, "kaddoura"};
}

engine::CatalogueExhibit sentence_by_sentence() {
  const results::Exhibit exhibit =
      engine::sentences_exhibit("kaddoura", "Kaddoura, Ranka & Wang say", claim_table(), sentences());
  return {"kaddoura/grid", exhibit, {{"sampling", "max-set"}}, std::nullopt, "kaddoura"};
}

const engine::Registration claims_registration{claims};
const engine::Registration sentences_registration{sentence_by_sentence};

}  // namespace
}  // namespace apportion::kaddoura
