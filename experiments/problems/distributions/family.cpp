// The family of distributions: a matrix product's on the command line, one dimension's in sweeps.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string>

#include "algorithms/distributions/communication_count.hpp"
#include "base/error.hpp"
#include "experiments/problems/distributions/drawing.hpp"
#include "experiments/problems/distributions/fields.hpp"
#include "experiments/problems/distributions/solve.hpp"
#include "experiments/problems/distributions/study.hpp"
#include "experiments/problems/problem_family.hpp"
#include "experiments/problems/sweep_study.hpp"

namespace apportion::problems {
namespace {

std::string solve_given(const FieldValues& given) { return to_json(solve(distribution_question(given))); }

std::string draw(const FieldValues& given, const std::string& format) {
  DistributionQuestion question = distribution_question(given);
  // Nothing of it is drawn; every kind can deal Q indices out to Q layers.
  if (!question.o) question.o = question.Q.value_or(1);
  const DistributionAnswer answer = solve(question);
  const CartesianDistribution grid({answer.product.rows, answer.product.columns});
  const std::string title =
      fmt::format("{}: {} to {} elements per process", name_of(answer), grid.least(), grid.most());
  if (format == "svg") return svg_drawing(title, grid);
  return title + "\n" + text_drawing(grid);
}

std::vector<AlgorithmInfo> algorithms() {
  std::vector<AlgorithmInfo> all = registered_algorithms<CommunicationCount>("communications of distributions");
  std::ranges::move(registered_algorithms<DistributionKind>("distributions"), std::back_inserter(all));
  return all;
}

// A sweep divides one dimension, not a matrix product: of the keys of `solve distributions` it has two.
DistributionShape read_shape(const std::string& line) {
  const DistributionQuestion question = parse_distribution_question(line);
  bool has_more = question.distribution || question.row_kind || question.column_kind || question.inner_kind;
  for (const auto& [name, field] : size_fields())
    has_more = has_more || ((question.*field) && name != "n" && name != "p");
  if (!question.n || !question.p || has_more)
    throw InputError("an instance of distributions is one dimension: n and p, and nothing else");
  constexpr Index most = 1 << 20;  // as on the axes
  if (std::min(*question.n, *question.p) < 1 || std::max(*question.n, *question.p) > most)
    throw InputError(fmt::format("n and p must be from 1 to {}", most));
  return {*question.n, *question.p};
}

engine::Experiment sweep(const engine::SweepDefinition& definition) {
  return sweep_study(distribution_study(), definition, {.instances = given_instances(read_shape)},
                     own_solvers(distribution_exchange()));
}

const FamilyRegistration registration{
    {.name = "distributions",
     .synonyms = {"distribution"},
     .summary = "one dimension dealt out to processes, under a triangular computation",
     .compared_metric = "time",
     .algorithms = algorithms,
     .sweep = sweep,
     .fields = distribution_fields,
     .solve = solve_given,
     .draw = draw}};

}  // namespace
}  // namespace apportion::problems
