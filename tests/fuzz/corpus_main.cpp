// Runs stored inputs, as part of the tests, without libFuzzer.
//   apportion_fuzz                  the names of the targets
//   apportion_fuzz NAME PATH...     each file, and each file of a folder; the last line printed names the one that
//   fails
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <string>
#include <vector>

#include "base/files.hpp"
#include "tests/fuzz/fuzz_targets.hpp"

namespace {

namespace fs = std::filesystem;
using apportion::fuzz::Target;

std::vector<fs::path> files_of(const fs::path& path) {
  if (!fs::is_directory(path)) return {path};
  std::vector<fs::path> files;
  for (const fs::directory_entry& entry : fs::directory_iterator(path)) files.push_back(entry.path());
  std::ranges::sort(files);
  return files;
}

// Prints the time of an input, and why it is refused.
void run_file(const Target& target, const fs::path& file) {
  fmt::print("{}", file.string());
  std::fflush(stdout);
  const auto begin = std::chrono::steady_clock::now();
  const std::string refusal = apportion::fuzz::run(target, apportion::read_input(file.string()));
  const std::chrono::duration<double, std::milli> taken = std::chrono::steady_clock::now() - begin;
  fmt::print(": {:.1f} ms{}{}\n", taken.count(), refusal.empty() ? "" : ", refused: ", refusal);
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> words(argv + std::min(argc, 1), argv + argc);
  const std::vector<Target> all = apportion::fuzz::targets();
  if (words.empty()) {
    for (const Target& target : all) fmt::print("{}\n", target.name);
    return 0;
  }
  const auto target = std::ranges::find(all, words.front(), &Target::name);
  if (target == all.end()) {
    fmt::print(stderr, "there is no fuzz target {}\n", words.front());
    return 2;
  }
  for (std::size_t i = 1; i < words.size(); ++i)
    for (const fs::path& file : files_of(words[i])) run_file(*target, file);
  return 0;
}
