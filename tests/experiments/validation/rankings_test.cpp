// What SQL makes of single problems, against the same computed one pair after the other.
#include "experiments/validation/rankings.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "experiments/engine/catalogue.hpp"
#include "experiments/engine/runner.hpp"
#include "results/database/reader.hpp"
#include "results/database/store.hpp"
#include "tests/support/temporary_folder.hpp"

namespace apportion::validation {
namespace {

struct Answer {
  double total = 0;
  double time = 0;
};

int sign_of(double one, double other) {
  if (std::abs(one - other) <= equal_costs * std::max(one, other)) return 0;
  return one > other ? 1 : -1;
}

// Kendall's tau-b; NaN where all are equal by one of the two.
double tau_of(const std::vector<Answer>& answers) {
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
  return agreeing / std::sqrt(by_cost * by_time);
}

TEST(ValidationRankings, AreThoseOfEachPair) {
  const testing_support::TemporaryFolder folder;
  {
    results::Store store(folder / "r.sqlite");
    store.begin_run({});
    const engine::RunRequest request{
        .samples = 5, .axes = {{"network", "star"}, {"startup", "medium"}, {"latency", "100"}, {"share", "1"}}};
    const engine::Experiment narrow =
        engine::narrowed(engine::Catalogue::instance().experiments_named("validation/networks").front(), request);
    ASSERT_EQ(engine::run(narrow, request, {.progress = engine::ProgressStyle::silent}, store).failed, 0);
    store.finish_run("finished");
  }
  const results::Reader reader(folder / "r.sqlite");
  const std::map<std::string, results::Value> parameters = {{"seed", std::int64_t{1}},
                                                            {"sampling", std::string("max-set")}};
  const std::string relations = "WITH " + runs_sql("validation/networks", "1") + ", " + choices_sql();
  std::map<std::int64_t, std::vector<Answer>> answers;
  for (const auto& row :
       reader.query(relations + " SELECT problem, total, \"time\" FROM runs WHERE flat", parameters).rows)
    answers[std::get<std::int64_t>(row.at(0))].push_back({std::get<double>(row.at(1)), std::get<double>(row.at(2))});
  ASSERT_EQ(answers.size(), 5U);
  const auto choices =
      reader.query(relations + " SELECT problem, found, regret, tau FROM choices WHERE cost = 'total'", parameters);
  ASSERT_EQ(choices.rows.size(), 5U);
  for (const auto& row : choices.rows) {
    const std::vector<Answer>& problem = answers.at(std::get<std::int64_t>(row.at(0)));
    EXPECT_EQ(problem.size(), 6U);
    double least = problem.front().total;
    double fastest = problem.front().time;
    for (const Answer& answer : problem) {
      least = std::min(least, answer.total);
      fastest = std::min(fastest, answer.time);
    }
    double chosen = 0;
    double found = 0;
    double regret = 0;
    for (const Answer& answer : problem) {
      if (sign_of(answer.total, least) != 0) continue;
      ++chosen;
      found += sign_of(answer.time, fastest) == 0 ? 1 : 0;
      regret += answer.time / fastest - 1;
    }
    EXPECT_NEAR(std::get<double>(row.at(1)), found / chosen, 1e-12);
    EXPECT_NEAR(std::get<double>(row.at(2)), regret / chosen, 1e-12);
    if (std::isnan(tau_of(problem)))
      EXPECT_TRUE(std::holds_alternative<std::monostate>(row.at(3)));
    else
      EXPECT_NEAR(std::get<double>(row.at(3)), tau_of(problem), 1e-12);
  }
}

}  // namespace
}  // namespace apportion::validation
