// Naming of the database.
#include "experiments/cli/database.hpp"

#include <fmt/format.h>

#include "sim/error.hpp"

namespace apportion::cli {
namespace {

constexpr const char* default_database = "results/out/apportion.sqlite";

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

}  // namespace apportion::cli
