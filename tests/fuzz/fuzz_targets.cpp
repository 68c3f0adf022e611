// The list of fuzz targets, and the run of one input.
#include "tests/fuzz/fuzz_targets.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <utility>

#include "base/error.hpp"

namespace apportion::fuzz {
namespace {

std::vector<Target>& registered() {
  static std::vector<Target> all;
  return all;
}

}  // namespace

std::vector<Target> targets() {
  std::vector<Target> all = registered();
  std::ranges::sort(all, {}, &Target::name);
  return all;
}

TargetRegistration::TargetRegistration(Target target) { registered().push_back(std::move(target)); }

std::string run(const Target& target, std::string_view input) {
  try {
    target.run(input);
  } catch (const UserError& refusal) {
    expect(*refusal.what() != '\0', "a refusal says nothing");
    return refusal.what();
  } catch (const std::exception& error) {
    expect(false, fmt::format("an error that is not a user's: {}", error.what()));
  }
  return {};
}

void expect(bool holds, std::string_view what) {
  if (holds) return;
  fmt::print(stderr, "fuzz: {}\n", what);
  std::fflush(stderr);
  std::abort();
}

}  // namespace apportion::fuzz
