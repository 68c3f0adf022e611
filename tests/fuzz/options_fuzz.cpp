// Fuzz targets: algorithms with their options, and lists of numbers, as options and keys have them.
#include <string>
#include <vector>

#include "algorithms/cells/cell_algorithm.hpp"
#include "algorithms/distributions/distribution_kind.hpp"
#include "algorithms/graphs/graph_algorithm.hpp"
#include "algorithms/grids/grid_algorithm.hpp"
#include "algorithms/rectangles/rectangle_algorithm.hpp"
#include "base/error.hpp"
#include "experiments/problems/common/fields.hpp"
#include "experiments/problems/grids/solve.hpp"
#include "experiments/problems/rectangles/solve.hpp"
#include "experiments/problems/rectangles/study.hpp"
#include "tests/fuzz/checks.hpp"
#include "tests/fuzz/fuzz_targets.hpp"

namespace apportion::fuzz {
namespace {

// An algorithm's canonical name names it again.
template <class AlgorithmType>
void expect_canonical(const std::string& text) {
  const Registry<AlgorithmType>& registry = Registry<AlgorithmType>::instance();
  std::string name;
  try {
    name = registry.choose(text).canonical_name();
  } catch (const InputError&) {
    return;
  }
  const auto canonical = [&registry](const std::string& word) { return registry.choose(word).canonical_name(); };
  expect(read_again(name, canonical) == name, "not the canonical name: " + name);
}

void fuzz_options(std::string_view input) {
  const std::vector<std::string> names = split_names(input);
  std::string joined;
  for (const std::string& name : names) {
    joined += (joined.empty() ? "" : ",") + name;
    expect_canonical<RectangleAlgorithm>(name);
    expect_canonical<CellAlgorithm>(name);
    expect_canonical<GridAlgorithm>(name);
    expect_canonical<GraphAlgorithm>(name);
    expect_canonical<DistributionKind>(name);
  }
  expect(read_again(joined, split_names) == names, "names do not come back from their list");
}

// What `read` makes of the text; it may throw nothing but a refusal.
template <class Read>
void expect_refusal_or_answer(std::string_view input, const Read& read) {
  try {
    static_cast<void>(read(input));
  } catch (const UserError& refusal) {
    expect(*refusal.what() != '\0', "a refusal says nothing");
  }
}

Cluster weights_given(std::string_view text) {
  problems::OptionValues options;
  for (const char* side : {"rows", "columns"}) options.add(side, {"1"});
  options.add("weights", {std::string(text)});
  return problems::rectangle_question({problems::rectangle_fields(), options}).problem.cluster;
}

void fuzz_lists(std::string_view input) {
  for (const char* option : {"edges", "performances", "block"})
    expect_refusal_or_answer(input, [option](std::string_view text) {
      problems::OptionValues options;
      options.add(option, {std::string(text)});
      return problems::FieldValues(problems::grid_fields(), options).has(option);
    });
  const Cluster cluster = weights_given(input);
  validate(cluster);
  const std::string text = problems::weights_json(cluster);
  expect(problems::weights_json(read_again(text, weights_given)) == text,
         "weights do not come back from JSON: " + text);
}

const TargetRegistration options_registration{{"options", fuzz_options}};
const TargetRegistration lists_registration{{"lists", fuzz_lists}};

}  // namespace
}  // namespace apportion::fuzz
