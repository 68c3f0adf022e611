// What net estimates: how often, and by how much, it exceeds a simulated iteration.
#include <fmt/format.h>

#include "experiments/engine/catalogue.hpp"
#include "experiments/validation/rankings.hpp"

namespace apportion::validation {
namespace {

engine::CatalogueExhibit net_exhibit() {
  results::Exhibit exhibit;
  exhibit.name = "validation/net";
  exhibit.title = "How near net is to a simulated iteration without computation, and how often it exceeds it";
  exhibit.sql = fmt::format(
      R"sql(WITH {}
SELECT {} AS "network, start-up", printf('%.1f', 100.0 * avg(net > "time" * (1 + {}))) AS "exceeds, %",
       printf('%.3f', avg(net / "time")) AS "net over time, mean", printf('%.3f', min(net / "time")) AS least,
       printf('%.3f', max(net / "time")) AS greatest, count(*) AS divisions
FROM runs JOIN networks USING (network) WHERE flat
GROUP BY network, startup, latency ORDER BY place, latency, startup)sql",
      runs_sql("validation/networks", "progress = 'free' AND cells = 'real' AND iterations = 10 AND share = 1"),
      setting_sql(), equal_costs);
  exhibit.note =
      "Divisions by six methods; only messages take time. Where start-ups are on the wire or the medium, net is a "
      "lower bound. On processors it adds a processor's start-ups to all that it sends, though transfers overlap the "
      "later ones: an estimate, mostly from above.";
  return {"validation/networks", exhibit, {{"sampling", "max-set"}}};
}

const engine::Registration net_registration{net_exhibit};

}  // namespace
}  // namespace apportion::validation
