// The family of programs: a description, its graph, and the distributions of its arrays.
#include <string>
#include <utility>

#include "base/error.hpp"
#include "experiments/problems/graphs/solve.hpp"
#include "experiments/problems/graphs/study.hpp"
#include "experiments/problems/problem_family.hpp"
#include "experiments/problems/programs/fields.hpp"
#include "experiments/problems/programs/solve.hpp"
#include "experiments/problems/sweep_study.hpp"
#include "sim/programs/parameters.hpp"

namespace apportion::problems {
namespace {

std::string solve_given(const FieldValues& given) {
  ProgramQuestion question = program_question(given);
  if (given.has("rates")) multiply_rates(question.program, given.real("rates"));
  if (given.flag("print-graph")) return to_json(build_graph(question.program, question.model).graph);
  return to_json(solve(question));
}

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
     .fields = program_fields,
     .place = "program",
     .solve = solve_given}};

}  // namespace
}  // namespace apportion::problems
