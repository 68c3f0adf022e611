// The paper's claims, each with the verdict that this run computed, and its sentences: what claims.ini, claims.sql and
// sentences.csv say, at the points of the paper's studies.
#include "experiments/engine/claims.hpp"

#include <fmt/format.h>

#include "experiments/engine/catalogue.hpp"
#include "experiments/kalinov/grid.hpp"
#include "experiments/kalinov/statements.hpp"
#include "experiments/sweeps/judgements.hpp"

namespace apportion::kalinov {
namespace {

sweeps::SaidInCode said() {
  using engine::sql_rows;
  return {.paper = "kalinov",
          .says = "Kalinov & Klimov say",
          .words = {{"block", fmt::format("{}", block_side)},
                    {"timed_level", fmt::format("{}", timed_level)},
                    {"levels", sql_rows(levels())},
                    {"squares", sql_rows(square_grids())},
                    {"shapes", sql_rows(grids_of_36())},
                    {"cubes", sql_rows(cubes())},
                    {"oblong", sql_rows(oblong_grids())},
                    {"beyond", sql_rows(levels_beyond())},
                    {"scatter_grid", scatter_grid},
                    {"scatter_level", fmt::format("{}", scatter_level)},
                    {"mapped_grids", sql_rows(mapped_grids())},
                    {"mapped_levels", sql_rows(mapped_levels())},
                    {"shifts", sql_rows(shifts())},
                    {"checked_edge", fmt::format("{}", checked_edge)},
                    {"checked_performance", fmt::format("{}", checked_performance)}},
          .statements = engine::statements_of(statements())};
}

results::Exhibit claims() { return sweeps::claims_of(said()); }
results::Exhibit sentences() { return sweeps::sentences_of(said()); }

const engine::Registration claims_registration{claims};
const engine::Registration sentences_registration{sentences};

}  // namespace
}  // namespace apportion::kalinov
