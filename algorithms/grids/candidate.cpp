// The common options and last steps of grid algorithms: rounding and times.
#include "algorithms/grids/candidate.hpp"

#include <algorithm>
#include <utility>

#include "algorithms/grids/block_lengths.hpp"
#include "base/error.hpp"

namespace apportion {

OptionSpec printed_rounding_option() {
  return {.name = "printed-rounding",
          .summary = "left-over elements go to lengths below their natural share, as printed; costs up to 8 %"};
}

OptionSpec apportioned_option() {
  return {.name = "apportioned",
          .summary = "whole lengths by apportionment, one dimension after the other: never slower than either rule"};
}

Rounding chosen_rounding(const Options& options) {
  const bool printed = options.flag("printed-rounding");
  const bool apportioned = options.flag("apportioned");
  if (printed && apportioned)
    throw InputError("printed-rounding and apportioned are two rules of rounding; choose one of them");
  return printed ? Rounding::printed : apportioned ? Rounding::apportioned : Rounding::remainders;
}

OptionSpec mapping_option() {
  std::vector<std::string> names = {"best"};
  for (const MappingRule& rule : mapping_rules) names.emplace_back(rule.name);
  return {.name = "mapping",
          .kind = OptionKind::text,
          .default_value = "best",
          .choices = std::move(names),
          .summary = "NAT, NAT1 or NAT2 alone instead of the best of the three"};
}

std::vector<MappingRule> chosen_mappings(const Options& options) {
  const std::string& name = options.text("mapping");
  if (name == "best") return {mapping_rules.begin(), mapping_rules.end()};
  return {*std::ranges::find(mapping_rules, name, &MappingRule::name)};
}

namespace {

WholeLengths rounded_lengths(const GridProblem& problem, const Mapping& mapping, const Lengths& lengths,
                             Rounding rounding) {
  if (rounding == Rounding::apportioned) return rounded_by_apportionment(mapped(problem, mapping), lengths);
  const Lengths natural = rounding == Rounding::printed ? natural_lengths(mapped(problem, mapping)) : lengths;
  WholeLengths rounded;
  rounded.reserve(lengths.size());
  for (std::size_t k = 0; k < lengths.size(); ++k)
    rounded.push_back(rounded_as_printed(lengths[k], natural[k], problem.block[k]));
  return rounded;
}

}  // namespace

GridSolution rounded_solution(const GridProblem& problem, Mapping mapping, Lengths lengths, Rounding rounding) {
  GridSolution solution;
  solution.rounded = rounded_lengths(problem, mapping, lengths, rounding);
  solution.mapping = std::move(mapping);
  solution.lengths = std::move(lengths);
  solution.time = block_time(problem, solution.mapping, solution.lengths);
  solution.rounded_time = block_time(problem, solution.mapping, as_real(solution.rounded));
  return solution;
}

std::vector<GridSolution> solutions_of(std::string_view name, std::span<const GridProblem> problems) {
  const Configured<GridAlgorithm> chosen = GridRegistry::instance().choose(name);
  if (chosen.algorithm->solve_batch != nullptr) return chosen.algorithm->solve_batch(problems, chosen.options);
  RandomStream unused(default_seed, name);
  std::vector<GridSolution> solutions;
  solutions.reserve(problems.size());
  for (const GridProblem& problem : problems) solutions.push_back(chosen.solve(problem, unused));
  return solutions;
}

bool is_faster(const GridSolution& solution, const GridSolution& other) {
  return solution.rounded_time < other.rounded_time * (1 - tie_tolerance);
}

}  // namespace apportion
