// apportion status, verify, digest, export, forget and merge: commands on whole databases.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <optional>
#include <regex>
#include <set>
#include <string>
#include <system_error>
#include <vector>

#include "base/ending.hpp"
#include "base/error.hpp"
#include "base/file_replacement.hpp"
#include "base/files.hpp"
#include "base/numbers.hpp"
#include "base/text.hpp"
#include "experiments/cli/commands.hpp"
#include "experiments/cli/output.hpp"
#include "experiments/engine/messages.hpp"
#include "experiments/sweeps/sweep_file.hpp"
#include "results/database/merge.hpp"
#include "results/database/reader.hpp"
#include "results/database/store.hpp"
#include "results/database/stored_studies.hpp"
#include "results/tables/formats.hpp"

namespace apportion::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* studies_sql = R"sql(
SELECT experiment, seed, definition, complete_points || ' of ' || points AS "points complete", units,
       failed_units AS failed, timings
FROM stored_experiments
ORDER BY experiment, seed, generation)sql";

constexpr const char* status_runs_sql = R"sql(
SELECT started, coalesce(finished, '-') AS finished, coalesce(outcome, 'killed, or still running') AS outcome, revision,
       compiler, cpu, cores, threads, command
FROM runs
ORDER BY started DESC
LIMIT 5)sql";

