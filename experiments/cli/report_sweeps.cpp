// The user's own sweeps within a report.
#include "experiments/cli/report_sweeps.hpp"

#include <fmt/format.h>

#include <set>
#include <sstream>
#include <utility>

#include "base/error.hpp"
#include "base/text.hpp"
#include "experiments/cli/own_exhibits.hpp"
#include "experiments/cli/stored_sweeps.hpp"
#include "results/error.hpp"
#include "results/tables/pivot.hpp"

namespace apportion::cli {
namespace {

using results::ReportSweep;

// "Is A better? By how much?" of the comment that a file begins with.
std::string first_comment(const std::string& text) {
  std::istringstream lines(text);
  std::string comment;
  for (std::string line; std::getline(lines, line) && line.starts_with('#');)
    comment += (comment.empty() ? "" : " ") + std::string(trimmed(std::string_view(line).substr(1)));
  return comment;
}

void add_exhibit(ReportSweep& sweep, const engine::CatalogueExhibit& entry, const ExhibitRequest& request,
                 const results::Reader& reader) {
  std::optional<results::Rows> rows = exhibit_rows(entry, request, reader);
  if (rows) {
    // Throws where the page would: rows that do not fit the layout.
    static_cast<void>(results::arranged(entry.exhibit, *rows, ""));
    sweep.shown.exhibits.push_back({entry.exhibit, std::move(*rows)});
  } else {
    sweep.shown.missing.push_back({entry.exhibit.name, making_command(entry, request).command});
  }
}

// What is wrong with a query, or with what an improvement asks for, is no reason to show nothing else.
template <class Work>
void noting_problems(ReportSweep& sweep, const std::string& name, const Work& work) {
  try {
    work();
  } catch (const InputError& error) {
    sweep.problems.push_back(fmt::format("{}: {}", name, error.what()));
  } catch (const results::QueryError& error) {
    sweep.problems.emplace_back(error.what());
  }
}

ReportSweep shown(const StoredSweep& stored, ExhibitRequest request, const results::Reader& reader) {
  const engine::SweepDefinition& definition = stored.named.sweep->definition;
  const std::string& study = stored.named.experiment.name;
  request.seed = std::to_string(stored.seed);
  ReportSweep sweep{.shown = {study, definition.title.empty() ? study : definition.title},
                    .question = first_comment(definition.text),
                    .origin = fmt::format("{}, {}, seed {}", study, stored.named.run_word(), stored.seed),
                    .text = definition.text};
  noting_problems(sweep, study, [&] {
    for (const sweeps::SweepExhibit& exhibit : chosen_exhibits(stored.named, {}, stored.seed, reader))
      noting_problems(sweep, study + "/" + exhibit.name, [&] {
        for (const engine::CatalogueExhibit& entry :
             own_entries(stored.named, exhibit, request.settings, stored.seed, reader))
          add_exhibit(sweep, entry, request, reader);
      });
  });
  return sweep;
}

// Before anything is opened.
void require_sweeps(const std::vector<std::string>& words) {
  for (const std::string& word : words)
    if (!is_sweep_name(word) && !sweeps::is_sweep_file(word))
      throw InputError(
          fmt::format("'{}' is not a sweep; report takes FILE.ini or sweeps/NAME, and the database by --db", word));
}

StoredSweep named_by(const std::string& word, std::optional<std::int64_t> seed, const results::Reader& reader) {
  if (is_sweep_name(word)) return stored_sweep_named(word, seed, reader);
  sweeps::NamedExperiment named = sweeps::experiment_named(word);
  const auto own_seed = static_cast<std::int64_t>(named.seed());
  return {std::move(named), seed.value_or(own_seed)};
}

}  // namespace

std::vector<ReportSweep> report_sweeps(const std::vector<std::string>& words, const ExhibitRequest& request,
                                       std::optional<std::int64_t> seed, const std::filesystem::path& database) {
  require_sweeps(words);
  const results::Reader reader(database);
  std::vector<ReportSweep> all;
  std::set<std::string> seen;
  for (const std::string& word : words) {
    const StoredSweep sweep = named_by(word, seed, reader);
    if (!seen.insert(sweep.named.experiment.name).second)
      throw InputError(fmt::format("{} names {} a second time", word, sweep.named.experiment.name));
    all.push_back(shown(sweep, request, reader));
  }
  if (!words.empty()) return all;
  for (const std::string& study : stored_sweep_names(reader)) {
    ReportSweep sweep{.shown = {study, study}};
    noting_problems(sweep, study, [&] { sweep = shown(stored_sweep_named(study, seed, reader), request, reader); });
    all.push_back(std::move(sweep));
  }
  return all;
}

}  // namespace apportion::cli
