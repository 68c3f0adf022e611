// Command lines, by Boost.Program_options.
#include "experiments/cli/arguments.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/program_options.hpp>
#include <filesystem>
#include <limits>
#include <sstream>
#include <system_error>

#include "base/error.hpp"
#include "base/file_replacement.hpp"
#include "base/text.hpp"
#include "experiments/engine/axis.hpp"

namespace apportion::cli {
namespace {

namespace fs = std::filesystem;
namespace po = boost::program_options;

// Boost moves all remaining words after each one read.
constexpr std::size_t most_words = 10'000;

po::options_description description_of(const std::vector<OptionDeclaration>& declared) {
  po::options_description description("options", 110, 55);
  for (const OptionDeclaration& option : declared) {
    if (option.value.empty()) {
      description.add_options()(option.name.c_str(), option.summary.c_str());
      continue;
    }
    auto* value = po::value<std::vector<std::string>>()->value_name(option.value);
    if (option.repeatable) value->composing();
    description.add_options()(option.name.c_str(), value, option.summary.c_str());
  }
  return description;
}

// A file, and its place on the command line.
struct NamedFile {
  std::string place;
  fs::path file;
};

bool is_written(const OptionDeclaration& option) { return option.is_written || long_option_name(option) == "output"; }

// Words without an ending are names of exhibits and kinds of problems. The database's path is checked when it is known.
std::vector<NamedFile> files_read(const Arguments& arguments, const std::vector<OptionDeclaration>& declared) {
  std::vector<NamedFile> files;
  for (const OptionDeclaration& option : declared) {
    const std::string name = long_option_name(option);
    if (is_written(option) || name == "db" || option.value.find("FILE") == std::string::npos) continue;
    for (const std::string& value : arguments.texts(name))
      files.push_back({"--" + name, value == "-" ? "/dev/stdin" : value});
  }
  for (const std::string& word : arguments.words())
    if (fs::path(word).has_extension()) files.push_back({"'" + word + "'", word});
  return files;
}

// Compares names if neither file exists yet.
bool is_same_output(const fs::path& one, const fs::path& other) {
  std::error_code problem;
  return (is_same_file(one, other) && fs::is_regular_file(one)) ||
         (!fs::exists(one, problem) &&
          fs::weakly_canonical(fs::absolute(one), problem) == fs::weakly_canonical(fs::absolute(other), problem));
}

}  // namespace

std::string long_option_name(const OptionDeclaration& option) { return option.name.substr(0, option.name.find(',')); }

Arguments::Arguments(const std::vector<OptionDeclaration>& declared, const std::vector<std::string>& tokens)
    : tokens_(tokens) {
  if (tokens.size() > most_words)
    throw InputError(fmt::format("the command line has {} arguments; the limit is {}", tokens.size(), most_words));
  const std::vector<std::string> names =
      collected(declared, [](const OptionDeclaration& option) { return "--" + long_option_name(option); });
  const po::options_description description = description_of(declared);
  try {
    const auto style = po::command_line_style::unix_style & ~po::command_line_style::allow_guessing;
    const po::parsed_options parsed = po::command_line_parser(tokens).options(description).style(style).run();
    for (const po::option& option : parsed.options) {
      const bool is_empty = contains(option.value, "");
      if (option.string_key.empty()) {
        if (is_empty) throw InputError("empty argument; is a shell variable unset?");
        words_.insert(words_.end(), option.value.begin(), option.value.end());
        continue;
      }
      const OptionDeclaration& declaration = *std::ranges::find(declared, option.string_key, long_option_name);
      if (is_empty)
        throw InputError(
            fmt::format("--{0} is empty; write --{0} {1}, or leave it out", option.string_key, declaration.value));
      if (has(option.string_key) && !declaration.repeatable)
        throw InputError(fmt::format("option --{} is given twice", option.string_key));
      add(option.string_key, option.value);
    }
  } catch (const po::unknown_option& error) {
    if (error.get_option_name() == "--resume" && contains(names, "--fresh"))
      throw InputError("there is no --resume: every run resumes, and computes what is missing");
    throw unknown_name("option", error.get_option_name(), names);
  } catch (const po::error& error) {
    throw InputError(error.what());
  }
}

std::uint64_t Arguments::seed(std::uint64_t fallback) const {
  return static_cast<std::uint64_t>(
      whole("seed", static_cast<std::int64_t>(fallback), 0, std::numeric_limits<std::int64_t>::max()));
}

void Arguments::require_words_at_most(std::size_t most) const {
  if (words_.size() > most) throw InputError(fmt::format("unexpected argument '{}'", words_[most]));
}

void require_outputs(const Arguments& arguments, const std::vector<OptionDeclaration>& declared) {
  const std::vector<NamedFile> read = files_read(arguments, declared);
  std::vector<NamedFile> written;
  for (const OptionDeclaration& option : declared) {
    const std::string name = long_option_name(option);
    if (!is_written(option) || !arguments.has(name)) continue;
    const NamedFile file{"--" + name, arguments.text(name)};
    for (const NamedFile& other : read)
      if (fs::is_regular_file(other.file) && is_same_file(file.file, other.file))
        throw InputError(fmt::format("{} {} is the file of {}, which would be lost; name another", file.place,
                                     file.file.string(), other.place));
    for (const NamedFile& other : written)
      if (is_same_output(file.file, other.file))
        throw InputError(fmt::format("{} and {} name the same file, {}", other.place, file.place, file.file.string()));
    if (option.value == "FILE") require_writable(file.file);
    written.push_back(file);
  }
}

std::map<std::string, std::string> settings_given(const Arguments& arguments, std::string_view label) {
  std::map<std::string, std::string> settings;
  for (const std::string& text : arguments.texts("set")) engine::add_setting(text, settings, label);
  for (const std::string& word : arguments.words())
    if (engine::is_setting(word)) engine::add_setting(word, settings, label);
  return settings;
}

std::string options_help(const std::vector<OptionDeclaration>& declared) {
  std::ostringstream text;
  text << description_of(declared);
  return text.str();
}

}  // namespace apportion::cli
