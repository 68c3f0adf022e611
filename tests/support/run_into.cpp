// Runs of experiments for tests.
#include "tests/support/run_into.hpp"

#include <gtest/gtest.h>

#include "experiments/engine/catalogue.hpp"
#include "experiments/engine/runner.hpp"
#include "experiments/engine/timing.hpp"
#include "results/database/store.hpp"

namespace apportion::testing_support {

void run_into(const std::filesystem::path& file, const std::string& experiment, const engine::RunRequest& request) {
  results::Store store(file);
  store.begin_run({});
  const engine::Experiment narrow =
      engine::narrowed(engine::Catalogue::instance().experiments_named(experiment).front(), request);
  const engine::RunSettings settings{.quiet = true};
  const engine::RunReport report = narrow.timed ? engine::time_experiment(narrow, request, settings, store)
                                                : engine::run(narrow, request, settings, store);
  ASSERT_EQ(report.failed, 0);
  store.finish_run("finished");
}

}  // namespace apportion::testing_support
