// Fuzz target: values on axes, of the command line and of sweep files: "AXIS VALUES".
#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "experiments/problems/problem_family.hpp"
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

const TargetRegistration axes_registration{{"axes", fuzz_axes}};

}  // namespace
}  // namespace apportion::fuzz
