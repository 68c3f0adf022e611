// Writing, comparing and merging the table own_algorithm.
#include "results/database/own_algorithms.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "results/error.hpp"

namespace apportion::results {
namespace {

// The digits of digests in messages.
constexpr std::size_t shown_digits = 12;

std::string shown(const std::string& digest) { return digest.substr(0, shown_digits); }

// The first difference: "mine.py was 0123456789ab and is ba9876543210".
std::string difference(const OwnAlgorithmRecord& before, const OwnAlgorithmRecord& now) {
  if (before.command != now.command)
    return fmt::format("its command was '{}' and is '{}'", before.command, now.command);
  for (const auto& [file, digest] : before.files) {
    const auto same = now.files.find(file);
    if (same == now.files.end()) return fmt::format("{} is no longer among its files", file);
    if (same->second != digest)
      return fmt::format("{} has changed (its SHA-256 was {}..., it is {}...)", file, shown(digest),
                         shown(same->second));
  }
  for (const auto& [file, digest] : now.files)
    if (!before.files.contains(file)) return fmt::format("{} is new among its files", file);
  return "";
}

// A record in the columns name, revision, command and files, from `first` on.
OwnAlgorithmRecord record_at(const SQLite::Statement& row, int first) {
  return {row.getColumn(first).getString(), row.getColumn(first + 1).getInt(), row.getColumn(first + 2).getString(),
          nlohmann::json::parse(row.getColumn(first + 3).getString()).get<std::map<std::string, std::string>>()};
}

bool has_results(SQLite::Database& database, Id study, const OwnAlgorithmRecord& algorithm) {
  return bound(database,
               "SELECT 1 FROM unit AS u JOIN point AS p ON p.id = u.point_id "
               "JOIN algorithm AS a ON a.id = u.algorithm_id "
               "WHERE p.experiment_id = ? AND a.name = ? AND a.revision = ? LIMIT 1",
               study, algorithm.name, algorithm.revision)
      .executeStep();
}

}  // namespace

void note_own_algorithm(SQLite::Database& database, Id study, const OwnAlgorithmRecord& algorithm) {
  SQLite::Statement stored = bound(database,
                                   "SELECT name, revision, command, files FROM own_algorithm "
                                   "WHERE experiment_id = ? AND name = ? AND revision = ?",
                                   study, algorithm.name, algorithm.revision);
  if (stored.executeStep()) {
    const std::string changed = difference(record_at(stored, 0), algorithm);
    if (changed.empty()) return;
    if (has_results(database, study, algorithm))
      throw InputError(fmt::format(
          "{}: {}, and there are results of its revision {}; raise the revision, or start over with --fresh",
          algorithm.name, changed, algorithm.revision));
  }
  bound(database,
        "INSERT INTO own_algorithm (experiment_id, name, revision, command, files) VALUES (?, ?, ?, ?, ?) "
        "ON CONFLICT (experiment_id, name, revision) DO UPDATE SET command = excluded.command, files = excluded.files",
        study, algorithm.name, algorithm.revision, algorithm.command, nlohmann::json(algorithm.files).dump())
      .exec();
}

void check_own_algorithms(SQLite::Database& database, const std::string& input, const std::string& out) {
  SQLite::Statement rows(
      database,
      "SELECT t.name, t.revision, t.command, t.files, o.name, o.revision, o.command, o.files, e.name "
      "FROM input.own_algorithm AS t JOIN input.experiment AS e ON e.id = t.experiment_id "
      "JOIN main.experiment AS same ON (same.name, same.seed, same.definition) = "
      "(e.name, e.seed, e.definition) "
      "JOIN main.own_algorithm AS o ON (o.experiment_id, o.name, o.revision) = "
      "(same.id, t.name, t.revision) ORDER BY e.name, t.name");
  while (rows.executeStep()) {
    const OwnAlgorithmRecord other = record_at(rows, 0);
    const std::string changed = difference(record_at(rows, 4), other);
    if (!changed.empty())
      throw MergeRefused(fmt::format("{}: {} of {} is another program than in {} at the same revision {}: {}", input,
                                     other.name, rows.getColumn(8).getString(), out, other.revision, changed));
  }
}

}  // namespace apportion::results
