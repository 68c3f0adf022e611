// The family of boxes: the fields of its problems, and its registration.
#include "experiments/problems/common/fields.hpp"
#include "experiments/problems/boxes/solve.hpp"
#include "experiments/problems/clusters/cluster_file.hpp"
#include "experiments/problems/common/watched_search.hpp"
#include "experiments/problems/external/own_algorithms.hpp"
#include "experiments/problems/problem_family.hpp"

namespace apportion::problems {
namespace {

constexpr double least_block_side = 1e-60;
constexpr double most_block_side = 1e60;

Field block_side(const std::string& name, const std::string& letter) {
  return real_field(name, letter, least_block_side, most_block_side, name + " of the block")
      .must_be_given()
      .as_axis(engine::AxisRole::sampled, "100");
}

const FamilyRegistration box_family{
    declared(box_frame, {.name = "boxes",
                         .summary = "blocks of three dimensions divided into a box for each of unequal processors",
                         .compared_metric = "total",
                         .fields = box_fields,
                         .evaluation = AnswerEvaluation{box_evaluation_fields},
                         .sweep = [](const engine::SweepDefinition& of) { return box_study().sweep(of); }})};

}  // namespace

const std::vector<Field>& box_fields() {
  static const std::vector<Field> all = {
      algorithm_field("BEST", "HUFFMAN", registered_names<BoxAlgorithm>, true),
      external_field(),
      block_side("rows", "M"),
      block_side("columns", "N"),
      block_side("layers", "L"),
      field_of(FieldKind::reals, "weights", "LIST", "relative speeds: 3,1,2; 48*1 is 48 times 1").must_be_given("list"),
      cluster_field(),
      bytes_per_cell_field(),
      equal_processors_field("weights"),
      real_field("latency", "T", 0, 1e12, "start-up cost per pair of neighbours")
          .measured_in("elements")
          .by_default("0")
          .as_axis(engine::AxisRole::applied),
      width_field("elements that every box is wide at least", 3),
      seconds_field("without it the algorithm ends by itself"),
      threads_field(),
      seed_field()};
  return all;
}

const std::vector<Field>& box_evaluation_fields() {
  static const std::vector<Field> all =
      joined({field_of(FieldKind::json, "answer", "FILE", "what solve boxes prints, or the same with boxes alone")
                  .must_be_given()},
             without(box_fields(), {"algorithm", "external"}));
  return all;
}

}  // namespace apportion::problems
