// Common checks of several families' fuzz targets.
#pragma once

#include <exception>
#include <string>
#include <string_view>

#include "base/error.hpp"
#include "experiments/problems/common/json.hpp"
#include "sim/distributions/distribution.hpp"
#include "tests/fuzz/fuzz_targets.hpp"

namespace apportion::fuzz {

/// Expects that the text is one line of JSON that the program's own strict parser accepts.
void expect_json(const std::string& text);

/// The result of `read` for the program's own output, which it must not refuse.
template <class Read>
auto read_again(const std::string& text, const Read& read) {
  try {
    return read(text);
  } catch (const UserError& refusal) {
    expect(false, "what was written is refused: " + text + "\n" + refusal.what());
    throw;
  }
}

/// Expects that the reader of users' answers accepts ours, word for word.
template <class Exchange, class Problem>
void expect_accepted(const Exchange& exchange, const Problem& problem, const std::string& json) {
  expect_json(json);
  const problems::Json answer = problems::parse_json(json);
  try {
    static_cast<void>(exchange.answer(problem, problems::JsonReader(answer, "answer")));
  } catch (const std::exception& refusal) {
    expect(false, std::string("our own answer is refused: ") + refusal.what() + "\n" + json);
  }
}

/// Expects that `parse` of the JSON that `write` makes gives the question's problem again.
template <class Problem, class Parse>
void expect_same_problem(const Problem& problem, const Parse& parse, std::string (*write)(const Problem& problem)) {
  const std::string text = write(problem);
  expect(write(read_again(text, parse).problem) == text, "a problem does not come back from JSON");
}

/// Expects that `a` is at most `b`, up to rounding: 1e-9 of either, or of `scale`.
void expect_at_most(double a, double b, double scale, std::string_view what);

/// Expects that loads, owners and extremes agree, index by index if there are few.
void expect_consistent(const Distribution& distribution);

/// Whether a name, or one in its options, is that of a search, which is too slow for a fuzz target.
[[nodiscard]] bool is_search(std::string_view algorithm);

}  // namespace apportion::fuzz
