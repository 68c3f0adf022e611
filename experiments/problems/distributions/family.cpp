// The family of distributions: a matrix product's on the command line, one dimension's in sweeps.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <optional>

#include "algorithms/distributions/communication_count.hpp"
#include "base/error.hpp"
#include "experiments/problems/distributions/drawing.hpp"
#include "experiments/problems/distributions/json.hpp"
#include "experiments/problems/distributions/study.hpp"
#include "experiments/problems/problem_family.hpp"
#include "experiments/problems/sweep_study.hpp"

namespace apportion::problems {
namespace {

DistributionQuestion question_of(const OptionValues& options) {
  const auto size = [&options](const std::string& option) -> std::optional<Index> {
    if (!options.has(option)) return std::nullopt;
    return options.whole(option, 1, 1, largest_length);
  };
  const auto text = [&options](const std::string& option) -> std::optional<std::string> {
    if (!options.has(option)) return std::nullopt;
    return options.text(option);
  };
  return {.distribution = text("distribution"),
          .m = size("m"),
          .o = size("o"),
          .n = size("n"),
          .p = size("p"),
          .M = size("M"),
          .N = size("N"),
          .Q = size("Q"),
          .row_kind = text("row-kind"),
          .column_kind = text("column-kind"),
          .inner_kind = text("inner-kind")};
}

std::string solve_options(const OptionValues& options) { return to_json(solve(question_of(options))); }

std::string solve_line(const std::string& line) { return to_json(solve(parse_distribution_question(line))); }

std::string draw(const OptionValues& options, const std::string& format) {
  DistributionQuestion question = question_of(options);
  // Nothing of it is drawn; every kind can deal Q indices out to Q layers.
  if (!question.o) question.o = question.Q.value_or(1);
  const DistributionAnswer answer = solve(question);
  const CartesianDistribution grid({answer.product.rows, answer.product.columns});
  const std::string title = fmt::format("{}: {} to {} elements a process", name_of(answer), grid.least(), grid.most());
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
     .usage = "--o O {--m M --n N {--p P | --M M --N N} [--Q Q] [--row-kind K] [--column-kind K] | --distribution D} "
              "[--inner-kind K]",
     .options = {{.name = "m", .value = "M", .summary = "rows of c = a b"},
                 {.name = "o", .value = "O", .summary = "columns of a, rows of b"},
                 {.name = "n", .value = "N", .summary = "columns of c"},
                 {.name = "p", .value = "P", .summary = "processes; without M and N the best M x N is taken"},
                 {.name = "M", .value = "M", .summary = "process rows"},
                 {.name = "N", .value = "N", .summary = "process columns"},
                 {.name = "Q", .value = "Q", .summary = "layers of M x N processes (default: 1)"},
                 {.name = "row-kind", .value = "KIND", .summary = "such as wrap (default: ceil-block)"},
                 {.name = "column-kind", .value = "KIND", .summary = "such as block-cyclic[block=4]"},
                 {.name = "inner-kind", .value = "KIND", .summary = "how the layers share the inner dimension"},
                 {.name = "distribution", .value = "TEXT", .summary = "such as 'linear(100,4) x wrap(200,8) * 2'"}},
     .solve = solve_options,
     .solve_line = solve_line,
     .draw = draw}};

}  // namespace
}  // namespace apportion::problems
