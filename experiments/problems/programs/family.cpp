// The family of programs: a description, its graph, and the distributions of its arrays.
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "base/error.hpp"
#include "base/files.hpp"
#include "base/numbers.hpp"
#include "base/text.hpp"
#include "experiments/problems/graphs/json.hpp"
#include "experiments/problems/graphs/study.hpp"
#include "experiments/problems/problem_family.hpp"
#include "experiments/problems/programs/json.hpp"
#include "experiments/problems/programs/kernels.hpp"
#include "experiments/problems/sweep_study.hpp"
#include "sim/programs/parameters.hpp"

namespace apportion::problems {
namespace {

// n=256,m=8
LoopIndices parameters(const std::string& text) {
  LoopIndices values;
  if (text.empty()) return values;
  for (const std::string& entry : split(text, ',')) {
    const std::size_t equals = std::min(entry.find('='), entry.size());
    const std::optional<std::int64_t> value = parse_whole(entry.substr(std::min(equals + 1, entry.size())));
    if (equals == 0 || !value)
      throw InputError(fmt::format("--parameters: '{}' is no parameter; write NAME=WHOLE NUMBER", entry));
    if (!values.emplace(entry.substr(0, equals), *value).second)
      throw InputError(fmt::format("--parameters: '{}' is given twice", entry.substr(0, equals)));
  }
  return values;
}

ProgramQuestion question_of(const OptionValues& options) {
  if (!options.has("program") && !options.has("kernel"))
    throw InputError("--program is missing; a problem needs --program FILE or --kernel NAME");
  if (options.has("program") && options.has("kernel"))
    throw InputError("--program and --kernel are both given; a problem needs one of them");
  const LoopIndices given = parameters(options.text("parameters"));
  const auto parse = [&given](std::string_view text) { return parse_program_question(text, given); };
  return options.has("program") ? parsed_input(options.text("program"), parse)
                                : parse(kernel(options.text("kernel")).text);
}

std::string solve_options(const OptionValues& options) {
  ProgramQuestion question = question_of(options);
  if (const std::optional<double> factor = options.number("rates")) multiply_rates(question.program, *factor);
  question.algorithm = options.text("algorithm", question.algorithm);
  question.own = own_algorithms(options.own(), graph_exchange());
  if (options.has("print-graph")) return to_json(build_graph(question.program, question.model).graph);
  return to_json(solve(question));
}

std::string solve_line(const std::string& line) { return to_json(solve(parse_program_question(line))); }

AlignmentGraph read_program_line(const std::string& line) {
  const ProgramQuestion question = parse_program_question(line);
  return build_graph(question.program, question.model).graph;
}

// Descriptions are given and never drawn; their graphs are labelled by the algorithms of graphs.
engine::Experiment sweep(const engine::SweepDefinition& definition) {
  if (definition.instances.empty() && definition.opens_files)
    throw InputError("a sweep of programs needs instances = FILE.jsonl, a program as JSON on each line");
  engine::Study study = graph_study();
  study.title = "Programs, labelled with distributions";
  study.source = "docs/program-format.md";
  study.axes.clear();
  return sweep_study(std::move(study), definition, {.instances = given_instances(read_program_line)},
                     own_solvers(graph_exchange()));
}

const FamilyRegistration registration{
    {.name = "programs",
     .synonyms = {"program"},
     .summary = "programs given as descriptions, turned into graphs and labelled with distributions; in sweeps by "
                "instances alone",
     .compared_metric = "cost",
     .sweep = sweep,
     .usage = "[--algorithm A] [--external FILE.ini] --program FILE|- | --kernel NAME [--parameters n=256] [--rates F] "
              "[--print-graph]",
     .options = {{.name = "algorithm",
                  .value = "NAME",
                  .summary = "of graphs, such as algorithm1-cc; the default is best"},
                 external_option(),
                 {.name = "program", .value = "FILE", .summary = "the program as JSON; - is standard input"},
                 {.name = "kernel",
                  .value = "NAME",
                  .summary = "instead of a file: a built-in one of experiments/frontier/programs, such as adi or fft"},
                 {.name = "parameters", .value = "LIST", .summary = "values of its parameters, such as n=512"},
                 {.name = "rates", .value = "F", .summary = "multiplies its machine's rho, sigma and nu"},
                 {.name = "print-graph", .summary = "print its graph for solve graphs instead of an answer"}},
     .solve = solve_options,
     .solve_line = solve_line}};

}  // namespace
}  // namespace apportion::problems
