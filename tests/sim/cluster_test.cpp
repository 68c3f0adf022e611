// Clusters and the errors about them: what is refused, and in which words.
#include "sim/cluster.hpp"

#include <limits>
#include <memory>
#include <string>

#include "base/error.hpp"
#include "sim/network/network.hpp"
#include "sim/rectangles/decomposition.hpp"
#include "tests/support/matchers.hpp"

namespace apportion {
namespace {

template <class Thing>
std::string refusal(const Thing& thing) {
  std::string message = message_of([&] { validate(thing); });
  EXPECT_THAT(message, Not(HasSubstr("\n")));
  return message;
}

TEST(Cluster, GoodOnesPass) {
  EXPECT_EQ(refusal(Cluster{{1}, {}}), "");
  EXPECT_EQ(refusal(Cluster{{0.5, 1e300, 1e-300}, {}}), "");
}

TEST(Cluster, BadWeightsAreNamed) {
  EXPECT_THAT(refusal(Cluster{}), HasSubstr("empty"));
  EXPECT_THAT(refusal(Cluster{{1, 0}, {}}), HasSubstr("weight 1 is 0"));
  EXPECT_THAT(refusal(Cluster{{1, 2, -3}, {}}), HasSubstr("weight 2 is -3"));
  EXPECT_THAT(refusal(Cluster{{std::nan(""), 1}, {}}), HasSubstr("weight 0 is nan"));
  EXPECT_THAT(refusal(Cluster{{1, std::numeric_limits<double>::infinity()}, {}}), HasSubstr("weight 1 is inf"));
  EXPECT_THAT(refusal(Cluster{{1e308, 1e308}, {}}), HasSubstr("overflow"));
}

TEST(Cluster, GroupingMustHaveALeafAProcessor) {
  const Machine two_and_one{{Machine{{Machine{}, Machine{}}}, Machine{}}};
  EXPECT_EQ(two_and_one.processors(), 3U);
  EXPECT_EQ(refusal(Cluster{{1, 2, 3}, two_and_one}), "");
  EXPECT_THAT(refusal(Cluster{{1, 2}, two_and_one}), HasSubstr("3 processors, the weights 2"));
}

TEST(RectangleProblem, BadSidesAndLatenciesAreNamed) {
  const Cluster cluster{{1, 1}, {}};
  EXPECT_EQ(refusal(RectangleProblem{{2, 3}, cluster, 0}), "");
  EXPECT_THAT(refusal(RectangleProblem{{0, 3}, cluster, 0}), HasSubstr("rows is 0"));
  EXPECT_THAT(refusal(RectangleProblem{{2, -3}, cluster, 0}), HasSubstr("columns is -3"));
  EXPECT_THAT(refusal(RectangleProblem{{std::nan(""), 3}, cluster, 0}), HasSubstr("rows is nan"));
  EXPECT_THAT(refusal(RectangleProblem{{1e200, 1e200}, cluster, 0}), HasSubstr("area"));
  EXPECT_THAT(refusal(RectangleProblem{{1e-200, 1e-200}, cluster, 0}), HasSubstr("area"));
  EXPECT_THAT(refusal(RectangleProblem{{2, 3}, cluster, -1}), HasSubstr("latency is -1"));
  EXPECT_THAT(refusal(RectangleProblem{{2, 3}, cluster, std::nan("")}), HasSubstr("latency is nan"));
  EXPECT_THAT(refusal(RectangleProblem{{2, 3}, Cluster{}, 0}), HasSubstr("empty"));
}

// What doubles cannot carry is refused before an algorithm meets it.
TEST(RectangleProblem, TotalsAndSharesThatDoublesDoNotCarryAreRefused) {
  const Cluster cluster{{1, 1, 1, 1, 1, 1, 1, 1}, {}};
  EXPECT_THAT(refusal(RectangleProblem{{10, 10}, cluster, 1e308}),
              HasSubstr("latency is 1e+308; for 8 processors it must be at most 2.08e+298"));
  EXPECT_THAT(refusal(RectangleProblem{{10, 10}, Cluster{{1}, {}}, 1e308}), HasSubstr("it must be at most 1.67e+299"));
  EXPECT_EQ(refusal(RectangleProblem{{10, 10}, cluster, 2e298}), "");
  EXPECT_THAT(refusal(RectangleProblem{{1e300, 1e-10}, Cluster{{1}, {}}, 0}),
              HasSubstr("rows + columns is 1e+300; for 1 processors it must be at most 5e+299"));
  EXPECT_THAT(refusal(RectangleProblem{{1e-150, 1e-150}, cluster, 0}), HasSubstr("must be from 1e-280 to 1e+300"));
  EXPECT_THAT(refusal(RectangleProblem{{20, 712}, Cluster{{1e308, 1e-100, 1}, {}}, 19}),
              HasSubstr("weight 1 is 1e-100, which is 0 of the sum"));
  EXPECT_EQ(refusal(RectangleProblem{{1, 1}, Cluster{{1, 2e-17}, {}}, 0}), "");
}

// A route for each pair would be looked up where there is none.
TEST(RectangleProblem, NetworksWithoutRoutesAreRefused) {
  RectangleProblem problem{{2, 3}, {{1, 1}, {}}, 0, Objective::net};
  EXPECT_THAT(refusal(problem), HasSubstr("there must be one of 2 processors"));
  problem.network = std::make_shared<const Network>(Network{.processors = 2, .links = {{"bus", 1, 0}}, .routes = {}});
  EXPECT_THAT(refusal(problem), HasSubstr("a network of 2 processors has 0 routes"));
  problem.network =
      std::make_shared<const Network>(Network{.processors = 2, .links = {{"bus", 1, 0}}, .routes = {{}, {7}, {0}, {}}});
  EXPECT_THAT(refusal(problem), HasSubstr("the route from 0 to 1 uses link 7, which does not exist"));
}

TEST(NearestNames, AreSortedByDistanceAndCut) {
  const std::vector<std::string> names = {"XY", "XY2", "TILE", "HYBRID"};
  EXPECT_THAT(nearest_names("xy3", names), ElementsAre("XY", "XY2"));
  EXPECT_THAT(nearest_names("tiles", names), ElementsAre("TILE"));
  EXPECT_THAT(nearest_names("xy", names, 1), ElementsAre("XY"));
  EXPECT_THAT(nearest_names("quite different", names), IsEmpty());
}

TEST(NearestNames, TheLastPartMayBeMeant) {
  const std::vector<std::string> names = {"TILE", "kaddoura/table1", "kaddoura/table2", "other/grid"};
  EXPECT_THAT(nearest_names("table2", names, 2), ElementsAre("kaddoura/table2", "kaddoura/table1"));
  EXPECT_THAT(nearest_names("gird", names), ElementsAre("other/grid"));
  EXPECT_THAT(nearest_names("kaddoura/tabel2", names, 1), ElementsAre("kaddoura/table2"));
}

TEST(UnknownName, SaysWhatThereIs) {
  EXPECT_STREQ(unknown_name("algorithm", "TIEL", {"TILE", "XY"}).what(),
               "unknown algorithm 'TIEL'; did you mean TILE?");
  EXPECT_STREQ(unknown_name("algorithm", "quite different", {"TILE", "XY"}).what(),
               "unknown algorithm 'quite different'; there are TILE and XY");
  // Many names: the three likeliest.
  std::vector<std::string> many = {"one/histogram"};
  for (int i = 10; i < 40; ++i) many.push_back("name" + std::to_string(i));
  EXPECT_STREQ(unknown_name("name", "gram", many).what(),
               "unknown name 'gram'; the nearest of 31 are one/histogram, name10 and name11");
  // Names as long as a file were once compared letter by letter, which took hours.
  const std::string endless(1'000'000, 'x');
  EXPECT_EQ(unknown_name("node", endless, {endless + "y", "b"}).what(),
            "unknown node '" + endless.substr(0, 100) + "...'; there are " + endless.substr(0, 100) + "... and b");
}

}  // namespace
}  // namespace apportion
