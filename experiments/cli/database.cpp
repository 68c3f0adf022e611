// The choice of the database, and options that several commands have.
#include "experiments/cli/database.hpp"

#include <fmt/format.h>

#include "base/file_replacement.hpp"
#include "sim/random_stream.hpp"

namespace apportion::cli {

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

void keep_database(const Arguments& arguments) {
  const std::string database = database_file(arguments).string();
  for (const char* ending : {"", "-wal", "-shm"})
    keep_as_it_is(database + ending, "a file of the database " + database);
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
