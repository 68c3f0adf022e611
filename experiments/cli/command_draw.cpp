// apportion draw: a decomposition as SVG or text.
#include <fmt/format.h>

#include "experiments/cli/commands.hpp"
#include "experiments/cli/output.hpp"
#include "experiments/cli/rectangle_options.hpp"
#include "experiments/families/rectangles_drawing.hpp"
#include "sim/error.hpp"

namespace apportion::cli {
namespace {

std::string title_of(const families::RectangleQuestion& question, const families::RectangleAnswer& answer) {
  const Extent& extent = question.problem.extent;
  std::string title = fmt::format("{} on {} x {}: Acost {:.10g}, {} internal edges", answer.algorithm, extent.rows,
                                  extent.columns, answer.acost, answer.internal_edges);
  if (question.problem.latency > 0)
    title += fmt::format(", total {:.10g} at latency {}", answer.total, question.problem.latency);
  if (answer.whole) title += fmt::format(", load imbalance {:.3g} %", 100 * answer.whole->imbalance);
  if (answer.whole && answer.whole->empty > 0) title += fmt::format(", {} without an element", answer.whole->empty);
  return title;
}

std::string format_of(const Arguments& arguments) {
  std::string format = arguments.text("format", arguments.has("output") ? "svg" : "text");
  if (format != "svg" && format != "text") throw unknown_name("format", format, {"svg", "text"});
  return format;
}

int run(const Arguments& arguments) {
  require_rectangles(arguments);
  const std::string format = format_of(arguments);
  const families::RectangleQuestion question = rectangle_question(arguments);
  const families::RectangleAnswer answer = families::solve(question);
  const std::string title = title_of(question, answer);
  print_or_write(arguments.text("output"), format == "svg"
                                               ? families::svg_drawing({{title, answer.decomposition}})
                                               : title + "\n" + families::text_drawing(answer.decomposition));
  return ok;
}

}  // namespace

Command draw_command() {
  Command command{.name = "draw",
                  .summary = "draw a decomposition as SVG or as text",
                  .usage = {"rectangles [--algorithm A] --rows M --columns N --weights LIST [--latency L] [--whole] "
                            "[--format svg|text] [-o FILE.svg]"},
                  .options = rectangle_options(),
                  .run = run};
  command.options.push_back(
      {.name = "format", .value = "NAME", .summary = "svg or text (default: svg into a file, text on the terminal)"});
  command.options.push_back({.name = "output,o", .value = "FILE", .summary = "write there instead of standard output"});
  return command;
}

}  // namespace apportion::cli
