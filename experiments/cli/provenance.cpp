// Facts about this machine and this program.
#include "experiments/cli/provenance.hpp"

#include <fmt/format.h>

#include <fstream>
#include <thread>

#include "experiments/engine/build_info.hpp"

namespace apportion::cli {
namespace {

// "unknown" on systems without /proc, and on processors that do not say.
std::string cpu_model() {
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);)
    if (line.starts_with("model name") && line.find(": ") != std::string::npos) return line.substr(line.find(": ") + 2);
  return "unknown";
}

std::string libraries() {
  std::vector<std::string> texts;
  for (const LibraryVersion& library : library_versions()) texts.push_back(library.name + " " + library.version);
  return fmt::format("{}", fmt::join(texts, ", "));
}

}  // namespace

results::RunRecord run_record(const std::string& command, int threads) {
  const int cores = static_cast<int>(std::thread::hardware_concurrency());
  return {.command = command,
          .revision = std::string(git_revision()),
          .compiler = std::string(compiler()),
          .flags = std::string(compile_flags()),
          .libraries = libraries(),
          .cpu = cpu_model(),
          .cores = cores,
          .threads = threads > 0 ? threads : cores};
}

}  // namespace apportion::cli
