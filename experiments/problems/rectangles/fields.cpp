// The family of rectangles: the fields of its problems, and its registration.
#include "experiments/problems/common/fields.hpp"
#include "experiments/problems/clusters/cluster_file.hpp"
#include "experiments/problems/divisions/given_owners.hpp"
#include "experiments/problems/external/own_algorithms.hpp"
#include "experiments/problems/problem_family.hpp"
#include "experiments/problems/rectangles/solve.hpp"

namespace apportion::problems {
namespace {

// Keeps areas, costs and their sums far from overflow.
constexpr double least_side = 1e-100;
constexpr double most_side = 1e100;

std::vector<std::string> objective_words() { return {"total", "net"}; }

const FamilyRegistration rectangle_family{
    declared(rectangle_frame, {.name = "rectangles",
                               .summary = "arrays divided into a rectangle for each of unequal processors",
                               .compared_metric = "total",
                               .fields = rectangle_fields,
                               .evaluation = AnswerEvaluation{rectangle_evaluation_fields},
                               .sweep = rectangle_sweep})};

}  // namespace

const std::vector<Field>& rectangle_fields() {
  using engine::AxisRole;
  static const std::vector<Field> all = joined(
      joined(
          joined(
              {algorithm_field("BEST", "HYBRID[levels=2]", registered_names<RectangleAlgorithm>, true),
               external_field(),
               real_field("rows", "M", least_side, most_side, "rows of the array")
                   .must_be_given()
                   .as_axis(AxisRole::sampled, "1000"),
               real_field("columns", "N", least_side, most_side, "columns of the array")
                   .must_be_given()
                   .as_axis(AxisRole::sampled, "1000"),
               field_of(
                   FieldKind::reals, "weights", "LIST",
                   "relative speeds: 3,1,2; 48*1 is 48 times 1, 4*(2,1) is 2,1 four times; or [[3,1],2], lists being "
                   "machines")
                   .must_be_given("list"),
               cluster_field(), bytes_per_cell_field(), equal_processors_field("weights"),
               real_field("latency", "L", 0, 1e12, "start-up cost per pair of neighbours")
                   .measured_in("elements")
                   .by_default("0")
                   .as_axis(AxisRole::applied),
               flag_field("whole", "round to whole rows and columns, and show what that costs"),
               width_field("whole rows and columns that every part has at least", 2).needing("whole")},
              network_fields("the fastest of several methods answers where no algorithm is named")),
          {word_field("objective", objective_words,
                      "what to minimise: total, or net on a network (the default there where an algorithm can)"),
           seconds_field("without it the algorithm ends by itself"), threads_field(), seed_field()}),
      ranked_variation_fields());
  return all;
}

const std::vector<Field>& rectangle_evaluation_fields() {
  static const std::vector<Field> all = evaluation_fields_of(rectangle_fields());
  return all;
}

engine::Axis rectangle_axis(std::string_view field, const std::vector<double>& values) {
  return axis_of(field_named(rectangle_fields(), field), values);
}

}  // namespace apportion::problems
