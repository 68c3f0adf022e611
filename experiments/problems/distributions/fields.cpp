// The family of distributions: c = a b, whose sizes and processes partly follow from each other; sweeps distribute one
// dimension.
#include <algorithm>
#include <cctype>
#include <iterator>

#include "algorithms/distributions/communication_count.hpp"
#include "experiments/problems/common/fields.hpp"
#include "experiments/problems/distributions/solve.hpp"
#include "experiments/problems/distributions/study.hpp"
#include "experiments/problems/problem_family.hpp"

namespace apportion::problems {
namespace {

Field size_field(const std::string& name, const std::string& what) {
  const std::string value(1, static_cast<char>(std::toupper(name.front())));
  return whole_field(name, value, 1, static_cast<double>(largest_length), what);
}

Field kind_field(const std::string& name, const std::string& what) {
  return word_field(name, registered_names<DistributionKind>, what).called("KIND").by_default(default_kind);
}

std::vector<AlgorithmInfo> counts_and_kinds() {
  std::vector<AlgorithmInfo> all = registered_algorithms<CommunicationCount>("communications of distributions");
  std::ranges::move(registered_algorithms<DistributionKind>("distributions"), std::back_inserter(all));
  return all;
}

const FamilyRegistration distribution_family{
    {.name = "distributions",
     .synonyms = {"distribution"},
     .summary = "one dimension dealt out to processes, under a triangular computation",
     .compared_metric = "time",
     .algorithms = counts_and_kinds,
     .fields = distribution_fields,
     .solve = [](const FieldValues& given) { return to_json(solve(distribution_question(given))); },
     .sweep = distribution_sweep,
     .draw = draw_distribution}};

}  // namespace

const std::vector<Field>& distribution_fields() {
  static const std::vector<Field> all = {
      size_field("o", "columns of a, rows of b"),
      size_field("m", "rows of c = a b").must_be_given("sizes"),
      size_field("n", "columns of c").must_be_given("sizes"),
      size_field("p", "processes; without M and N the best M x N is taken").must_be_given("sizes/p"),
      flag_field("leave-idle", "up to a twentieth of the processes may do nothing, where the others then send less")
          .within("sizes")
          .needing("p"),
      size_field("M", "process rows").must_be_given("sizes/grid"),
      size_field("N", "process columns").must_be_given("sizes/grid"),
      size_field("Q", "layers of M x N processes").within("sizes").by_default("1"),
      kind_field("row-kind", "how rows are dealt out").within("sizes"),
      kind_field("column-kind", "how columns are dealt out, such as block-cyclic[block=4]").within("sizes"),
      field_of(FieldKind::text, "distribution", "TEXT",
               "instead of sizes and kinds, such as 'linear(100,4) x wrap(200,8) * 2'")
          .must_be_given("text"),
      kind_field("inner-kind", "how the layers share the inner dimension"),
      seed_field()};
  return all;
}

}  // namespace apportion::problems
