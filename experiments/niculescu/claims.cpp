// The paper's claims, each with the verdict that this run computed, and the sentences of the paper that claim
// something.
#include <fmt/format.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "experiments/engine/catalogue.hpp"
#include "experiments/engine/claims.hpp"
#include "experiments/niculescu/statements.hpp"

namespace apportion::niculescu {
namespace {

// In their order in the paper. Definitions, related work and what is cited from it are left out.
std::vector<engine::Sentence> sentences() {
  return {
      {"Abstract", "a serious impact on the time complexity", {"Abstract: the"}},
      {"Section 2.1", "every element to one unique process", {"Section 2.1: identity"}},
      {"Section 2.1", "equally-sized consecutive array segments", {"Section 2.1: linear gives"}},
      {"Section 2.1, Definition 2", "form a partition of n", {"Definition 2:"}},
      {"Section 2.1", "cardinalities ... are the same", {"Section 2.1: linear and"}},
      {"Section 2.1", "maximal number of elements to process 0", {"Section 2.1: process"}},
      {"Section 2.1", "Ma(linear) = Ma(wrap)", {"Section 2.1: the"}},
      {"Section 2.1", "wrap distribution is a good candidate", {"example 1: wrap takes", "example 1: wrap is"}},
      {"Example 1", "bounded from below", {"example 1: in step k of triangular work some"}},
      {"Example 1", "is attained by the wrap distribution", {"example 1: in step k of triangular work wrap's"}},
      {"Example 1", "range splitting", {"example 1: process q of wrap has n"}},
      {"Example 1", "(n + p - 1 - q)/p", {"example 1: process q of wrap has |O.q|"}},
      {"Example 1", "one of the best", {"example 1: wrap is"}},
      {"Section 2.2", "from the properties of its constituents", {"Section 2.2: the sets"}},
      {"Section 2.2", "wrap-of-linear can be obtained", {"Section 2.2: wrap ∘ linear sends"}},
      {"Section 2.2", "can be obtained by counting", {"Section 2.2: wrap ∘ linear has"}},
      {"Section 2.2", "for homogeneous distributions", {"Section 2.2: the composition"}},
      {"Section 2.2",
       "does not always preserve homogeneity",
       {"Section 2.2: it is not so that every composition of homogeneous distributions is",
        "Section 2.2: it is not so that every composition of homogeneous distributions that"}},
      {"Section 2.2", "to trade off the load balance", {"Section 2.2: more", "Section 2.2: that"}},
      {"Section 2.2", "avoid expensive redistributions", {"Section 2.2: one"}},
      {"Section 2.3", "has the following property", {"Section 2.3: the product D0 x D1 has O.(s,t)"}},
      {"Section 2.3", "similar results hold", {"Section 2.3: the product D0 x D1 has Mi(D0)", "Section 2.3: it"}},
      {"Section 2.3", "row = linear^2 with N = 1", {"Section 2.3: the distribution"}},
      {"Section 2.4", "only determined by the way", {"Section 2.4: N_com"}},
      {"Section 2.4", "bounded from below by", {"Section 2.4: with"}},
      {"Example 2", "the local postconditions imply R", {"examples 2 and"}},
      {"Example 2", "N_occ.a(i,k)", {"example 2: each a(i,k)"}},
      {"Example 2", "N_occ.b(k,j) = M", {"example 2: each b(k,j)"}},
      {"Example 2", "o * (m * (N - 1) + n * (M - 1))", {"example 2: N_com ="}},
      {"Example 2", "no communications are necessary", {"example 2: a"}},
      {"Example 2", "independent of particular choices", {"example 2: N_com does"}},
      {"Example 2", "on the line with a slope", {"example 2: shapes"}},
      {"Example 2",
       "depends on the ratio",
       {"example 2: which M x N =", "example 2: which M x N is", "example 2: for"}},
      {"Example 2", "in particular for m = n", {"example 2: the", "example 2: if"}},
      {"Example 2", "confirm the results", {"example 2: this"}},
      {"Section 3", "if n | p", {"Section 3: linear-set and wrap-set put"}},
      {"Section 3, Definition 7", "set-valued mapping", {"Definition 7:"}},
      {"Section 3", "a renumbering of processes", {"Section 3: linear-set and wrap-set are"}},
      {"Section 3", "the number of processes where it is assigned", {"Section 3: N_occ"}},
      {"Example 3", "= 1, analogue", {"example 3: with Q layers each"}},
      {"Example 3", "therefore N_com = 0", {"example 3: with Q layers the first"}},
      {"Example 3", "N_com = mn(Q - 1)", {"example 3: with Q layers the second"}},
      {"Example 3",
       "number of communications decreases",
       {"example 3: a smaller Q communicates less in the second stage (Q against 2 Q, the same M",
        "example 3: a smaller Q communicates less in the second stage (Q against 2 Q, the same p)",
        "example 3: a smaller Q communicates less in both stages, a and b stored once (Q against 2 Q, the same M",
        "example 3: a smaller Q communicates less in both stages, a and b stored once (Q against 2 Q, the same p)"}},
      {"Example 3",
       "the work-load of the processes increases",
       {"example 3: a smaller Q leaves the busiest process more work (Q against 2 Q, the same M",
        "example 3: a smaller Q leaves the busiest process more work (Q against 2 Q, the same p)"}},
      {"Example 3", "can be performed in parallel", {"example 3: with Q layers M"}},
      {"Example 3", "communication complexity depends on", {"example 3: with Q layers the busiest"}},
      {"Section 4", "rows and columns as entire units", {"Section 4: the"}}};
}

// The paper's claims, each with the verdict that this run computed: those that are checked on all small cases, and
// those on what is measured for greater sizes.

/// What the paper's words are taken to mean.
struct ClaimWords {
  double serious = 1.1;    ///< one time over another: at least
  double balanced = 1.05;  ///< a time over the least possible one: at most
  double few = 0.1;        ///< cut neighbours over those of wrap: at most
};
constexpr ClaimWords words;

// Means of all studies of the paper, from the view of all experiments, so that studies that were not run lack claims
// instead of being an error. Where statements were checked up to several bounds, the widest check counts.
constexpr const char* checks_sql = R"sql(stored AS MATERIALIZED (
  SELECT experiment, coordinates, algorithm, metric, mean
  FROM measurements WHERE seed = :seed AND experiment LIKE 'niculescu/%' AND rival = ''),
checks AS MATERIALIZED (
  SELECT names.column1 AS algorithm, cases, failures
  FROM (VALUES {statements}) AS names
  LEFT JOIN (SELECT algorithm, max(mean) FILTER (WHERE metric = 'cases') AS cases,
                    max(mean) FILTER (WHERE metric = 'failures') AS failures
             FROM stored WHERE experiment = 'niculescu/statements' GROUP BY algorithm) AS found
    ON found.algorithm = names.column1))sql";

