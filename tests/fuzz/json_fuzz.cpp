// Fuzz target: JSON of any kind, as all readers take it.
#include "base/error.hpp"
#include "experiments/problems/common/json.hpp"
#include "tests/fuzz/fuzz_targets.hpp"

namespace apportion::fuzz {
namespace {

// Against the library, which lets keys pass that are given twice, and any depth.
void fuzz_json(std::string_view input) {
  const problems::Json plain = problems::Json::parse(input, nullptr, false);
  try {
    const problems::Json strict = problems::parse_json(input);
    expect(!plain.is_discarded(), "the library refuses what is accepted");
    expect(plain == strict, "another value than the library's");
  } catch (const InputError& refusal) {
    const std::string_view why = refusal.what();
    expect(
        plain.is_discarded() || why.find("given twice") != std::string_view::npos || why.starts_with("nested deeper"),
        "what the library accepts is refused");
    throw;
  }
}

const TargetRegistration json_registration{{"json", fuzz_json}};

}  // namespace
}  // namespace apportion::fuzz
