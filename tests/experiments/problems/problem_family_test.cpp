// Required properties of every problem family.
#include "experiments/problems/problem_family.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <set>

namespace apportion::problems {
namespace {

using ::testing::IsSupersetOf;

std::vector<std::string> family_names() {
  std::vector<std::string> all;
  for (const ProblemFamily& family : families()) all.push_back(family.name);
  return all;
}

TEST(ProblemFamilies, StandByNameHoweverTheyAreLinked) {
  EXPECT_TRUE(std::ranges::is_sorted(family_names()));
  EXPECT_THAT(family_names(), IsSupersetOf({"distributions", "graphs", "grids", "programs", "rectangles"}));
  EXPECT_THAT(sweep_family_names(), IsSupersetOf({"distributions", "graphs", "grids", "programs", "rectangles"}));
}

TEST(ProblemFamilies, AreFoundByNameAndSynonymAlone) {
  std::set<std::string> words;
  for (const ProblemFamily& family : families()) {
    std::vector<std::string> own = family.synonyms;
    own.push_back(family.name);
    for (const std::string& word : own) {
      EXPECT_TRUE(words.insert(word).second) << word << " stands for two families";
      EXPECT_EQ(find_family(word), &family) << word;
    }
  }
  for (const char* word : {"", "rectangle", "Grids"}) EXPECT_EQ(find_family(word), nullptr) << word;
}

TEST(ProblemFamilies, SayHowOneProblemIsGiven) {
  for (const ProblemFamily& family : families()) {
    SCOPED_TRACE(family.name);
    EXPECT_FALSE(family.summary.empty());
    EXPECT_NE(family.solve, nullptr);
    ASSERT_NE(family.fields, nullptr);
    EXPECT_NO_THROW((void)field_named(family.fields(), "seed"));
  }
}

TEST(Algorithms, SayTheChoicesOfTheirOptionsAndHaveOneOfThemAsDefault) {
  for (const AlgorithmInfo& algorithm : all_algorithms())
    for (const OptionSpec& option : algorithm.options) {
      SCOPED_TRACE(algorithm.name + " " + option.name);
      for (const std::string& choice : option.choices) EXPECT_THAT(option.summary, ::testing::HasSubstr(choice));
      if (!option.choices.empty() && !option.default_value.empty()) {
        EXPECT_THAT(option.choices, ::testing::Contains(option.default_value));
      }
      if (option.kind == OptionKind::count) {
        EXPECT_GE(std::stoll(option.default_value), option.least);
        EXPECT_LE(std::stoll(option.default_value), option.most);
      }
    }
}

TEST(ProblemFamilies, CompareACostThatTheirSweepsMeasure) {
  for (const ProblemFamily& family : families()) {
    if (family.sweep == nullptr) continue;
    SCOPED_TRACE(family.name);
    const engine::Experiment experiment = default_sweep(family);
    const auto compared = std::ranges::find(experiment.metrics, family.compared_metric, &results::MetricRecord::name);
    ASSERT_NE(compared, experiment.metrics.end());
    EXPECT_FALSE(compared->better.empty());
    // Programs are labelled by the algorithms of graphs.
    if (family.algorithms().empty()) continue;
    // An experiment's family is found by its algorithms.
    const std::vector<AlgorithmInfo> own = family.algorithms();
    for (const std::string& name : experiment.solvers.registered())
      EXPECT_NE(std::ranges::find(own, split_bracketed(name).name, &AlgorithmInfo::name), own.end()) << name;
  }
}

TEST(ProblemFamilies, HaveAllAlgorithmsOnce) {
  std::set<std::pair<std::string, std::string>> seen;
  for (const AlgorithmInfo& algorithm : all_algorithms())
    EXPECT_TRUE(seen.emplace(algorithm.purpose, algorithm.name).second) << algorithm.purpose << " " << algorithm.name;
  EXPECT_TRUE(seen.contains({"rectangles", "XY2"}));
  EXPECT_TRUE(seen.contains({"communications of distributions", "by-loads"}));
}

}  // namespace
}  // namespace apportion::problems
