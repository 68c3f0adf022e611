// apportion verify: whether a database holds what was written into it.
#include <fmt/format.h>

#include <string>

#include "base/program.hpp"
#include "base/text.hpp"
#include "experiments/cli/commands.hpp"
#include "experiments/cli/database.hpp"
#include "experiments/cli/output.hpp"
#include "results/database/verification.hpp"
#include "results/error.hpp"

namespace apportion::cli {
namespace {

std::string verification_text(const std::string& file, const results::Verification& found) {
  std::string text = fmt::format("{}: sound\n", file);
  text += fmt::format("{}, each matches its hash\n", counted(found.units, "unit"));
  text += fmt::format("{} summaries, each the sum of its units\n", found.summaries);
  if (found.waiting > 0)
    text += fmt::format("{} not up to date, where a run was cut off; the same run continues from there\n",
                        found.waiting == 1 ? "1 more" : fmt::format("{} more", found.waiting));
  return text;
}

int run_verify(const Arguments& arguments) {
  const std::filesystem::path file = database_file_or_word(arguments);
  const results::Verification found = results::verify(file);
  if (!found.altered_views.empty())
    throw results::StoreError(
        fmt::format("{}: the view {} was altered, or written by an earlier version; "
                    "what the program shows does not depend on it, and the next run rewrites it",
                    file.string(), printable(found.altered_views.front())));
  print(verification_text(file.string(), found));
  return ok;
}

}  // namespace

Command verify_command() {
  return {.name = "verify",
          .summary = "check that a database holds what was written into it: every page, unit and summary",
          .usage = {"[DATABASE]"},
          .options = {database_option()},
          .run = run_verify};
}

}  // namespace apportion::cli
