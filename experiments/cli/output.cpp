// Writing of results and divisions, and quoting for a shell.
#include "experiments/cli/output.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <optional>
#include <system_error>

#include "base/ending.hpp"
#include "base/numbers.hpp"
#include "base/text.hpp"

namespace apportion::cli {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail_to_print(int reason) {
  if (reason == EPIPE) throw ReaderGone();
  throw output_error("standard output", reason);
}

void print_exactly(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size()) fail_to_print(errno);
}

// The ending; ".part.N" for any number, as gpmetis names partitions into N parts.
std::string ending_of(const fs::path& file) {
  std::string ending = file.extension().string();
  const bool is_number = ending.size() > 1 && ending.find_first_not_of("0123456789", 1) == std::string::npos;
  return is_number && file.stem().extension() == ".part" ? ".part.N" : ending;
}

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

// The folder's name without a final slash, as in "plans/".
fs::path named(const fs::path& folder) { return folder.has_filename() ? folder : folder.parent_path(); }

fs::path partial_of(const fs::path& folder) { return named(folder).string() + ".partial"; }

// "rank-0.json", or a partial file: ".rank-0.json.3f9c0a1b7d2e4c55.partial".
bool is_of_rank(const fs::directory_entry& entry) {
  const std::string name = entry.path().filename().string();
  return entry.symlink_status().type() == fs::file_type::regular &&
         (name.starts_with("rank-") || name.starts_with(".rank-"));
}

// Refuses a folder with other files than those of a killed command, which are replaced.
void require_no_other(const fs::path& partial) {
  std::error_code problem;
  const fs::file_status status = fs::symlink_status(partial, problem);
  if (!fs::exists(status)) return;
  if (fs::is_directory(status) && std::ranges::all_of(fs::directory_iterator(partial), is_of_rank)) return;
  throw InputError(
      fmt::format("--per-rank: {}, which is needed for a moment, is there already; move it away", partial.string()));
}

// Requires a folder that is empty or does not exist.
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

// Writes all files or none: the folder gets its name when it has all of them.
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

// Refuses options that only plans have, before anything is solved.
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

void guard_standard_descriptors() {
  for (int descriptor = 0; descriptor <= 2; ++descriptor) {
    if (::fcntl(descriptor, F_GETFD) != -1 || errno != EBADF) continue;
    // open() returns the lowest free number, which is this one.
    static_cast<void>(::open("/dev/null", descriptor == 0 ? O_WRONLY : O_RDONLY));
  }
}

std::size_t terminal_width() {
  if (::isatty(STDOUT_FILENO) != 1) return 0;
  const char* const columns = std::getenv("COLUMNS");
  if (const auto told = columns == nullptr ? std::nullopt : parse_whole(columns); told && *told > 0)
    return static_cast<std::size_t>(*told);
  struct winsize size {};
  return ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

void print(std::string_view text) { print_exactly(without_controls(text)); }

void print_data(std::string_view text) { ::isatty(STDOUT_FILENO) == 1 ? print(text) : print_exactly(text); }

void flush_output() {
  if (std::fflush(stdout) != 0) fail_to_print(errno);
}

void write_file(const fs::path& file, std::string_view text) {
  FileReplacement replacement(file);
  replacement.write(text);
  replacement.commit();
}

void require_ending(const fs::path& file, const std::vector<std::string>& endings) {
  const std::string ending = ending_of(file);
  if (ending.empty() || contains(endings, ending)) return;
  throw InputError(fmt::format("{}: the ending is unknown; the name must end in {}, or have no ending", file.string(),
                               fmt::join(endings, ", ")));
}

void print_or_write(const fs::path& file, std::string_view text) {
  if (file.empty()) return print_data(text);
  write_file(file, text);
}

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

Candidates division_format_names() { return collected(problems::division_formats(), &DivisionFormat::name); }

std::vector<std::string> division_endings() {
  std::vector<std::string> endings;
  for (const DivisionFormat& format : problems::division_formats())
    if (!format.ending.empty()) endings.push_back(format.ending);
  return endings;
}

const DivisionFormat* division_format_asked_for(const Arguments& arguments, const problems::ProblemFamily& family) {
  const std::string file = arguments.text("output");
  const DivisionFormat* format = arguments.has("format") ? problems::find_division_format(arguments.text("format"))
                                                         : problems::division_format_of_ending(ending_of(file));
  if (arguments.has("per-rank")) {
    if (arguments.has("output")) throw InputError("--per-rank and -o exclude each other");
    if (!arguments.has("format")) format = problems::find_division_format("plan");
  }
  const bool is_its_own = contains(family.formats, arguments.text("format"), &problems::AnswerFormat::name);
  if (is_its_own) format = nullptr;
  if (format != nullptr && family.divide == nullptr)
    throw InputError(fmt::format("{} is a form of divisions into cells; it is for {}, not for {}", format->name,
                                 families_that_divide(), family.name));
  require_plan(arguments, format);
  return format;
}

void write_division(const problems::WholeDivision& division, const DivisionFormat& format, const Arguments& arguments) {
  require_dimensions(format, division);
  const StencilReach reach = reach_in(arguments);
  if (arguments.has("per-rank"))
    write_ranks(format.write_ranks(division, reach), arguments.text("per-rank"));
  else
    print_or_write(arguments.text("output"), format.write(division, reach));
}

}  // namespace apportion::cli
