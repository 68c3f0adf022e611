// Naming of the database.
#include "experiments/cli/database.hpp"

#include <fmt/format.h>

#include <system_error>

#include "base/error.hpp"

namespace apportion::cli {
namespace {

constexpr const char* default_database = "results/out/apportion.sqlite";

bool is_of_database(const std::filesystem::path& file, const std::filesystem::path& database) {
  for (const char* ending : {"", "-wal", "-shm", ".lock"}) {
    std::error_code missing;
    if (std::filesystem::equivalent(file, database.string() + ending, missing)) return true;
  }
  return false;
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
  std::error_code problem;  // is said by who writes
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

}  // namespace apportion::cli
