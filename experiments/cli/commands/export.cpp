// apportion export: writes the database's views as CSV files.
#include <fmt/format.h>

#include <array>
#include <system_error>

#include "base/error.hpp"
#include "base/file_replacement.hpp"
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

// Refuses a name with a file's ending, which was meant for one file.
void require_folder_name(const fs::path& folder) {
  constexpr std::array endings = {".csv", ".json", ".txt",  ".md",      ".tex", ".html",   ".svg", ".pdf",
                                  ".png", ".eps",  ".xlsx", ".parquet", ".zip", ".sqlite", ".db"};
  if (contains(endings, folder.extension().string()) && !fs::is_directory(folder))
    throw InputError(fmt::format("{} is not a name for a folder; export writes a folder with a CSV file for each view",
                                 folder.string()));
}

void make_folder(const fs::path& folder) {
  std::error_code problem;
  fs::create_directories(folder, problem);
  if (!problem && !fs::is_directory(folder, problem)) problem = std::make_error_code(std::errc::not_a_directory);
  if (problem) throw OutputError(fmt::format("{} cannot be created: {}", folder.string(), problem.message()));
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
  for (const results::ExportTable& table : tables) write_table(folder / (table.name + ".csv"), table, reader);
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
