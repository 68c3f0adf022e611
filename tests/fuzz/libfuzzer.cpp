// The entry points of libFuzzer: one target, named in the environment.
#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "tests/fuzz/fuzz_targets.hpp"

namespace {

// APPORTION_FUZZ_TARGET=NAME; libFuzzer uses the whole command line itself.
apportion::fuzz::Target chosen_target() {
  const char* name = std::getenv("APPORTION_FUZZ_TARGET");
  const std::vector<apportion::fuzz::Target> all = apportion::fuzz::targets();
  const auto found = std::ranges::find(all, std::string(name == nullptr ? "" : name), &apportion::fuzz::Target::name);
  if (found != all.end()) return *found;
  fmt::print(stderr, "APPORTION_FUZZ_TARGET must be one of:");
  for (const apportion::fuzz::Target& target : all) fmt::print(stderr, " {}", target.name);
  fmt::print(stderr, "\n");
  std::exit(2);
}

}  // namespace

// NOLINTNEXTLINE(readability-identifier-naming): libFuzzer's name
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const apportion::fuzz::Target target = chosen_target();
  static_cast<void>(apportion::fuzz::run(target, {reinterpret_cast<const char*>(data), size}));
  return 0;
}
