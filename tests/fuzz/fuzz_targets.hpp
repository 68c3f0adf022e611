// What a fuzz target is, the list of all of them, and how an input shows that an answer is wrong.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace apportion::fuzz {

/// Feeds one input to a reader, and checks what comes of it: returns, throws a UserError where the reader refuses the
/// input, or calls expect() with what does not hold. A hundredth of a second is long.
using TargetFunction = void (*)(std::string_view input);

struct Target {
  std::string name;  ///< also of its kept inputs, tests/fuzz/corpus/NAME.jsonl
  TargetFunction run = nullptr;
};

/// By name.
[[nodiscard]] std::vector<Target> targets();

/// A namespace-scope constant of this type registers a target.
struct TargetRegistration {
  explicit TargetRegistration(Target target);
};

/// Runs one input. What a UserError said, which is an answer; "" where there was none. Any other exception ends the
/// program, as expect() does.
std::string run(const Target& target, std::string_view input);

/// Ends the program, after a line with `what`, unless it holds: libFuzzer then keeps the input.
void expect(bool holds, std::string_view what);

}  // namespace apportion::fuzz
