// Cluster files: their contents, and accepted and refused lines.
#include "experiments/problems/clusters/cluster_file.hpp"

#include <fmt/format.h>

#include <limits>

#include "base/error.hpp"
#include "tests/support/matchers.hpp"
#include "tests/support/refusals.hpp"

namespace apportion::problems {
namespace {

std::string refusal(const std::string& text) {
  std::string message = message_of([&] { static_cast<void>(parse_cluster(text)); });
  EXPECT_THAT(message, Not(HasSubstr("\n")));
  return message;
}

TEST(ClusterFile, HasNamesAndSpeeds) {
  const GivenCluster cluster = parse_cluster("name,speed\na,2\nb,0.5\n");
  EXPECT_THAT(cluster.names, ElementsAre("a", "b"));
  EXPECT_THAT(cluster.cluster_for(1e6).speeds, ElementsAre(2, 0.5));
  EXPECT_THAT(speeds_over_least(cluster), ElementsAre(4, 1));
  EXPECT_FALSE(cluster.depends_on_size());
}

TEST(ClusterFile, LetsWhatSpreadsheetsWritePass) {
  const std::string plain = "name,speed\na b,2\n\"c, \"\"d\"\"\",3\n";
  const GivenCluster expected = parse_cluster(plain);
  EXPECT_THAT(expected.names, ElementsAre("a b", "c, \"d\""));
  for (const std::string text :
       {"\xEF\xBB\xBFname,speed\na b,2\n\"c, \"\"d\"\"\",3\n", "name,speed\r\na b,2\r\n\"c, \"\"d\"\"\",3\r\n",
        " name , speed \n\n  a b ,\t2\n \"c, \"\"d\"\"\" , 3 \n\n  \n",
        "\"name\",\"speed\"\n\"a b\",\"2\"\n\"c, \"\"d\"\"\",3"}) {
    const GivenCluster cluster = parse_cluster(text);
    EXPECT_EQ(cluster.names, expected.names) << text;
    EXPECT_EQ(cluster.speeds, expected.speeds) << text;
  }
}

TEST(ClusterFile, SizesMayComeWithSecondsOrRatesInAnyOrderOfProcessors) {
  const GivenCluster by_seconds = parse_cluster("name,size,seconds\na,10,1\nb,20,1\na,20,4\n");
  const GivenCluster by_rate = parse_cluster("name,size,rate\na,10,10\na,20,5\nb,20,20\n");
  EXPECT_THAT(by_seconds.names, ElementsAre("a", "b"));
  EXPECT_TRUE(by_rate.depends_on_size());
  // At time 1 both are at their first sizes: 10 and 20; at 2.5 a has 15 and b 50.
  EXPECT_THAT(by_seconds.cluster_for(30).speeds, ElementsAre(10, 20));
  EXPECT_THAT(by_rate.cluster_for(65).speeds, ElementsAre(15, 50));
  EXPECT_EQ(by_seconds.cluster_for(65).speeds, by_rate.cluster_for(65).speeds);
  EXPECT_THROW((void)speeds_over_least(by_rate), InputError);
  EXPECT_THROW((void)by_rate.cluster_for(0), InputError);
}

TEST(ClusterFile, RefusesEverythingElseByItsLine) {
  testing_support::expect_refusals("clusters", [](const auto& row) { return parse_cluster(row[0]); });
  EXPECT_THAT(refusal(std::string("name,speed\na\0b,1\n", 17)),
              HasSubstr("line 2: the name contains a control character"));
  EXPECT_THAT(refusal("name,speed\n" + std::string(101, 'x') + ",1\n"), HasSubstr("has more than 100 bytes"));
  for (const char* speed : {"nan", "-1", "0", "inf", "1e999", "", "1x", "1e-101", "1e101", "\xC2\xB5"})
    EXPECT_THAT(refusal(fmt::format("name,speed\na,1\nb,{}\n", speed)),
                HasSubstr(fmt::format("line 3: the speed of b is '{}'; it must be a positive number", speed)));
}

// By hand: 8, 10 and 12 have a mean of 10 and a standard deviation of 2.
TEST(ClusterFile, FurtherLinesMeasureTheSameAgain) {
  const GivenCluster cluster = parse_cluster("name,speed\na,8\nb,3\na,12\na,10\n");
  EXPECT_THAT(cluster.names, ElementsAre("a", "b"));
  EXPECT_THAT(cluster.speeds, ElementsAre(10, 3));
  EXPECT_DOUBLE_EQ(cluster.spreads[0].relative, 0.2);
  EXPECT_EQ(cluster.spreads[0].repeats, 2);
  EXPECT_EQ(cluster.spreads[1].repeats, 0);
  EXPECT_THAT(message_of([&] { static_cast<void>(known_spreads(cluster)); }),
              HasSubstr("line 3: b was measured once, so that its spread is unknown"));
  // A benchmark that measures all sizes twice; at 10 the spread is a fifth of the mean times the root of two.
  const GivenCluster sizes = parse_cluster("name,size,seconds\na,10,4\na,20,9\na,10,6\na,20,9\n");
  EXPECT_DOUBLE_EQ(sizes.models[0].seconds(10), 5);
  EXPECT_DOUBLE_EQ(sizes.models[0].seconds(20), 9);
  EXPECT_EQ(sizes.spreads[0].repeats, 2);
  EXPECT_DOUBLE_EQ(sizes.spreads[0].relative, 0.2);
  EXPECT_EQ(known_spreads(sizes).size(), 1U);
  // Repeated rates are averaged.
  EXPECT_DOUBLE_EQ(parse_cluster("name,size,rate\na,10,4\na,10,6\n").models[0].seconds(10), 2);
}

TEST(ClusterFile, ColumnsMayBeInAnyOrder) {
  const GivenCluster cluster = parse_cluster(
      "group,name,memory[GB],speed,latency[us],bandwidth[Gbit/s],group_bandwidth[Gbit/s],group_latency [ us ]\n"
      "rack 1,a,1.5e-6,4,2,100,8,3000\n"
      "rack 2,b,,4,1.5,10,16,1000\n"
      "rack 1,c,8e-6,4,1,10,,\n"
      ",c,8e-6,6,,,,\n");
  EXPECT_TRUE(cluster.memory_is_bytes);
  EXPECT_THAT(cluster.memory, ElementsAre(1500, std::numeric_limits<double>::infinity(), 8000));
  EXPECT_THAT(cluster.speeds, ElementsAre(4, 4, 5));
  EXPECT_THAT(cluster.links.bandwidths, ElementsAre(1.25e10, 1.25e9, 1.25e9));
  EXPECT_THAT(cluster.links.latencies, ElementsAre(2e-6, 1.5e-6, 1e-6));
  EXPECT_THAT(cluster.links.groups, ElementsAre(0U, 1U, 0U));
  EXPECT_THAT(cluster.links.group_bandwidths, ElementsAre(1e9, 2e9));
  EXPECT_THAT(cluster.links.group_latencies, ElementsAre(3e-3, 1e-3));
  EXPECT_EQ(cluster.lines, (std::vector<std::int64_t>{2, 3, 4}));
  GivenCluster counted = cluster;
  count_cells(counted, 16);
  EXPECT_THAT(counted.memory, ElementsAre(93, std::numeric_limits<double>::infinity(), 500));
  EXPECT_THAT(message_of([&] { count_cells(counted, 100); }),
              HasSubstr("line 2: the memory of a holds 0.93 of a cell"));
  EXPECT_THAT(parse_cluster("name,speed,memory[cells]\na,1,7.9\n").memory, ElementsAre(7));
}

TEST(ClusterFile, MayHaveAMillionLines) {
  std::string text = "name,speed\n";
  for (int i = 0; i < 1'000'000; ++i) text += fmt::format("n{},1\n", i);
  EXPECT_EQ(parse_cluster(text).size(), 1'000'000U);
  // A line of a million fields is not split into a million strings.
  EXPECT_THAT(refusal("name,speed\na" + std::string(1'000'000, ',')), HasSubstr("more than 2 fields"));
}

}  // namespace
}  // namespace apportion::problems