// The studies' own points; what was not run is a point without numbers. A segment's and a layer's row has its
// predecessor's numbers, at half as many. The paper has layers for M <= m and N <= n only.
constexpr const char* sizes_sql = R"sql(triangles AS MATERIALIZED (
  SELECT counts.column1 AS p, max(mean) FILTER (WHERE algorithm = 'wrap' AND metric = 'bound') AS bound,
         max(mean) FILTER (WHERE algorithm = 'wrap' AND metric = 'time') AS wrap,
         CASE WHEN count(DISTINCT algorithm) = 4
              THEN min(mean) FILTER (WHERE algorithm <> 'wrap' AND metric = 'time') END AS other,
         max(mean) FILTER (WHERE algorithm = 'linear' AND metric = 'time') AS linear
  FROM (VALUES (2), (4), (8), (16), (32), (64)) AS counts
  LEFT JOIN (SELECT json_extract(coordinates, '$.p') AS p, algorithm, metric, mean FROM stored
             WHERE experiment = 'niculescu/triangular' AND json_extract(coordinates, '$.n') = 960
               AND algorithm IN ('linear', 'block-cyclic[block=8]', 'block-cyclic', 'wrap')) AS found
    ON found.p = counts.column1
  GROUP BY 1),
segments AS MATERIALIZED (
  SELECT numbers.column1 AS m, time, bound, cut, lag(time) OVER by_m AS time_before, lag(cut) OVER by_m AS cut_before
  FROM (VALUES (8), (16), (32), (64), (128), (256), (512), (1024), (2048), (4096)) AS numbers
  LEFT JOIN (SELECT json_extract(coordinates, '$.m') AS m, max(mean) FILTER (WHERE metric = 'time') AS time,
                    max(mean) FILTER (WHERE metric = 'bound') AS bound, max(mean) FILTER (WHERE metric = 'cut') AS cut
             FROM stored WHERE experiment = 'niculescu/segments' AND json_extract(coordinates, '$.n') = 4096
               AND json_extract(coordinates, '$.p') = 8
             GROUP BY 1) AS found ON found.m = numbers.column1
  WINDOW by_m AS (ORDER BY numbers.column1)),
