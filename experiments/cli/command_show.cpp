// apportion show: exhibits and queries, in several formats.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <stdexcept>

#include "experiments/cli/commands.hpp"
#include "experiments/cli/database.hpp"
#include "experiments/cli/output.hpp"
#include "experiments/cli/sweep_exhibits.hpp"
#include "experiments/engine/catalogue.hpp"
#include "results/exhibit.hpp"
#include "sim/error.hpp"

namespace apportion::cli {
namespace {

using Settings = std::map<std::string, std::string>;
using Parameters = std::map<std::string, results::Value>;

struct Request {
  std::string seed;
  std::string database;  // "" for the default
  Settings settings;     // of the exhibits' parameters
  results::RenderOptions render;
};

results::RenderOptions render_options(const Arguments& arguments) {
  const std::string name = arguments.text("format", "text");
  const std::optional<results::Format> format = results::parse_format(name);
  if (!format) throw unknown_name("format", name, {"text", "markdown", "latex", "csv", "json"});
  return {*format, arguments.text("values")};
}

Settings settings_of(const Arguments& arguments) {
  Settings settings;
  std::vector<std::string> texts = arguments.texts("set");
  std::copy_if(arguments.words().begin(), arguments.words().end(), std::back_inserter(texts), is_setting);
  for (const std::string& text : texts)
    if (const auto [name, value] = split_setting(text); !settings.emplace(name, value).second)
      throw InputError(fmt::format("{} is set twice", name));
  return settings;
}

// A number as a number: comparing it with a column of numbers would otherwise find nothing.
results::Value value_of(const std::string& text) {
  const engine::AxisValue value = engine::AxisValue::parse(text);
  if (!value.number) return text;
  return *value.number;
}

Parameters parameters_of(const Settings& settings, const std::string& seed) {
  Parameters parameters{{"seed", std::stoll(seed)}};
  for (const auto& [name, value] : settings) parameters[name] = value_of(value);
  return parameters;
}

void require_known_settings(const std::vector<engine::CatalogueExhibit>& entries, const Settings& settings) {
  std::vector<std::string> known;
  for (const engine::CatalogueExhibit& entry : entries)
    for (const auto& [name, value] : entry.parameters) known.push_back(name);
  for (const auto& [name, value] : settings) {
    if (std::find(known.begin(), known.end(), name) != known.end()) continue;
    if (known.empty())
      throw InputError(fmt::format("{} has no parameter besides the seed", entries.front().exhibit.name));
    throw unknown_name("parameter", name, known);
  }
}

// The exhibit's own defaults, and what of the request it knows.
Settings settings_for(const engine::CatalogueExhibit& entry, const Settings& requested) {
  Settings settings = entry.parameters;
  for (auto& [name, value] : settings)
    if (const auto found = requested.find(name); found != requested.end()) value = found->second;
  return settings;
}

std::vector<engine::CatalogueExhibit> requested_exhibits(const Arguments& arguments, const Request& request) {
  if (names_own_exhibits(arguments)) return own_exhibits(arguments, request.settings);
  std::vector<engine::CatalogueExhibit> entries;
  for (const std::string& word : exhibit_words(arguments))
    for (engine::CatalogueExhibit& entry : engine::Catalogue::instance().exhibits_named(word))
      entries.push_back(std::move(entry));
  return entries;
}

// What has to be run before the exhibit has anything to show.
std::string missing_results(const engine::CatalogueExhibit& entry, const Request& request) {
  std::string command = "apportion run " + (entry.made_by.empty() ? entry.experiment : entry.made_by);
  std::string which;
  if (request.seed != "1") {
    command += " --seed " + request.seed;
    which += " with seed " + request.seed;
  }
  for (const auto& [name, value] : settings_for(entry, request.settings)) {
    if (value == entry.parameters.at(name)) continue;
    command += fmt::format(" --set {}={}", name, value);
    which += fmt::format("{} {} {}", which.empty() ? " with" : ",", name, value);
  }
  if (!request.database.empty()) command += " --db " + request.database;
  return fmt::format("{} needs results of {}{}; `{}` makes them", entry.exhibit.name, entry.experiment, which, command);
}

bool has_experiment(const results::Reader& reader, const std::string& name) {
  return !reader.query("SELECT 1 FROM experiment WHERE name = :name LIMIT 1", {{"name", name}}).rows.empty();
}

std::string rendered(const results::Exhibit& exhibit, const results::Rows& rows,
                     const results::RenderOptions& options) {
  try {
    return results::render(exhibit, rows, options);
  } catch (const std::invalid_argument& error) {
    throw InputError(error.what());
  }
}

// Nothing where the database has no results for it.
std::optional<std::string> shown(const engine::CatalogueExhibit& entry, const Request& request,
                                 const results::Reader& reader) {
  if (!has_experiment(reader, entry.experiment)) return std::nullopt;
  const results::Rows rows =
      reader.query(entry.exhibit.sql, parameters_of(settings_for(entry, request.settings), request.seed));
  if (rows.rows.empty()) return std::nullopt;
  std::string text = rendered(entry.exhibit, rows, request.render);
  if (entry.drawing && request.render.format == results::Format::text) text += entry.drawing->text();
  return text;
}

bool is_svg(const std::string& file) { return file.ends_with(".svg"); }

int write_drawing(const std::vector<engine::CatalogueExhibit>& entries, const std::string& file) {
  if (entries.size() != 1) throw InputError(fmt::format("{} takes the drawing of one exhibit; name one", file));
  if (!entries.front().drawing)
    throw InputError(
        fmt::format("{} is a table and has no drawing; give -o a name without .svg", entries.front().exhibit.name));
  print_or_write(file, entries.front().drawing->svg());
  return ok;
}

int show_exhibits(const Arguments& arguments, const Request& request) {
  const std::vector<engine::CatalogueExhibit> entries = requested_exhibits(arguments, request);
  require_known_settings(entries, request.settings);
  if (const std::string file = arguments.text("output"); is_svg(file)) return write_drawing(entries, file);
  const results::Reader reader(database_file(arguments));
  std::string text;
  int status = ok;
  for (const engine::CatalogueExhibit& entry : entries) {
    if (const std::optional<std::string> exhibit = shown(entry, request, reader)) {
      if (!text.empty() && request.render.format != results::Format::json) text += '\n';
      text += *exhibit;
    } else {
      fmt::print(stderr, "apportion: {}\n", missing_results(entry, request));
      status = failed;
    }
  }
  if (!text.empty()) print_or_write(arguments.text("output"), text);
  return status;
}

int show_query(const Arguments& arguments, const Request& request) {
  const results::Reader reader(database_file(arguments));
  const results::Rows rows = reader.query(arguments.text("sql"), parameters_of(request.settings, request.seed));
  print_or_write(arguments.text("output"), rendered({}, rows, request.render));
  return ok;
}

int run(const Arguments& arguments) {
  const Request request{std::to_string(seed_to_show(arguments)), arguments.text("db"), settings_of(arguments),
                        render_options(arguments)};
  if (exhibit_words(arguments).empty() == !arguments.has("sql"))
    throw InputError(
        "show takes the names of exhibits, FILE.ini, or --sql \"SELECT ...\"; `apportion list exhibits` prints the "
        "names");
  return arguments.has("sql") ? show_query(arguments, request) : show_exhibits(arguments, request);
}

}  // namespace

Command show_command() {
  Command command{
      .name = "show",
      .summary = "print exhibits (tables and figures), or the answer to a query",
      .usage = {"EXHIBIT...", "FILE.ini [NAME...]",
                "improvement --of EXPERIMENT|FILE.ini --rival A --rows AXIS [--columns AXIS] [--pages AXIS]",
                "--sql \"SELECT ...\""},
      .options = {{.name = "format", .value = "NAME", .summary = "text (default), markdown, latex, csv or json"},
                  {.name = "values", .value = "NAME", .summary = "which values: a name that describe prints, or all"},
                  {.name = "seed", .value = "N", .summary = "seed of the results (default: 1)"},
                  {.name = "set",
                   .value = "NAME=VALUE",
                   .summary = "a parameter of the exhibits, such as sampling=uniform, or an axis of an improvement",
                   .repeatable = true},
                  {.name = "sql", .value = "QUERY", .summary = "print the answer to a query of your own"},
                  database_option(),
                  {.name = "output,o",
                   .value = "FILE",
                   .summary = "write there instead of standard output; FILE.svg: the drawing of a figure"}},
      .run = run};
  for (OptionDeclaration& option : improvement_options()) command.options.push_back(std::move(option));
  return command;
}

}  // namespace apportion::cli
