// How well the costs tell which method is the fastest: relations of runs, choices and ratios, and the exhibits on them.
#include "experiments/validation/rankings.hpp"

#include <fmt/format.h>

#include "base/text.hpp"
#include "experiments/engine/catalogue.hpp"
#include "experiments/validation/jacobi_study.hpp"
#include "experiments/validation/own_claims.hpp"
#include "results/records.hpp"
#include "sim/network/network.hpp"

namespace apportion::validation {
namespace {

// `flat` needs all of the flat methods, so that costs rank the same ones on every problem.
constexpr const char* runs_text = R"sql(networks(network, place) AS (VALUES {networks}),
runs AS MATERIALIZED (
  SELECT *, is_flat AND count(*) FILTER (WHERE is_flat) OVER (PARTITION BY problem) = {flat_methods} AS flat
  FROM (SELECT network, startup, latency, share, progress, cells, iterations, sample, algorithm,
               iif(latency = 0, network, printf('%s, %s %g', network, startup, latency)) AS setting_name,
               dense_rank() OVER (ORDER BY network, startup, latency, share, progress, cells, iterations, sample)
                 AS problem,
               algorithm IN ({flat}) AS is_flat, acost, total, most, net, compute, "time"
        FROM {samples}
        WHERE seed = :seed AND rival = '' AND sampling = :sampling AND (latency > 0 OR startup = 'medium')
          AND ({condition}))))sql";

// The pairs are made by windows, since SQLite makes no index for the join of large relations with themselves.
constexpr const char* rankings_text = R"sql(,
costs(cost, cost_place) AS (VALUES ('Acost', 1), ('total', 2), ('most', 3), ('net', 4)),
priced AS (
  SELECT runs.*, cost, cost_place,
         CASE cost WHEN 'Acost' THEN acost WHEN 'total' THEN total WHEN 'most' THEN most ELSE net END AS price
  FROM runs CROSS JOIN costs WHERE flat),
ranked AS (
  SELECT *, compare(price, min(price) OVER same) <= 0 AS is_cheapest, min("time") OVER same AS fastest
  FROM priced WINDOW same AS (PARTITION BY problem, cost_place)),
choices AS MATERIALIZED (
  SELECT network, startup, latency, share, progress, cells, iterations, setting_name, problem, cost, cost_place,
         avg(compare("time", fastest) <= 0) FILTER (WHERE is_cheapest) AS found,
         avg("time" / fastest - 1) FILTER (WHERE is_cheapest) AS regret, kendall(price, "time") AS tau
  FROM ranked GROUP BY problem, cost_place),
chosen AS MATERIALIZED (
  SELECT network, startup, latency, share, progress, cells, iterations, cost, setting_name, cost_place,
         avg(tau) AS tau, 100 * avg(found) AS found, 100 * avg(regret) AS regret, 100 * max(regret) AS greatest,
         count(*) AS problems
  FROM choices GROUP BY 1, 2, 3, 4, 5, 6, 7, 8),
duels AS MATERIALIZED (
  SELECT *, 100 * (max(total, other_total) / min(total, other_total) - 1) AS more,
         compare(total, other_total) * compare("time", other_time) AS agree
  FROM (SELECT runs.*, lead(total, step) OVER others AS other_total, lead("time", step) OVER others AS other_time
        FROM runs CROSS JOIN (SELECT column1 AS step FROM (VALUES (1), (2), (3), (4), (5)))
        WHERE flat WINDOW others AS (PARTITION BY problem, step ORDER BY algorithm))
  WHERE compare(total, other_total) <> 0),
against AS (
  SELECT *, 100 * ("time" / xy2 - 1) AS more, compare("time", xy2) < 0 AS wins
  FROM (SELECT *, max("time") FILTER (WHERE algorithm = 'XY2') OVER (PARTITION BY problem) AS xy2 FROM runs)
  WHERE algorithm <> 'XY2' AND xy2 IS NOT NULL),
ratios AS MATERIALIZED (
  SELECT network, startup, latency, share, progress, cells, iterations, algorithm, setting_name, avg(more) AS more,
         standard_error(more) AS standard_error, 100.0 * avg(wins) AS wins
  FROM against GROUP BY 1, 2, 3, 4, 5, 6, 7, 8)
)sql";

