// Faults of files, disks and memory: the run ends with one line, and the next one gives the undisturbed result.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <iostream>

#include "base/error.hpp"
#include "experiments/engine/runner.hpp"
#include "results/database/reader.hpp"
#include "results/database/store.hpp"
#include "tests/support/faulty_memory.hpp"
#include "tests/support/faulty_vfs.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/support/toy_study.hpp"

namespace apportion::engine {
namespace {

using testing_support::FaultyMemory;
using testing_support::FaultyVfs;
using testing_support::Operation;
using testing_support::TemporaryFolder;

// The step between the faults tried: `usual`, with APPORTION_ORACLES=full a seventh of that, with "every" 1.
std::int64_t step_of(std::int64_t usual) {
  const char* oracles = std::getenv("APPORTION_ORACLES");
  const std::string wanted = oracles == nullptr ? "" : oracles;
  return wanted == "every" ? 1 : wanted == "full" ? usual / 7 : usual;
}

class FaultTest : public ::testing::Test {
 protected:
  // The database work of `apportion run`.
  void run_once(std::int64_t samples = 0) const {
    RunRequest request;
    request.samples = samples;
    request.keep_samples = true;
    results::Store store(file_);
    static_cast<void>(store.begin_run({"run", "0", "c", "", "", "cpu", 2, 1}));
    static_cast<void>(
        run(narrowed(testing_support::toy_experiment(), request), request, {.threads = 1, .quiet = true}, store));
    store.finish_run("finished");
  }

  void remove_files() const {
    for (const char* ending : {"", "-wal", "-shm", "-journal"}) std::filesystem::remove(file_.string() + ending);
  }

  [[nodiscard]] std::string digest() const { return results::Reader(file_).digest(); }

  [[nodiscard]] std::string undisturbed() const {
    remove_files();
    run_once();
    std::string result = digest();
    remove_files();
    return result;
  }

  // The error of the run, which must be one line for the user; "" if it succeeded.
  [[nodiscard]] std::string error_of_run() const {
    try {
      run_once();
      return "";
    } catch (const UserError& error) {
      std::string message = error.what();
      EXPECT_EQ(std::ranges::count(message, '\n'), 0) << message;
      return message;
    }
  }

  TemporaryFolder folder_;
  std::filesystem::path file_ = folder_ / "apportion.sqlite";
};

TEST_F(FaultTest, AFileThatFailsOnceOrForGood) {
  const std::string right = undisturbed();
  const std::int64_t step = step_of(97);
  FaultyVfs vfs;
  int faults = 0;
  int failed = 0;
  for (const Operation operation : {Operation::open, Operation::write, Operation::sync}) {
    for (const bool for_good : {false, true}) {
      for (std::int64_t n = 1;; n += operation == Operation::write ? step : 1) {
        remove_files();
        vfs.fail(operation, n, for_good);
        failed += error_of_run().empty() ? 0 : 1;
        if (!vfs.repair()) break;
        ++faults;
        ASSERT_EQ(error_of_run(), "") << "after fault " << n;
        ASSERT_EQ(digest(), right) << "after fault " << n;
      }
    }
  }
  std::cout << faults << " faults, " << failed << " runs failed\n";
  EXPECT_GT(failed, 0);
}

// There are tens of thousands of allocations: every n-th fails, with growing n, unless all are requested.
TEST_F(FaultTest, MemoryThatRunsOut) {
  const std::string right = undisturbed();
  FaultyMemory memory;
  int faults = 0;
  int failed = 0;
  for (const bool for_good : {false, true}) {
    for (std::int64_t n = 1;; n += 1 + n * step_of(50) / 50) {
      remove_files();
      memory.fail(n, for_good);
      failed += error_of_run().empty() ? 0 : 1;
      if (!memory.repair()) break;
      ++faults;
      ASSERT_EQ(error_of_run(), "") << "after fault " << n;
      ASSERT_EQ(digest(), right) << "after fault " << n;
    }
  }
  std::cout << faults << " faults, " << failed << " runs failed\n";
  EXPECT_GT(failed, 0);
}

// With a new database and with one that has results.
TEST_F(FaultTest, APowerCut) {
  const std::string right = undisturbed();
  const std::int64_t step = step_of(61);
  int cuts = 0;
  FaultyVfs vfs;
  for (const bool has_results : {false, true}) {
    for (std::int64_t n = 1;; n += step) {
      remove_files();
      vfs.repair();
      if (has_results) run_once(4);
      vfs.cut_power(n);
      static_cast<void>(error_of_run());
      if (!vfs.repair()) break;
      vfs.lose_what_was_not_synced(static_cast<std::uint64_t>(n));
      ++cuts;
      ASSERT_EQ(error_of_run(), "") << "after cut " << n;
      ASSERT_EQ(digest(), right) << "after cut " << n;
    }
  }
  std::cout << cuts << " power cuts\n";
}

}  // namespace
}  // namespace apportion::engine
