// The family of programs: a description, its graph, and the distributions of its arrays.
#include "base/error.hpp"
#include "base/files.hpp"
#include "experiments/problems/graphs/json.hpp"
#include "experiments/problems/problem_family.hpp"
#include "experiments/problems/programs/json.hpp"

namespace apportion::problems {
namespace {

std::string solve_options(const OptionValues& options) {
  if (!options.has("program")) throw InputError("--program is missing; a problem needs --program FILE");
  ProgramQuestion question = parsed_input(options.text("program"), parse_program_question);
  question.algorithm = options.text("algorithm", question.algorithm);
  if (options.has("print-graph")) return to_json(build_graph(question.program, question.model).graph);
  return to_json(solve(question));
}

std::string solve_line(const std::string& line) { return to_json(solve(parse_program_question(line))); }

// Its graphs are labelled by the algorithms of graphs, and its instances are descriptions, which no sweep draws.
const FamilyRegistration registration{
    {.name = "programs",
     .synonyms = {"program"},
     .summary = "programs given as descriptions, turned into graphs and labelled with distributions; not for sweeps",
     .usage = "[--algorithm A] --program FILE|- [--print-graph]",
     .options = {{.name = "algorithm", .value = "NAME", .summary = "of graphs, such as algorithm1-cc, the default"},
                 {.name = "program", .value = "FILE", .summary = "the program as JSON; - is standard input"},
                 {.name = "print-graph", .summary = "print its graph for solve graphs instead of an answer"}},
     .solve = solve_options,
     .solve_line = solve_line}};

}  // namespace
}  // namespace apportion::problems
