// Networks from JSON, and timelines as drawings.
#include "base/error.hpp"
#include "experiments/problems/networks/network.hpp"
#include "experiments/problems/networks/solve.hpp"
#include "sim/network/network.hpp"
#include "sim/network/simulate.hpp"
#include "tests/support/matchers.hpp"

namespace apportion::problems {
namespace {

constexpr const char* links = R"("links":[{"name":"up","bandwidth":10},{"name":"down","bandwidth":20,"latency":0.5}])";

std::string network_of(const std::string& routes, const std::string& more = "") {
  return std::string(R"({"schema":1,)") + more + links + R"(,"routes":[)" + routes + "]}";
}

TEST(NetworkJson, SaysLinksRoutesAndStartUp) {
  const Network network =
      parse_network(network_of(R"({"from":0,"to":1,"links":["up","down"]},{"from":1,"to":0,"links":[1]})",
                               R"("startup":{"where":"cpu","seconds":0.25},)"),
                    2);
  EXPECT_EQ(network.links[1].name, "down");
  EXPECT_EQ(network.links[1].latency, 0.5);
  EXPECT_EQ(network.startup.where, StartupPlace::cpu);
  EXPECT_EQ(network.startup.seconds, 0.25);
  EXPECT_THAT(network.route(0, 1), testing::ElementsAre(0, 1));
  EXPECT_THAT(network.route(1, 0), testing::ElementsAre(1));
  EXPECT_TRUE(network.route(0, 0).empty());
}

TEST(NetworkJson, RefusesWhatIsNoNetworkAndSaysWhere) {
  const auto refused = [](const std::string& json, const char* message) {
    EXPECT_THAT([&] { static_cast<void>(parse_network(json, 2)); }, ThrowsMessage<InputError>(HasSubstr(message)))
        << json;
  };
  refused("{", "JSON");
  refused(R"({"schema":2,"links":[],"routes":[]})", "schema");
  refused(network_of(R"({"from":0,"to":2,"links":["up"]})"), "routes[0].to is 2");
  refused(network_of(R"({"from":0,"to":0,"links":["up"]})"), "to itself");
  refused(network_of(R"({"from":0,"to":1,"links":["left"]})"), "routes[0].links[0] is 'left'");
  refused(network_of(R"({"from":0,"to":1,"links":[5]})"), "routes[0].links[0] is 5");
  refused(network_of(R"({"from":0,"to":1,"links":[]})"), "has no links");
  refused(network_of(R"({"from":0,"to":1,"links":["up","up"]})"), "link 0 twice");
  refused(network_of(R"({"from":0,"to":1,"links":["up"]},{"from":0,"to":1,"links":["down"]})"), "second route");
  refused(network_of("", R"("startup":{"where":"air","seconds":1},)"),
          "startup.where: unknown place of start-ups 'air'");
  refused(network_of("", R"("startup":{"where":"cpu","seconds":-1},)"), "start-up is -1");
  refused(R"({"schema":1,"links":[{"name":"a","bandwidth":0}],"routes":[]})", "bandwidth of link 0 (a) is 0");
  refused(R"({"schema":1,"links":[{"name":"a","bandwidth":1},{"name":"a","bandwidth":1}],"routes":[]})", "links[1]");
}

SimulatedRun two_waits(const std::string& title) {
  // Processor 1 waits 2 seconds for a message that is offered late, then at a barrier.
  const Job job{{{0, 1, 10}},
                {{{Act::compute, 0, 1}, {Act::send, 0, 0}, {Act::compute, 0, 4}, {Act::barrier, 0, 0}},
                 {{Act::receive, 0, 0}, {Act::wait, 0, 0}, {Act::compute, 0, 0.5}, {Act::barrier, 0, 0}}}};
  return {title, job, simulate(bus(2, 10), job, Record::activities)};
}

TEST(TimelineDrawing, HasALineForEachProcessorAndMarksTheLongestWait) {
  const std::string svg = svg_timeline({two_waits("A <title>"), two_waits("Second")});
  EXPECT_THAT(svg, HasSubstr("A &lt;title&gt;"));
  EXPECT_THAT(svg, HasSubstr("Second"));
  EXPECT_THAT(svg, HasSubstr(">processor 0</text>"));
  EXPECT_THAT(svg, HasSubstr(">processor 1</text>"));
  EXPECT_THAT(svg, HasSubstr("longest wait: processor 1, 2.5 s"));
  EXPECT_THAT(svg, HasSubstr("processor 1 waits for 2 s"));
  EXPECT_THAT(svg, HasSubstr("messages of processor 0 travel"));
  EXPECT_THAT(svg, Not(HasSubstr("messages of processor 1 travel")));
}

TEST(TimelineDrawing, ProcessorsMayHaveNames) {
  SimulatedRun run = two_waits("A title");
  run.names = {"größter <0>", "a machine with a name of its own, no. 1"};
  const std::string svg = svg_timeline({run});
  EXPECT_THAT(svg, HasSubstr(">größter &lt;0&gt;</text>"));
  EXPECT_THAT(svg, HasSubstr(">a machine wi… own, no. 1</text>"));
  EXPECT_THAT(svg, HasSubstr("<title>a machine with a name of its own, no. 1 waits for 2 s</title>"));
  EXPECT_THAT(svg, HasSubstr("messages of größter &lt;0&gt; travel"));
  EXPECT_THAT(svg, HasSubstr("longest wait: a machine wi… own, no. 1, 2.5 s"));
  EXPECT_THAT(svg, Not(HasSubstr("processor")));
  const std::string text = text_timeline({run});
  EXPECT_THAT(text, HasSubstr("\n             größter <0> ███"));
  EXPECT_THAT(text, HasSubstr("\na machine wi… own, no. 1 ···"));
  EXPECT_THAT(text, HasSubstr("longest wait: a machine with a name of its own, no. 1, 2.5 s"));
}

TEST(TimelineDrawing, SaysInCharactersWhatAProcessorDoesMostOfTheTime) {
  const std::string text = text_timeline({two_waits("A title")});
  EXPECT_THAT(text, testing::StartsWith("A title\n   0 ███"));
  EXPECT_THAT(text, HasSubstr("\n   1 ···"));
  EXPECT_THAT(text, HasSubstr("█!!!"));
  EXPECT_THAT(text, HasSubstr("longest wait: processor 1, 2.5 s from 2.5 s on"));
}

TEST(TimelineDrawing, KnowsWhenMessagesOfAProcessorTravel) {
  SimulatedRun run = two_waits("");
  run.job.messages = {{0, 1, 1}, {0, 1, 1}, {0, 1, 1}, {1, 0, 1}};
  run.timeline.transfers = {{4, 5}, {1, 3}, {2, 3.5}, {0, 9}};
  const std::vector<Transfer> times = sending_times(run, 0);
  ASSERT_EQ(times.size(), 2U);
  EXPECT_EQ(times[0].begin, 1);
  EXPECT_EQ(times[0].end, 3.5);
  EXPECT_EQ(times[1].begin, 4);
}

TEST(TimelineDrawing, RefusesWhatCannotBeDrawn) {
  EXPECT_THAT(
      [] {
        static_cast<void>(svg_timeline({{"none", {}, simulate(bus(1, 1), {{}, {{}}}, Record::activities)}}));
      },
      ThrowsMessage<InputError>(HasSubstr("nothing takes time")));
}

}  // namespace
}  // namespace apportion::problems
