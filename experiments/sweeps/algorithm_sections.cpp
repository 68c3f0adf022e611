// Reading of users' own algorithms.
#include "experiments/sweeps/algorithm_sections.hpp"

#include <fmt/format.h>

#include <limits>
#include <optional>
#include <string_view>

#include "base/error.hpp"
#include "base/numbers.hpp"
#include "base/program.hpp"
#include "experiments/sweeps/section.hpp"

namespace apportion::sweeps {
namespace {

constexpr std::string_view prefix = "algorithm.";

// They are checked with each line of the file.
constexpr std::size_t most_programs = 100;

double seconds_in(const std::string& value) {
  constexpr double longest = 86400;
  const std::optional<double> seconds = parse_real(value);
  if (!seconds || !(*seconds > 0) || *seconds > longest)
    throw InputError(fmt::format("limit = {}: must be a number of seconds above 0, at most {}", value, longest));
  return *seconds;
}

int revision_in(const std::string& value) {
  return static_cast<int>(whole_number("revision", value, 1, std::numeric_limits<int>::max()));
}

OwnProgram program_in(const Section& section) {
  section.require_known({"command", "files", "limit", "revision"});
  OwnProgram program;
  program.name = section.name.substr(prefix.size());
  program.folder = section.ini.file.parent_path();
  program.command = section.required("command");
  program.words = section.read("command", command_words);
  if (program.words.empty()) throw section.error("command", fmt::format("[{}] has no command", section.name));
  program.files = section.read("files", names_in);
  if (section.find("revision") != nullptr) program.revision = section.read("revision", revision_in);
  if (section.find("limit") != nullptr) program.limit = section.read("limit", seconds_in);
  return program;
}

}  // namespace

bool is_algorithm_section(const std::string& section) {
  return section.starts_with(prefix) && section.size() > prefix.size();
}

std::vector<OwnProgram> own_programs_of(const IniFile& ini) {
  std::vector<OwnProgram> programs;
  for (const auto& [section, line] : ini.sections) {
    if (!is_algorithm_section(section)) continue;
    if (programs.size() == most_programs)
      throw ini.error(line, fmt::format("more than {} sections [algorithm.NAME]", most_programs));
    programs.push_back(program_in({ini, section, line}));
  }
  return programs;
}

std::vector<OwnProgram> own_programs_in(const std::filesystem::path& file) {
  std::vector<OwnProgram> programs = own_programs_of(read_ini(file));
  if (programs.empty())
    throw InputError(fmt::format("{} has no section [algorithm.NAME], which says what program to run", file.string()));
  return programs;
}

}  // namespace apportion::sweeps
