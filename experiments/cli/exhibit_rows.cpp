// What the database answers to an exhibit's query.
#include "experiments/cli/exhibit_rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "base/error.hpp"
#include "base/numbers.hpp"
#include "results/database/stored_studies.hpp"
#include "results/error.hpp"
#include "sim/random_stream.hpp"

namespace apportion::cli {
namespace {

using Settings = std::map<std::string, std::string>;
using Parameters = std::map<std::string, results::Value>;

// A number as a number: comparing it with a column of numbers would otherwise find nothing.
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

// The exhibit's own defaults, and what of the request it knows.
Settings settings_for(const engine::CatalogueExhibit& entry, const Settings& requested) {
  Settings settings = entry.parameters;
  for (auto& [name, value] : settings)
    if (const auto found = requested.find(name); found != requested.end()) value = found->second;
  return settings;
}

// The axes of the experiment that an exhibit reads; nothing where only the database knows it.
std::optional<std::vector<engine::Axis>> axes_of(const engine::CatalogueExhibit& entry) {
  if (entry.axes) return entry.axes;
  for (const engine::Experiment& experiment : engine::Catalogue::instance().experiments())
    if (experiment.name == entry.experiment) return experiment.axes;
  return std::nullopt;
}

// " with m = 7000": what was asked for that is not an axis, which no run can change. The values of axes are checked.
std::string beside_axes(const engine::CatalogueExhibit& entry, const Settings& requested,
                        const std::vector<engine::Axis>& axes) {
  std::string others;
  for (const auto& [name, value] : settings_for(entry, requested)) {
    if (value == entry.parameters.at(name)) continue;
    const auto axis =
        std::ranges::find_if(axes, [&name = name](const engine::Axis& each) { return each.name == name; });
    if (axis == axes.end())
      others += fmt::format("{} {} = {}", others.empty() ? " with" : ",", name, value);
    else
      axis->check(engine::AxisValue::parse(value));
  }
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

void require_known_settings(const std::vector<engine::CatalogueExhibit>& entries, const ExhibitRequest& request) {
  std::vector<std::string> known;
  for (const engine::CatalogueExhibit& entry : entries)
    for (const auto& [name, value] : entry.parameters) known.push_back(name);
  for (const auto& [name, value] : request.settings) {
    if (std::ranges::find(known, name) != known.end()) continue;
    if (known.empty())
      throw InputError(fmt::format("{} has no parameter besides the seed", entries.front().exhibit.name));
    throw unknown_name("parameter", name, known);
  }
}

Parameters query_parameters(const ExhibitRequest& request) { return parameters_of(request.settings, request.seed); }

std::optional<results::Rows> exhibit_rows(const engine::CatalogueExhibit& entry, const ExhibitRequest& request,
                                          const results::Reader& reader) {
  if (!results::has_results_of(reader, entry.experiment)) return std::nullopt;
  try {
    results::Rows rows = entry.rows
                             ? entry.rows(reader, parse_whole(request.seed).value())
                             : engine::rows_of_exhibit(
                                   entry, parameters_of(settings_for(entry, request.settings), request.seed), reader);
    if (rows.rows.empty()) return std::nullopt;
    return rows;
  } catch (const results::QueryError& error) {
    throw results::QueryError(entry.exhibit.name + ": " + error.what());
  }
}

MakingCommand making_command(const engine::CatalogueExhibit& entry, const ExhibitRequest& request) {
  MakingCommand making{"apportion run " + (entry.made_by.empty() ? entry.experiment : entry.made_by), ""};
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

std::string missing_results(const engine::CatalogueExhibit& entry, const ExhibitRequest& request) {
  const std::optional<std::vector<engine::Axis>> axes = axes_of(entry);
  const std::string others = beside_axes(entry, request.settings, axes.value_or(std::vector<engine::Axis>{}));
  if (!axes || !others.empty())
    return fmt::format("{} finds nothing{} in the results of {} with seed {}", entry.exhibit.name, others,
                       entry.experiment, request.seed);
  const MakingCommand making = making_command(entry, request);
  return fmt::format("{} needs results of {}{}; `{}` makes them", entry.exhibit.name, entry.experiment, making.which,
                     making.command);
}

}  // namespace apportion::cli
