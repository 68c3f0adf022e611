// Fuzz targets: texts of the command line and of keys: values on axes, algorithms with their options, lists; JSON.
#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "algorithms/cells/cell_algorithm.hpp"
#include "algorithms/distributions/distribution_kind.hpp"
#include "algorithms/graphs/graph_algorithm.hpp"
#include "algorithms/grids/grid_algorithm.hpp"
#include "algorithms/rectangles/rectangle_algorithm.hpp"
#include "base/error.hpp"
#include "experiments/problems/grids/json.hpp"
#include "experiments/problems/json.hpp"
#include "experiments/problems/rectangles/json.hpp"
#include "experiments/problems/sweeps.hpp"
#include "tests/fuzz/fuzz_targets.hpp"

namespace apportion::fuzz {
namespace {

// Every axis of every family, and one of each kind of numbers.
const std::vector<engine::Axis>& all_axes() {
  static const std::vector<engine::Axis> all = [] {
    std::vector<engine::Axis> axes = {{.name = "whole", .kind = engine::AxisKind::whole, .least = -1000, .most = 1e9},
                                      {.name = "real", .kind = engine::AxisKind::real, .least = -1e300, .most = 1e300}};
    for (const std::string& family : problems::sweep_family_names())
      for (engine::Axis& axis : problems::default_sweep(problems::sweep_family(family)).axes)
        axes.push_back(std::move(axis));
    return axes;
  }();
  return all;
}

void expect_values(const engine::Axis& axis, std::string_view text) {
  const std::vector<engine::AxisValue> values = engine::parse_axis_values(axis, text);
  expect(!values.empty(), "no values");
  std::set<std::string> seen;
  constexpr std::size_t most_checked = 100;
  if (values.size() > most_checked) return;
  for (const engine::AxisValue& value : values) {
    axis.check(value);
    expect(seen.insert(value.text).second, axis.name + " has a value twice: " + value.text);
    expect(engine::AxisValue::parse(value.text).text == value.text, "not the canonical spelling: " + value.text);
  }
}

// "AXIS VALUES": an axis that is not there has all of them tried.
void fuzz_axes(std::string_view input) {
  const std::size_t blank = std::min(input.find(' '), input.size());
  const std::string_view name = input.substr(0, blank);
  const std::string_view text = input.substr(std::min(blank + 1, input.size()));
  static_cast<void>(engine::AxisValue::parse(text));
  for (const engine::Axis& axis : all_axes()) {
    if (axis.name != name) continue;
    try {
      expect_values(axis, text);
    } catch (const InputError& refusal) {
      expect(*refusal.what() != '\0', "a refusal says nothing");
    }
  }
}

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
  expect(registry.choose(name).canonical_name() == name, "not the canonical name: " + name);
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
  expect(split_names(joined) == names, "names do not come back from their list");
}

// What `read` makes of the text; that it throws nothing but a refusal is all that there is to see.
template <class Read>
void expect_refusal_or_answer(std::string_view input, const Read& read) {
  try {
    static_cast<void>(read(input));
  } catch (const UserError& refusal) {
    expect(*refusal.what() != '\0', "a refusal says nothing");
  }
}

void fuzz_lists(std::string_view input) {
  expect_refusal_or_answer(input, problems::parse_performances);
  expect_refusal_or_answer(input, problems::parse_sides);
  expect_refusal_or_answer(input, [](std::string_view text) { return spelled(parse_grid(text)); });
  const Cluster cluster = problems::parse_weights(input);
  validate(cluster);
  const std::string text = problems::weights_json(cluster);
  expect(problems::weights_json(problems::parse_weights(text)) == text, "weights do not come back from JSON: " + text);
}

// Against the library, which lets keys pass that are given twice, and any depth.
void fuzz_json(std::string_view input) {
  const problems::Json plain = problems::Json::parse(input, nullptr, false);
  const problems::Json strict = problems::parse_json(input);
  expect(!plain.is_discarded(), "the library refuses what is accepted");
  expect(plain == strict, "another value than the library's");
}

const TargetRegistration json_registration{{"json", fuzz_json}};
const TargetRegistration axes_registration{{"axes", fuzz_axes}};
const TargetRegistration options_registration{{"options", fuzz_options}};
const TargetRegistration lists_registration{{"lists", fuzz_lists}};

}  // namespace
}  // namespace apportion::fuzz
