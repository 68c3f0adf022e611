// The paper's claims, each with the verdict that this run computed, and its sentences: what claims.ini, claims.sql and
// sentences.csv say, at the points of the paper's studies.
#include "experiments/engine/claims.hpp"

#include <fmt/format.h>

#include "experiments/chatterjee/grid.hpp"
#include "experiments/engine/catalogue.hpp"
#include "experiments/sweeps/judgements.hpp"

namespace apportion::chatterjee {

namespace {

sweeps::SaidInCode said() {
  using engine::sql_rows;
  return {.paper = "chatterjee",
          .says = "Chatterjee, Gilbert, Schreiber & Sheffler say",
          .words = {{"parts", sql_rows({"ladder:135", "ladder:1234", "ladder:124", "two-zone", "adi"})},
                    {"quantity_rhos", sql_rows(quantity_rhos())},
                    {"two_zone_rhos", sql_rows(two_zone_rhos())},
                    {"adi_rhos", sql_rows(adi_rhos())},
                    {"growing_nodes", sql_rows(growing_nodes())},
                    {"growing_candidates", sql_rows(growing_candidates())},
                    {"moved_rows", sql_rows(moved_rows())},
                    {"moved_columns", sql_rows(moved_columns())},
                    {"permuted_sides", sql_rows(permuted_sides())},
                    {"moving_processors", sql_rows(moving_processors())},
                    {"counted_programs", sql_rows(counted_programs())},
                    {"counting_processors", sql_rows(counting_processors())},
                    {"block_sizes", sql_rows(block_sizes())},
                    {"blocked_grids", sql_rows(blocked_grids())},
                    {"settings", sql_rows(reliability_settings())},
                    {"open_nodes", sql_rows(open_nodes())},
                    {"open_strengths", sql_rows(open_strengths())},
                    {"about_whole", fmt::format("{}", about_whole)},
                    {"far_from_right", fmt::format("{}", far_from_right)}}};
}

results::Exhibit claims() { return sweeps::claims_of(said()); }
results::Exhibit sentences() { return sweeps::sentences_of(said()); }

const engine::Registration claims_registration{claims};
const engine::Registration sentences_registration{sentences};

}  // namespace
}  // namespace apportion::chatterjee
