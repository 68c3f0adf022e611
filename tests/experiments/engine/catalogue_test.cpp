// The catalogue: registered entries are found by name and by paper.
#include "experiments/engine/catalogue.hpp"

#include <algorithm>
#include <set>

#include "base/error.hpp"
#include "tests/support/matchers.hpp"

namespace apportion::engine {
namespace {

TEST(Catalogue, IsSortedAndNamesAreUnique) {
  std::vector<std::string> names;
  for (const Experiment& experiment : Catalogue::instance().experiments()) names.push_back(experiment.name);
  EXPECT_TRUE(std::ranges::is_sorted(names));
  EXPECT_EQ(std::set<std::string>(names.begin(), names.end()).size(), names.size());
  EXPECT_THAT(names,
              ::testing::IsSupersetOf({"kaddoura/figure16", "kaddoura/grid", "kaddoura/table1", "kaddoura/table8"}));
}

TEST(Catalogue, FindsByNameAndByPaper) {
  EXPECT_EQ(Catalogue::instance().experiments_named("kaddoura/grid").size(), 1U);
  EXPECT_GE(Catalogue::instance().experiments_named("kaddoura").size(), 4U);
  EXPECT_GE(Catalogue::instance().exhibits_named("kaddoura").size(), 9U);
  EXPECT_EQ(Catalogue::instance().exhibits_named("kaddoura/table7").at(0).parameters.at("sampling"), "max-set");
}

TEST(Catalogue, NamesTheNearestOtherwise) {
  EXPECT_THAT(message_of([&] { (void)Catalogue::instance().experiments_named("kadoura/grid"); }),
              ::testing::HasSubstr("did you mean kaddoura/grid"));
  EXPECT_THROW((void)Catalogue::instance().exhibits_named("kaddoura/"), InputError);
}

// The required properties of every experiment.
TEST(Catalogue, EveryExperimentIsComplete) {
  for (const Experiment& experiment : Catalogue::instance().experiments()) {
    SCOPED_TRACE(experiment.name);
    for (const std::string& text : {experiment.title, experiment.claim, experiment.source, experiment.definition})
      EXPECT_FALSE(text.empty());
    EXPECT_GT(experiment.samples, 0);
    EXPECT_GT(experiment.chunk_size, 0);
    EXPECT_FALSE(experiment.columns(experiment.algorithms).all.empty());
    for (const Axis& axis : experiment.axes) {
      EXPECT_FALSE(axis.values.empty());
      for (const AxisValue& value : axis.values) EXPECT_NO_THROW(axis.check(value));
    }
  }
}

TEST(Catalogue, EveryExhibitIsFedByAnExperiment) {
  for (const results::Exhibit& entry : Catalogue::instance().exhibits()) {
    SCOPED_TRACE(entry.name);
    EXPECT_EQ(Catalogue::instance().experiments_named(entry.study).size(), 1U) << entry.name;
    EXPECT_FALSE(entry.title.empty());
    const std::string paper = entry.name.substr(0, entry.name.find('/'));
    const std::vector<Paper> papers = Catalogue::instance().papers();
    EXPECT_TRUE(std::ranges::any_of(papers, [&](const Paper& each) { return each.name == paper; })) << paper;
    for (const auto& [name, value] : entry.parameters)
      EXPECT_THAT(entry.sql, ::testing::HasSubstr(":" + name)) << entry.name;
  }
}

TEST(Catalogue, BarsAreThe95PercentIntervalInEveryChart) {
  for (const results::Exhibit& entry : Catalogue::instance().exhibits()) {
    for (const results::Chart& chart : entry.charts) {
      if (chart.error.empty()) continue;
      EXPECT_THAT(chart.error_title, ::testing::StartsWith("95 % interval")) << entry.name;
    }
  }
}

}  // namespace
}  // namespace apportion::engine
