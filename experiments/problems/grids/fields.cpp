// The family of grids: the fields of its problems, and its registration.
#include "experiments/problems/common/fields.hpp"
#include "base/text.hpp"
#include "experiments/problems/clusters/cluster_file.hpp"
#include "experiments/problems/common/exchange_time.hpp"
#include "experiments/problems/common/watched_search.hpp"
#include "experiments/problems/external/own_algorithms.hpp"
#include "experiments/problems/grids/solve.hpp"
#include "experiments/problems/grids/study.hpp"
#include "experiments/problems/problem_family.hpp"

namespace apportion::problems {
namespace {

Field block_field() {
  Field field = whole_field("block", "S0,S1", 1, 1e9,
                            "sides of the generalised block, in elements; those beyond the grid's are not divided");
  field.kind = FieldKind::wholes;
  return field.must_be_given().as_axis(engine::AxisRole::applied, "1000").read_by([](const std::string& text) {
    return Json(listed_numbers("side", trimmed(text)));
  });
}

const FamilyRegistration grid_family{
    declared(grid_frame, {.name = "grids",
                          .synonyms = {"grid"},
                          .summary = "blocks divided over grids of unequal processes",
                          .compared_metric = "rounded_time",
                          .fields = grid_fields,
                          .evaluation = AnswerEvaluation{grid_evaluation_fields},
                          .sweep = [](const engine::SweepDefinition& of) { return grid_study().sweep(of); }})};

Field latency_field() {
  return real_field("latency", "L", 0, 1e12, "start-up of a message on a named network")
      .measured_in("elements")
      .by_default("0")
      .needing("network");
}

}  // namespace

const std::vector<Field>& grid_fields() {
  static const std::vector<Field> all =
      joined({algorithm_field("best", "proposed or beaumont", registered_names<GridAlgorithm>, true), external_field(),
              field_of(FieldKind::wholes, "edges", "E0xE1", "edges of the process grid, nondecreasing: 2x3")
                  .must_be_given()
                  .read_by([](const std::string& text) { return Json(parse_grid(text).edges); }),
              field_of(FieldKind::reals, "performances", "LIST", "one per process: 3,1,2,5,1,4, or 2*(3,1,2)")
                  .must_be_given("list"),
              cluster_field(), bytes_per_cell_field(), equal_processors_field("performances"), block_field()},
             joined(network_fields("matrices are then multiplied or decomposed on it, and `best` is the fastest "
                                   "of several answers"),
                    {latency_field(),
                     word_field("workload", matrix_works, "what is done with matrices on the network")
                         .by_default("product")
                         .needing("network"),
                     whole_field("size", "N", 1, most_rows_of_matrices(), "rows and columns of these matrices")
                         .noting("without it three times the block's longer side, as far as that is allowed")
                         .needing("network"),
                     width_field("elements that every slice of the rounded block has at least", 1),
                     seconds_field("without it the algorithm ends by itself"), threads_field(), seed_field()}));
  return all;
}

const std::vector<Field>& grid_evaluation_fields() {
  static const std::vector<Field> all =
      joined({field_of(FieldKind::json, "answer", "FILE",
                       "what solve grids prints, or the same with mapping and lengths alone")
                  .must_be_given()},
             without(joined(grid_fields(), variation_fields()), {"algorithm", "external"}));
  return all;
}

}  // namespace apportion::problems