layers AS MATERIALIZED (
  SELECT counts.column1 AS p, numbers.column1 AS Q, second, both, work, longest
  FROM (VALUES (64), (128), (256), (512), (1024), (2048), (4096)) AS counts,
       (VALUES (1), (2), (4), (8), (16), (32), (64)) AS numbers
  LEFT JOIN (SELECT json_extract(coordinates, '$.p') AS p, json_extract(coordinates, '$.Q') AS Q,
                    max(mean) FILTER (WHERE metric = 'second_stage') AS second,
                    max(mean) FILTER (WHERE metric = 'total') AS both,
                    max(mean) FILTER (WHERE metric IN ('process_rows', 'process_columns')) AS longest,
                    max(mean) FILTER (WHERE metric = 'work') AS work
             FROM stored WHERE experiment = 'niculescu/replication' AND json_extract(coordinates, '$.m') = 64
             GROUP BY 1, 2) AS found ON found.p = counts.column1 AND found.Q = numbers.column1),
fewer AS MATERIALIZED (
  SELECT less.p = more.p AS same_p, less.second AS second, more.second AS second_of_more, less.both AS both,
         more.both AS both_of_more, less.work AS work, more.work AS work_of_more
  FROM layers AS less JOIN layers AS more
    ON more.Q = 2 * less.Q AND more.p IN (less.p, 2 * less.p)
  WHERE max(coalesce(less.longest, 0), coalesce(more.longest, 0)) <= 64))sql";

// Products of m x 16 and 16 x 64 matrices on all M x N of the numbers of processes whose divisors the study has. Where
// some of them were not run, the best is not known.
constexpr const char* shapes_sql = R"sql(shapes AS MATERIALIZED (
  SELECT sides.column1 AS m, 64 AS n, counts.column1 AS p, divisors.column1 AS M_,
         counts.column1 / divisors.column1 AS N_, counted
  FROM (VALUES (32), (64), (128)) AS sides, (VALUES (12), (16), (36), (64)) AS counts,
       (VALUES (1), (2), (3), (4), (6), (8), (9), (12), (16), (18), (32), (36), (64)) AS divisors
  LEFT JOIN (SELECT json_extract(coordinates, '$.m') AS m, json_extract(coordinates, '$.process_rows') AS M_,
                    json_extract(coordinates, '$.process_columns') AS N_, mean AS counted
             FROM stored
             WHERE experiment = 'niculescu/shapes' AND algorithm = 'by-loads' AND metric = 'communications'
               AND json_extract(coordinates, '$.o') = 16 AND json_extract(coordinates, '$.n') = 64) AS found
    ON found.m = sides.column1 AND found.M_ = divisors.column1 AND found.N_ = counts.column1 / divisors.column1
  WHERE counts.column1 % divisors.column1 = 0),
grids AS MATERIALIZED (
  SELECT *, CASE WHEN count(counted) OVER same = count(*) OVER same THEN min(counted) OVER same END AS least,
         min(away) OVER same AS least_away
  FROM (SELECT *, 1.0 * max(M_ * n, N_ * m) / min(M_ * n, N_ * m) AS away FROM shapes)
  WINDOW same AS (PARTITION BY m, p)),
