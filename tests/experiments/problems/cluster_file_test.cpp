// Cluster files: what they say, what is accepted, and what is refused with its line.
#include "experiments/problems/clusters/cluster_file.hpp"

#include <fmt/format.h>

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
  EXPECT_THAT(refusal("name,speed\na,1\n\na,2\n"), HasSubstr("line 4: a is already on line 2"));
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
  EXPECT_THAT(refusal("name,size,seconds\na,20,1\na,20,2\n"),
              HasSubstr("line 3: size 20 of a is not above 20 on line 2; the sizes of a processor must increase"));
  EXPECT_THAT(refusal("name,size,rate\na,20,0\n"), HasSubstr("line 2: the rate of a is '0'"));
  EXPECT_THAT(refusal("name,size,rate\na,1e-100,1e100\n"), HasSubstr("line 2: a takes 1e-200 seconds"));
}

TEST(ClusterFile, HasAMillionLinesAtMost) {
  std::string text = "name,speed\n";
  for (int i = 0; i < 1'000'000; ++i) text += fmt::format("n{},1\n", i);
  EXPECT_EQ(parse_cluster(text).size(), 1'000'000U);
  // Blank lines count as well.
  EXPECT_THAT(refusal("name,speed\n" + std::string(1'000'001, '\n')),
              HasSubstr("there are more than 1000000 lines below the header"));
  // One line of a million fields is no million fields.
  EXPECT_THAT(refusal("name,speed\na" + std::string(1'000'000, ',')), HasSubstr("more than 2 fields"));
}

}  // namespace
}  // namespace apportion::problems
