// The fields of a sharding problem, and the registration of the family.
#include "experiments/problems/common/fields.hpp"
#include "experiments/problems/external/own_algorithms.hpp"
#include "experiments/problems/problem_family.hpp"
#include "extensions/shardings/problem/solve.hpp"
#include "extensions/shardings/problem/study.hpp"

namespace apportion::problems {
namespace {

constexpr double most_threads = 1024;

const FamilyRegistration sharding_family{
    {.name = "shardings",
     .summary = "strategies for the operations of a program: a matrix of costs per edge, memory over time",
     .compared_metric = "cost",
     .algorithms = [] { return registered_algorithms<ShardingAlgorithm>("shardings"); },
     .fields = sharding_fields,
     .solve = solve_shardings,
     .formats = {{"labels", "the labels alone, as [0,0,2,1,0]", solve_labels},
                 {"progress", "cost and bound over time as CSV", solve_progress}},
     .evaluation = AnswerEvaluation{evaluated_sharding_fields, evaluate_shardings},
     .sweep = sharding_sweep,
     .draw = draw_shardings,
     .compare = compare_shardings}};

}  // namespace

const std::vector<Field>& sharding_fields() {
  static const std::vector<Field> all = {
      algorithm_field("best", "greedy or optimal", registered_names<ShardingAlgorithm>, true),
      external_field(),
      field_of(FieldKind::json, "problem", "FILE|-", "the graph as JSON, plain or gzip; - is standard input")
          .must_be_given(),
      seconds_field("without it the algorithm's own limits end it"),
      field_of(FieldKind::file, "certificate", "FILE", "write the proof here, for evaluate --certificate")
          .only_as(FieldPlace::option)
          .written(),
      whole_field("jobs", "N", 1, most_threads, "threads")
          .with_letter("j")
          .noting("without it all of the machine's with seconds, else one"),
      seed_field()};
  return all;
}

}  // namespace apportion::problems
