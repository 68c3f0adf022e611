// Divisions in files.
#include "experiments/cli/division_output.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <iterator>
#include <system_error>

#include "base/ending.hpp"
#include "base/error.hpp"
#include "experiments/cli/output.hpp"

namespace apportion::cli {
namespace {

namespace fs = std::filesystem;

using problems::DivisionFormat;

std::string families_that_divide() {
  std::string names;
  for (const problems::ProblemFamily& family : problems::families())
    if (family.divide != nullptr) names += (names.empty() ? "" : ", ") + family.name;
  return names;
}

StencilReach reach_in(const Arguments& arguments) {
  return {arguments.whole("depth", 1, 1, most_stencil_depth), arguments.has("corners")};
}

// The folder's name with nothing behind it, as of "plans/".
fs::path named(const fs::path& folder) { return folder.has_filename() ? folder : folder.parent_path(); }

fs::path partial_of(const fs::path& folder) { return named(folder).string() + ".partial"; }

// "rank-0.json", or one that is half written: ".rank-0.json.3f9c0a1b7d2e4c55.partial".
bool is_of_rank(const fs::directory_entry& entry) {
  const std::string name = entry.path().filename().string();
  return entry.symlink_status().type() == fs::file_type::regular &&
         (name.starts_with("rank-") || name.starts_with(".rank-"));
}

// What a killed command left is replaced; anything else is not ours.
void require_no_other(const fs::path& partial) {
  std::error_code problem;
  const fs::file_status status = fs::symlink_status(partial, problem);
  if (!fs::exists(status)) return;
  if (fs::is_directory(status) && std::ranges::all_of(fs::directory_iterator(partial), is_of_rank)) return;
  throw InputError(
      fmt::format("--per-rank: {}, which is needed for a moment, is there already; move it away", partial.string()));
}

// Empty, or not there.
void require_new_folder(const fs::path& folder) {
  std::error_code problem;
  require_no_other(partial_of(folder));
  const fs::path parent = named(folder).has_parent_path() ? named(folder).parent_path() : fs::path(".");
  if (::access(parent.c_str(), W_OK | X_OK) != 0) throw output_error(folder.string(), errno);
  const fs::file_status status = fs::status(folder, problem);
  if (!fs::exists(status)) return;
  if (!fs::is_directory(status))
    throw InputError(fmt::format("--per-rank {}: this is a file; name a new folder", folder.string()));
  if (!fs::is_empty(folder, problem) || problem)
    throw InputError(
        fmt::format("--per-rank {}: the folder has files in it; name a new or an empty one", folder.string()));
}

// All files or none: the folder gets its name when all of them are in it.
void write_ranks(const std::vector<std::string>& texts, const fs::path& folder) {
  const fs::path target = named(folder);
  const fs::path partial = partial_of(folder);
  require_no_other(partial);
  const PassingFile passing(partial);
  std::error_code problem;
  fs::remove_all(partial, problem);
  if (!fs::create_directory(partial, problem)) throw output_error(partial.string(), problem ? problem.value() : EEXIST);
  try {
    for (std::size_t rank = 0; rank < texts.size(); ++rank)
      write_file(partial / fmt::format("rank-{}.json", rank), texts[rank]);
    fs::rename(partial, target, problem);
    if (problem) throw output_error(folder.string(), problem.value());
  } catch (const UserError&) {
    std::error_code ignored;
    fs::remove_all(partial, ignored);
    throw;
  }
}

// What only plans have; it is known before anything is solved.
void require_plan(const Arguments& arguments, const DivisionFormat* format) {
  for (const char* option : {"depth", "corners"})
    if (arguments.has(option) && (format == nullptr || !format->has_reach))
      throw InputError(fmt::format("--{} needs --format plan", option));
  static_cast<void>(reach_in(arguments));
  if (!arguments.has("per-rank")) return;
  if (format == nullptr || format->write_ranks == nullptr) throw InputError("--per-rank needs --format plan");
  require_new_folder(arguments.text("per-rank"));
}

}  // namespace

void add_division_options(Topic& topic) {
  topic.usage.push_back(
      fmt::format("{} ... --format plan [--depth R] [--corners] [-o FILE | --per-rank DIR]", topic.name));
  std::vector<OptionDeclaration> options = {
      {.name = "depth",
       .value = "R",
       .summary = fmt::format("of --format plan: how far a stencil reaches, in cells, from 1 to {} (default: 1)",
                              most_stencil_depth)},
      {.name = "corners", .summary = "of --format plan: a stencil reads the cells of a square, not of a cross"},
      {.name = "per-rank",
       .value = "DIR",
       .summary = "the plan as a file for each processor, rank-0.json and so on, in a new folder"}};
  std::ranges::move(options, std::back_inserter(topic.options));
}

std::string division_formats_help() {
  std::string text;
  for (const DivisionFormat& format : problems::division_formats())
    text += fmt::format("{}{} ({}{}{})", text.empty() ? "" : ", ", format.name, format.ending,
                        format.ending.empty() ? "" : ": ", format.summary);
  return text;
}

Candidates division_format_names() {
  Candidates names;
  for (const DivisionFormat& format : problems::division_formats()) names.push_back(format.name);
  return names;
}

std::vector<std::string> division_endings() {
  std::vector<std::string> endings;
  for (const DivisionFormat& format : problems::division_formats())
    if (!format.ending.empty()) endings.push_back(format.ending);
  return endings;
}

const DivisionFormat* division_format_asked_for(const Arguments& arguments, const problems::ProblemFamily& family) {
  const std::string file = arguments.text("output");
  const DivisionFormat* format = arguments.has("format")
                                     ? problems::find_division_format(arguments.text("format"))
                                     : problems::division_format_of_ending(fs::path(file).extension().string());
  if (arguments.has("per-rank")) {
    if (arguments.has("output")) throw InputError("--per-rank and -o exclude each other");
    if (!arguments.has("format")) format = problems::find_division_format("plan");
  }
  const bool is_its_own = std::ranges::find(family.formats, arguments.text("format"), &problems::AnswerFormat::name) !=
                          family.formats.end();
  if (is_its_own) format = nullptr;
  if (format != nullptr && family.divide == nullptr)
    throw InputError(fmt::format("{} is a form of divisions into cells; it is for {}, not for {}", format->name,
                                 families_that_divide(), family.name));
  require_plan(arguments, format);
  return format;
}

void write_division(const problems::WholeDivision& division, const DivisionFormat& format, const Arguments& arguments) {
  const StencilReach reach = reach_in(arguments);
  if (arguments.has("per-rank"))
    write_ranks(format.write_ranks(division, reach), arguments.text("per-rank"));
  else
    print_or_write(arguments.text("output"), format.write(division, reach));
}

}  // namespace apportion::cli
