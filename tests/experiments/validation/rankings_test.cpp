// What SQL makes of single problems, against the same computed one pair after the other.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "experiments/engine/catalogue.hpp"
#include "experiments/engine/runner.hpp"
#include "experiments/sweeps/folder_texts.hpp"
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
  if (std::abs(one - other) <= 1e-9 * std::max(one, other)) return 0;
  return one > other ? 1 : -1;
}

// Kendall's tau-b; nothing where all are equal by one of the two.
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

// Of the answers of least total, in the mean.
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
  const auto put = [&sql](const std::string& word, const std::string& value) {
    sql.replace(sql.find(word), word.size(), value);
  };
  put("{study:samples}", "validation_networks_samples");
  put("{condition}", "1");
  return sql;
}

void run_five_problems(const std::filesystem::path& file) {
  results::Store store(file);
  store.begin_run({});
  const engine::RunRequest request{
      .samples = 5, .axes = {{"network", "star"}, {"startup", "medium"}, {"latency", "100"}, {"share", "1"}}};
  const engine::Experiment narrow =
      engine::narrowed(engine::Catalogue::instance().experiments_named("validation/networks").front(), request);
  ASSERT_EQ(engine::run(narrow, request, {.progress = engine::ProgressStyle::silent}, store).failed, 0);
  store.finish_run("finished");
}

TEST(ValidationRankings, AreThoseOfEachPair) {
  const testing_support::TemporaryFolder folder;
  run_five_problems(folder / "r.sqlite");
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
