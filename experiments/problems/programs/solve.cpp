// Builds the graph of a program, labels it, and writes the answer as JSON.
#include "experiments/problems/programs/solve.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/error.hpp"
#include "base/files.hpp"
#include "base/text.hpp"
#include "experiments/problems/external/own_algorithms.hpp"
#include "experiments/problems/graphs/study.hpp"

namespace apportion::problems {
namespace {

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

}  // namespace

std::vector<std::string> kernel_names() { return collected(kernels(), &Kernel::name); }

const Kernel& kernel(std::string_view name) {
  const auto found = std::ranges::find(kernels(), name, &Kernel::name);
  return found != kernels().end() ? *found : throw unknown_name("kernel", name, kernel_names());
}

ProgramQuestion program_question(const FieldValues& given) {
  const auto parse = [&given](std::string_view text) { return question_in(text, given); };
  if (given.has("kernel")) return parse(kernel(given.text("kernel")).text);
  if (given.has("program")) return parsed_input(given.text("program"), parse);
  return question_in(given, {});
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
