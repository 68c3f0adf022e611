// What the fuzz targets of several families check.
#pragma once

#include <exception>
#include <string>
#include <string_view>

#include "base/error.hpp"
#include "experiments/problems/common/json.hpp"
#include "sim/distributions/distribution.hpp"
#include "tests/fuzz/fuzz_targets.hpp"

namespace apportion::fuzz {

/// That the text, which the program would print, is JSON of one line that its own strict reader takes.
void expect_json(const std::string& text);

/// What `read` makes of a text that the program wrote; that it refuses it is a finding.
template <class Read>
auto read_again(const std::string& text, const Read& read) {
  try {
    return read(text);
  } catch (const UserError& refusal) {
    expect(false, "what was written is refused: " + text + "\n" + refusal.what());
    throw;
  }
}

/// That the reader of users' answers takes ours, word for word.
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

/// That a question's problem comes back from the JSON that `write` makes of it.
template <class Problem, class Parse>
void expect_same_problem(const Problem& problem, const Parse& parse, std::string (*write)(const Problem& problem)) {
  const std::string text = write(problem);
  expect(write(read_again(text, parse).problem) == text, "a problem does not come back from JSON");
}

/// That `a` is at most `b`, but for rounding: 1e-9 of either, or of `scale`.
void expect_at_most(double a, double b, double scale, std::string_view what);

/// That loads, owners and extremes agree, index by index where there are few.
void expect_consistent(const Distribution& distribution);

/// Whether a name, or one of those in its options, is that of a search, which takes too long for a fuzz target.
[[nodiscard]] bool is_search(std::string_view algorithm);

}  // namespace apportion::fuzz
