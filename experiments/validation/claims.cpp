// What is claimed of the papers' costs on networks, with the verdicts of this run: Jacobi iterations.
#include "experiments/engine/claims.hpp"

#include <fmt/format.h>

#include <utility>

#include "experiments/engine/catalogue.hpp"
#include "experiments/validation/own_claims.hpp"
#include "experiments/validation/rankings.hpp"

namespace apportion::validation {
namespace {

using engine::Claim;

// Settings that claims speak of, so that those that were not run are points without numbers.
constexpr const char* stated_sql = R"sql(,
stated(topic, network, startup, latency, share, algorithm) AS (VALUES
  ('sender', 'bus', 'medium', 1000, 1, 'RecursiveBisection2'), ('sender', 'star', 'cpu', 1000, 1, 'RecursiveBisection2'),
  ('wire', 'bus', 'wire', 1000, 1, 'RecursiveBisection2'), ('wire', 'star', 'wire', 1000, 1, 'RecursiveBisection2'),
  ('groups', 'two-level', 'medium', 0, 1, 'MULTILEVEL'), ('groups', 'two-level', 'medium', 0, 0.5, 'MULTILEVEL'),
  ('tile', 'star', 'medium', 0, 1, 'TILE')),
stated_ratios AS MATERIALIZED (
  SELECT stated.*, more, standard_error
  FROM stated LEFT JOIN ratios USING (network, startup, latency, share, algorithm)),
leaders AS (
  SELECT *, min("time") OVER (PARTITION BY problem) AS fastest FROM runs
  WHERE network = 'two-level' AND latency = 0 AND (flat OR algorithm = 'MULTILEVEL')),
leading AS MATERIALIZED (
  SELECT shares.column1 AS share, 100 * avg(compare("time", fastest) <= 0) AS percent
  FROM (VALUES (1), (0.5)) AS shares
  LEFT JOIN leaders ON leaders.share = shares.column1 AND algorithm = 'MULTILEVEL' GROUP BY 1),
regrets AS MATERIALIZED (
  SELECT * FROM (
    SELECT shares.column1 AS share, regret - lag(regret) OVER (ORDER BY shares.column1) AS growth,
           lag(shares.column1) OVER (ORDER BY shares.column1) AS less
    FROM (VALUES (0.01), (0.1), (0.5), (1)) AS shares
    LEFT JOIN chosen ON chosen.share = shares.column1 AND network = 'star' AND latency = 0 AND cost = 'total')
  WHERE less IS NOT NULL))sql";

// How often the cheaper of two is the faster, by how much the other one costs more.
constexpr const char* gaps_sql = R"sql(,
gaps(gap, least, beyond) AS (VALUES
  (1, 0, 1), (2, 1, 2), (3, 2, 5), (4, 5, 10), (5, 10, 25), (6, 25, 1e9)),
duel_settings(network, startup, latency, share) AS (VALUES
  ('star', 'cpu', 100, 0.5), ('two-level', 'cpu', 100, 0.5), ('bus', 'medium', 100, 1)),
stated_duels AS MATERIALIZED (
  SELECT network, more, agree FROM duels JOIN duel_settings USING (network, startup, latency, share)),
counted AS MATERIALIZED (
  SELECT duel_settings.network, gap, 100 * (avg(agree > 0) + avg(agree = 0) / 2) AS percent
  FROM duel_settings JOIN gaps
  LEFT JOIN stated_duels ON stated_duels.network = duel_settings.network AND more > least AND more <= beyond
  GROUP BY duel_settings.network, gap),
gap_steps AS MATERIALIZED (
  SELECT * FROM (
    SELECT network, gap, percent - lag(percent) OVER (PARTITION BY network ORDER BY gap) AS growth FROM counted)
  WHERE gap > 1))sql";

