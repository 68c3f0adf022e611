// Fuzz target: accepted numbers and verdicts, the CSV files of `check`.
#include <string>

#include "results/comparing/baseline.hpp"
#include "results/error.hpp"
#include "tests/fuzz/fuzz_targets.hpp"

namespace apportion::fuzz {
namespace {

// What can be read is written, and read as the same again.
template <class Parse>
void expect_round_trip(std::string_view input, const Parse& parse) {
  std::string text;
  try {
    text = results::to_text(parse("fuzzed.csv", input));
  } catch (const results::ForeignFile& refusal) {
    expect(std::string_view(refusal.what()).starts_with("fuzzed.csv"), "a refusal that does not name the file");
    return;
  }
  try {
    expect(results::to_text(parse("written.csv", text)) == text, "what is written is read as something else");
  } catch (const results::ForeignFile& refusal) {
    expect(false, std::string("what is written cannot be read: ") + refusal.what());
  }
}

void fuzz_baselines(std::string_view input) {
  expect_round_trip(input, results::parse_baseline);
  expect_round_trip(input, results::parse_verdicts);
}

const TargetRegistration baselines_registration{{"baselines", fuzz_baselines}};

}  // namespace
}  // namespace apportion::fuzz