constexpr const char* judged_text = R"sql(beside_base AS (
  SELECT *, abs(value - max(value) FILTER (WHERE protocol = 'base') OVER (PARTITION BY number, problem)) AS moved
  FROM effects),
found AS MATERIALIZED (
  SELECT number, protocol, avg(value) AS mean, standard_error(value) AS standard_error, max(moved) AS moved,
         count(value) AS problems
  FROM beside_base GROUP BY number, protocol),
compared AS (
  SELECT found.*, {visible} * found.standard_error AS error, base.mean AS base,
         coalesce(abs(base.mean) > {visible} * base.standard_error, false) AS is_visible, found.mean * sign(base.mean) AS along
  FROM found JOIN found AS base USING (number) WHERE base.protocol = 'base'),
judged AS (
  SELECT *, CASE WHEN NOT is_visible THEN 'not visible'
                 WHEN protocol = 'base' THEN 'found'
                 WHEN moved <= 1e-9 THEN 'unchanged'
                 WHEN along < -error AND along < -{reversed} * abs(base) THEN 'reversed'
                 WHEN along > error AND along >= {surviving} * abs(base) THEN 'survives'
                 ELSE 'weaker' END AS verdict
  FROM compared)
)sql";

// A parameter that is one number comes as a number.
const std::string wanted_shares =
    "instr(',' || iif(typeof(:shares) = 'text', :shares, printf('%g', :shares)) || ',', "
    "',' || printf('%g', share) || ',') > 0";

// Without a barrier, parts with real sides.
const std::string usual = "progress = 'free' AND cells = 'real' AND iterations = 10 AND ";

std::string ask(const std::string& study, const std::string& condition, const char* select) {
  return "WITH " + rankings_sql(study, condition) + select;
}

}  // namespace

std::string sql_texts(const std::vector<std::string>& texts) {
  std::string list;
  for (const std::string& text : texts) list += (list.empty() ? "" : ", ") + sql_literal(text);
  return list;
}

std::string rankings_sql(const std::string& study, const std::string& condition) {
  std::string networks;
  for (const std::string& network : network_names())
    networks += fmt::format("{}({}, {})", networks.empty() ? "" : ", ", sql_literal(network), networks.size());
  return fmt::format(fmt::runtime(runs_text), fmt::arg("networks", networks),
                     fmt::arg("flat", sql_texts(flat_methods())), fmt::arg("flat_methods", flat_methods().size()),
                     fmt::arg("samples", sql_identifier(results::view_name(study) + "_samples")),
                     fmt::arg("condition", condition)) +
         rankings_text;
}

std::string judged_sql() {
  return fmt::format(fmt::runtime(judged_text), fmt::arg("visible", visible_errors),
                     fmt::arg("surviving", surviving_share), fmt::arg("reversed", reversed_share));
}

results::Layout survival_layout(const std::string& problems) {
  return {.row = "conclusion",
          .column = "protocol",
          .row_title = "conclusion",
          .column_title = "protocol",
          .values = {{"outcome", "verdict, and the effect with its error"},
                     {"verdict", "verdict"},
                     {"mean", "effect", 2},
                     {"error", "error", 2},
                     {problems, problems, 0}}};
}