best AS MATERIALIZED (
  SELECT m, p, max(least) AS least, sum((counted = least) <> (away = least_away)) AS misfits,
         group_concat(CASE WHEN counted = least THEN M_ || ' x ' || N_ END, ' and ') AS shapes
  FROM (SELECT * FROM grids ORDER BY m, p, M_) GROUP BY m, p))sql";

std::string relations() {
  std::vector<std::string> names;
  for (const engine::CheckedStatement& entry : engine::statements_of(statements())) names.push_back(entry.name);
  return fmt::format(fmt::runtime(checks_sql), fmt::arg("statements", engine::sql_rows(names))) + ",\n" + sizes_sql +
         ",\n" + shapes_sql;
}

std::vector<engine::Claim> checked_claims() {
  return engine::statement_claims(engine::statements_of(statements()),
                                  {.checks = "checks", .denial = "it is not so that "});
}

std::vector<engine::Claim> balance_claims() {
  return {{.text = "Abstract: the distribution has a serious impact on the time: "
                   "linear against wrap where step k works on the first k elements",
           .points = "triangles",
           .measure = "linear / wrap",
           .holds = fmt::format("measure >= {}", words.serious),
           .unit = "times as long"},
          {.text = "example 1: wrap takes the least time possible",
           .points = "triangles",
           .measure = "wrap / bound",
           .holds = "measure = 1",
           .unit = "times the least",
           .digits = 4},
          {.text = "example 1: wrap is one of the best: no linear or block-cyclic distribution takes less time",
           .points = "triangles",
           .measure = "other / wrap",
           .holds = "measure >= 1",
           .unit = "times as long",
           .digits = 4},
          {.text = "Section 2.2: more segments m of wrap ∘ linear balance the load better (m against m/2)",
           .points = "segments WHERE m > 8",
           .measure = "time / time_before",
           .holds = "measure < 1",
           .unit = "times as long",
           .digits = 4},
          {.text = "Section 2.2: that is a trade-off: more segments cut more neighbours (m against m/2)",
           .points = "segments WHERE m > 8",
           .measure = "cut / cut_before",
           .holds = "measure > 1",
           .unit = "times as many"},
          {.text = "Section 2.2: one m serves the triangular work and work on neighbours, "
                   "so that nothing need be redistributed",
           .points = "segments",
           .measure = "time / bound",
           .holds = fmt::format("max(time <= {} * bound AND cut <= {} * (SELECT max(cut) FROM segments))",
                                words.balanced, words.few),
           .measured = fmt::format("coalesce('m = ' || group_concat(CASE WHEN time <= {} * bound AND cut <= {} * "
                                   "(SELECT max(cut) FROM segments) THEN m END, ', '), 'no m')",
                                   words.balanced, words.few),
           .as_one = true}};
}

std::vector<engine::Claim> shape_claims() {
  return {{.text = "example 2: if m = n and p is a square, M = N is best (as counted)",
           .points = "grids WHERE m = n AND M_ = N_",
           .measure = "counted / least",
           .holds = "measure = 1",
           .unit = "times the least"},
          {.text = "example 2: which M x N is best depends on m : n (as counted, m : n = 1/2, 1 and 2)",
           .points = "(SELECT p, count(least) = count(*) AS is_complete, count(DISTINCT shapes) AS different FROM best "
                     "GROUP BY p)",
           .measure = "CASE WHEN is_complete THEN different END",
           .holds = "measure > 1",
           .measured = "printf('at least %d different best shapes', min(measure))"},
          {.text = "example 2: for m <> n that is the M x N with M : N nearest to m : n, "
                   "as a factor (which the paper leaves open)",
           .points = "best WHERE m <> 64",
           .measure = "CASE WHEN least IS NOT NULL THEN misfits END",
           .holds = "measure = 0",
           .measured = "printf('%d shapes are best or nearest, but not both', sum(measure))"},
          {.text = "example 2: this confirms that two-dimensional decompositions communicate less than one-dimensional "
                   "ones (m = n, p a square)",
           .points = "(SELECT p, max(least) AS least, max(counted) FILTER (WHERE M_ = N_) AS square, "
                     "min(counted) FILTER (WHERE M_ = 1 OR N_ = 1) AS strip FROM grids "
                     "WHERE m = n AND p IN (16, 36, 64) GROUP BY p)",
           .measure = "CASE WHEN least IS NOT NULL THEN square / strip END",
           .holds = "measure < 1",
           .unit = "times as many"}};
}

