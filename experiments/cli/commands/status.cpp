// apportion status: what a database holds, failures first.

#include "base/text.hpp"
#include "experiments/cli/commands.hpp"
#include "experiments/cli/database.hpp"
#include "experiments/cli/output.hpp"
#include "results/database/reader.hpp"
#include "results/tables/render.hpp"

namespace apportion::cli {
namespace {

constexpr const char* studies_sql = R"sql(
SELECT experiment, seed, definition, complete_points || ' of ' || points AS "points complete", units,
       failed_units AS failed, timings
FROM stored_experiments
ORDER BY experiment, seed, generation)sql";

constexpr const char* status_failures_sql = R"sql(
SELECT experiment, seed, coordinates, CASE rival WHEN '' THEN algorithm ELSE algorithm || ' : ' || rival END AS "column",
       chunk, sample, message
FROM failures
ORDER BY experiment, seed, coordinates, "column", chunk
LIMIT 20)sql";

constexpr const char* status_runs_sql = R"sql(
SELECT started, coalesce(finished, '-') AS finished, coalesce(outcome, 'killed, or still running') AS outcome, revision,
       compiler, cpu, cores, threads, command
FROM runs
ORDER BY started DESC
LIMIT 5)sql";

std::string shards(const results::Reader& reader) {
  std::vector<std::string> commands;
  for (const std::vector<results::Value>& row : reader.query("SELECT DISTINCT command FROM runs").rows)
    commands.push_back(std::get<std::string>(row.at(0)));
  return shards_text(commands);
}

std::string table(const results::Reader& reader, const std::string& title, const char* sql) {
  results::Exhibit exhibit;
  exhibit.title = title;
  return results::render(exhibit, reader.query(sql), {.width = terminal_width()});
}

int run_status(const Arguments& arguments) {
  const results::Reader reader(database_file_or_word(arguments));
  const std::int64_t failures = std::get<std::int64_t>(reader.query("SELECT count(*) FROM failures").rows.at(0).at(0));
  if (failures > 0)
    print(
        table(reader, counted(failures, "failed unit") + (failures > 20 ? "; the first 20" : ""), status_failures_sql) +
        "\n");
  print(table(reader, "Experiments", studies_sql) + shards(reader) + "\n" +
        table(reader, "Last runs", status_runs_sql));
  return ok;
}

}  // namespace

Command status_command() {
  return {.name = "status",
          .summary = "print what a database holds: failures, experiments, last runs",
          .usage = {"[DATABASE]"},
          .options = {database_option()},
          .run = run_status};
}

}  // namespace apportion::cli
