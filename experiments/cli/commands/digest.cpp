// apportion digest: a fingerprint of a database's content.
#include "experiments/cli/commands.hpp"
#include "experiments/cli/database.hpp"
#include "experiments/cli/output.hpp"
#include "results/database/reader.hpp"

namespace apportion::cli {
namespace {

int run_digest(const Arguments& arguments) {
  print(results::Reader(database_file_or_word(arguments)).digest() + "\n");
  return ok;
}

}  // namespace

Command digest_command() {
  return {.name = "digest",
          .summary = "print the SHA-256 of a database's content (not of its runs and timings)",
          .usage = {"[DATABASE]"},
          .options = {database_option()},
          .run = run_digest};
}

}  // namespace apportion::cli
