// Writing a database: the lock that prevents a second run, results of runs, printed numbers, removal of experiments.
#include "results/database/store.hpp"

#include <fcntl.h>
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <boost/uuid/random_generator.hpp>
#include <boost/uuid/uuid_io.hpp>
#include <cerrno>
#include <chrono>
#include <iterator>
#include <limits>
#include <map>
#include <mutex>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <system_error>
#include <tuple>
#include <vector>

#include "base/error.hpp"
#include "base/text.hpp"
#include "results/database/published.hpp"
#include "results/database/schema.hpp"
#include "results/database/sqlite.hpp"
#include "results/database/unit_tables.hpp"
#include "results/database/views.hpp"
#include "results/records.hpp"

namespace apportion::results {
namespace {

// A byte behind those that SQLite locks: https://www.sqlite.org/src/file/src/os.h, PENDING_BYTE to SHARED_FIRST +
// SHARED_SIZE.
struct flock byte_to_lock() {
  return {.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = 0x4000'0000 + 4096, .l_len = 1, .l_pid = 0};
}

// The first column of the first row.
std::optional<Id> first_id(SQLite::Statement statement) {
  if (!statement.executeStep()) return std::nullopt;
  return statement.getColumn(0).getInt64();
}

template <typename... Values>
Id inserted(SQLite::Database& database, const char* table, const char* columns, const Values&... values) {
  const std::vector<char> places(sizeof...(values), '?');
  bound(database, fmt::format("INSERT INTO {} ({}) VALUES ({})", table, columns, fmt::join(places, ", ")), values...)
      .exec();
  return database.getLastInsertRowid();
}

// The id of the row with this key, which is inserted if it is missing.
template <typename... Values>
Id found_or_inserted(SQLite::Database& database, const char* table, const char* columns, const Values&... values) {
  const std::vector<char> places(sizeof...(values), '?');
  const std::optional<Id> id = first_id(
      bound(database, fmt::format("SELECT id FROM {} WHERE ({}) = ({})", table, columns, fmt::join(places, ", ")),
            values...));
  return id ? *id : inserted(database, table, columns, values...);
}

// Deletes the results of a study; moments, samples and failures are deleted with their units.
void clear_study(SQLite::Database& database, Id study) {
  bound(database, "DELETE FROM own_algorithm WHERE experiment_id = ?", study).exec();
  for (const char* table : {"unit", "summary", "timing"})
    bound(database,
          fmt::format("DELETE FROM {} WHERE point_id IN (SELECT id FROM point WHERE experiment_id = ?)", table), study)
        .exec();
}

// Removes experiments. The caller opens the transaction; SQLite's exceptions pass through.
void remove_experiments(SQLite::Database& database, const std::vector<std::string>& experiments) {
  for (const std::string& experiment : experiments) {
    while (const auto study = first_id(bound(database, "SELECT id FROM experiment WHERE name = ?", experiment))) {
      clear_study(database, *study);
      for (const char* table : {"point", "metric", "added_axis"})
        bound(database, fmt::format("DELETE FROM {} WHERE experiment_id = ?", table), *study).exec();
      bound(database, "DELETE FROM experiment WHERE id = ?", *study).exec();
    }
    drop_views(database, experiment);
  }
  // Unused columns are removed, since the digest includes all columns.
  database.exec(
      "DELETE FROM algorithm WHERE id NOT IN (SELECT algorithm_id FROM unit UNION SELECT algorithm_id FROM summary "
      "UNION SELECT algorithm_id FROM timing)");
}

// Stores the record of a user's own algorithm, by which a program that changed without a new revision is noticed.
void note_own_algorithm(SQLite::Database& database, Id study, const OwnAlgorithmRecord& own) {
  const std::string files = nlohmann::json(own.files).dump();
  SQLite::Statement changed = bound(
      database,
      fmt::format("SELECT {} AS difference FROM own_algorithm AS before, (SELECT ? AS command, ? AS files) AS now "
                  "WHERE (experiment_id, name, revision) = (?, ?, ?) AND difference IS NOT NULL AND EXISTS "
                  "(SELECT 1 FROM unit AS u JOIN point AS p ON p.id = u.point_id "
                  "JOIN algorithm AS a ON a.id = u.algorithm_id WHERE p.experiment_id = before.experiment_id "
                  "AND (a.name, a.revision) = (before.name, before.revision))",
                  difference_of_programs),
      own.command, files, study, own.name, own.revision);
  if (changed.executeStep())
    throw InputError("{}: {}, and there are results of its revision {}; raise the revision, or start over with --fresh",
                     own.name, changed.getColumn(0).getString(), own.revision);
  bound(database,
        "INSERT INTO own_algorithm (experiment_id, name, revision, command, files) VALUES (?, ?, ?, ?, ?) "
        "ON CONFLICT (experiment_id, name, revision) DO UPDATE SET command = excluded.command, files = excluded.files",
        study, own.name, own.revision, own.command, files)
      .exec();
}

bool up_to_date(SQLite::Database& database) {
  SQLite::Statement row(database,
                        "SELECT exhibit, algorithm, quantity, coordinates, printed, value, rule FROM published "
                        "ORDER BY rowid");
  const auto is_next = [&row](const PublishedNumber& number) {
    const auto text = [&row](int column) { return row.getColumn(column).getString(); };
    return row.executeStep() && text(0) == number.exhibit && text(1) == number.algorithm &&
           text(2) == number.quantity && text(3) == coordinates_json(number.coordinates) && text(4) == number.printed &&
           row.getColumn(5).getDouble() == number.value && text(6) == number.rule;
  };
  return std::ranges::all_of(published_numbers(), is_next) && !row.executeStep();
}

// Replaces the table's rows by the numbers built into the program; writes nothing if they are equal.
void refresh_published(SQLite::Database& database) {
  if (up_to_date(database)) return;
  SQLite::Transaction transaction(database, SQLite::TransactionBehavior::IMMEDIATE);
  database.exec("DELETE FROM published");
  SQLite::Statement insert(database,
                           "INSERT INTO published (exhibit, algorithm, quantity, coordinates, printed, value, rule) "
                           "VALUES (?, ?, ?, ?, ?, ?, ?)");
  for (const PublishedNumber& each : published_numbers())
    bound(insert, each.exhibit, each.algorithm, each.quantity, coordinates_json(each.coordinates), each.printed,
          each.value, each.rule)
        .exec();
  transaction.commit();
}

namespace fs = std::filesystem;

// The time in ISO 8601, in UTC.
std::string now() { return fmt::format("{:%Y-%m-%dT%H:%M:%S}Z", fmt::gmtime(std::chrono::system_clock::now())); }

void write_metrics(SQLite::Database& database, const StudyRecord& record, Id id) {
  SQLite::Statement write(database,
                          "INSERT INTO metric (experiment_id, name, title, unit, better, digits, position) "
                          "VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (experiment_id, name) DO UPDATE SET "
                          "title = excluded.title, unit = excluded.unit, better = excluded.better, "
                          "digits = excluded.digits, position = excluded.position");
  std::int64_t position = 0;
  for (const MetricRecord& each : record.metrics)
    bound(write, id, each.name, each.title, each.unit, each.better, each.digits, position++).exec();
}

// Writes added axes. Another default is refused, since it would move the points that lack the axis.
void write_added_axes(SQLite::Database& database, const fs::path& file, const StudyRecord& record, Id id) {
  SQLite::Statement find(database, "SELECT value FROM added_axis WHERE experiment_id = ? AND name = ?");
  SQLite::Statement insert(database,
                           "INSERT INTO added_axis (experiment_id, name, value, position) VALUES (?, ?, ?, ?) "
                           "ON CONFLICT DO NOTHING");
  std::int64_t position = 0;
  for (const Coordinate& each : record.added_axes) {
    if (bound(find, id, each.axis).executeStep() && find.getColumn(0).getString() != each.text)
      throw StoreError(
          fmt::format("{}: points of {} without {} have meant {} and would now mean {}; "
                      "its definition must change with that",
                      file.string(), record.experiment, each.axis, find.getColumn(0).getString(), each.text));
    bound(insert, id, each.axis, each.text, position++).exec();
  }
}

// Makes a study the newest definition of its experiment, which the views show; returns its id.
Id made_newest(SQLite::Database& database, Id id) {
  const std::optional<Id> next =
      first_id(bound(database,
                     "SELECT (SELECT max(id) FROM experiment) + 1 FROM experiment AS e JOIN experiment AS newer "
                     "USING (name, seed) WHERE e.id = ? AND newer.id > e.id LIMIT 1",
                     id));
  if (!next) return id;
  database.exec("PRAGMA defer_foreign_keys = ON");  // until the transaction ends
  for (const char* table : {"metric", "point", "added_axis", "sweep_text", "own_algorithm"})
    bound(database, fmt::format("UPDATE {} SET experiment_id = ? WHERE experiment_id = ?", table), *next, id).exec();
  bound(database, "UPDATE experiment SET id = ? WHERE id = ?", *next, id).exec();
  return *next;
}

// The id of the study, which is created, with its metrics and views, if it is missing.
Id written_study(SQLite::Database& database, const fs::path& file, const StudyRecord& record) {
  const auto seed = static_cast<std::int64_t>(record.seed);
  const std::string axes_text = nlohmann::json(record.axes).dump();
  SQLite::Statement stored = bound(database,
                                   "SELECT id, chunk_size, axes FROM experiment WHERE (name, seed, definition) = "
                                   "(?, ?, ?)",
                                   record.experiment, seed, record.definition);
  // With other chunks or axes results cannot be continued.
  const bool is_stored = stored.executeStep();
  if (is_stored &&
      (stored.getColumn(1).getInt64() != record.chunk_size || stored.getColumn(2).getString() != axes_text))
    throw StoreError(
        fmt::format("{}: {} has chunks of {} samples and axes {} there, now {} and {}; "
                    "its definition must change with them",
                    file.string(), record.experiment, stored.getColumn(1).getInt64(), stored.getColumn(2).getString(),
                    record.chunk_size, axes_text));
  Id id = is_stored ? stored.getColumn(0).getInt64()
                    : inserted(database, "experiment", "name, seed, definition, chunk_size, axes", record.experiment,
                               seed, record.definition, record.chunk_size, axes_text);
  static_cast<void>(stored.tryReset());  // no view can be dropped while it runs
  id = made_newest(database, id);
  write_metrics(database, record, id);
  write_added_axes(database, file, record, id);
  if (record.sweep)
    bound(database, "INSERT OR REPLACE INTO sweep_text (experiment_id, file, text, written) VALUES (?, ?, ?, ?)", id,
          record.sweep->file, record.sweep->text, now())
        .exec();
  require_distinct_views(database, file);
  write_views(database, record.experiment);
  return id;
}

void require_folder(const fs::path& file) {
  const fs::path folder = file.parent_path();
  if (std::error_code problem; !folder.empty() && !fs::exists(folder, problem))
    throw StoreError(fmt::format("{} cannot be written: there is no folder {}", file.string(), folder.string()));
}

// Writes the kept samples of a unit, ten of one metric in a row, by the statement that inserts such a row.
void write_samples(SQLite::Statement& insert, Id unit, std::vector<SampleValue> values) {
  constexpr int a_row = 10;
  constexpr int first_value = 4;  // the place of v0 among the parameters
  std::ranges::sort(values, [](const SampleValue& a, const SampleValue& b) {
    return std::tie(a.metric, a.sample) < std::tie(b.metric, b.sample);
  });
  for (auto first = values.begin(); first != values.end();) {
    bound(insert, unit, first->sample, first->metric);
    auto next = first;
    for (int place = 0; place < a_row; ++place) {
      const bool follows =
          next != values.end() && next->metric == first->metric && next->sample == first->sample + place;
      follows ? insert.bind(first_value + place, (next++)->value) : insert.bind(first_value + place);
    }
    insert.exec();
    first = next;
  }
}

// Writes units, replacing stored ones, with which their moments, samples and failure are deleted.
void write_units(SQLite::Database& database, const std::vector<UnitResult>& units, Id run) {
  SQLite::Statement clear(database, "DELETE FROM unit WHERE point_id = ? AND algorithm_id = ? AND chunk = ?");
  SQLite::Statement insert(database,
                           "INSERT INTO unit (point_id, algorithm_id, chunk, samples, run_id) "
                           "VALUES (?, ?, ?, ?, nullif(?, 0))");
  SQLite::Statement insert_moment(database,
                                  "INSERT INTO moment (unit_id, metric_id, mean, m2, min, max) "
                                  "VALUES (?1, ?2, ?3, ?4, nullif(?5, ?3), nullif(?6, ?3))");
  SQLite::Statement insert_sample(database, "INSERT INTO sample VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
  SQLite::Statement insert_failure(database, "INSERT INTO failure (unit_id, sample, message) VALUES (?, ?, ?)");
  for (const UnitResult& unit : units) {
    bound(clear, unit.point, unit.column, unit.chunk).exec();
    bound(insert, unit.point, unit.column, unit.chunk, unit.samples, run).exec();
    const Id id = database.getLastInsertRowid();
    for (const auto& [metric, m] : unit.moments) {
      if (m.count != unit.samples) throw std::logic_error("the moments of a unit are of all its samples");
      bound(insert_moment, id, metric, m.mean, m.m2, m.min, m.max).exec();
    }
    write_samples(insert_sample, id, unit.values);
    if (unit.failure) bound(insert_failure, id, unit.failure->sample, unit.failure->message).exec();
  }
}

}  // namespace

WriterLock::WriterLock(const std::filesystem::path& database)
    : descriptor_(::open(database.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644)) {
  // If the file cannot be opened, SQLite reports the reason later.
  struct flock byte = byte_to_lock();
  if (descriptor_ < 0 || ::fcntl(descriptor_, F_OFD_SETLK, &byte) == 0) return;
  const int reason = errno;
  ::close(descriptor_);
  if (reason == EAGAIN || reason == EACCES)
    throw StoreError(
        fmt::format("{} is in use by another run; wait for it or name another database with --db", database.string()));
  throw StoreError(fmt::format("{} cannot be locked: {}", database.string(), std::generic_category().message(reason)));
}

WriterLock::~WriterLock() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

bool is_locked_by_writer(const std::filesystem::path& database) {
  const int descriptor = ::open(database.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return false;
  struct flock byte = byte_to_lock();
  const bool is_locked = ::fcntl(descriptor, F_OFD_GETLK, &byte) == 0 && byte.l_type != F_UNLCK;
  ::close(descriptor);
  return is_locked;
}

struct Store::State {
  std::recursive_mutex mutex = {};

  explicit State(const fs::path& path)
      : file((require_folder(path), path)), lock(file), database(open_for_writing(file)) {
    refresh_published(database);
  }

  /// work(), one thread at a time: after a signal another thread records the end of the run.
  template <typename Work>
  auto in_turn(Work work) {
    const std::scoped_lock alone(mutex);
    return in_our_words(file, work);
  }

  /// work() in one transaction: everything is written or nothing.
  template <typename Work>
  void in_transaction(Work work) {
    in_turn([&] {
      SQLite::Transaction transaction(database, SQLite::TransactionBehavior::IMMEDIATE);
      work();
      transaction.commit();
    });
  }

  fs::path file;
  WriterLock lock;
  SQLite::Database database;
  std::optional<Id> run;
  std::int64_t pages_before_run = 0;
};

Store::Store(const fs::path& file) : state_(in_our_words(file, [&] { return std::make_shared<State>(file); })) {}

Id Store::study(const StudyRecord& study) {
  if (study.seed > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())) {
    throw std::invalid_argument(fmt::format("the seed {} is not below 2^63", study.seed));
  }
  Id id = 0;
  state_->in_transaction([&] { id = written_study(state_->database, state_->file, study); });
  return id;
}

Id Store::metric(Id study, const std::string& name) {
  return state_->in_turn([&] {
    const std::optional<Id> id =
        first_id(bound(state_->database, "SELECT id FROM metric WHERE experiment_id = ? AND name = ?", study, name));
    if (!id) throw std::invalid_argument(fmt::format("the study has no metric '{}'", name));
    return *id;
  });
}

Id Store::point(Id study, const std::vector<Coordinate>& coordinates) {
  return state_->in_turn([&] {
    return found_or_inserted(state_->database, "point", "experiment_id, coordinates", study,
                             coordinates_json(coordinates));
  });
}

Id Store::column(const ColumnRecord& column) {
  return state_->in_turn([&] {
    return found_or_inserted(state_->database, "algorithm", "name, revision, rival, rival_revision", column.name,
                             column.revision, column.rival, column.rival_revision);
  });
}

void Store::own_algorithm(Id study, const OwnAlgorithmRecord& algorithm) {
  state_->in_transaction([&] { note_own_algorithm(state_->database, study, algorithm); });
}

std::string Store::begin_run(const RunRecord& run) {
  std::string uuid = boost::uuids::to_string(boost::uuids::random_generator()());
  state_->in_turn([&] {
    state_->run =
        inserted(state_->database, "run",
                 "uuid, command, revision, compiler, flags, libraries, cpu, cores, threads, started", uuid, run.command,
                 run.revision, run.compiler, run.flags, run.libraries, run.cpu, run.cores, run.threads, now());
    state_->pages_before_run = page_count(state_->database);
  });
  return uuid;
}

void Store::finish_run(const std::string& outcome) {
  if (!state_->run) throw std::logic_error("no run was begun");
  state_->in_turn([&] {
    bound(state_->database, "UPDATE run SET finished = ?, outcome = ? WHERE id = ?", now(), outcome, *state_->run)
        .exec();
    if (outcome == "finished") pack_if_grown(state_->database, state_->pages_before_run);
  });
  state_->run.reset();
}

void Store::checkpoint() {
  state_->in_turn([&] {
    state_->database.setBusyTimeout(0);
    static_cast<void>(state_->database.tryExec("PRAGMA wal_checkpoint(PASSIVE)"));
    // The next process that opens the file for writing enables the log again.
    static_cast<void>(state_->database.tryExec("PRAGMA journal_mode=DELETE"));
  });
}

std::vector<UnitState> Store::units(Id point, const std::vector<Id>& metrics) const {
  return state_->in_turn([&] {
    std::vector<UnitState> result;
    SQLite::Statement row = bound(state_->database,
                                  "SELECT algorithm_id, chunk, samples,"
                                  " EXISTS (SELECT 1 FROM failure WHERE unit_id = unit.id),"
                                  " EXISTS (SELECT 1 FROM sample WHERE unit_id = unit.id),"
                                  " (SELECT count(*) FROM moment WHERE unit_id = unit.id AND metric_id IN"
                                  " (SELECT value FROM json_each(?))) "
                                  "FROM unit WHERE point_id = ? ORDER BY algorithm_id, chunk",
                                  nlohmann::json(metrics).dump(), point);
    while (row.executeStep())
      result.push_back({row.getColumn(0).getInt64(), row.getColumn(1).getInt64(), row.getColumn(2).getInt64(),
                        row.getColumn(3).getInt() != 0, row.getColumn(4).getInt() != 0,
                        static_cast<std::size_t>(row.getColumn(5).getInt64())});
    return result;
  });
}

std::map<Id, std::int64_t> Store::summarised_samples(Id point, const std::vector<Id>& metrics) const {
  return state_->in_turn([&] {
    std::map<Id, std::int64_t> result;
    SQLite::Statement row = bound(state_->database,
                                  "SELECT algorithm_id, sum(count) FROM summary WHERE point_id = ? AND metric_id IN"
                                  " (SELECT value FROM json_each(?)) GROUP BY algorithm_id",
                                  point, nlohmann::json(metrics).dump());
    while (row.executeStep()) result[row.getColumn(0).getInt64()] = row.getColumn(1).getInt64();
    return result;
  });
}

std::vector<MetricMoments> Store::moments(Id point, Id column, std::int64_t chunk) const {
  return state_->in_turn([&] { return moments_of_unit(state_->database, point, column, chunk); });
}

std::optional<Failure> Store::failure(Id point, Id column, std::int64_t chunk) const {
  return state_->in_turn([&]() -> std::optional<Failure> {
    SQLite::Statement find = bound(state_->database,
                                   "SELECT f.sample, f.message FROM unit AS u JOIN failure AS f ON f.unit_id = u.id "
                                   "WHERE u.point_id = ? AND u.algorithm_id = ? AND u.chunk = ?",
                                   point, column, chunk);
    if (!find.executeStep()) return std::nullopt;
    return Failure{find.getColumn(0).getInt64(), find.getColumn(1).getString()};
  });
}

void Store::write(const std::vector<UnitResult>& units, const std::vector<Id>& completed_points) {
  state_->in_transaction([&] {
    write_units(state_->database, units, state_->run.value_or(0));
    for (const Id point : completed_points) summarise(state_->database, point);
  });
}

void Store::write_timings(const std::vector<TimingRecord>& timings) {
  state_->in_transaction([&] {
    SQLite::Statement insert(state_->database,
                             "INSERT INTO timing (point_id, algorithm_id, median_seconds, min_seconds, max_seconds, "
                             "measured, run_id) VALUES (?, ?, ?, ?, ?, ?, nullif(?, 0))");
    for (const TimingRecord& each : timings)
      bound(insert, each.point, each.column, each.median_seconds, each.min_seconds, each.max_seconds, each.measured,
            state_->run.value_or(0))
          .exec();
  });
}

void Store::forget(const std::vector<std::string>& experiments) {
  state_->in_transaction([&] { remove_experiments(state_->database, experiments); });
  state_->in_turn([&] { state_->database.exec("VACUUM"); });
}

void Store::clear(Id study) {
  state_->in_transaction([&] { clear_study(state_->database, study); });
}

}  // namespace apportion::results
