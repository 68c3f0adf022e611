// How well each cost tells which method is the fastest: Kendall's tau, the choice found, and regret.
#include <fmt/format.h>

#include "experiments/engine/catalogue.hpp"
#include "experiments/validation/rankings.hpp"

namespace apportion::validation {
namespace {

engine::CatalogueExhibit choices_exhibit() {
  results::Exhibit exhibit{.name = "validation/choices"};
  exhibit.title = "How well a cost ranks six methods by simulated time: within a problem, on each network";
  exhibit.sql =
      fmt::format(R"sql(WITH {},
{},
{}
SELECT 'messages ' || printf('%g', 100 * share) || ' % of the time' AS shares, {} AS setting, cost, tau, found, regret,
       greatest, problems
FROM chosen JOIN networks USING (network)
ORDER BY share DESC, place, latency, startup, cost_place)sql",
                  runs_sql("validation/networks",
                           "progress = 'free' AND cells = 'real' AND iterations = 10 AND " + wanted_shares_sql()),
                  choices_sql(), chosen_sql(), setting_sql());
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
  return {"validation/networks", exhibit, {{"sampling", "max-set"}, {"shares", "1,0.5"}}};
}

engine::CatalogueExhibit regret() {
  results::Exhibit exhibit{.name = "validation/regret"};
  exhibit.title = "By how many percent the cheapest of six methods takes longer than the fastest, by share of messages";
  exhibit.sql = fmt::format(R"sql(WITH {},
{},
{}
SELECT 'by ' || cost AS chosen, network, 100 * share AS percent, regret, greatest, found
FROM chosen JOIN networks USING (network)
ORDER BY cost_place, place, share)sql",
                            runs_sql("validation/networks",
                                     "progress = 'free' AND cells = 'real' AND iterations = 10 AND latency = :latency "
                                     "AND (latency = 0 OR startup = :startup)"),
                            choices_sql(), chosen_sql());
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
  return {"validation/networks", exhibit, {{"sampling", "max-set"}, {"latency", "0"}, {"startup", "medium"}}};
}

const engine::Registration choices_registration{choices_exhibit, regret};

}  // namespace
}  // namespace apportion::validation
