// Fuzz target: files of instances in sweeps, JSON lines. The first line names the family.

#include "experiments/problems/problem_family.hpp"
#include "tests/fuzz/files.hpp"
#include "tests/fuzz/fuzz_targets.hpp"

namespace apportion::fuzz {
namespace {

void fuzz_instances(std::string_view input) {
  const std::size_t end = std::min(input.find('\n'), input.size());
  engine::SweepDefinition definition;
  definition.family = problems::sweep_family(input.substr(0, end)).name;
  definition.name = "fuzzed";
  definition.instances = scratch_file("instances.jsonl", input.substr(std::min(end + 1, input.size())));
  const engine::Experiment experiment = problems::sweep_experiment(definition);
  expect(!experiment.axes.empty() && experiment.axes.front().name == "instance", "instances without their axis");
  expect(!experiment.axes.front().values.empty(), "no instances");
  if (experiment.require) experiment.require(experiment.axes);
}

const TargetRegistration instances_registration{{"instances", fuzz_instances}};

}  // namespace
}  // namespace apportion::fuzz
