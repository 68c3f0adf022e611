// apportion merge: several databases into one.
#include <fmt/format.h>

#include <filesystem>
#include <vector>

#include "base/ending.hpp"
#include "base/error.hpp"
#include "base/text.hpp"
#include "experiments/cli/commands.hpp"
#include "experiments/cli/interruption.hpp"
#include "experiments/engine/messages.hpp"
#include "results/database/merge.hpp"

namespace apportion::cli {
namespace {

int run_merge(const Arguments& arguments) {
  if (arguments.words().size() < 2)
    throw InputError(
        "merge: name the output and the databases to merge, "
        "as in `apportion merge OUT IN...`");
  const std::filesystem::path out = arguments.words().front();
  const std::vector<std::filesystem::path> inputs(arguments.words().begin() + 1, arguments.words().end());
  const LastAct say_so([] {
    engine::print_error(
        "apportion: interrupted; databases that were merged are kept, "
        "and the same command continues\n");
  });
  const results::MergeReport report =
      results::merge(out, inputs, {.mixed = arguments.has("mixed"), .stop = &watch_for_interruption()});
  if (report.interrupted) {
    engine::print_error(
        fmt::format("apportion: interrupted after {} of {} databases; the same command continues from there\n",
                    report.merged, inputs.size()));
    return interrupted;
  }
  if (!arguments.has("quiet"))
    engine::print_error(
        fmt::format("{} merged: {} results added, {} replaced by more complete ones, {} present before\n",
                    counted(report.merged, "database"), report.added, report.replaced, report.present));
  return ok;
}

}  // namespace

Command merge_command() {
  return {.name = "merge",
          .summary = "merge databases, such as the shards of a run; what OUT already has is skipped",
          .usage = {"OUT IN... [options]"},
          .options = {{.name = "mixed",
                       .summary = "also databases that share no seed, definition or revision: both are kept"},
                      {.name = "quiet", .summary = "no summary"}},
          .run = run_merge};
}

}  // namespace apportion::cli
