// Two methods at a time: how much faster than XY2 each is, and how often the cheaper of two is the faster.
#include <fmt/format.h>

#include "experiments/engine/catalogue.hpp"
#include "experiments/validation/rankings.hpp"

namespace apportion::validation {
namespace {

const std::string free_sql = "progress = 'free' AND cells = 'real' AND iterations = 10 AND ";

// 1 where the one with the lower total is the faster of a pair, -1 where the other one is, 0 where they take the same.
std::string agreement_sql() { return sign_sql("total", "other_total") + " * " + sign_sql("\"time\"", "other_time"); }

engine::CatalogueExhibit ratios() {
  results::Exhibit exhibit{.name = "validation/ratios"};
  exhibit.title = "Simulated time of each method against XY2's, in percent more, mean over problems";
  exhibit.sql = fmt::format(R"sql(WITH {},
{},
{}
SELECT 'messages ' || printf('%g', 100 * share) || ' % of the time' AS shares, {} AS setting, algorithm, more,
       standard_error, wins
FROM ratios JOIN networks USING (network)
ORDER BY share DESC, place, latency, startup, algorithm)sql",
                            runs_sql("validation/networks", free_sql + wanted_shares_sql()), against_sql(),
                            ratios_sql(), setting_sql());
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
  return {"validation/networks", exhibit, {{"sampling", "max-set"}, {"shares", "1,0.5"}}};
}

engine::CatalogueExhibit gaps() {
  results::Exhibit exhibit{.name = "validation/gaps"};
  exhibit.title = "How often the cheaper of two methods is the faster, by how many percent the other costs more";
  exhibit.sql =
      fmt::format(R"sql(WITH {},
{},
gaps(gap, least, beyond) AS (VALUES ('to 1', 0, 1), ('1 to 2', 1, 2), ('2 to 5', 2, 5), ('5 to 10', 5, 10),
                                    ('10 to 25', 10, 25), ('over 25', 25, 1e9)),
differing AS (
  SELECT network, startup, latency, 100 * (max(total, other_total) / min(total, other_total) - 1) AS more, {} AS agree
  FROM pairs WHERE {} <> 0),
counted AS (
  SELECT network, startup, latency, least, gap, avg(agree > 0) + avg(agree = 0) / 2 AS part, count(*) AS pairs
  FROM differing JOIN gaps ON more > least AND more <= beyond
  GROUP BY network, startup, latency, gap)
SELECT gap, {} AS setting, 100 * part AS faster, 100 * sqrt(part * (1 - part) / pairs) AS standard_error, pairs
FROM counted JOIN networks USING (network)
ORDER BY least, place, startup)sql",
                  runs_sql("validation/networks", free_sql + "latency = :latency AND share = :share AND (:startup = "
                                                             "'all' OR latency = 0 OR startup = :startup)"),
                  pairs_sql(), agreement_sql(), sign_sql("total", "other_total"), setting_sql());
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
  return {"validation/networks",
          exhibit,
          {{"sampling", "max-set"}, {"latency", "100"}, {"share", "0.5"}, {"startup", "cpu"}}};
}

const engine::Registration pairs_registration{ratios, gaps};

}  // namespace
}  // namespace apportion::validation
