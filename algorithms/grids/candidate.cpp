// The options that grid algorithms share, and the last steps: rounding and times.
#include "algorithms/grids/candidate.hpp"

#include <utility>

#include "algorithms/grids/block_lengths.hpp"
#include "algorithms/grids/rounding.hpp"
#include "base/error.hpp"

namespace apportion {

OptionSpec printed_rounding_option() {
  return {.name = "printed-rounding",
          .summary = "left-over elements go to lengths below their natural share, as printed; costs up to 8 %"};
}

Rounding chosen_rounding(const Options& options) {
  return options.flag("printed-rounding") ? Rounding::printed : Rounding::remainders;
}

OptionSpec mapping_option() {
  return {.name = "mapping",
          .kind = OptionKind::text,
          .default_value = "best",
          .summary = "NAT, NAT1 or NAT2 alone instead of the best of the three"};
}

std::vector<MappingRule> chosen_mappings(const Options& options) {
  const std::string& name = options.text("mapping");
  if (name == "best") return {mapping_rules.begin(), mapping_rules.end()};
  std::vector<std::string> names = {"best"};
  for (const MappingRule& rule : mapping_rules) {
    if (rule.name == name) return {rule};
    names.emplace_back(rule.name);
  }
  throw unknown_name("mapping", name, names);
}

GridSolution rounded_solution(const GridProblem& problem, Mapping mapping, Lengths lengths, Rounding rounding) {
  GridSolution solution{std::move(mapping), std::move(lengths), {}, 0, 0};
  const Lengths natural =
      rounding == Rounding::printed ? natural_lengths(mapped(problem, solution.mapping)) : Lengths{};
  solution.rounded.reserve(solution.lengths.size());
  for (std::size_t k = 0; k < solution.lengths.size(); ++k)
    solution.rounded.push_back(rounding == Rounding::printed
                                   ? rounded_as_printed(solution.lengths[k], natural[k], problem.block[k])
                                   : rounded_by_remainders(solution.lengths[k], problem.block[k]));
  solution.time = block_time(problem, solution.mapping, solution.lengths);
  solution.rounded_time = block_time(problem, solution.mapping, as_real(solution.rounded));
  return solution;
}

bool is_faster(const GridSolution& solution, const GridSolution& other) {
  return solution.rounded_time < other.rounded_time * (1 - tie_tolerance);
}

}  // namespace apportion
