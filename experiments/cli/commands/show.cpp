// apportion show: exhibits and queries, in several formats.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <boost/crc.hpp>
#include <cmath>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/error.hpp"
#include "base/numbers.hpp"
#include "base/text.hpp"
#include "experiments/cli/commands.hpp"
#include "experiments/cli/exhibits.hpp"
#include "experiments/cli/output.hpp"
#include "experiments/engine/build_info.hpp"
#include "experiments/engine/catalogue.hpp"
#include "experiments/engine/messages.hpp"
#include "experiments/engine/reference.hpp"
#include "experiments/sweeps/means.hpp"
#include "results/charts/chart.hpp"
#include "results/database/stored_studies.hpp"
#include "results/error.hpp"
#include "results/tables/formats.hpp"

namespace apportion::cli {
namespace {

// Comments of XML and HTML must not contain two hyphens in a row.
std::string without_double_hyphens(std::string text) {
  for (std::size_t at = text.find("--"); at != std::string::npos; at = text.find("--", at + 2))
    text.insert(at + 1, " ");
  return text;
}

std::string big_endian(std::uint32_t number) {
  std::string bytes;
  for (int shift = 24; shift >= 0; shift -= 8) bytes += static_cast<char>(number >> static_cast<unsigned>(shift));
  return bytes;
}

// PNG (ISO/IEC 15948), 11.3.4: inserts a chunk iTXt with keyword Source before the last chunk IEND, which has 12 bytes.
std::string png_with(const std::string& bytes, const std::string& text) {
  constexpr std::size_t end = 12;
  const std::string chunk = "iTXtSource" + std::string(5, '\0') + text;
  boost::crc_32_type crc;
  crc.process_bytes(chunk.data(), chunk.size());
  return bytes.substr(0, bytes.size() - end) + big_endian(static_cast<std::uint32_t>(chunk.size() - 4)) + chunk +
         big_endian(crc.checksum()) + bytes.substr(bytes.size() - end);
}

// One line: "apportion show ...; seed 1; program COMMIT; run UUID of DATE at COMMIT, 60 samples".
std::string origin_of(const std::string& experiment, std::int64_t seed, const Arguments& arguments,
                      const results::Reader& reader) {
  constexpr std::size_t most_runs = 3;
  std::string text =
      fmt::format("{}; seed {}; program {} {}", command_line("show", arguments), seed, version(), git_revision());
  const std::vector<std::vector<results::Value>> runs = results::runs_of(reader, {experiment, seed}).rows;
  for (std::size_t i = 0; i < std::min(runs.size(), most_runs); ++i)
    text += fmt::format("; run {} of {} at {}, at most {} a point", results::text_at(runs[i], 0),
                        results::text_at(runs[i], 1), results::text_at(runs[i], 2),
                        counted(results::whole_at(runs[i], 3), "sample"));
  if (runs.size() > most_runs) text += fmt::format("; and {} more", counted(runs.size() - most_runs, "run"));
  return in_one_line(text);
}

// The text with the line as a comment: above it in LaTeX, Markdown and HTML, in CSV only if `csv_too`, since not all
// readers of CSV accept comments; in JSON as the member `origin`; plain text is unchanged.
std::string with_origin(const std::string& text, const std::string& origin, results::Format format, bool csv_too) {
  switch (format) {
    case results::Format::latex:
      return "% " + origin + "\n" + text;
    case results::Format::markdown:
    case results::Format::html:
      return "<!-- " + without_double_hyphens(origin) + " -->\n" + text;
    case results::Format::csv:
      return csv_too ? "# " + origin + "\n" + text : text;
    case results::Format::json: {
      auto document = nlohmann::ordered_json::parse(text);
      if (!document.is_object()) return text;
      document["origin"] = origin;
      return document.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
    }
    default:
      return text;
  }
}

// A picture with the line: a comment of an SVG document, a text chunk of PNG, a comment after the end of a PDF.
std::string with_origin(const std::string& bytes, const std::string& origin, results::Picture picture) {
  if (picture == results::Picture::png) return png_with(bytes, origin);
  if (picture == results::Picture::pdf) return bytes + (bytes.ends_with('\n') ? "% " : "\n% ") + origin + "\n";
  const std::size_t root = bytes.find("<svg");
  if (root == std::string::npos) return bytes;
  return bytes.substr(0, root) + "<!-- " + without_double_hyphens(origin) + " -->\n" + bytes.substr(root);
}

constexpr std::array<std::pair<const char*, const char*>, 6> formats_of_files{
    {{".tex", "latex"}, {".md", "markdown"}, {".csv", "csv"}, {".json", "json"}, {".html", "html"}, {".txt", "text"}}};

// The format by --format or the file's ending.
results::Format table_format(const Arguments& arguments) {
  std::vector<std::string> endings{".svg", ".pdf", ".png"};
  for (const auto& [ending, format] : formats_of_files) endings.emplace_back(ending);
  if (!arguments.has("format")) require_ending(arguments.text("output"), endings);
  std::string name = "text";
  for (const auto& [ending, format] : formats_of_files)
    if (arguments.text("output").ends_with(ending)) name = format;
  return results::format_named(arguments.text("format", name));
}

std::optional<results::ChartWidth> width_of(const Arguments& arguments) {
  if (!arguments.has("width")) return std::nullopt;
  return results::chart_width(arguments.text("width"));
}

// The values of --height and --font; pixels become millimetres for pictures in print.
results::Framing framing_of(const Arguments& arguments, results::ChartWidth width) {
  const bool print = width == results::ChartWidth::column || width == results::ChartWidth::page;
  const auto number = [&arguments](const std::string& option, double least, double most) {
    if (!arguments.has(option)) return 0.0;
    const std::optional<double> value = parse_real(arguments.text(option));
    if (!value || !(*value >= least && *value <= most))
      throw InputError("--{} {}: must be a number from {} to {}", option, arguments.text(option), least, most);
    return *value;
  };
  constexpr double pixels_per_mm = 96 / 25.4;
  return {.height = print ? pixels_per_mm * number("height", 10, 1000) : number("height", 40, 4000),
          .font = number("font", 4, 60)};
}

results::LatexTable latex_table(const Arguments& arguments, results::Format format) {
  const std::optional<results::ChartWidth> width = width_of(arguments);
  const bool several_pages = arguments.has("longtable");
  if (several_pages && (format != results::Format::latex || width))
    throw InputError("--longtable needs a LaTeX table (.tex) without --width");
  if (several_pages) return results::LatexTable::several_pages;
  if (!width) return results::LatexTable::line;
  const bool print = width == results::ChartWidth::column || width == results::ChartWidth::page;
  if (format != results::Format::latex || !print)
    throw InputError(
        "--width needs a picture or a LaTeX table: -o FILE.svg, .png, .pdf or .tex; column or page for .tex");
  return width == results::ChartWidth::page ? results::LatexTable::page : results::LatexTable::column;
}

results::RenderOptions rendering(const Arguments& arguments) {
  const results::Format format = table_format(arguments);
  return {.format = format,
          .values = arguments.text("values"),
          .width = arguments.has("output") ? 0 : terminal_width(),
          .latex = latex_table(arguments, format)};
}

// "95 % intervals reach ±0.4 %; for ±0.1 % some 3200 samples: `RUN --samples 3200`", for the widest interval among
// means or ratios; "" if the rows have none.
std::string samples_note(const results::Exhibit& exhibit, const results::Rows& rows, const ExhibitRequest& request) {
  const auto place_of = [&rows](const std::string& column) {
    return static_cast<std::size_t>(std::ranges::find(rows.columns, column) - rows.columns.begin());
  };
  const std::string value = exhibit.layout.values.empty() ? "" : exhibit.layout.values.front().column;
  const std::array places{place_of(value), place_of(sweeps::interval_column(value)), place_of("from"), place_of("to"),
                          place_of("samples")};
  const std::size_t none = rows.columns.size();
  const bool has_half = places[1] != none;
  if (exhibit.made_by.empty() || places[0] == none || places[4] == none || (!has_half && value != "ratio_of_means"))
    return {};
  double reach = 0;
  double samples = 0;
  for (const auto& row : rows.rows) {
    const auto number = [&row](std::size_t place) {
      const auto* real = std::get_if<double>(&row[place]);
      return real == nullptr ? 0.0 : *real;
    };
    const double half = has_half ? number(places[1]) : (number(places[3]) - number(places[2])) / 2;
    const double mean = std::abs(number(places[0]));
    if (!(mean > 0) || half / mean <= reach) continue;
    reach = half / mean;
    samples = static_cast<double>(results::whole_at(row, places[4]));
  }
  if (!(reach > 0)) return {};
  const auto rounded = [](double number, int digits) { return std::stod(fmt::format("{:.{}e}", number, digits - 1)); };
  const double wanted = rounded(reach / 4, 1);
  const double needed = rounded(samples * (reach / wanted) * (reach / wanted), 2);
  return fmt::format("95 % intervals reach ±{:.2g} %; for ±{:.1g} % some {:.0f} samples: `{} --samples {:.0f}`.",
                     100 * reach, 100 * wanted, needed, making_command(exhibit, request), needed);
}

// Nothing if the database has no results for the exhibit.
std::optional<std::string> shown(const results::Exhibit& entry, bool own, const ExhibitRequest& request,
                                 const results::RenderOptions& options, const results::Reader& reader) {
  const std::optional<results::Rows> rows = exhibit_rows(entry, request, reader);
  if (!rows) return std::nullopt;
  if (own) require_known_verdicts(entry, *rows);
  results::Exhibit exhibit = own ? entry : titled_as_asked(entry, request);
  if (const std::string note = own ? samples_note(entry, *rows, request) : ""; !note.empty())
    exhibit.note += (exhibit.note.empty() ? "" : " ") + note;
  std::string text = results::render(exhibit, *rows, options);
  if (entry.drawing && options.format == results::Format::text) text += entry.drawing->text();
  return text;
}

// Why a table cannot be drawn, and a figure with the same content: kalinov/figure4-networks for kalinov/figure4.
InputError no_drawing(const std::string& name) {
  for (const results::Exhibit& other : engine::Catalogue::instance().exhibits())
    if (other.name.starts_with(name + "-") && !other.charts.empty())
      return InputError("{} is a table and has no drawing; {} has one", name, other.name);
  return InputError("{} is a table and has no drawing; give -o a name without .svg, .png or .pdf", name);
}

// The exhibit to draw: of several, such as the tables of a comparison, the only one with a drawing.
const results::Exhibit& drawable(const RequestedExhibits& requested, const std::string& file) {
  std::vector<const results::Exhibit*> drawings;
  for (const results::Exhibit& entry : requested.entries)
    if (entry.drawing || !entry.charts.empty()) drawings.push_back(&entry);
  const auto name = [&requested](const results::Exhibit* entry) {
    return requested.own ? results::short_name(*entry) : entry->name;
  };
  if (drawings.size() > 1)
    throw InputError("{} takes one drawing; name one of {}", file, fmt::join(collected(drawings, name), ", "));
  return drawings.empty() ? requested.entries.front() : *drawings.front();
}

int write_picture(const RequestedExhibits& requested, const Arguments& arguments, const ExhibitRequest& request,
                  results::Picture picture) {
  const std::string file = arguments.text("output");
  const results::Exhibit& entry = drawable(requested, file);
  const std::string& name = entry.name;
  if (entry.drawing) {
    for (const char* option : {"chart", "width", "height", "font"})
      if (arguments.has(option)) throw InputError("{} is one drawing and has no charts", name);
    print_or_write(file, results::converted_svg(entry.drawing->svg(), picture));
    return ok;
  }
  if (entry.charts.empty()) throw no_drawing(name);
  results::Chart chart = results::chosen_chart(entry, arguments.text("chart"));
  if (const std::optional<results::ChartWidth> width = width_of(arguments)) chart.width = *width;
  results::Reader reader(database_file(arguments));
  reader.hold_state(false);
  const std::optional<results::Rows> rows = exhibit_rows(entry, request, reader);
  if (!rows) {
    engine::print_error(fmt::format("apportion: {}\n", missing_results(entry, request)));
    return failed;
  }
  // A paper's figure gets its caption; users' own pictures contain their titles.
  results::Framing framing = framing_of(arguments, chart.width);
  if (requested.own) framing.title = entry.title;
  print_or_write(file, with_origin(results::draw_chart(entry, chart, *rows, picture, framing),
                                   origin_of(entry.study, request.seed, arguments, reader), picture));
  for (const std::string& notice : results::chart_notices(entry, chart, *rows))
    engine::print_error(fmt::format("apportion: {}: {}\n", file, notice));
  return ok;
}

// Whether the exhibit is a further table of a comparison among them.
bool is_part(const results::Exhibit& entry, const std::vector<results::Exhibit>& entries) {
  const std::string part = part_in(entry.name);
  return !part.empty() &&
         contains(entries, entry.name.substr(0, entry.name.size() - part.size()), &results::Exhibit::name);
}

// One document: that of the exhibit, with the rows of a comparison's further tables as members, or an array of several.
std::string one_document(const std::vector<results::Exhibit>& entries, const std::vector<std::string>& texts) {
  nlohmann::ordered_json documents = nlohmann::ordered_json::array();
  for (std::size_t i = 0; i < texts.size(); ++i) {
    nlohmann::ordered_json document = nlohmann::ordered_json::parse(texts[i]);
    const std::string& name = entries[i].name;
    if (!documents.empty() && is_part(entries[i], entries))
      documents.back()[name.substr(name.rfind('-') + 1)] = {{"columns", document["columns"]},
                                                            {"rows", document["rows"]}};
    else
      documents.push_back(std::move(document));
  }
  return (documents.size() == 1 ? documents.front() : documents).dump() + "\n";
}

// CSV holds one table: of a comparison, the ratios.
std::vector<results::Exhibit> written_tables(std::vector<results::Exhibit> entries,
                                             const results::RenderOptions& options, const std::string& file) {
  if (options.format != results::Format::csv) return entries;
  const std::vector<results::Exhibit> all = entries;
  std::erase_if(entries, [&all](const results::Exhibit& entry) { return is_part(entry, all); });
  if (entries.size() < 2 || file.empty()) return entries;
  throw InputError("{} takes one table; name one of {}", file,
                   fmt::join(collected(entries, &results::Exhibit::name), ", "));
}

int write_tables(const RequestedExhibits& requested, const Arguments& arguments, const ExhibitRequest& request) {
  const results::RenderOptions options = rendering(arguments);
  results::Reader reader(database_file(arguments));
  reader.hold_state(requested.entries.size() > 1);
  std::vector<results::Exhibit> found;
  std::vector<std::string> texts;
  int status = ok;
  for (const results::Exhibit& entry : written_tables(requested.entries, options, arguments.text("output"))) {
    if (std::optional<std::string> exhibit = shown(entry, requested.own, request, options, reader)) {
      found.push_back(entry);
      texts.push_back(std::move(*exhibit));
    } else {
      engine::print_error(fmt::format("apportion: {}\n", missing_results(entry, request)));
      status = failed;
    }
  }
  for (const std::string& note : request.notes) engine::print_error(fmt::format("apportion: {}\n", note));
  if (texts.empty()) return status;
  const std::string joined =
      options.format == results::Format::json ? one_document(found, texts) : fmt::format("{}", fmt::join(texts, "\n"));
  const bool is_said =
      arguments.has("output") || arguments.has("with-origin") || options.format == results::Format::json;
  if (options.format == results::Format::text || !is_said) {
    print_or_write(arguments.text("output"), joined);
    return status;
  }
  const std::string origin = origin_of(found.front().study, request.seed, arguments, reader);
  print_or_write(arguments.text("output"), with_origin(joined, origin, options.format, arguments.has("with-origin")));
  return status;
}

// InputError, with the nearest names, for a setting that no exhibit has.
void require_known_settings(const std::vector<results::Exhibit>& entries, const ExhibitRequest& request) {
  std::vector<std::string> known;
  for (const results::Exhibit& entry : entries)
    for (const auto& [name, value] : entry.parameters) known.push_back(name);
  for (const auto& [name, value] : request.settings) {
    if (contains(known, name)) continue;
    if (known.empty()) throw InputError("{} has no parameter besides the seed", entries.front().name);
    throw unknown_name("parameter", name, known);
  }
}

int show_exhibits(const Arguments& arguments, ExhibitRequest request) {
  const RequestedExhibits requested = requested_exhibits(arguments, request);
  require_known_settings(requested.entries, request);
  const std::string file = arguments.text("output");
  const std::optional<results::Picture> picture = results::picture_of(file);
  if (!picture || arguments.has("format")) {
    for (const char* option : {"chart", "height", "font"})
      if (arguments.has(option))
        throw InputError("--{} needs a picture to draw into: -o FILE.svg, .png or .pdf", option);
    return write_tables(requested, arguments, request);
  }
  return write_picture(requested, arguments, request, *picture);
}

// The result of a query; the error for an unknown table lists the known ones.
results::Rows answer_of(const std::string& sql, const ExhibitRequest& request, const results::Reader& reader) {
  try {
    return reader.query_on({}, sql, engine::parameters_of(request.settings, request.seed));
  } catch (const results::QueryError& error) {
    const std::string message = error.what();
    if (message.find("no such table") == std::string::npos) throw;
    std::string names;
    for (const auto& row :
         reader.query("SELECT name FROM sqlite_master WHERE type = 'view' AND name NOT LIKE '%/%' ORDER BY name").rows)
      names += (names.empty() ? "" : ", ") + std::get<std::string>(row.at(0));
    throw results::QueryError(message + "; the views are " + names);
  }
}

int show_query(const Arguments& arguments, const ExhibitRequest& request) {
  if (arguments.has("chart")) throw InputError("--chart chooses a picture of an exhibit; --sql gives a table");
  const std::string file = arguments.text("output");
  if (results::picture_of(file) && !arguments.has("format"))
    throw InputError("{} takes a picture, and --sql gives a table: .tex, .md, .csv, .json, .html or .txt", file);
  const results::Reader reader(database_file(arguments));
  const results::Rows rows = answer_of(arguments.text("sql"), request, reader);
  print_or_write(file, results::render({}, rows, rendering(arguments)));
  return ok;
}

int run_show(const Arguments& arguments) {
  const ExhibitRequest request = exhibit_request(arguments);
  static_cast<void>(table_format(arguments));
  if (names_given(arguments).empty() == !arguments.has("sql"))
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
      .usage = {"EXHIBIT...", "EXHIBIT -o FILE.svg|png|pdf", "FILE.ini|sweeps/STUDY|FOLDER|PAPER [NAME...]",
                "improvement --of EXPERIMENT|FILE.ini --rival A --rows AXIS [--columns AXIS] [--pages AXIS]",
                "comparison --of EXPERIMENT|FILE.ini [--algorithms A,B,C] [--against A] [--metric NAME] [--along AXIS]",
                "means --of EXPERIMENT|FILE.ini", "--sql \"SELECT ...\""},
      .options = {{"format", "NAME", "text (default), markdown, latex, csv, json or html; with -o by the file's ending",
                   results::format_names()},
                  {"values", "A,B", "which values to show: names that describe prints, or all", {"all", "@values"}},
                  {"chart", "NAME", "which picture to draw: a name that describe prints", {"@charts"}},
                  {"width", "NAME",
                   "of a picture: screen, column or page, 84 or 174 mm of a paper, or slide, 16:9; "
                   "also of a LaTeX table (.tex)",
                   results::chart_widths()},
                  {"height", "NUMBER", "of a picture: in pixels; in millimetres with --width column or page"},
                  {"longtable", "", "of a LaTeX table: on several pages"},
                  {"font", "POINTS", "the size of the letters of a picture"},
                  seed_option(),
                  {"with-origin", "", "begin a CSV file with a comment that gives its origin"},
                  settings_option("NAME=VALUE",
                                  "a parameter of the exhibits, such as sampling=uniform, or an axis of an improvement "
                                  "or a comparison"),
                  {"sql", "QUERY", "print the answer to a query of your own"},
                  database_option(),
                  {"output,o", "FILE",
                   "write to this file instead of standard output; FILE.svg, .png, .pdf: the picture of a figure"}},
      .complete = {"improvement", "comparison", "means", "@exhibits", "@settings", "%ini"},
      .run = run_show};
  for (OptionDeclaration& option : own_exhibit_options()) command.options.push_back(std::move(option));
  return command;
}

}  // namespace apportion::cli
