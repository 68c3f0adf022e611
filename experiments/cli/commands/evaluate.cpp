// apportion evaluate: what an answer costs, whoever found it.
#include "base/error.hpp"
#include "experiments/cli/commands.hpp"
#include "experiments/cli/output.hpp"
#include "experiments/cli/problems.hpp"

namespace apportion::cli {
namespace {

using problems::ProblemFamily;

bool can_be_evaluated(const ProblemFamily& family) { return family.evaluate != nullptr; }

int run_evaluate(const Arguments& arguments) {
  const ProblemFamily& family = family_asked_for(arguments, can_be_evaluated, &ProblemFamily::evaluated);
  if (!can_be_evaluated(family)) throw InputError("evaluate takes no answers to " + family.name);
  const problems::Evaluation evaluation = family.evaluate({family.evaluated(), arguments});
  print_data(evaluation.line + "\n");
  return evaluation.is_allowed ? ok : failed;
}

}  // namespace

Command evaluate_command() {
  Command command{.name = "evaluate",
                  .summary = "recompute what an answer costs, whoever found it",
                  .usage = {"FAMILY PROBLEM ANSWER"},
                  .options = {},
                  .run = run_evaluate};
  for (const ProblemFamily& family : problems::families())
    command.topics.push_back(topic_of(family, &ProblemFamily::evaluated));
  return command;
}

}  // namespace apportion::cli
