// Builds the graph of a program, labels it, and writes the answer as JSON.
#include "experiments/problems/programs/solve.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>

#include "algorithms/graphs/graph_algorithm.hpp"
#include "base/error.hpp"
#include "base/files.hpp"
#include "base/text.hpp"
#include "experiments/problems/common/fields.hpp"
#include "experiments/problems/external/own_algorithms.hpp"
#include "experiments/problems/graphs/study.hpp"
#include "sim/programs/program.hpp"

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
  ProgramAnswer answer{.algorithm = chosen.canonical_name(), .built = build_graph(question.program, question.model)};
  const AlignmentGraph& graph = answer.built.graph;
  // The random stream of solve graph, so that the graph alone gets the same answer.
  RandomStream stream = solving_stream("graph", answer.algorithm, question.seed);
  GraphSolution solution = solution_by(chosen, graph, solve_graph, stream);
  answer.labels = std::move(solution.labels);
  answer.cost = solution.cost;
  answer.static_cost = solution.static_cost;
  answer.lower_bound = solution.lower_bound;
  answer.proven_optimal = solution.proven_optimal;
  return answer;
}

std::string to_json(const ProgramAnswer& answer) {
  const AlignmentGraph& graph = answer.built.graph;
  fmt::memory_buffer text;
  const auto out = std::back_inserter(text);
  fmt::format_to(out, R"({{"schema":1,"algorithm":{},"candidates":[)", json_string(answer.algorithm));
  for (std::size_t c = 0; c < answer.built.candidates.size(); ++c) {
    std::vector<std::int64_t> processors;
    std::vector<std::int64_t> blocks;
    for (const DimensionDistribution& each : answer.built.candidates[c].dimensions) {
      processors.push_back(each.processors);
      blocks.push_back(each.block);
    }
    fmt::format_to(out, R"({}{{"name":{},"processors":[{}],"blocks":[{}]}})", c == 0 ? "" : ",",
                   json_string(graph.candidates[c]), fmt::join(processors, ","), fmt::join(blocks, ","));
  }
  fmt::format_to(out, R"(],"nodes":[)");
  for (std::size_t v = 0; v < graph.size(); ++v)
    fmt::format_to(out, R"({}{{"name":{},"distribution":{},"cost":{}}})", v == 0 ? "" : ",",
                   json_string(graph.nodes[v].name), json_string(graph.candidates[answer.labels[v]]),
                   graph.nodes[v].costs[answer.labels[v]]);
  fmt::format_to(out, R"(],"labels":[{}],"cost":{},"static_cost":{},"lower_bound":{},"proven_optimal":{}}})",
                 fmt::join(answer.labels, ","), answer.cost, answer.static_cost, answer.lower_bound,
                 answer.proven_optimal);
  return fmt::to_string(text);
}

}  // namespace apportion::problems
