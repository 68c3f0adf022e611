// Cluster files: what they say, what is accepted, and what is refused with its line.
#include "experiments/problems/clusters/cluster_file.hpp"

#include <fmt/format.h>

#include <limits>

#include "base/error.hpp"
#include "tests/support/matchers.hpp"

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
  EXPECT_THAT(refusal(""), HasSubstr("the file is empty; its first line must be name,speed or name,size,seconds"));
  EXPECT_THAT(refusal("\n \n"), HasSubstr("the file is empty"));
  EXPECT_THAT(refusal("name,speed\n"), HasSubstr("no processor below the header"));
  EXPECT_THAT(refusal("name,sped\na,1\n"), HasSubstr("line 1: the header is 'name,sped'; it must be name,speed"));
  EXPECT_THAT(refusal("a,1\n"), HasSubstr("line 1: the header is 'a,1'"));
  EXPECT_THAT(refusal("name;speed\na;1\n"), HasSubstr("the header is 'name;speed'"));
  EXPECT_THAT(refusal("name,speed\na\n"), HasSubstr("line 2: a has 1 field; the header has 2"));
  EXPECT_THAT(refusal("name,speed\na,1,2\n"), HasSubstr("line 2: a has more than 2 fields"));
  EXPECT_THAT(refusal("name,speed\n,1\n"), HasSubstr("line 2: the processor has no name"));
  EXPECT_THAT(refusal("name,speed\n\"a,1\n"), HasSubstr("line 2: a quote is not closed"));
  EXPECT_THAT(refusal("name,speed\n\"a\"b,1\n"), HasSubstr("line 2: text follows a closing quote"));
  EXPECT_THAT(refusal(std::string("name,speed\na\0b,1\n", 17)),
              HasSubstr("line 2: the name contains a control character"));
  EXPECT_THAT(refusal("name,speed\n" + std::string(101, 'x') + ",1\n"), HasSubstr("has more than 100 bytes"));
  for (const char* speed : {"nan", "-1", "0", "inf", "1e999", "", "1x", "1e-101", "1e101", "\xC2\xB5"})
    EXPECT_THAT(refusal(fmt::format("name,speed\na,1\nb,{}\n", speed)),
                HasSubstr(fmt::format("line 3: the speed of b is '{}'; it must be a positive number", speed)));
  EXPECT_THAT(refusal("name,size,seconds\na,20,1\na,10,2\n"),
              HasSubstr("line 3: size 10 of a is not above 20 on line 2; the sizes of a processor must increase"));
  EXPECT_THAT(refusal("name,size,rate\na,20,0\n"), HasSubstr("line 2: the rate of a is '0'"));
  EXPECT_THAT(refusal("name,size,rate\na,1e-100,1e100\n"), HasSubstr("line 2: a takes 1e-200 seconds"));
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
              HasSubstr("line 3: b was measured once, which says nothing of its spread"));
  // A benchmark that runs through the sizes twice; at 10 the spread is a fifth of the mean times the root of two.
  const GivenCluster sizes = parse_cluster("name,size,seconds\na,10,4\na,20,9\na,10,6\na,20,9\n");
  EXPECT_DOUBLE_EQ(sizes.models[0].seconds(10), 5);
  EXPECT_DOUBLE_EQ(sizes.models[0].seconds(20), 9);
  EXPECT_EQ(sizes.spreads[0].repeats, 2);
  EXPECT_DOUBLE_EQ(sizes.spreads[0].relative, 0.2);
  EXPECT_EQ(known_spreads(sizes).size(), 1U);
  // A rate is the mean of the rates.
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

TEST(ClusterFile, RefusesFurtherColumnsByLineAndColumn) {
  const auto refused = [](const std::string& text, const std::string& piece) {
    EXPECT_THAT(refusal(text), HasSubstr(piece)) << text;
  };
  refused("name,speed,memory\na,1,7\n", "line 1: column 3 is 'memory'; it must be memory[cells] or memory[GB]");
  refused("name,speed,memory[Gb]\na,1,7\n", "line 1: column 3 is 'memory[Gb]'; it must be memory[cells] or memory[GB]");
  refused("name,speed,memory[GB\na,1,7\n", "line 1: column 3 is 'memory[GB'; it must be memory[cells] or");
  refused("name,speed,bandwidth[bytes]\na,1,7\n",
          "line 1: column 3 is 'bandwidth[bytes]'; it must be bandwidth[Gbit/s]");
  refused("name,speed,latency\na,1,7\n", "column 3 is 'latency'; it must be latency[us]");
  refused("name,speed[GHz]\na,1\n", "line 1: column 2 is 'speed[GHz]'; it must be speed");
  refused("name,speed,speed\na,1,1\n", "line 1: column 3 is 'speed'; another column is the same");
  refused("name,speed,size\na,1,1\n", "line 1: the header is 'name,speed,size'; it must be name,speed or");
  refused("name,speed,memmory[cells]\na,1,1\n", "(column 3 is unknown)");
  refused("name,speed,group_latency[us]\na,1,1\n", "line 1: the header has numbers of groups, but no column group");
  refused("name,speed,memory[cells]\na,1,-7\n", "line 2: the memory of a is '-7'; it must be a positive number");
  refused("name,speed,memory[cells]\na,1,0.5\n", "line 2: the memory of a holds 0.5 of a cell; it must hold one");
  refused("name,speed,memory[cells]\na,1,7\na,1,8\n", "line 3: the memory of a is '8', which differs from line 2");
  refused("name,speed,bandwidth[Gbit/s]\na,1,7\nb,1,\n", "line 3: b has no bandwidth; each needs one");
  refused("name,speed,group\na,1,\n", "line 2: the group has no name");
  refused("name,speed,group\na,1,x\na,1,y\n", "line 3: the group of a is 'y', which differs from line 2");
  refused("name,speed,group,group_bandwidth[Gbit/s]\na,1,x,2\nb,1,x,3\n",
          "line 3: the group bandwidth of x is '3', which differs from line 2");
  refused("name,speed,group,group_latency[us]\na,1,x,2\nb,1,y,\n", "line 3: y has no group latency; each needs one");
}

TEST(ClusterFile, MayHaveAMillionLines) {
  std::string text = "name,speed\n";
  for (int i = 0; i < 1'000'000; ++i) text += fmt::format("n{},1\n", i);
  EXPECT_EQ(parse_cluster(text).size(), 1'000'000U);
  // One line of a million fields is no million fields.
  EXPECT_THAT(refusal("name,speed\na" + std::string(1'000'000, ',')), HasSubstr("more than 2 fields"));
}

}  // namespace
}  // namespace apportion::problems
