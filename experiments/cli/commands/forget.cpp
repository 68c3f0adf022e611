// apportion forget: removing experiments from the database.
#include <fmt/format.h>

#include <algorithm>

#include "base/error.hpp"
#include "base/text.hpp"
#include "experiments/cli/commands.hpp"
#include "experiments/cli/completion.hpp"
#include "experiments/cli/database.hpp"
#include "experiments/cli/output.hpp"
#include "results/database/reader.hpp"
#include "results/database/store.hpp"
#include "results/database/stored_studies.hpp"

namespace apportion::cli {
namespace {

constexpr const char* counts_sql = R"sql(
SELECT count(*), sum(points), sum(units), sum(failed_units), sum(timings)
FROM stored_experiments WHERE experiment = :experiment)sql";

// Those that a word names, its own name or that of its paper.
std::vector<std::string> named_by(const std::string& word, const std::vector<std::string>& stored) {
  std::vector<std::string> named;
  for (const std::string& experiment : stored)
    if (experiment == word || experiment.starts_with(word + "/")) named.push_back(experiment);
  if (named.empty()) throw unknown_name("experiment of the database", word, stored);
  return named;
}

// Each once, in the order of the words. InputError for one that the database does not have.
std::vector<std::string> experiments_named(const std::vector<std::string>& words, const results::Reader& reader) {
  std::vector<std::string> stored;
  for (const results::StudyKey& study : results::stored_studies(reader)) stored.push_back(study.experiment);
  std::vector<std::string> named;
  for (const std::string& word : words)
    for (const std::string& experiment : named_by(word, stored))
      if (std::ranges::find(named, experiment) == named.end()) named.push_back(experiment);
  return named;
}

std::string counts_of(const std::string& experiment, const results::Reader& reader) {
  const std::vector<results::Value> row = reader.query(counts_sql, {{"experiment", experiment}}).rows.at(0);
  const auto count = [&row](std::size_t column) { return std::get<std::int64_t>(row.at(column)); };
  std::string text = fmt::format("{}: {}, {}", experiment, counted(count(1), "point"), counted(count(2), "unit"));
  if (count(3) > 0) text += fmt::format(" ({} failed)", count(3));
  if (count(4) > 0) text += ", " + counted(count(4), "measured time");
  if (count(0) > 1) text += fmt::format(", of {} seeds or definitions", count(0));
  return text;
}

struct Removal {
  std::vector<std::string> experiments;
  std::string text;
};

Removal removal_asked(const std::vector<std::string>& words, const results::Reader& reader) {
  Removal removal{experiments_named(words, reader), ""};
  for (const std::string& experiment : removal.experiments) removal.text += "  " + counts_of(experiment, reader) + "\n";
  return removal;
}

int run_forget(const Arguments& arguments) {
  if (arguments.words().empty())
    throw InputError("forget: name an experiment; `apportion status` prints those that the database holds");
  const std::filesystem::path file = database_file(arguments);
  const bool dry = arguments.has("dry-run");
  // The store checks the file itself, and must take one in which two experiments have one view.
  const Removal removal =
      removal_asked(arguments.words(), results::Reader(file, dry ? results::Check::full : results::Check::none));
  if (!dry) results::Store(file).forget(removal.experiments);
  print(fmt::format("{} from {}:\n{}", dry ? "would be removed" : "removed", file.string(), removal.text));
  return ok;
}

}  // namespace

Command forget_command() {
  return {.name = "forget",
          .summary = "remove the results of experiments and sweeps, as if they had never run",
          .usage = {"EXPERIMENT|PAPER|sweeps/NAME..."},
          .options = {database_option(), {.name = "dry-run", .summary = "print what would be removed"}},
          .complete = experiments_and_stored_sweeps,
          .run = run_forget};
}

}  // namespace apportion::cli