// database_file() for commands with a word that may name the database; InputError if both are given.
fs::path database_file_or_word(const Arguments& arguments) {
  arguments.require_words_at_most(1);
  if (arguments.words().empty()) return database_file(arguments);
  if (arguments.has("db")) throw InputError("the database is named twice, by --db and by itself");
  return arguments.words().front();
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

// The shards in the commands of the runs, a line for each number of shards: "Of 8 shards it holds 1-3, 7 ...". Empty if
// no run was of a shard.
std::string shards_text(const results::Reader& reader) {
  // Matches command lines as recorded, which quote neither digits nor slashes.
  static const std::regex option(" --shard[ =]([0-9]{1,18})/([0-9]{1,18})( |$)");
  std::map<std::int64_t, std::set<std::int64_t>> held;
  for (const std::vector<results::Value>& row : reader.query("SELECT DISTINCT command FROM runs").rows) {
    const std::string command = results::text_at(row, 0);
    if (std::smatch found; std::regex_search(command, found, option))
      held[parse_whole(found[2].str()).value()].insert(parse_whole(found[1].str()).value());
  }
  std::string text;
  for (const auto& [count, shards] : held)
    text += fmt::format("Of {} shards it holds {}{}\n", count, spelled_ranges(shards),
                        static_cast<std::int64_t>(shards.size()) == count ? "" : "; `apportion merge` adds the others");
  return text;
}

std::string table(const results::Reader& reader, const std::string& title, const std::string& sql) {
  return results::render({.title = title}, reader.query(sql), {.width = terminal_width()});
}

int run_status(const Arguments& arguments) {
  const results::Reader reader(database_file_or_word(arguments));
  const std::int64_t failures = std::get<std::int64_t>(reader.query("SELECT count(*) FROM failures").rows.at(0).at(0));
  if (failures > 0)
    print(table(reader, counted(failures, "failed unit") + (failures > 20 ? "; the first 20" : ""),
                failures_sql("") + "\nLIMIT 20") +
          "\n");
  print(table(reader, "Experiments", studies_sql) + shards_text(reader) + "\n" +
        table(reader, "Last runs", status_runs_sql));
  return ok;
}

int run_verify(const Arguments& arguments) {
  const fs::path file = database_file_or_word(arguments);
  const results::Verification found = results::verify(file);
  std::string text = fmt::format("{}: sound\n{}, {} summaries, each the sum of its units\n", file.string(),
                                 counted(found.units, "unit"), found.summaries);
  if (found.samples > 0)
    text += fmt::format("{}, each unit's moments those of its samples\n", counted(found.samples, "kept value"));
  if (found.waiting > 0)
    text += fmt::format("{} not up to date, where a run was cut off; the same run continues from there\n",
                        found.waiting == 1 ? "1 more" : fmt::format("{} more", found.waiting));
  for (const std::string& object : found.foreign)
    text += fmt::format("{} is of another program, and nothing here uses it\n", object);
  print(text);
  return ok;
}

int run_digest(const Arguments& arguments) {
  print(results::Reader(database_file_or_word(arguments)).digest() + "\n");
  return ok;
}

// --- export: the views as CSV files

constexpr const char* default_export = "results/out/export";

// Lists the files that exports wrote into a folder: the next export replaces only these.
constexpr const char* list_file = "apportion-export.txt";
constexpr const char* list_heading = "Written by `apportion export`, which replaces these files:";

std::string file_name(const results::ExportTable& table) { return table.name + ".csv"; }

// Refuses a name with a file's ending, which was meant for one file.
void require_folder_name(const fs::path& folder) {
  constexpr std::array endings = {".csv", ".json", ".txt",  ".md",      ".tex", ".html",   ".svg", ".pdf",
                                  ".png", ".eps",  ".xlsx", ".parquet", ".zip", ".sqlite", ".db"};
  if (contains(endings, folder.extension().string()) && !fs::is_directory(folder))
    throw InputError("{} is not a name for a folder; export writes a folder with a CSV file for each view",
                     folder.string());
}

InputError not_ours(const fs::path& file) {
  return InputError("{} was not written by an earlier export; move it away, or name another folder by -o",
                    file.string());
}

std::set<std::string> files_of_earlier_exports(const fs::path& folder) {
  const fs::path list = folder / list_file;
  if (!fs::exists(list)) return {};
  const std::vector<std::string> lines = split(read_input(list), '\n');
  if (lines.front() != list_heading) throw not_ours(list);
  std::set<std::string> files(lines.begin() + 1, lines.end());
  files.erase("");  // behind the last line
  return files;
}

// Written before the files, so that those of an interrupted export are listed, too.
void write_list(const fs::path& folder, const std::set<std::string>& files) {
  std::string text = std::string(list_heading) + "\n";
  for (const std::string& file : files) text += file + "\n";
  FileReplacement replacement(folder / list_file, Links::replaced);
  replacement.write(text);
  replacement.commit();
}

void write_table(const fs::path& file, const results::ExportTable& table, const results::Reader& reader) {
  FileReplacement replacement(file, Links::replaced);
  bool first = true;
  reader.query_in_batches(table.sql, {}, [&](const results::Rows& batch) {
    const std::string text = results::render_csv(batch);
    // The line with the names of the columns is written only once.
    replacement.write(std::string_view(text).substr(first ? 0 : text.find('\n') + 1));
    first = false;
  });
  replacement.commit();
}

int run_export(const Arguments& arguments) {
  arguments.require_words_at_most(0);
  const fs::path folder = arguments.text("output", default_export);
  require_folder_name(folder);
  results::Reader reader(database_file(arguments));
  reader.hold_state();
  const std::vector<results::ExportTable> tables = results::export_tables(reader);
  std::error_code problem;
  fs::create_directories(folder, problem);
  if (!problem && !fs::is_directory(folder, problem)) problem = std::make_error_code(std::errc::not_a_directory);
  if (problem) throw OutputError(fmt::format("{} cannot be created: {}", folder.string(), problem.message()));
  std::set<std::string> ours = files_of_earlier_exports(folder);
  for (const results::ExportTable& table : tables)
    if (fs::exists(fs::symlink_status(folder / file_name(table))) && !ours.contains(file_name(table)))
      throw not_ours(folder / file_name(table));
  for (const results::ExportTable& table : tables) ours.insert(file_name(table));
  write_list(folder, ours);
  for (const results::ExportTable& table : tables) write_table(folder / file_name(table), table, reader);
  engine::print_error(fmt::format("{} tables in {}\n", tables.size(), folder.string()));
  return ok;
}

// --- forget and merge

constexpr const char* counts_sql = R"sql(
SELECT count(*), sum(points), sum(units), sum(failed_units), sum(timings)
FROM stored_experiments WHERE experiment = :experiment)sql";

std::string stored_name(const std::string& word) {
  const std::optional<sweeps::PaperWord> folder = sweeps::paper_word(word);
  if (!folder && !sweeps::is_sweep_file(word)) return word;
  const std::string name = sweeps::paper_named(word).name;
  return folder && !folder->name.empty() ? name + "/" + folder->name : name;
}

std::vector<std::string> experiments_named(const std::vector<std::string>& words, const results::Reader& reader) {
  std::vector<std::string> stored = collected(results::stored_studies(reader), &results::StudyKey::experiment);
  // One for each seed, one after the other. Not by std::ranges, whose subranges clang 14 does not compile.
  stored.erase(std::unique(stored.begin(), stored.end()), stored.end());
  std::vector<std::string> named;
  for (const std::string& word : words) {
    const std::string name = stored_name(word);
    const auto is_meant = [&name](const std::string& each) { return each == name || each.starts_with(name + "/"); };
    if (std::ranges::none_of(stored, is_meant)) throw unknown_name("experiment of the database", name, stored);
    for (const std::string& experiment : stored)
      if (is_meant(experiment) && !contains(named, experiment)) named.push_back(experiment);
  }
  return named;
}

