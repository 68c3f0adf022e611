// The paper's claims, each with the verdict that this run computed, and its sentences: what claims.ini, claims.sql and
// sentences.csv say, at the points of the paper's studies.
#include "experiments/engine/claims.hpp"

#include <fmt/format.h>

#include "experiments/engine/catalogue.hpp"
#include "experiments/kaddoura/grid.hpp"
#include "experiments/kaddoura/lemmas.hpp"
#include "experiments/sweeps/judgements.hpp"
#include "results/statistics.hpp"

namespace apportion::kaddoura {
namespace {

sweeps::SaidInCode said() {
  using engine::sql_rows;
  constexpr int arrays = 5;  // whose aspect ratio is below several p
  return {.paper = "kaddoura",
          .says = "Kaddoura, Ranka & Wang say",
          .words = {{"rows", fmt::format("{}", array_rows)},
                    {"widths", sql_rows(array_columns())},
                    {"ratios", sql_rows(speed_ratios())},
                    {"processors", sql_rows(processor_counts())},
                    {"latencies", sql_rows(latencies())},
                    {"timed_latencies", sql_rows(timed_latencies())},
                    {"samples", fmt::format("{}", samples_per_cell)},
                    {"one_edge", fmt::format("{}", 1.0 / samples_per_cell)},
                    {"much_faster", fmt::format("{}", much_faster)},
                    {"sure", fmt::format("{}", sure)},
                    {"errors", fmt::format("{:.3f}", results::student_quantile(sure, arrays - 1))}},
          .statements = engine::statements_of(lemmas())};
}

results::Exhibit claims() { return sweeps::claims_of(said()); }
results::Exhibit sentences() { return sweeps::sentences_of(said()); }

const engine::Registration claims_registration{claims};
const engine::Registration sentences_registration{sentences};

}  // namespace
}  // namespace apportion::kaddoura
