// Fuzz targets, their list, and the report of a wrong answer.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace apportion::fuzz {

/// Passes one input to a reader, and checks the result: returns, throws a UserError if the reader refuses the input, or
/// calls expect() for what must hold. Should take less than a hundredth of a second.
using TargetFunction = void (*)(std::string_view input);

struct Target {
  std::string name;  ///< also of its stored inputs, tests/fuzz/corpus/NAME.jsonl
  TargetFunction run = nullptr;
};

/// All targets, sorted by name.
[[nodiscard]] std::vector<Target> targets();

/// A namespace-scope constant of this type registers a target.
struct TargetRegistration {
  explicit TargetRegistration(Target target);
};

/// Runs one input. Returns the message of a UserError, which is a valid result; "" without an error. Any other
/// exception ends the program, as expect() does.
std::string run(const Target& target, std::string_view input);

/// If `holds` is false, prints `what` and ends the program: libFuzzer then stores the input.
void expect(bool holds, std::string_view what);

}  // namespace apportion::fuzz