namespace {

// The answer in short: how often the method of least cost is the fastest, by network.

results::Exhibit answer() {
  results::Exhibit exhibit{.name = "validation/answer",
                           .study = "validation/networks",
                           .parameters = {{"sampling", "max-set"}, {"share", "1"}}};
  exhibit.title = "Does a lower cost make a program faster? How often the cheapest of six methods is the fastest";
  exhibit.sql = ask("validation/networks", usual + "share = :share", R"sql(,
settings AS (
  SELECT iif(network = 'bus', 'bus, start-ups on the medium', network) AS place_name, place, choices.*
  FROM choices JOIN networks USING (network)
  WHERE network <> 'bus' OR startup = 'medium'),
summed AS (
  SELECT place, place_name, cost, cost_place, 100 * avg(found) AS found, 100 * avg(regret) AS regret,
         100 * max(regret) AS greatest, avg(tau) AS tau, count(*) AS problems
  FROM settings GROUP BY place, cost),
told AS (
  SELECT printf('Kaddoura et al. take a lower total for a faster program: the cheapest of six methods is the fastest in '
                || '%.0f %% of %d runs on a bus with start-ups on the medium, in %.0f %% of %d on a star, in '
                || '%.0f %% of %d on two levels.',
                max(found) FILTER (WHERE place = 0), max(problems) FILTER (WHERE place = 0),
                max(found) FILTER (WHERE place_name = 'star'), max(problems) FILTER (WHERE place_name = 'star'),
                max(found) FILTER (WHERE place_name = 'two-level'),
                max(problems) FILTER (WHERE place_name = 'two-level')) AS sentence
  FROM summed WHERE cost = 'total'
  HAVING count(*) FILTER (WHERE place_name IN ('star', 'two-level') OR place = 0) = 3)
SELECT place_name AS network, cost, found, regret, greatest, tau, problems, (SELECT sentence FROM told) AS sentence
FROM summed ORDER BY place, cost_place)sql");
  exhibit.layout = {.row = "network",
                    .column = "cost",
                    .values = {{"found", "problems in which the cheapest is the fastest, %", 0},
                               {"regret", "the cheapest takes longer than the fastest by, %, mean", 1},
                               {"greatest", "the same, greatest, %", 0},
                               {"tau", "Kendall's tau within a problem, mean", 2},
                               {"problems", "problems, at each start-up", 0}}};
  exhibit.note =
      "Only messages take time; start-ups of 0, 100 and 1000 elements, on the medium, the processors and the wire. "
      "See validation/choices for each setting by itself, and for the costs. It is a finer model, not a measurement.";
  exhibit.overview = true;
  exhibit.headline = "sentence";
  return exhibit;
}

const engine::Registration answer_registration{answer};

// How well each cost tells which method is the fastest: Kendall's tau, the choice found, and regret.

results::Exhibit choices_exhibit() {
  results::Exhibit exhibit{.name = "validation/choices",
                           .study = "validation/networks",
                           .parameters = {{"sampling", "max-set"}, {"shares", "1,0.5"}}};
  exhibit.title = "How well a cost ranks six methods by simulated time: within a problem, on each network";
  exhibit.sql = ask("validation/networks", usual + wanted_shares, R"sql(
SELECT 'messages ' || printf('%g', 100 * share) || ' % of the time' AS shares, setting_name AS setting, cost, tau, found,
       regret, greatest, problems
FROM chosen JOIN networks USING (network)
ORDER BY share DESC, place, latency, startup, cost_place)sql");
  exhibit.layout = {.page = "shares",
                    .row = "setting",
                    .column = "cost",
                    .row_title = "network, start-up",
                    .pages_across = 2,
                    .values = {{"tau", "Kendall's tau within a problem, mean", 2},
                               {"found", "problems in which the cheapest is the fastest, %", 0},
                               {"regret", "the cheapest takes longer than the fastest by, %, mean", 1},
                               {"greatest", "the same, greatest, %", 0},
                               {"problems", "problems", 0}}};
  exhibit.note =
      "Ten iterations in which a processor continues as soon as its neighbours' boundaries have arrived. "
      "Total: Acost + latency x internal edges (Kaddoura et al.); "
      "most: the greatest boundary of a part, and latency x its neighbours where processors start messages up; "
      "net: the time for which the busiest link or processor is busy. "
      "Where several methods are the fastest, choosing any of them counts as found; "
      "where several are the cheapest, each counts in part. Equal: within 1e-9. "
      "Start-ups: where they are spent, and how many elements long. Others: --set shares=0.1,0.01.";
  exhibit.overview = true;
  return exhibit;
}

results::Exhibit regret() {
  results::Exhibit exhibit{.name = "validation/regret",
                           .study = "validation/networks",
                           .parameters = {{"sampling", "max-set"}, {"latency", "0"}, {"startup", "medium"}}};
  exhibit.title = "By how many percent the cheapest of six methods takes longer than the fastest, by share of messages";
  exhibit.sql = ask("validation/networks", usual + "latency = :latency AND (latency = 0 OR startup = :startup)", R"sql(
SELECT 'by ' || cost AS chosen, network, 100 * share AS percent, regret, greatest, found
FROM chosen JOIN networks USING (network)
ORDER BY cost_place, place, share)sql");
  exhibit.layout = {
      .page = "chosen",
      .row = "network",
      .column = "percent",
      .column_title = "messages, % of the time",
      .pages_across = 2,
      .values = {
          {"regret", "mean, %", 2}, {"greatest", "greatest, %", 1}, {"found", "the cheapest is the fastest, %", 0}}};
  exhibit.charts = {{.name = "curves",
                     .x = {"percent", "messages, % of the time", true},
                     .y = {.title = "longer than the fastest, %"},
                     .values = {{"regret", "mean"}},
                     .series = "network",
                     .panel = "chosen"}};
  exhibit.note =
      "Ten iterations without a barrier. Without start-ups total and Acost are one. "
      "Others: --set latency=1000 startup=cpu.";
  return exhibit;
}

const engine::Registration choices_registration{choices_exhibit, regret};

// Two methods at a time: how much faster than XY2 each is, and how often the cheaper of two is the faster.

results::Exhibit ratios() {
  results::Exhibit exhibit{.name = "validation/ratios",
                           .study = "validation/networks",
                           .parameters = {{"sampling", "max-set"}, {"shares", "1,0.5"}}};
  exhibit.title = "Simulated time of each method against XY2's, in percent more, mean over problems";
  exhibit.sql = ask("validation/networks", usual + wanted_shares, R"sql(
SELECT 'messages ' || printf('%g', 100 * share) || ' % of the time' AS shares, setting_name AS setting, algorithm, more,
       standard_error, wins
FROM ratios JOIN networks USING (network)
ORDER BY share DESC, place, latency, startup, algorithm)sql");
  exhibit.layout = {.page = "shares",
                    .row = "setting",
                    .column = "algorithm",
                    .row_title = "network, start-up",
                    .column_title = "method",
                    .values = {{"more", "% more than XY2", 1},
                               {"standard_error", "standard error", 1},
                               {"wins", "problems in which it is faster than XY2, %", 0}}};
  exhibit.note =
      "Ten iterations without a barrier. MULTILEVEL knows the groups of the two-level network; "
      "elsewhere it makes two of its own. Negative: faster.";
  return exhibit;
}

results::Exhibit gaps() {
  results::Exhibit exhibit{
      .name = "validation/gaps",
      .study = "validation/networks",
      .parameters = {{"sampling", "max-set"}, {"latency", "100"}, {"share", "0.5"}, {"startup", "cpu"}}};
  exhibit.title = "How often the cheaper of two methods is the faster, by how many percent the other costs more";
  exhibit.sql =
      ask("validation/networks",
          usual + "latency = :latency AND share = :share AND (:startup = 'all' OR latency = 0 OR startup = :startup)",
          R"sql(,
gaps(gap, least, beyond) AS (VALUES ('to 1', 0, 1), ('1 to 2', 1, 2), ('2 to 5', 2, 5), ('5 to 10', 5, 10),
                                    ('10 to 25', 10, 25), ('over 25', 25, 1e9)),
counted AS (
  SELECT network, startup, setting_name, least, gap, avg(agree > 0) + avg(agree = 0) / 2 AS part, count(*) AS pairs
  FROM duels JOIN gaps ON more > least AND more <= beyond
  GROUP BY network, startup, latency, gap)
SELECT gap, setting_name AS setting, 100 * part AS faster, 100 * sqrt(part * (1 - part) / pairs) AS standard_error, pairs
FROM counted JOIN networks USING (network)
ORDER BY least, place, startup)sql");
  exhibit.layout = {.row = "setting",
                    .column = "gap",
                    .row_title = "network, start-up",
                    .column_title = "% more total",
                    .values = {{"faster", "pairs in which the cheaper is the faster, %", 0},
                               {"standard_error", "standard error, as if pairs were independent", 1},
                               {"pairs", "pairs", 0}}};
  exhibit.charts = {{.name = "curves",
                     .x = {"gap", "the other one's total is greater by, %"},
                     .y = {.title = "the cheaper is the faster, % of pairs"},
                     .values = {{"faster", "pairs"}},
                     .series = "setting"}};
  exhibit.note =
      "All pairs of the six methods within a problem whose totals differ; a pair that takes the same time counts half. "
      "Ten iterations without a barrier. 50 %: the cost says nothing. Others: --set share=1 startup=medium.";
  exhibit.opening_chart = "curves";
  return exhibit;
}

const engine::Registration pairs_registration{ratios, gaps};

// What net estimates: how often, and by how much, it exceeds a simulated iteration.

results::Exhibit net_exhibit() {
  results::Exhibit exhibit{
      .name = "validation/net", .study = "validation/networks", .parameters = {{"sampling", "max-set"}}};
  exhibit.title = "How near net is to a simulated iteration without computation, and how often it exceeds it";
  exhibit.sql = ask("validation/networks", usual + "share = 1", R"sql(
SELECT setting_name AS "network, start-up", printf('%.1f', 100.0 * avg(compare(net, "time") > 0)) AS "exceeds, %",
       printf('%.3f', avg(net / "time")) AS "net over time, mean", printf('%.3f', min(net / "time")) AS least,
       printf('%.3f', max(net / "time")) AS greatest, count(*) AS divisions
FROM runs JOIN networks USING (network) WHERE flat
GROUP BY network, startup, latency ORDER BY place, latency, startup)sql");
  exhibit.note =
      "Divisions by six methods; only messages take time. Where start-ups are on the wire or the medium, net is a "
      "lower bound. On processors it adds a processor's start-ups to all that it sends, though transfers overlap the "
      "later ones: an estimate, mostly from above.";
  return exhibit;
}

const engine::Registration net_registration{net_exhibit};

// What processors hide of the time of messages when they need not wait for all others.

results::Exhibit hidden() {
  results::Exhibit exhibit{.name = "validation/hidden",
                           .study = "validation/progress",
                           .parameters = {{"sampling", "max-set"}, {"latency", "0"}}};
  exhibit.title = "How much of the time that messages take between barriers processors hide, in percent";
  exhibit.sql = ask("validation/progress", "cells = 'real' AND latency = :latency AND startup = 'medium'", R"sql(,
waits AS (
  SELECT *, "time" - compute AS waiting,
         max("time" - compute) FILTER (WHERE progress = 'barrier')
           OVER (PARTITION BY network, latency, share, iterations, sample, algorithm) AS between_barriers
  FROM runs WHERE flat),
each AS (SELECT *, 100 * (1 - waiting / between_barriers) AS hidden FROM waits WHERE progress <> 'barrier'),
parts AS (
  SELECT network, share, progress, iterations, avg(hidden) AS hidden, min(hidden) AS least, max(hidden) AS greatest
  FROM each GROUP BY network, share, progress, iterations, sample)
SELECT printf('%g', 100 * share) || ' % messages' AS shares, network,
       iif(progress = 'free', 'no barrier', 'overlap') || ', ' || iterations || ' iterations' AS way,
       avg(hidden) AS hidden, standard_error(hidden) AS standard_error, min(least) AS least, max(greatest) AS greatest
FROM parts JOIN networks USING (network)
GROUP BY network, share, progress, iterations
ORDER BY share DESC, place, progress, iterations)sql");
  exhibit.layout = {.page = "shares",
                    .row = "network",
                    .column = "way",
                    .column_title = "way to go on",
                    .values = {{"hidden", "hidden, %, mean", 1},
                               {"standard_error", "standard error", 2},
                               {"least", "least", 1},
                               {"greatest", "greatest", 1}}};
  exhibit.note =
      "Of the time beyond the computation that an iteration takes with a barrier. "
      "Without one processors drift apart, so that some compute while others' messages are on their way; "
      "how far takes some iterations to settle. Overlap: "
      "also elements that border on no neighbour are computed while boundaries travel. Six methods. "
      "Others: --set latency=1000.";
  return exhibit;
}

results::Exhibit progress_choices() {
  results::Exhibit exhibit{
      .name = "validation/progress", .study = "validation/progress", .parameters = {{"sampling", "max-set"}}};
  exhibit.title = "How well the total ranks six methods, by what a processor waits for";
  exhibit.sql = ask("validation/progress", "cells = 'real' AND startup = 'medium'", R"sql(
SELECT printf('%g', 100 * share) || ' % messages, ' || iterations || ' iterations' AS shares, setting_name AS setting,
       iif(progress = 'free', 'no barrier', progress) AS way, tau, found, regret
FROM chosen JOIN networks USING (network)
WHERE cost = 'total'
ORDER BY share DESC, iterations, place, latency, progress = 'overlap', progress = 'free')sql");
  exhibit.layout = {.page = "shares",
                    .row = "setting",
                    .column = "way",
                    .row_title = "network, start-up",
                    .column_title = "way to go on",
                    .pages_across = 2,
                    .values = {{"tau", "Kendall's tau within a problem, mean", 2},
                               {"found", "problems in which the cheapest is the fastest, %", 0},
                               {"regret", "the cheapest takes longer than the fastest by, %, mean", 2}}};
  exhibit.note = "See validation/choices.";
  return exhibit;
}

results::Exhibit cells_exhibit() {
  results::Exhibit exhibit{
      .name = "validation/cells", .study = "validation/cells", .parameters = {{"sampling", "max-set"}}};
  exhibit.title = "How well the total ranks six methods whose parts have real sides, and whole rows and columns";
  exhibit.sql = ask("validation/cells", "progress = 'free' AND iterations = 10 AND latency = 0", R"sql(
SELECT cells || ' sides' AS sides, network, 100 * share AS percent, tau, found, regret
FROM chosen JOIN networks USING (network)
WHERE cost = 'total'
ORDER BY cells, place, share DESC)sql");
  exhibit.layout = {.page = "sides",
                    .row = "network",
                    .column = "percent",
                    .column_title = "messages, % of the time",
                    .pages_across = 2,
                    .values = {{"tau", "Kendall's tau within a problem, mean", 2},
                               {"found", "problems in which the cheapest is the fastest, %", 0},
                               {"regret", "the cheapest takes longer than the fastest by, %, mean", 3}}};
  exhibit.note =
      "No start-ups, ten iterations without a barrier. Costs and times are those of the parts as they are simulated; "
      "whole rows and columns make some processors compute longer than others, which no cost looks at.";
  return exhibit;
}

const engine::Registration progress_registration{hidden, progress_choices, cells_exhibit};

}  // namespace
}  // namespace apportion::validation
