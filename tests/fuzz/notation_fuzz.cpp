// Fuzz target: distributions in Niculescu's notation.
#include <optional>
#include <string>

#include "algorithms/distributions/notation.hpp"
#include "base/error.hpp"
#include "tests/fuzz/checks.hpp"
#include "tests/fuzz/fuzz_targets.hpp"

namespace apportion::fuzz {
namespace {

// A text that `read` refuses is one of another kind.
template <class Read>
auto read_if_possible(std::string_view input, const Read& read) -> std::optional<decltype(read(input))> {
  try {
    return read(input);
  } catch (const InputError& refusal) {
    expect(*refusal.what() != '\0', "a refusal says nothing");
    return std::nullopt;
  }
}

// Spelled in both ways, and read again.
template <class Read>
void expect_spelled(std::string_view input, const Read& read) {
  const auto given = read_if_possible(input, read);
  if (!given) return;
  for (const Signs signs : {Signs::mathematical, Signs::ascii}) {
    const std::string text = to_text(*given, signs);
    const auto again = read_again(text, read);
    expect(to_text(again, signs) == text, "a distribution does not come back from its notation: " + text);
    expect(again == *given, "another distribution comes back from the notation: " + text);
  }
}

void fuzz_notation(std::string_view input) {
  expect_spelled(input, parse_distribution);
  expect_spelled(input, parse_cartesian);
  expect_spelled(input, parse_replicated);
  if (const auto distribution = read_if_possible(input, parse_distribution)) expect_consistent(*distribution);
}

const TargetRegistration notation_registration{{"notation", fuzz_notation}};

}  // namespace
}  // namespace apportion::fuzz
