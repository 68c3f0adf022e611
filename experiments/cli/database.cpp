// The choice of the database, and options that several commands have.
#include "experiments/cli/database.hpp"

#include <fmt/format.h>

#include <system_error>

#include "base/error.hpp"
#include "sim/random_stream.hpp"

namespace apportion::cli {
namespace {

bool is_of_database(const std::filesystem::path& file, const std::filesystem::path& database) {
  for (const char* ending : {"", "-wal", "-shm"}) {
    std::error_code missing;
    if (std::filesystem::equivalent(file, database.string() + ending, missing)) return true;
  }
  return false;
}

}  // namespace

OptionDeclaration database_option() {
  return {"db", "FILE", fmt::format("the results database (default: {})", default_database)};
}

OptionDeclaration seed_option(std::string_view of) {
  return {"seed", "N", fmt::format("seed of {} (default: that of FILE.ini, else {})", of, default_seed)};
}

OptionDeclaration settings_option(const std::string& value, const std::string& summary) {
  return {.name = "set", .value = value, .summary = summary, .repeatable = true, .complete = {"@settings"}};
}

OptionDeclaration algorithms_option() {
  return {.name = "algorithms",
          .value = "A,B",
          .summary = "algorithms (default: the experiment's)",
          .complete = {"@algorithms"}};
}

std::filesystem::path database_file(const Arguments& arguments) { return arguments.text("db", default_database); }

std::filesystem::path output_beside_database(const Arguments& arguments, const std::filesystem::path& otherwise) {
  const std::filesystem::path database = database_file(arguments);
  std::filesystem::path file = arguments.text("output", otherwise.string());
  if (is_of_database(file, database))
    throw InputError(fmt::format("{} belongs to the database {}, which would be lost; name another by -o",
                                 file.string(), database.string()));
  return file;
}

std::string failures_sql(std::string_view condition) {
  return fmt::format(R"sql(
SELECT experiment, seed, coordinates, CASE rival WHEN '' THEN algorithm ELSE algorithm || ' : ' || rival END AS "column",
       chunk, sample, message
FROM failures{}
ORDER BY experiment, seed, coordinates, "column", chunk)sql",
                     condition);
}

}  // namespace apportion::cli
