// Rectangle problems from the command line.
#include "experiments/cli/rectangle_options.hpp"

#include <fmt/format.h>

#include "sim/error.hpp"

namespace apportion::cli {
namespace {

double required_number(const Arguments& arguments, const std::string& option) {
  const std::optional<double> number = arguments.number(option);
  if (!number) throw InputError(fmt::format("--{} is missing; a problem needs --rows, --columns, --weights", option));
  return *number;
}

}  // namespace

std::vector<OptionDeclaration> rectangle_options() {
  return {{.name = "algorithm", .value = "NAME", .summary = "such as XY2, the default, or HYBRID[levels=2]"},
          {.name = "rows", .value = "M", .summary = "rows of the array"},
          {.name = "columns", .value = "N", .summary = "columns of the array"},
          {.name = "weights", .value = "LIST", .summary = "relative speeds: 3,1,2; or [[3,1],2], lists being machines"},
          {.name = "latency", .value = "L", .summary = "start-up cost a pair of neighbours (default: 0)"},
          {.name = "whole", .summary = "round to whole rows and columns, and say what that costs"}};
}

families::RectangleQuestion rectangle_question(const Arguments& arguments) {
  families::RectangleQuestion question;
  question.algorithm = arguments.text("algorithm", question.algorithm);
  question.problem.extent = {required_number(arguments, "rows"), required_number(arguments, "columns")};
  if (!arguments.has("weights")) throw InputError("--weights is missing; a problem needs --rows, --columns, --weights");
  question.problem.cluster = families::parse_weights(arguments.text("weights"));
  question.problem.latency = arguments.number("latency").value_or(0);
  question.whole = arguments.has("whole");
  return question;
}

void require_rectangles(const Arguments& arguments) {
  arguments.require_words_at_most(1);
  if (arguments.words().empty()) throw InputError("which kind of problem? There is rectangles");
  if (arguments.words().front() != "rectangles")
    throw unknown_name("kind of problem", arguments.words().front(), {"rectangles"});
}

}  // namespace apportion::cli
