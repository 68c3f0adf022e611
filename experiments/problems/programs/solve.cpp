// The family of programs: a description is one JSON object, in a file, built in, or in the line. It is turned into a
// graph, which the algorithms of graphs label.
#include "experiments/problems/programs/solve.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/error.hpp"
#include "base/files.hpp"
#include "base/numbers.hpp"
#include "base/text.hpp"
#include "experiments/problems/common/sweep_study.hpp"
#include "experiments/problems/graphs/solve.hpp"
#include "experiments/problems/graphs/study.hpp"

namespace apportion::problems {
namespace {

std::vector<std::string> kernel_names() { return collected(kernels(), &EmbeddedFile::name); }

// Parses "n=256,m=8".
Json parameters_in(const std::string& text) {
  Json values = Json::object();
  for (const std::string& entry : split(text, ',')) {
    const std::size_t equals = std::min(entry.find('='), entry.size());
    const std::optional<std::int64_t> value = parse_whole(entry.substr(std::min(equals + 1, entry.size())));
    if (equals == 0 || !value)
      throw InputError(fmt::format("--parameters: '{}' is not a parameter; write NAME=WHOLE NUMBER", entry));
    if (!values.emplace(entry.substr(0, equals), *value).second)
      throw InputError(fmt::format("--parameters: '{}' is given twice", entry.substr(0, equals)));
  }
  return values;
}

Field program_part(const std::string& name, const std::string& what) {
  return field_of(FieldKind::json, name, {}, what).only_as(FieldPlace::key);
}

const std::vector<Field>& program_fields() {
  static const std::vector<Field> all = {
      algorithm_field("best", "algorithm1-cc, of those of graphs", registered_names<GraphAlgorithm>),
      external_field(),
      field_of(FieldKind::file, "program", "FILE|-", "the program as JSON; - is standard input")
          .must_be_given("file")
          .only_as(FieldPlace::option),
      word_field("kernel", kernel_names,
                 "instead of a file: a built-in one of experiments/frontier/programs, such as adi or fft")
          .called("NAME")
          .must_be_given("kernel")
          .only_as(FieldPlace::option),
      field_of(FieldKind::json, "parameters", "n=256", "values of its parameters, instead of its own")
          .read_by(parameters_in),
      real_field("rates", "F", 0, 1e100, "multiplies its machine's rho, sigma and nu").only_as(FieldPlace::option),
      flag_field("print-graph", "print its graph for solve graphs instead of an answer").only_as(FieldPlace::option),
      program_part("rank", "dimensions of the template").must_be_given(),
      program_part("processors", "how many there are").must_be_given(),
      program_part("objects", "arrays and their alignments").must_be_given(),
      program_part("nodes", "what is computed").must_be_given(),
      program_part("edges", "what is moved"),
      program_part("name", "a name of the program"),
      program_part("note", "what a reader should know"),
      program_part("machine", "rates and topology"),
      program_part("shortcut-load", "see docs/program-format.md"),
      program_part("literal-shifts", "see docs/program-format.md"),
      seed_field()};
  return all;
}

ProgramQuestion question_in(const FieldValues& given, const LoopIndices& parameters) {
  ProgramQuestion question = described_program(given.object(), parameters);
  set_asked(given, graph_exchange(), question);
  return question;
}

// Parameters are replaced one by one; any other option replaces the description's own value.
ProgramQuestion question_in(std::string_view text, const FieldValues& options) {
  LoopIndices parameters;
  if (options.has("parameters"))
    for (const auto& [name, value] : options["parameters"].members()) parameters.emplace(name, value.whole());
  FieldValues given(program_fields(), parse_json(text), "program");
  given.replace_by(options, "parameters");
  return question_in(given, parameters);
}

ProgramQuestion program_question(const FieldValues& given) {
  const auto parse = [&given](std::string_view text) { return question_in(text, given); };
  if (given.has("kernel")) return parse(kernel(given.text("kernel")).text);
  if (given.has("program")) return parsed_input(given.text("program"), parse);
  return question_in(given, {});
}

std::string solve_given_program(const FieldValues& given) {
  ProgramQuestion question = program_question(given);
  if (given.has("rates")) multiply_rates(question.program, given.real("rates"));
  if (given.flag("print-graph")) return to_json(build_graph(question.program, question.model).graph);
  return to_json(solve(question));
}

AlignmentGraph graph_of_line(const std::string& line) {
  const ProgramQuestion question = parse_program_question(line);
  return build_graph(question.program, question.model).graph;
}

// Descriptions are given, not drawn; their graphs are labelled by the algorithms of graphs.
engine::Experiment program_sweep(const engine::SweepDefinition& definition) {
  if (definition.instances.empty() && definition.opens_files)
    throw InputError("a sweep of programs needs instances = FILE.jsonl, a program as JSON on each line");
  engine::Experiment study = graph_study().sweep_study_of(false);
  study.title = "Programs, labelled with distributions";
  study.source = "docs/program-format.md";
  study.axes.clear();
  return sweep_study(std::move(study), definition,
                     {.instances = given_instances<AlignmentGraph>(graph_of_line, {}, true)},
                     own_solvers(graph_exchange()));
}

const FamilyRegistration program_family{
    {.name = "programs",
     .synonyms = {"program"},
     .summary = "programs given as descriptions, turned into graphs and labelled with distributions; in sweeps by "
                "instances alone",
     .compared_metric = "cost",
     .fields = program_fields,
     .place = "program",
     .solve = solve_given_program,
     .sweep = program_sweep}};

}  // namespace

const EmbeddedFile& kernel(std::string_view name) {
  const auto found = std::ranges::find(kernels(), name, &EmbeddedFile::name);
  return found != kernels().end() ? *found : throw unknown_name("kernel", name, kernel_names());
}

ProgramQuestion parse_program_question(std::string_view json, const LoopIndices& given) {
  return question_in({program_fields(), parse_json(json), "program"}, given);
}

ProgramAnswer solve(const ProgramQuestion& question) {
  const ChosenAlgorithm<GraphAlgorithm> chosen = choose_algorithm(question.own, question.algorithm);
  const std::string name = chosen.canonical_name();
  ProgramGraph built = build_graph(question.program, question.model);
  // The random stream of solve graph, so that the graph alone gets the same answer.
  RandomStream stream = solving_stream("graph", name, question.seed);
  return {solution_by(chosen, built.graph, solve_graph, stream), name, std::move(built)};
}

std::string to_json(const ProgramAnswer& answer) {
  const AlignmentGraph& graph = answer.built.graph;
  std::size_t c = 0;
  const auto candidate = [&](const auto& of) {
    std::vector<std::int64_t> processors;
    std::vector<std::int64_t> blocks;
    for (const DimensionDistribution& each : of.dimensions) {
      processors.push_back(each.processors);
      blocks.push_back(each.block);
    }
    return fmt::format(R"({{"name":{},"processors":[{}],"blocks":[{}]}})", json_string(graph.candidates[c++]),
                       fmt::join(processors, ","), fmt::join(blocks, ","));
  };
  std::size_t v = 0;
  const auto labelled = [&](const auto& node) {
    const std::size_t label = answer.labels[v++];
    return fmt::format(R"({{"name":{},"distribution":{},"cost":{}}})", json_string(node.name),
                       json_string(graph.candidates[label]), node.costs[label]);
  };
  return fmt::format(R"({{"schema":1,"algorithm":{},"candidates":{},"nodes":{},"labels":[{}],"cost":{},)"
                     R"("static_cost":{},"lower_bound":{},"proven_optimal":{}}})",
                     json_string(answer.algorithm), json_list(answer.built.candidates, candidate),
                     json_list(graph.nodes, labelled), fmt::join(answer.labels, ","), answer.cost, answer.static_cost,
                     answer.lower_bound, answer.proven_optimal);
}

}  // namespace apportion::problems
