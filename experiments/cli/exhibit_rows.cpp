// Runs the query of an exhibit on the database.
#include "experiments/cli/exhibit_rows.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <limits>

#include "base/error.hpp"
#include "base/numbers.hpp"
#include "base/text.hpp"
#include "results/database/stored_studies.hpp"
#include "results/error.hpp"

namespace apportion::cli {
namespace {

using results::Settings;
using Parameters = std::map<std::string, results::Value>;

// Numbers become numeric values, since SQL finds no equal text in a column of numbers.
results::Value value_of(const std::string& text) {
  const engine::AxisValue value = engine::AxisValue::parse(text);
  if (!value.number) return text;
  return *value.number;
}

Parameters parameters_of(const Settings& settings, const std::string& seed) {
  Parameters parameters{{"seed", parse_whole(seed).value()}};
  for (const auto& [name, value] : settings) parameters[name] = value_of(value);
  return parameters;
}

// The exhibit's own defaults, changed by those of the requested settings that it has.
Settings settings_for(const results::Exhibit& entry, const Settings& requested) {
  Settings settings = entry.parameters;
  for (auto& [name, value] : settings)
    if (const auto found = requested.find(name); found != requested.end()) value = found->second;
  return settings;
}

// Exhibit::is_axis, also for a study of the catalogue; empty if the study is only in the database.
std::function<bool(const std::string&, const std::string&)> axis_test(const results::Exhibit& entry) {
  if (entry.is_axis) return entry.is_axis;
  for (const engine::Experiment& experiment : engine::Catalogue::instance().experiments())
    if (experiment.name == entry.study) return engine::axis_test(experiment.axes);
  return {};
}

// " with m = 7000": requested values of parameters, which no run can provide. Values of axes are checked.
std::string beside_axes(const results::Exhibit& entry, const Settings& requested) {
  const auto is_axis = axis_test(entry);
  std::string others;
  for (const auto& [name, value] : settings_for(entry, requested))
    if (value != entry.parameters.at(name) && (!is_axis || !is_axis(name, value)))
      others += fmt::format("{} {} = {}", others.empty() ? " with" : ",", name, value);
  return others;
}

}  // namespace

OptionDeclaration seed_option() {
  return {.name = "seed",
          .value = "N",
          .summary = fmt::format("seed of the results (default: that of FILE.ini, else {})", default_seed)};
}

ExhibitRequest exhibit_request(const Arguments& arguments) {
  return {std::to_string(arguments.whole("seed", static_cast<std::int64_t>(default_seed), 0,
                                         std::numeric_limits<std::int64_t>::max())),
          arguments.text("db"), settings_given(arguments)};
}

void require_known_settings(const std::vector<results::Exhibit>& entries, const ExhibitRequest& request) {
  std::vector<std::string> known;
  for (const results::Exhibit& entry : entries)
    for (const auto& [name, value] : entry.parameters) known.push_back(name);
  for (const auto& [name, value] : request.settings) {
    if (contains(known, name)) continue;
    if (known.empty()) throw InputError(fmt::format("{} has no parameter besides the seed", entries.front().name));
    throw unknown_name("parameter", name, known);
  }
}

Parameters query_parameters(const ExhibitRequest& request) { return parameters_of(request.settings, request.seed); }

std::optional<results::Rows> exhibit_rows(const results::Exhibit& entry, const ExhibitRequest& request,
                                          const results::Reader& reader) {
  if (!results::has_results_of(reader, entry.study)) return std::nullopt;
  try {
    results::Rows rows = entry.rows
                             ? *entry.rows
                             : engine::rows_of_exhibit(
                                   entry, parameters_of(settings_for(entry, request.settings), request.seed), reader);
    if (rows.rows.empty()) return std::nullopt;
    return rows;
  } catch (const results::QueryError& error) {
    throw results::QueryError(entry.name + ": " + error.what());
  }
}

results::Exhibit titled_as_asked(results::Exhibit exhibit, const ExhibitRequest& request, std::uint64_t seed) {
  std::vector<std::string> unusual;
  for (const auto& [name, value] : settings_for(exhibit, request.settings))
    if (value != exhibit.parameters.at(name)) unusual.push_back(fmt::format("{} {}", name, value));
  if (request.seed != std::to_string(seed)) unusual.push_back("seed " + request.seed);
  if (!unusual.empty()) exhibit.title += fmt::format(" ({})", fmt::join(unusual, ", "));
  return exhibit;
}

MakingCommand making_command(const results::Exhibit& entry, const ExhibitRequest& request) {
  MakingCommand making{"apportion run " + (entry.made_by.empty() ? entry.study : entry.made_by), ""};
  if (request.seed != "1") {
    making.command += " --seed " + request.seed;
    making.which += " with seed " + request.seed;
  }
  for (const auto& [name, value] : settings_for(entry, request.settings)) {
    if (value == entry.parameters.at(name)) continue;
    making.command += fmt::format(" --set {}={}", name, value);
    making.which += fmt::format("{} {} {}", making.which.empty() ? " with" : ",", name, value);
  }
  if (!request.database.empty()) making.command += " --db " + request.database;
  return making;
}

std::string missing_results(const results::Exhibit& entry, const ExhibitRequest& request) {
  const std::string others = beside_axes(entry, request.settings);
  if (!axis_test(entry) || !others.empty())
    return fmt::format("{} finds nothing{} in the results of {} with seed {}", entry.name, others, entry.study,
                       request.seed);
  const MakingCommand making = making_command(entry, request);
  return fmt::format("{} needs results of {}{}; `{}` makes them", entry.name, entry.study, making.which,
                     making.command);
}

}  // namespace apportion::cli
