// Fuzz target: databases read by `merge`. An input is a database file, or else SQL that changes a valid one.
#include <sqlite3.h>

#include <filesystem>
#include <memory>
#include <string>

#include "base/error.hpp"
#include "results/database/merge.hpp"
#include "results/database/reader.hpp"
#include "results/database/store.hpp"
#include "tests/fuzz/checks.hpp"
#include "tests/fuzz/files.hpp"
#include "tests/fuzz/fuzz_targets.hpp"
#include "tests/results/sample_store.hpp"

namespace apportion::fuzz {
namespace {

namespace fs = std::filesystem;
using results::SmallStudy;

// A small study with these chunks, as bytes.
std::string database_with(const std::vector<std::int64_t>& chunks) {
  const fs::path file = scratch_folder() / "made.sqlite";
  fs::remove(file);
  {
    results::Store store(file);
    const SmallStudy study(store);
    for (const std::int64_t chunk : chunks)
      store.write({study.unit(study.xy2, chunk, 100), study.unit(study.bisection, chunk, 110)}, {study.point});
  }
  return results::bytes_of(file);
}

// Denies other files, and statements that take long.
int deny_files(void* /*data*/, int action, const char* /*one*/, const char* two, const char* /*database*/,
               const char* /*trigger*/) {
  const bool is_function = action == SQLITE_FUNCTION && two != nullptr;
  const std::string function = is_function ? two : "";
  const bool is_denied = action == SQLITE_ATTACH || function == "load_extension" || function == "randomblob" ||
                         function == "zeroblob" || function == "printf" || function == "format";
  return is_denied ? SQLITE_DENY : SQLITE_OK;
}

int stop_soon(void* steps) { return ++*static_cast<int*>(steps) > 20 ? 1 : 0; }

// Runs the statements up to the first invalid one.
void change(const fs::path& file, const std::string& sql) {
  sqlite3* opened = nullptr;
  sqlite3_open(file.c_str(), &opened);
  const std::unique_ptr<sqlite3, int (*)(sqlite3*)> database(opened, sqlite3_close);
  constexpr int longest = 10'000;
  sqlite3_limit(opened, SQLITE_LIMIT_LENGTH, longest);
  sqlite3_set_authorizer(opened, deny_files, nullptr);
  int steps = 0;
  constexpr int operations = 1000;
  sqlite3_progress_handler(opened, operations, stop_soon, &steps);
  sqlite3_exec(opened, sql.c_str(), nullptr, nullptr, nullptr);
}

void remove_database(const std::string& name) {
  for (const char* ending : {"", "-journal", "-wal", "-shm"}) fs::remove(scratch_folder() / (name + ending));
}

fs::path input_database(std::string_view input) {
  static const std::string good = database_with({1, 2});
  remove_database("in.sqlite");
  if (input.starts_with("SQLite format 3")) return scratch_file("in.sqlite", input);
  fs::path file = scratch_file("in.sqlite", good);
  change(file, std::string(input));
  return file;
}

std::string digest_of(const fs::path& file) { return results::Reader(file).digest(); }

void fuzz_merge(std::string_view input) {
  static const std::string before = database_with({0, 1});
  static const std::string digest_before = digest_of(scratch_file("before.sqlite", before));
  const fs::path in = input_database(input);
  remove_database("out.sqlite");
  const fs::path out = scratch_file("out.sqlite", before);
  try {
    static_cast<void>(results::merge(out, {in}));
  } catch (const UserError&) {
    expect(digest_of(out) == digest_before, "a database that is refused leaves something of itself");
    throw;
  }
  const std::string digest = digest_of(out);
  const results::MergeReport again =
      read_again(in, [&out](const fs::path& file) { return results::merge(out, {file}); });
  expect(again.added == 0 && again.replaced == 0, "merging again adds something");
  expect(digest_of(out) == digest, "merging again changes something");
}

const TargetRegistration merge_registration{{"merge", fuzz_merge}};

}  // namespace
}  // namespace apportion::fuzz
