// apportion draw: a solution as a picture or text.
#include <fmt/format.h>

#include <filesystem>

#include "base/error.hpp"
#include "base/text.hpp"
#include "experiments/cli/commands.hpp"
#include "experiments/cli/output.hpp"
#include "experiments/cli/problems.hpp"
#include "experiments/engine/messages.hpp"
#include "results/charts/chart.hpp"
#include "results/charts/drawing_programs.hpp"

namespace apportion::cli {
namespace {

bool can_be_drawn(const problems::ProblemFamily& family) { return family.draw != nullptr; }

// The format by --format or the file's ending: a picture, or text.
std::string drawing_format(const Arguments& arguments) {
  const std::filesystem::path file = arguments.text("output");
  require_ending(file, {".svg", ".pdf", ".png", ".txt"});
  const bool text = file.empty() || file.extension() == ".txt";
  std::string format = arguments.text("format", text ? "text" : "svg");
  if (format != "svg" && format != "text") throw unknown_name("format", format, {"svg", "text"});
  return format;
}

// The picture format by the file's ending; a given --format must agree.
results::Picture picture_for(const std::string& file, const Arguments& arguments) {
  const std::optional<results::Picture> picture = results::picture_of(file);
  const std::string format = arguments.text("format");
  const bool agrees =
      picture ? *picture == results::Picture::svg && format == "svg" : !file.ends_with(".txt") || format == "text";
  if (!format.empty() && !agrees)
    throw InputError(fmt::format("{} and --format {} contradict each other; leave out --format", file, format));
  return picture.value_or(results::Picture::svg);
}

// The drawing of the listed algorithms, or of one; also prints refusals. "" if all refused.
std::string drawn_by(const problems::ProblemFamily& family, const Arguments& arguments, const std::string& format,
                     const std::vector<std::string>& several) {
  const problems::FieldValues given(problems::fields_to_draw(family), arguments);
  if (several.empty()) return family.draw(given, format);
  const problems::Comparison comparison = family.compare(given, several);
  for (const problems::Refusal& refusal : comparison.refusals)
    engine::print_error(fmt::format("{} refuses: {}\n", refusal.algorithm, refusal.reason));
  return comparison.draw ? comparison.draw(format) : "";
}

int run_draw(const Arguments& given) {
  const problems::ProblemFamily& family = family_asked_for(given, can_be_drawn, problems::fields_to_draw);
  const Arguments arguments = with_own_algorithms(given);
  if (!can_be_drawn(family)) throw InputError("cannot draw " + family.name + "; solve prints the answer");
  const std::vector<std::string> several = listed_algorithms(arguments, family);
  const std::string format = drawing_format(arguments);
  const std::string file = arguments.text("output");
  const results::Picture picture = picture_for(file, arguments);
  const std::string drawing = drawn_by(family, arguments, format, several);
  if (drawing.empty()) return failed;
  print_or_write(file, format == "text" ? without_controls(drawing) : results::converted_svg(drawing, picture));
  return ok;
}

}  // namespace

Command draw_command() {
  Command command{.name = "draw",
                  .summary = "draw a solution as a picture or as text",
                  .usage = {"FAMILY PROBLEM [--format svg|text] [-o FILE.svg|png|pdf|txt]"},
                  .options = {{.name = "format",
                               .value = "NAME",
                               .summary = "svg or text (default: svg into a file, text on the terminal)",
                               .complete = {"svg", "text"}},
                              {.name = "output,o",
                               .value = "FILE",
                               .summary = "write to this file instead of standard output: FILE.svg, .pdf, .png, "
                                          "or .txt for text"}},
                  .run = run_draw};
  for (const problems::ProblemFamily& family : problems::families()) {
    command.topics.push_back(topic_of(family, problems::fields_to_draw));
    if (!can_be_drawn(family)) command.topics.back().usage.clear();
  }
  return command;
}

}  // namespace apportion::cli
