// Command lines, by Boost.Program_options.
#include "experiments/cli/arguments.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/program_options.hpp>
#include <iterator>
#include <limits>
#include <sstream>
#include <system_error>

#include "base/error.hpp"
#include "base/file_replacement.hpp"
#include "base/text.hpp"
#include "experiments/engine/axis.hpp"
#include "sim/random_stream.hpp"

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

bool is_written(const OptionDeclaration& option) { return option.is_written || long_option_name(option) == "output"; }

// Whether a word is a setting with an '=', as may follow the first value of --set.
bool is_setting(const std::string& word) { return word.find('=') != std::string::npos; }

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
    throw InputError("the command line has {} arguments; the limit is {}", tokens.size(), most_words);
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
        throw InputError("--{0} is empty; write --{0} {1}, or leave it out", option.string_key, declaration.value);
      if (has(option.string_key) && !declaration.repeatable)
        throw InputError("option --{} is given twice", option.string_key);
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
  if (words_.size() > most) throw InputError("unexpected argument '{}'", words_[most]);
}

void require_outputs(const Arguments& arguments, const std::vector<OptionDeclaration>& declared) {
  for (const OptionDeclaration& option : declared) {
    const std::string name = long_option_name(option);
    const std::string database = database_file(arguments).string();
    if (name == "db")
      for (const char* ending : {"", "-wal", "-shm"})  // SQLite's files
        keep_as_it_is(database + ending, "a file of the database " + database);
    else if (!is_written(option) && option.value.find("FILE") != std::string::npos)
      for (const std::string& value : arguments.texts(name))
        keep_as_it_is(value == "-" ? "/dev/stdin" : value, "the file of --" + name);
  }
  // Words without an ending are names of exhibits and kinds of problems.
  for (const std::string& word : arguments.words())
    if (fs::path(word).has_extension()) keep_as_it_is(word, "the file of '" + word + "'");
  std::map<std::string, fs::path> written;  // by option
  for (const OptionDeclaration& option : declared) {
    const std::string name = long_option_name(option);
    if (!is_written(option) || !arguments.has(name)) continue;
    const fs::path file = arguments.text(name);
    for (const auto& [other, same] : written)
      if (is_same_output(file, same))
        throw InputError("--{} and --{} name the same file, {}", other, name, file.string());
    if (option.value == "FILE") require_writable(file);
    written.emplace(name, file);
  }
}

std::vector<std::string> names_given(const Arguments& arguments) {
  std::vector<std::string> names = arguments.words();
  std::erase_if(names, is_setting);
  return names;
}

std::map<std::string, std::string> settings_given(const Arguments& arguments, std::string_view label) {
  std::vector<std::string> texts = arguments.texts("set");
  std::ranges::copy_if(arguments.words(), std::back_inserter(texts), is_setting);
  std::vector<std::string> given;
  for (const std::string& text : texts) {
    std::istringstream pieces(text);
    bool begins = true;
    for (std::string piece; pieces >> piece; begins = false)
      if (begins || is_setting(piece))
        given.push_back(piece);
      else
        given.back() += " " + piece;
  }
  std::map<std::string, std::string> settings;
  for (const std::string& setting : given) engine::add_setting(setting, settings, label);
  return settings;
}

std::string options_help(const std::vector<OptionDeclaration>& declared) {
  std::ostringstream text;
  text << description_of(declared);
  return text.str();
}

OptionDeclaration database_option() {
  return {"db", "FILE", fmt::format("the results database (default: {})", default_database)};
}

OptionDeclaration seed_option(std::string_view of) {
  return {"seed", "N", fmt::format("seed of {} (default: that of FILE.ini, else {})", of, default_seed)};
}

OptionDeclaration settings_option(const std::string& value, const std::string& summary) {
  return {"set", value, summary, {"@settings"}, /*repeatable=*/true};
}

OptionDeclaration algorithms_option() {
  return {"algorithms", "A,B", "algorithms (default: the experiment's)", {"@algorithms"}};
}

std::filesystem::path database_file(const Arguments& arguments) { return arguments.text("db", default_database); }

std::string failures_sql(std::string_view condition) {
  return fmt::format(R"sql(
SELECT experiment, seed, {} AS point,
       CASE rival WHEN '' THEN algorithm ELSE algorithm || ' : ' || rival END AS "column", revision, chunk, sample, message
FROM failures{}
ORDER BY experiment, seed, coordinates, "column", revision, chunk)sql",
                     results::point_words, condition);
}

}  // namespace apportion::cli
