// Validation: jobs of matrices, protocols, and rankings.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "base/text.hpp"
#include "experiments/engine/catalogue.hpp"
#include "experiments/problems/common/sweep_study.hpp"
#include "experiments/sweeps/paper_sources.hpp"
#include "experiments/validation/jacobi_study.hpp"
#include "experiments/validation/matrix_jobs.hpp"
#include "results/database/reader.hpp"
#include "tests/support/run_into.hpp"
#include "tests/support/temporary_folder.hpp"

namespace apportion::validation {
namespace {
using Settings = std::map<std::string, std::string>;

GridJobProblem drawn(const Settings& settings, int sample) {
  std::vector<engine::Axis> axes = grid_job_axes();
  for (const auto& [axis, value] : settings) problems::set_axis(axes, axis, {engine::AxisValue::parse(value)});
  RandomStream stream(1, "grid job " + std::to_string(sample));
  return sample_grid_job(engine::grid(axes).front(), stream);
}

GridSolution solved(const GridJobProblem& problem, const std::string& method) {
  RandomStream stream(1, method);
  return GridRegistry::instance().choose(method).solve(problem, stream);
}

TEST(GridJobStudy, AProductWhoseMessagesTakeNoTimeTakesTheBlockTime) {
  for (const std::string grid : {"2x2", "3x4"})
    for (int sample = 0; sample < 5; ++sample) {
      const GridJobProblem problem = drawn({{"grid", grid}}, sample);
      for (const char* method : {"beaumont", "ccp", "equal-pressure", "natural", "proposed"}) {
        const engine::Numbers measures = measure_grid_job(problem, solved(problem, method));
        EXPECT_NEAR(measures.at("time"), measures.at("block_time"), 1e-12 * measures.at("time")) << method;
      }
    }
}

TEST(GridJobStudy, MessagesMakeJobsSlower) {
  for (const std::string workload : {"product", "lu"}) {
    double before = 0;
    for (const std::string share : {"0", "0.1", "0.5"}) {
      const GridJobProblem problem = drawn({{"grid", "3x3"}, {"workload", workload}, {"share", share}}, 1);
      const double time = measure_grid_job(problem, solved(problem, "beaumont")).at("time");
      EXPECT_GT(time, before) << workload << " " << share;
      before = time;
    }
  }
}

TEST(GridJobStudy, TheBestOrderIsNoSlowerThanTheGivenOne) {
  int faster = 0;
  for (int sample = 0; sample < 10; ++sample) {
    SCOPED_TRACE(sample);
    const GridJobProblem given = drawn({{"grid", "3x3"}, {"workload", "lu"}}, sample);
    const GridJobProblem best = drawn({{"grid", "3x3"}, {"workload", "lu"}, {"order", "best"}}, sample);
    const GridSolution solution = solved(given, "beaumont");
    const double time = measure_grid_job(given, solution).at("time");
    EXPECT_EQ(time, simulated_time(given, solution));
    EXPECT_LE(measure_grid_job(best, solution).at("time"), time);
    if (measure_grid_job(best, solution).at("time") < time) ++faster;
  }
  EXPECT_GT(faster, 0);
}

TEST(GridJobStudy, BusyReceiversAndNoiseChangeTheTime) {
  GridJobProblem problem = drawn({{"grid", "3x3"}, {"share", "0.5"}}, 1);
  const GridSolution solution = solved(problem, "beaumont");
  const double time = simulated_time(problem, solution);
  GridJobProblem noisy = problem;
  noisy.noise = 0.1;
  EXPECT_NE(simulated_time(noisy, solution), time);
  problem.network.protocol.receive_seconds = 0.01 * time;
  EXPECT_GT(simulated_time(problem, solution), time);
}

using testing::HasSubstr;
using testing::ThrowsMessage;

TEST(Variations, AreReadWordByWord) {
  EXPECT_EQ(parse_variation("base").progress, Progress::free);
  const Variation variation = parse_variation("noise-10+overlap+eager-65536+longest-first");
  EXPECT_EQ(variation.noise, 0.1);
  EXPECT_EQ(variation.progress, Progress::overlap);
  EXPECT_EQ(variation.eager_bytes, 65536);
  EXPECT_EQ(variation.order, SendOrder::longest_first);
  EXPECT_EQ(parse_variation("fat-tree-4+links-0.25").oversubscription, 4);
  EXPECT_TRUE(parse_variation("receiver+allreduce+gap").has_gap);
}

TEST(Variations, ThatAreNoneAreRefused) {
  const auto refused = [](const char* text, const char* message) {
    EXPECT_THAT([&] { static_cast<void>(parse_variation(text)); }, ThrowsMessage<InputError>(HasSubstr(message)))
        << text;
  };
  refused("noisy", "unknown variation 'noisy'");
  refused("noise-60", "PERCENT must be a plain number from 0 to 50");
  refused("eager-1e3", "BYTES must be a plain number");
  refused("noise-5+noise-10", "names one thing twice");
  refused("", "unknown variation ''");
}

struct Answer {
  double total = 0;
  double time = 0;
};

int sign_of(double one, double other) {
  if (std::abs(one - other) <= 1e-9 * std::max(one, other)) return 0;
  return one > other ? 1 : -1;
}

// Kendall's tau-b; nothing if all are equal by one of the two.
std::optional<double> tau_of(const std::vector<Answer>& answers) {
  double agreeing = 0;
  double by_cost = 0;
  double by_time = 0;
  for (std::size_t i = 0; i < answers.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) {
      const int cost = sign_of(answers[i].total, answers[j].total);
      const int time = sign_of(answers[i].time, answers[j].time);
      agreeing += cost * time;
      by_cost += cost != 0 ? 1 : 0;
      by_time += time != 0 ? 1 : 0;
    }
  if (by_cost * by_time == 0) return std::nullopt;
  return agreeing / std::sqrt(by_cost * by_time);
}

struct Choice {
  double found = 0;
  double regret = 0;
};

// The mean over the answers of least total.
Choice choice_of(const std::vector<Answer>& answers) {
  const double least = std::ranges::min_element(answers, {}, &Answer::total)->total;
  const double fastest = std::ranges::min_element(answers, {}, &Answer::time)->time;
  Choice sum;
  double chosen = 0;
  for (const Answer& answer : answers) {
    if (sign_of(answer.total, least) != 0) continue;
    ++chosen;
    sum.found += sign_of(answer.time, fastest) == 0 ? 1 : 0;
    sum.regret += answer.time / fastest - 1;
  }
  return {sum.found / chosen, sum.regret / chosen};
}

// The relations of experiments/validation/rankings.sql over all problems of validation/networks.
std::string rankings() {
  sweeps::FolderTexts texts = sweeps::FolderTexts::built_in("validation");
  std::string sql = "WITH " + texts.text("rankings.sql");
  const auto put = [&sql](const char* word, const char* value) { replace_all(sql, word, value); };
  put("{study:samples}", "validation_networks_samples");
  put("{condition}", "1");
  put("{ranked-costs}", "('total', 2)");
  return sql;
}

TEST(ValidationRankings, AreThoseOfEachPair) {
  const testing_support::TemporaryFolder folder;
  testing_support::run_into(
      folder / "r.sqlite", "validation/networks",
      {.samples = 5, .axes = {{"network", "star"}, {"startup", "medium"}, {"latency", "100"}, {"share", "1"}}});
  const results::Reader reader(folder / "r.sqlite");
  const std::map<std::string, results::Value> parameters = {{"seed", std::int64_t{1}},
                                                            {"sampling", std::string("max-set")}};
  const std::string relations = rankings();
  std::map<std::int64_t, std::vector<Answer>> answers;
  for (const auto& row :
       reader.query(relations + " SELECT problem, total, \"time\" FROM runs WHERE flat", parameters).rows)
    answers[std::get<std::int64_t>(row.at(0))].push_back({std::get<double>(row.at(1)), std::get<double>(row.at(2))});
  const results::Rows choices = reader.query(
      relations + " SELECT problem, found, regret, coalesce(tau, 9.0) FROM choices WHERE cost = 'total'", parameters);
  ASSERT_EQ(choices.rows.size(), 5U);
  for (const auto& row : choices.rows) {
    SCOPED_TRACE(::testing::PrintToString(row));
    const std::vector<Answer>& problem = answers.at(std::get<std::int64_t>(row.at(0)));
    EXPECT_EQ(problem.size(), 6U);
    EXPECT_NEAR(std::get<double>(row.at(1)), choice_of(problem).found, 1e-12);
    EXPECT_NEAR(std::get<double>(row.at(2)), choice_of(problem).regret, 1e-12);
    EXPECT_NEAR(std::get<double>(row.at(3)), tau_of(problem).value_or(9), 1e-12);
  }
}

}  // namespace
}  // namespace apportion::validation
