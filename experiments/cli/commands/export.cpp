// apportion export: writes the database's views as CSV files.
#include <fmt/format.h>

#include <array>
#include <set>
#include <sstream>
#include <system_error>

#include "base/error.hpp"
#include "base/file_replacement.hpp"
#include "base/files.hpp"
#include "base/text.hpp"
#include "experiments/cli/commands.hpp"
#include "experiments/engine/messages.hpp"
#include "results/database/reader.hpp"
#include "results/database/stored_studies.hpp"
#include "results/tables/formats.hpp"

namespace apportion::cli {
namespace {

namespace fs = std::filesystem;

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

void make_folder(const fs::path& folder) {
  std::error_code problem;
  fs::create_directories(folder, problem);
  if (!problem && !fs::is_directory(folder, problem)) problem = std::make_error_code(std::errc::not_a_directory);
  if (problem) throw OutputError(fmt::format("{} cannot be created: {}", folder.string(), problem.message()));
}

InputError not_ours(const fs::path& file) {
  return InputError("{} was not written by an earlier export; move it away, or name another folder by -o",
                    file.string());
}

std::set<std::string> files_of_earlier_exports(const fs::path& folder) {
  const fs::path list = folder / list_file;
  if (!fs::exists(list)) return {};
  std::istringstream lines(read_input(list));
  std::string line;
  std::getline(lines, line);
  if (line != list_heading) throw not_ours(list);
  std::set<std::string> files;
  while (std::getline(lines, line)) files.insert(line);
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
  make_folder(folder);
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

}  // namespace

Command export_command() {
  return {.name = "export",
          .summary = "write the database's views and one tidy table as CSV files",
          .usage = {"[-o FOLDER]"},
          .options = {{"output,o", "FOLDER", fmt::format("created if it does not exist (default: {})", default_export)},
                      database_option()},
          .complete = {" "},
          .run = run_export};
}

}  // namespace apportion::cli
