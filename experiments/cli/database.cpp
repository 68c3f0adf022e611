// The choice of the database, stored texts of sweeps, records of runs, and shards.
#include "experiments/cli/database.hpp"

#include <fmt/format.h>

#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <system_error>
#include <thread>

#include "base/error.hpp"
#include "base/numbers.hpp"
#include "experiments/engine/build_info.hpp"
#include "results/database/stored_studies.hpp"
#include "sim/random_stream.hpp"

namespace apportion::cli {
namespace {

constexpr const char* default_database = "results/out/apportion.sqlite";

bool is_of_database(const std::filesystem::path& file, const std::filesystem::path& database) {
  for (const char* ending : {"", "-wal", "-shm"}) {
    std::error_code missing;
    if (std::filesystem::equivalent(file, database.string() + ending, missing)) return true;
  }
  return false;
}

constexpr std::string_view sweep_folder = "sweeps/";

// "unknown" on systems without /proc, and for processors without a name there.
std::string cpu_model() {
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);)
    if (line.starts_with("model name") && line.find(": ") != std::string::npos) return line.substr(line.find(": ") + 2);
  return "unknown";
}

std::string libraries() {
  std::vector<std::string> texts;
  for (const LibraryVersion& library : library_versions()) texts.push_back(library.name + " " + library.version);
  return fmt::format("{}", fmt::join(texts, ", "));
}

// Ranges in words: "1-3, 7".
std::string spelled_ranges(const std::set<std::int64_t>& numbers) {
  std::string text;
  for (auto first = numbers.begin(); first != numbers.end();) {
    auto last = first;
    while (std::next(last) != numbers.end() && *std::next(last) == *last + 1) ++last;
    if (!text.empty()) text += ", ";
    text += first == last ? fmt::format("{}", *first) : fmt::format("{}-{}", *first, *last);
    first = std::next(last);
  }
  return text;
}

}  // namespace

OptionDeclaration database_option() {
  return {
      .name = "db", .value = "FILE", .summary = fmt::format("the results database (default: {})", default_database)};
}

std::filesystem::path database_file(const Arguments& arguments) {
  std::string file = arguments.text("db", default_database);
  if (file.empty()) throw InputError("--db is empty; it must name a file");
  return file;
}

std::filesystem::path database_file_or_word(const Arguments& arguments) {
  arguments.require_words_at_most(1);
  if (arguments.words().empty()) return database_file(arguments);
  if (arguments.has("db")) throw InputError("the database is named twice, by --db and by itself");
  return arguments.words().front();
}

bool made_default_folder(const Arguments& arguments) {
  if (arguments.has("db")) return false;
  std::error_code problem;  // writing reports it
  return std::filesystem::create_directories(std::filesystem::path(default_database).parent_path(), problem);
}

std::filesystem::path output_beside_database(const Arguments& arguments, const std::filesystem::path& otherwise) {
  const std::filesystem::path database = database_file(arguments);
  std::filesystem::path file = arguments.has("output") ? std::filesystem::path(arguments.text("output")) : otherwise;
  if (is_of_database(file, database))
    throw InputError(fmt::format("{} belongs to the database {}, which would be lost; name another by -o",
                                 file.string(), database.string()));
  return file;
}

bool is_sweep_name(const std::string& word) { return word.starts_with(sweep_folder) && !sweeps::is_sweep_file(word); }

std::vector<std::string> stored_names(const results::Reader& reader) {
  std::vector<std::string> names = results::stored_papers(reader);
  for (const results::StudyKey& key : results::stored_studies(reader))
    if (is_sweep_name(key.experiment) && !contains(names, key.experiment)) names.push_back(key.experiment);
  return names;
}

sweeps::Paper stored_paper_named(const std::string& name, std::optional<std::int64_t> seed,
                                 const results::Reader& reader) {
  const bool is_sweep = is_sweep_name(name);
  std::vector<std::string> names = stored_names(reader);
  std::erase_if(names, [&](const std::string& other) { return is_sweep_name(other) != is_sweep; });
  if (is_sweep && names.empty())
    throw InputError(fmt::format(
        "the database has no results of {}, nor of another sweep; `apportion run FILE.ini` makes them", name));
  if (!contains(names, name) && (is_sweep || !seed))
    throw unknown_name(is_sweep ? "sweep in the database" : "paper in the database", name, names);
  const std::optional<results::StoredText> stored = results::stored_text(reader, name, seed);
  if (!stored)
    throw InputError(fmt::format("the database has no results of {} with seed {}", name, seed.value_or(default_seed)));
  sweeps::Paper paper =
      is_sweep ? sweeps::read_stored_sweep(stored->text) : sweeps::read_stored_paper(name, stored->text);
  paper.seed = static_cast<std::uint64_t>(stored->seed);
  return paper;
}

results::RunRecord run_record(const std::string& command, int threads) {
  const int cores = static_cast<int>(std::thread::hardware_concurrency());
  return {.command = command,
          .revision = std::string(git_revision()),
          .compiler = std::string(compiler()),
          .flags = std::string(compile_flags()),
          .libraries = libraries(),
          .cpu = cpu_model(),
          .cores = cores,
          .threads = threads > 0 ? threads : cores};
}

engine::Shard parse_shard(const std::string& text) {
  const std::size_t slash = text.find('/');
  const std::string_view view = text;
  const auto index = parse_whole(view.substr(0, slash));
  const auto count = slash == std::string::npos ? std::nullopt : parse_whole(view.substr(slash + 1));
  if (!index || !count || *index < 1 || *index > *count)
    throw InputError(
        fmt::format("--shard is '{}'; it must be I/N, such as 2/8, with whole numbers I from 1 to N", text));
  return {*index, *count};
}

std::string shards_text(const std::vector<std::string>& commands) {
  // Matches command lines as recorded, which quote neither digits nor slashes.
  static const std::regex option(" --shard[ =]([0-9]{1,18})/([0-9]{1,18})( |$)");
  std::map<std::int64_t, std::set<std::int64_t>> held;
  for (const std::string& command : commands)
    if (std::smatch found; std::regex_search(command, found, option))
      held[parse_whole(found[2].str()).value()].insert(parse_whole(found[1].str()).value());
  std::string text;
  for (const auto& [count, shards] : held)
    text += fmt::format("Of {} shards it holds {}{}\n", count, spelled_ranges(shards),
                        static_cast<std::int64_t>(shards.size()) == count ? "" : "; `apportion merge` adds the others");
  return text;
}

}  // namespace apportion::cli