std::vector<Claim> network_claims() {
  const std::string slower = fmt::format("more > {} * standard_error", visible_errors);
  const std::string faster = fmt::format("more < -{} * standard_error", visible_errors);
  return {
      {"long start-ups on the medium of a bus or on the processors of a star: RecursiveBisection2 is slower than XY2",
       "stated_ratios WHERE topic = 'sender'", "more", slower, "% more time", 1},
      {"long start-ups on the wire of a bus or a star: RecursiveBisection2 is faster than XY2",
       "stated_ratios WHERE topic = 'wire'", "more", faster, "% more time", 1},
      {"on two levels MULTILEVEL, which knows the groups, is faster than XY2", "stated_ratios WHERE topic = 'groups'",
       "more", faster, "% more time", 1},
      {"on two levels MULTILEVEL halves XY2's time where only messages take time",
       "stated_ratios WHERE topic = 'groups' AND share = 1", "more", "more <= -50", "% more time", 1},
      {"on two levels MULTILEVEL is the fastest of seven methods in most problems", "leading", "percent",
       "percent > 50", "% of problems", 0},
      {"on a star without start-ups TILE is faster than XY2", "stated_ratios WHERE topic = 'tile'", "more", faster,
       "% more time", 2},
      {"on a star what the choice by total loses grows with the share of messages", "regrets", "growth", "growth > 0",
       "points"},
      {"star, start-ups on processors: the more two totals differ, the more often the cheaper method is the faster",
       "gap_steps WHERE network = 'star'", "growth", "growth > 0", "points", 0},
      {"two levels, start-ups on processors: the more two totals differ, "
       "the more often the cheaper method is the faster",
       "gap_steps WHERE network = 'two-level'", "growth", "growth > 0", "points", 0},
      {"bus, start-ups on the medium, only messages take time: the method with the lower total is always the faster",
       "counted WHERE network = 'bus'", "percent", "percent = 100", "% of pairs", 1}};
}

results::Exhibit networks() {
  // Of the settings those that the claims speak of.
  const std::string free =
      "progress = 'free' AND cells = 'real' AND iterations = 10 AND network IN ('bus', 'star', 'two-level') "
      "AND (latency = 0 OR share = 1 OR share = 0.5 AND latency = 100)";
  engine::ClaimTable table;
  table.relations = rankings_sql("validation/networks", free) + stated_sql + gaps_sql;
  table.claims = network_claims();
  results::Exhibit exhibit = claims_of(std::move(table), "validation/networks");
  exhibit.name = "validation/claims";
  exhibit.title = "Where a lower cost makes a program faster, and where not: claims, and what this run says";
  exhibit.note = fmt::format(
      "Claims about simulated networks, made by an earlier simulation of the same settings. "
      "Faster, slower: the mean over problems of the percentage differs from 0 by more than {0} "
      "of its standard errors; halves: it is -50 or less. Grows, more often: at each step, from .01 to .1, .5 and 1, "
      "or from a gap of 0 to 1, 2, 5, 10, 25 % and more. Most: more than half. Long start-ups: 1000 elements; "
      "elsewhere 0, and 100 for pairs. Only messages take time, unless half of the time is said to be computation: "
      "pairs on a star and two levels.",
      visible_errors);
  exhibit.study = "validation/networks";
  exhibit.parameters = {{"sampling", "max-set"}};
  return exhibit;
}

constexpr const char* progress_sql = R"sql(,
stated AS (
  SELECT latencies.column1 AS latency, shares.column1 AS share, counts.column1 AS iterations
  FROM (VALUES (0), (1000)) AS latencies, (VALUES (0.1), (0.5)) AS shares, (VALUES (10), (40)) AS counts),
identity AS MATERIALIZED (
  SELECT stated.*, max(abs("time" / (compute + 2 * total) - 1)) AS off
  FROM stated LEFT JOIN (SELECT * FROM runs WHERE progress = 'barrier') AS runs USING (latency, share, iterations)
  GROUP BY latency, share, iterations),
parts AS (
  SELECT latency, share, iterations, avg(100 * (1 - ("time" - compute) / (2 * total))) AS hidden
  FROM runs WHERE flat AND progress = 'free' GROUP BY latency, share, iterations, sample),
