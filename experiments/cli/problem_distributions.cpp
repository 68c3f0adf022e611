// Distributions of a matrix product from the command line: `solve distribution` and `draw distribution`.
#include <fmt/format.h>

#include "base/error.hpp"
#include "experiments/cli/problems.hpp"
#include "experiments/problems/distributions/drawing.hpp"
#include "experiments/problems/distributions/json.hpp"

namespace apportion::cli {
namespace {

using problems::DistributionQuestion;

DistributionQuestion question_of(const Arguments& arguments) {
  const auto size = [&arguments](const std::string& option) -> std::optional<Index> {
    if (!arguments.has(option)) return std::nullopt;
    return arguments.whole(option, 1, 1, largest_length);
  };
  const auto text = [&arguments](const std::string& option) -> std::optional<std::string> {
    if (!arguments.has(option)) return std::nullopt;
    return arguments.text(option);
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

std::string solve(const Arguments& arguments) { return problems::to_json(problems::solve(question_of(arguments))); }

std::string solve_line(const std::string& line) {
  return problems::to_json(problems::solve(problems::parse_distribution_question(line)));
}

std::string draw(const Arguments& arguments, const std::string& format) {
  DistributionQuestion question = question_of(arguments);
  // Nothing of it is drawn; every kind can deal Q indices out to Q layers.
  if (!question.o) question.o = question.Q.value_or(1);
  const problems::DistributionAnswer answer = problems::solve(question);
  const CartesianDistribution grid({answer.product.rows, answer.product.columns});
  const std::string title =
      fmt::format("{}: {} to {} elements a process", problems::name_of(answer), grid.least(), grid.most());
  return format == "svg" ? problems::svg_drawing(title, grid) : title + "\n" + problems::text_drawing(grid);
}

}  // namespace

ProblemKind distribution_problems() {
  return {
      .name = "distribution",
      .usage =
          "--o O {--m M --n N {--p P | --M M --N N} [--Q Q] [--row-kind K] [--column-kind K] | --distribution D} "
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
      .solve = solve,
      .solve_line = solve_line,
      .draw = draw};
}

}  // namespace apportion::cli
