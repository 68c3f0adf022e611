// Sweeps whose text a database has stored.
#include "experiments/cli/stored_sweeps.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.hpp"
#include "results/database/stored_studies.hpp"

namespace apportion::cli {
namespace {

constexpr std::string_view folder = "sweeps/";

}  // namespace

bool is_sweep_name(const std::string& word) { return word.starts_with(folder) && !sweeps::is_sweep_file(word); }

std::vector<std::string> stored_sweep_names(const results::Reader& reader) {
  std::vector<std::string> names;
  for (const results::StudyKey& key : results::stored_studies(reader))
    if (is_sweep_name(key.experiment) && (names.empty() || names.back() != key.experiment))
      names.push_back(key.experiment);
  return names;
}

StoredSweep stored_sweep_named(const std::string& study, std::optional<std::int64_t> seed,
                               const results::Reader& reader) {
  const std::vector<std::string> names = stored_sweep_names(reader);
  if (std::ranges::find(names, study) == names.end()) {
    if (names.empty())
      throw InputError(fmt::format(
          "the database has no results of {}, nor of another sweep; `apportion run FILE.ini` makes them", study));
    throw unknown_name("sweep in the database", study, names);
  }
  const std::optional<std::int64_t> shown = seed ? seed : results::seed_of_last_sweep(reader, study);
  const std::optional<results::SweepText> text = shown ? results::stored_sweep(reader, {study, *shown}) : std::nullopt;
  if (text) return {sweeps::stored_experiment(*text), *shown};
  if (shown && results::seed_of_last_sweep(reader, study))
    throw InputError(fmt::format("the database has no results of {} with seed {}", study, *shown));
  throw InputError(
      fmt::format("{} was run by an earlier version, which did not store its file; "
                  "name FILE.ini instead, or run it again, which solves nothing twice",
                  study));
}

}  // namespace apportion::cli