std::string counts_of(const std::string& experiment, const results::Reader& reader) {
  const std::vector<results::Value> row = reader.query(counts_sql, {{"experiment", experiment}}).rows.at(0);
  const auto count = [&row](std::size_t column) { return std::get<std::int64_t>(row.at(column)); };
  std::string text = fmt::format("{}: {}, {}", experiment, counted(count(1), "point"), counted(count(2), "unit"));
  if (count(3) > 0) text += fmt::format(" ({} failed)", count(3));
  if (count(4) > 0) text += ", " + counted(count(4), "measured time");
  if (count(0) > 1) text += fmt::format(", of {} seeds or definitions", count(0));
  return text;
}

int run_forget(const Arguments& arguments) {
  if (arguments.words().empty())
    throw InputError("forget: name an experiment; `apportion status` prints those that the database holds");
  const fs::path file = database_file(arguments);
  const bool dry = arguments.has("dry-run");
  std::string text = fmt::format("{} from {}:\n", dry ? "would be removed" : "removed", file.string());
  std::vector<std::string> experiments;
  {
    const results::Reader reader(file);
    experiments = experiments_named(arguments.words(), reader);
    for (const std::string& experiment : experiments) text += "  " + counts_of(experiment, reader) + "\n";
  }
  if (!dry) results::Store(file).forget(experiments);
  print(text);
  return ok;
}

int run_merge(const Arguments& arguments) {
  std::vector<std::string> words = arguments.words();
  if (arguments.has("db")) words.insert(words.begin(), database_file(arguments).string());
  if (words.size() < 2)
    throw InputError("merge: name the output and the databases to merge, as in `apportion merge OUT IN...`");
  const fs::path out = words.front();
  const std::vector<fs::path> inputs(words.begin() + 1, words.end());
  const LastAct say_so([] {
    engine::print_error(
        "apportion: interrupted; databases that were merged are kept, "
        "and the same command continues\n");
  });
  const results::MergeReport report = results::merge(out, inputs, arguments.has("mixed"));
  if (!arguments.has("quiet"))
    engine::print_error(
        fmt::format("{} merged: {} results added, {} replaced by more complete ones, {} present before\n",
                    counted(inputs.size(), "database"), report.added, report.replaced, report.present));
  return ok;
}

// A command whose only word or option is a database.
Command of_database(const std::string& name, const std::string& summary, int (*run)(const Arguments& arguments)) {
  return {.name = name, .summary = summary, .usage = {"[DATABASE]"}, .options = {database_option()}, .run = run};
}

}  // namespace

Command status_command() {
  return of_database("status", "print what a database holds: failures, experiments, last runs", run_status);
}

Command verify_command() {
  return of_database("verify",
                     "check that a database holds what was written into it: every page, summary and kept sample",
                     run_verify);
}

Command digest_command() {
  return of_database("digest", "print the SHA-256 of a database's content (not of its runs and timings)", run_digest);
}

Command export_command() {
  return {.name = "export",
          .summary = "write the database's views and one tidy table as CSV files",
          .usage = {"[-o FOLDER]"},
          .options = {{"output,o", "FOLDER", fmt::format("created if it does not exist (default: {})", default_export)},
                      database_option()},
          .complete = {" "},
          .run = run_export};
}

Command forget_command() {
  return {.name = "forget",
          .summary = "remove the results of experiments and sweeps, as if they had never run",
          .usage = {"EXPERIMENT|PAPER|FILE.ini|FOLDER|sweeps/NAME..."},
          .options = {database_option(), {"dry-run", "", "print what would be removed"}},
          .complete = {"@experiments"},
          .run = run_forget};
}

Command merge_command() {
  return {.name = "merge",
          .summary = "merge databases, such as the shards of a run; what OUT already has is skipped",
          .usage = {"OUT IN... [options]", "--db OUT IN... [options]"},
          .options = {{"db", "OUT", "the database that the others are merged into"},
                      {"mixed", "", "also databases that share no seed, definition or revision: both are kept"},
                      {"quiet", "", "no summary"}},
          .run = run_merge};
}

}  // namespace apportion::cli