// The paper says "(p = M N Q)" and leaves open which of these stay when Q shrinks: both readings are judged.
std::vector<engine::Claim> layer_claims() {
  const std::string of_one = " (Q against 2 Q, the same M x N)";
  const std::string of_all = " (Q against 2 Q, the same p)";
  const auto claim = [](std::string text, bool same_p, const char* measure, const char* holds) {
    return engine::Claim{.text = "example 3: a smaller Q " + std::move(text),
                         .points = same_p ? "fewer WHERE same_p" : "fewer WHERE NOT same_p",
                         .measure = measure,
                         .holds = holds,
                         .unit = "times as much"};
  };
  // p = M N Q stands beside the claim: p changes with Q.
  const auto not_meant = [](engine::Claim of_same_p) {
    of_same_p.unjudged = "'the text varies p = M N Q with Q'";
    return of_same_p;
  };
  const char* second = "second / second_of_more";
  const char* both = "both / both_of_more";
  const char* work = "work / work_of_more";
  return {claim("communicates less in the second stage" + of_one, false, second, "measure < 1"),
          not_meant(claim("communicates less in the second stage" + of_all, true, second, "measure < 1")),
          claim("communicates less in both stages, a and b stored once" + of_one, false, both, "measure < 1"),
          not_meant(claim("communicates less in both stages, a and b stored once" + of_all, true, both, "measure < 1")),
          claim("leaves the busiest process more work" + of_one, false, work, "measure > 1"),
          not_meant(claim("leaves the busiest process more work" + of_all, true, work, "measure > 1"))};
}

std::string note() {
  return fmt::format(
      "Checked claims are true of every small case or not reproduced; "
      "niculescu/statements has the ranges and the smallest counterexamples. "
      "Under a condition: it fails as printed and holds under a condition that the paper does not state, "
      "by the check that is named. It is not so that: the paper denies the statement. "
      "Measured claims are judged at every point of the studies, whose sizes are ours (reconstructed). "
      "Serious: at least {} times. One m serves both: at most {} times the least time, "
      "and at most {} of the neighbours that wrap cuts. Which numbers stay when Q shrinks the paper leaves open, "
      "so that both readings are judged where the claim could mean them. Cannot be judged: the reason stands beside "
      "it. Mostly: at more than half of the points.",
      words.serious, words.balanced, words.few);
}

engine::ClaimTable claim_table() {
  engine::ClaimTable table{.relations = relations(), .claims = checked_claims()};
  for (const auto& part : {balance_claims(), shape_claims(), layer_claims()})
    table.claims.insert(table.claims.end(), part.begin(), part.end());
  return table;
}

engine::CatalogueExhibit claims() {
  results::Exhibit exhibit = engine::claims_exhibit(claim_table());
  exhibit.name = "niculescu/claims";
  exhibit.title = "What Niculescu claims, and what this run says";
  exhibit.note = note();
  exhibit.claim = "";
  return {"niculescu/statements", exhibit, {}, std::nullopt, "niculescu"};
}

engine::CatalogueExhibit sentence_by_sentence() {
  const results::Exhibit exhibit = engine::sentences_exhibit("niculescu", "Niculescu says", claim_table(), sentences());
  return {"niculescu/statements", exhibit, {}, std::nullopt, "niculescu"};
}

const engine::Registration claims_registration{claims};
const engine::Registration sentences_registration{sentence_by_sentence};

}  // namespace
}  // namespace apportion::niculescu