drift AS MATERIALIZED (
  SELECT stated.*, avg(hidden) AS hidden, standard_error(hidden) AS standard_error
  FROM stated LEFT JOIN parts USING (latency, share, iterations)
  WHERE latency = 0 GROUP BY share, iterations),
longer AS (
  SELECT drift.share, drift.hidden - short.hidden AS growth
  FROM drift JOIN drift AS short USING (share) WHERE drift.iterations = 40 AND short.iterations = 10),
ranks AS MATERIALIZED (
  SELECT stated.*, free.tau - barrier.tau AS lost
  FROM stated
  LEFT JOIN (SELECT * FROM chosen WHERE cost = 'total' AND progress = 'free') AS free
    USING (latency, share, iterations)
  LEFT JOIN (SELECT * FROM chosen WHERE cost = 'total' AND progress = 'barrier') AS barrier
    USING (latency, share, iterations)))sql";

results::Exhibit progress() {
  engine::ClaimTable table;
  table.relations =
      rankings_sql("validation/progress", "cells = 'real' AND network = 'bus' AND startup = 'medium'") + progress_sql;
  table.claims = {
      {.text = "with a barrier and start-ups on the medium an iteration takes the computation and twice the total",
       .points = "identity",
       .measure = "off",
       .holds = "off <= 1e-12",
       .measured = "printf('off by %.1e at most', max(measure))"},
      {"without a barrier processors hide a part of the time of messages", "drift", "hidden",
       fmt::format("hidden > {} * standard_error", visible_errors), "% hidden", 1},
      {"they hide more in 40 iterations than in 10", "longer", "growth", "growth > 0", "points", 1},
      {"without a barrier the total ranks methods worse than with one", "ranks", "lost", "lost < 0", "of tau"}};
  results::Exhibit exhibit = claims_of(std::move(table), "validation/progress");
  exhibit.name = "validation/claims-progress";
  exhibit.title = "What a barrier changes on a bus: claims, and what this run says";
  exhibit.note = fmt::format(
      "Messages take a tenth and a half of the time, 10 and 40 iterations. "
      "The first and the last claim: start-ups of 0 and 1000 elements on the medium; the others: none. "
      "A part: more than {} standard errors of the mean.",
      visible_errors);
  exhibit.study = "validation/progress";
  exhibit.parameters = {{"sampling", "max-set"}};
  return exhibit;
}

constexpr const char* cells_sql = R"sql(,
both AS (
  SELECT *, max("time") FILTER (WHERE cells = 'whole') OVER (PARTITION BY share, sample, algorithm) AS whole_time
  FROM runs WHERE flat),
rounded AS MATERIALIZED (
  SELECT share, 100 * avg(whole_time / "time" - 1) AS added FROM both WHERE cells = 'real' GROUP BY share),
losses AS MATERIALIZED (
  SELECT shares.column1 AS share, added, added - regret AS beyond
  FROM (VALUES (0.01)) AS shares
  LEFT JOIN rounded ON rounded.share = shares.column1
  LEFT JOIN chosen ON chosen.share = shares.column1 AND cost = 'total' AND cells = 'real'))sql";

results::Exhibit cells() {
  engine::ClaimTable table;
  table.relations =
      rankings_sql("validation/cells", "network = 'star' AND latency = 0 AND progress = 'free' AND iterations = 10") +
      cells_sql;
  table.claims = {{"messages of 1 % of the time: whole rows and columns cost as much time as choosing by the total",
                   "losses", "added", "beyond >= 0", "% added", 3}};
  results::Exhibit exhibit = claims_of(std::move(table), "validation/cells");
  exhibit.name = "validation/claims-cells";
  exhibit.title = "What whole rows and columns change on a star: the claim, and what this run says";
  exhibit.note =
      "The mean by which rounding makes the six methods slower is at least the mean by which the choice by total takes "
      "longer than the fastest of real sides.";
  exhibit.study = "validation/cells";
  exhibit.parameters = {{"sampling", "max-set"}};
  return exhibit;
}

const engine::Registration claims_registration{networks, progress, cells};

}  // namespace
}  // namespace apportion::validation
