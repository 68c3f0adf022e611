// Better solutions as files, and lines of the index.
#include "experiments/cli/instances_improvements.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <chrono>
#include <map>
#include <system_error>

#include "base/ending.hpp"
#include "base/error.hpp"
#include "experiments/cli/output.hpp"
#include "experiments/problems/common/unpacked_input.hpp"

namespace apportion::cli {
namespace {

namespace fs = std::filesystem;
using instances::Collection;
using instances::Instance;
using instances::Score;

void write_solution(const fs::path& file, const std::string& answer) {
  std::error_code ignored;  // writing says what is wrong
  fs::create_directories(file.parent_path(), ignored);
  write_file(file, file.extension() == ".gz" ? problems::packed(answer + "\n") : answer + "\n");
}

}  // namespace

Improvements kept_improvements(const Collection& collection, const std::vector<instances::Scored>& scored,
                               const std::optional<fs::path>& folder) {
  const std::string today = fmt::format("{:%Y-%m-%d}", fmt::gmtime(std::chrono::system_clock::now()));
  const Collection now(collection.folder());  // another score may have improved it meanwhile
  const UnbrokenWork solutions_and_index;
  Improvements improvements;
  std::map<std::string, std::string> lines;
  for (const auto& [score, answer, is_kept] : scored) {
    const Instance* const instance = now.find(score.instance);
    if (instance == nullptr) continue;
    try {
      const std::string line = instances::improved_line(*instance, score, today);
      if (line.empty()) continue;
      improvements.text +=
          fmt::format("{}: {} gives {}{}; best known: {}. ", instance->name, score.method, *score.value,
                      score.is_proven ? ", and proves it" : "", instance->field("value"));
      if (instances::is_better(*score.value, instance->value)) {
        const fs::path stored = now.solution_file(*instance);
        const fs::path file = folder ? *folder / instance->family->name / stored.filename() : stored;
        write_solution(file, answer);
        improvements.text += fmt::format("The solution is in {}. ", file.string());
      }
      improvements.text += fmt::format("The index {}\n{}\n", folder ? "should say" : "now says", line);
      lines.emplace(instance->name, line);
      // After each solution, so that a full disk leaves no other one without its line.
      if (!folder) write_file(now.folder() / "index.csv", now.index_text(lines));
    } catch (const InputError& error) {
      improvements.is_contradicted = true;
      improvements.text += fmt::format("{}\n", error.what());
    }
  }
  return improvements;
}

}  // namespace apportion::cli
