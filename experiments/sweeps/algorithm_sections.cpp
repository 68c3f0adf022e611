// Reading of users' own algorithms.
#include "experiments/sweeps/algorithm_sections.hpp"

#include <fmt/format.h>

#include <functional>
#include <limits>
#include <map>

#include "base/error.hpp"
#include "base/numbers.hpp"
#include "base/program.hpp"
#include "experiments/sweeps/exhibit_sections.hpp"

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

using Setter = void (*)(const std::string& value, OwnProgram& program);
const std::map<std::string, Setter>& setters() {
  static const std::map<std::string, Setter> all = {
      {"command",
       [](const std::string& value, OwnProgram& program) {
         program.command = value;
         program.words = command_words(value);
       }},
      {"revision",
       [](const std::string& value, OwnProgram& program) {
         program.revision = static_cast<int>(whole_number("revision", value, 1, std::numeric_limits<int>::max()));
       }},
      {"files", [](const std::string& value, OwnProgram& program) { program.files = names_in(value); }},
      {"limit", [](const std::string& value, OwnProgram& program) { program.limit = seconds_in(value); }}};
  return all;
}

OwnProgram program_in(const IniFile& ini, const std::string& section, int line) {
  OwnProgram program;
  program.name = section.substr(prefix.size());
  program.folder = ini.file.parent_path();
  for (const IniEntry& entry : ini.entries) {
    if (entry.section != section) continue;
    const auto setter = setters().find(entry.key);
    if (setter == setters().end()) {
      std::vector<std::string> known;
      for (const auto& [key, unused] : setters()) known.push_back(key);
      throw ini.error(entry.line, unknown_name("key of [" + section + "]", entry.key, known).what());
    }
    at(ini, entry.line, [&] {
      setter->second(entry.value, program);
      return true;
    });
  }
  if (program.words.empty()) throw ini.error(line, fmt::format("[{}] has no command", section));
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
    programs.push_back(program_in(ini, section, line));
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
