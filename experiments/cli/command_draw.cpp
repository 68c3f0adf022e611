// apportion draw: a solution as SVG or text.
#include "experiments/cli/commands.hpp"
#include "experiments/cli/output.hpp"
#include "experiments/cli/problems.hpp"
#include "sim/error.hpp"

namespace apportion::cli {
namespace {

std::string format_of(const Arguments& arguments) {
  std::string format = arguments.text("format", arguments.has("output") ? "svg" : "text");
  if (format != "svg" && format != "text") throw unknown_name("format", format, {"svg", "text"});
  return format;
}

int run(const Arguments& arguments) {
  const ProblemKind& kind = problem_kind(arguments);
  if (kind.draw == nullptr) throw InputError("there is no drawing of a " + kind.name + "; solve gives its answer");
  const std::string format = format_of(arguments);
  print_or_write(arguments.text("output"), kind.draw(arguments, format));
  return ok;
}

}  // namespace

Command draw_command() {
  Command command{.name = "draw",
                  .summary = "draw a solution as SVG or as text",
                  .usage = {},
                  .options = problem_options(),
                  .run = run};
  for (const ProblemKind& kind : problem_kinds())
    if (kind.draw != nullptr)
      command.usage.push_back(kind.name + " " + kind.usage + " [--format svg|text] [-o FILE.svg]");
  command.options.push_back(
      {.name = "format", .value = "NAME", .summary = "svg or text (default: svg into a file, text on the terminal)"});
  command.options.push_back({.name = "output,o", .value = "FILE", .summary = "write there instead of standard output"});
  return command;
}

}  // namespace apportion::cli
