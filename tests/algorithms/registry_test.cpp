// The registry, the options of algorithms, and the selection of nodes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <set>
#include <stdexcept>
#include <utility>

#include "algorithms/node_selection.hpp"
#include "algorithms/options.hpp"
#include "algorithms/rectangles/rectangle_algorithm.hpp"
#include "algorithms/registry.hpp"
#include "base/error.hpp"
#include "sim/random_stream.hpp"
#include "tests/support/matchers.hpp"

namespace apportion {
namespace {

const std::vector<OptionSpec> declared = {
    {.name = "fast", .kind = OptionKind::flag},
    {.name = "levels", .kind = OptionKind::count, .default_value = "1"},
    {.name = "inner", .kind = OptionKind::text, .default_value = "XY2"},
    {.name = "shape", .kind = OptionKind::text, .default_value = "any", .choices = {"any", "boxes", "rows"}},
    {.name = "size", .kind = OptionKind::count, .default_value = "8", .least = 3, .most = 12}};

Options parse(std::string_view text) { return Options::parse(text, declared, "DEMO"); }

std::string refusal(std::string_view text) {
  return message_of([&] { (void)parse(text); });
}

TEST(Options, DefaultsHold) {
  const Options options = parse("");
  EXPECT_FALSE(options.flag("fast"));
  EXPECT_EQ(options.count("levels"), 1);
  EXPECT_EQ(options.text("inner"), "XY2");
  EXPECT_EQ(options.canonical(declared), "");
}

TEST(Options, ChosenValuesAreSpelledInTheOrderOfDeclaration) {
  const Options options = parse("inner=HYBRID[levels=2,x],levels=03,fast");
  EXPECT_TRUE(options.flag("fast"));
  EXPECT_EQ(options.count("levels"), 3);
  EXPECT_EQ(options.text("inner"), "HYBRID[levels=2,x]");
  EXPECT_EQ(options.canonical(declared), "fast,levels=3,inner=HYBRID[levels=2,x]");
  EXPECT_EQ(parse(options.canonical(declared)).canonical(declared), options.canonical(declared));
}

TEST(Options, DefaultsThatAreSpelledOutVanish) { EXPECT_EQ(parse("levels=1,inner=XY2").canonical(declared), ""); }

TEST(Options, BadOnesAreNamed) {
  EXPECT_THAT(refusal("level=2"), HasSubstr("option of DEMO 'level'; did you mean levels?"));
  EXPECT_THAT(refusal("fast=1"), HasSubstr("takes no value"));
  EXPECT_THAT(refusal("levels"), HasSubstr("needs a value"));
  EXPECT_THAT(refusal("levels="), HasSubstr("needs a value"));
  EXPECT_THAT(refusal("levels=100000001"), HasSubstr("a whole number from 0 to 100000000"));
  EXPECT_EQ(parse("levels=100000000").count("levels"), 100'000'000);
  EXPECT_THAT(refusal("levels=-1"), HasSubstr("'-1'"));
  EXPECT_THAT(refusal("levels=2x"), HasSubstr("'2x'"));
  EXPECT_THAT(refusal("levels=1.5"), HasSubstr("whole number"));
  EXPECT_THAT(refusal("levels=99999999999999999999"), HasSubstr("whole number"));
  EXPECT_THAT(refusal("fast,fast"), HasSubstr("given twice"));
  EXPECT_THAT(refusal("fast,,levels=2"), HasSubstr("empty name"));
  EXPECT_THAT(refusal("inner=A[b"), HasSubstr("do not balance"));
  EXPECT_THROW((void)Options::parse("x", {}, "PLAIN"), InputError);
}

TEST(Options, ChoicesAndRangesAreThoseThatAreDeclared) {
  EXPECT_EQ(parse("shape=rows,size=3").canonical(declared), "shape=rows,size=3");
  EXPECT_EQ(parse("size=012").count("size"), 12);
  EXPECT_EQ(refusal("shape=row"), "option shape of DEMO is 'row'; it must be any, boxes or rows");
  for (const std::string size : {"2", "13", "x"})
    EXPECT_EQ(refusal("size=" + size), "option size of DEMO is '" + size + "'; it must be a whole number from 3 to 12");
}

TEST(Options, AskingForAnUndeclaredOneIsAProgrammersError) {
  EXPECT_THROW((void)parse("").flag("slow"), std::logic_error);
}

TEST(SplitBracketed, TakesNameAndOptionsApart) {
  EXPECT_EQ(split_bracketed("XY2").name, "XY2");
  EXPECT_EQ(split_bracketed("XY2").options, "");
  const BracketedName nested = split_bracketed("M[inner=XY2[enumerate],groups=3]");
  EXPECT_EQ(nested.name, "M");
  EXPECT_EQ(nested.options, "inner=XY2[enumerate],groups=3");
  EXPECT_THROW((void)split_bracketed("XY2[x"), InputError);
  EXPECT_THROW((void)split_bracketed("XY2]"), InputError);
  EXPECT_THROW((void)split_bracketed("XY2[x]y"), InputError);
}

TEST(SplitNames, LeavesBracketsWhole) {
  EXPECT_THAT(split_names(""), IsEmpty());
  EXPECT_THAT(split_names("XY2,M[outer=XY,inner=XY2],TILE"), ElementsAre("XY2", "M[outer=XY,inner=XY2]", "TILE"));
  EXPECT_THROW((void)split_names("XY2,"), InputError);
  EXPECT_THROW((void)split_names("XY2]["), InputError);
}

using ::testing::IsSupersetOf;

std::vector<std::string> names_of_algorithms() {
  std::vector<std::string> names;
  for (const RectangleAlgorithm& algorithm : RectangleRegistry::instance().algorithms())
    names.push_back(algorithm.name);
  return names;
}

TEST(RectangleRegistry, NoRegistrationIsDropped) {
  const std::vector<std::string> names = names_of_algorithms();
  EXPECT_THAT(names, IsSupersetOf({"HYBRID", "MULTILEVEL", "RecursiveBisection", "RecursiveBisection2",
                                   "RecursiveBisection3", "TILE", "XY", "XY2"}));
  EXPECT_GE(names.size(), 8U);
}

TEST(RectangleRegistry, NamesAreSortedAndUnique) {
  const std::vector<std::string> names = names_of_algorithms();
  EXPECT_TRUE(std::ranges::is_sorted(names));
  EXPECT_EQ(std::set<std::string>(names.begin(), names.end()).size(), names.size());
}

TEST(RectangleRegistry, EveryAlgorithmSaysWhatItIs) {
  for (const RectangleAlgorithm& algorithm : RectangleRegistry::instance().algorithms()) {
    EXPECT_FALSE(algorithm.source.empty()) << algorithm.name;
    EXPECT_FALSE(algorithm.summary.empty()) << algorithm.name;
    EXPECT_GE(algorithm.revision, 1) << algorithm.name;
    EXPECT_NE(algorithm.solve, nullptr) << algorithm.name;
    for (const OptionSpec& option : algorithm.options)
      EXPECT_FALSE(option.summary.empty()) << algorithm.name << " " << option.name;
  }
}

TEST(RectangleRegistry, EntriesHaveTheVariantsAndAreFoundByTheirNames) {
  const RectangleRegistry& registry = RectangleRegistry::instance();
  std::set<std::string> entries;
  for (const Configured<RectangleAlgorithm>& chosen : registry.entries()) {
    const std::string name = chosen.canonical_name();
    EXPECT_TRUE(entries.insert(name).second) << name;
    EXPECT_EQ(registry.choose(name).canonical_name(), name);
  }
  EXPECT_THAT(entries, IsSupersetOf({"XY2", "XY2[enumerate]", "TILE[legacy]", "HYBRID", "HYBRID[levels=2]"}));
}

TEST(RectangleRegistry, FormerNamesAreRefusedWithWhatToUse) {
  const auto refusal = [](const char* name) -> std::string {
    return message_of([&] { (void)RectangleRegistry::instance().choose(name); });
  };
  EXPECT_EQ(refusal("LNS[steps=5]"), "LNS is no longer an algorithm; use BEST");
  EXPECT_EQ(
      refusal("BEST[effort=quick,shapes=any]"),
      "shapes is no longer an option of BEST; use NRRP, SNRRP or ROLLOUT[l-shapes] for other parts than rectangles");
}

TEST(RectangleRegistry, CanonicalNamesDropDefaults) {
  const RectangleRegistry& registry = RectangleRegistry::instance();
  EXPECT_EQ(registry.choose("HYBRID[levels=1]").canonical_name(), "HYBRID");
  EXPECT_EQ(registry.choose("XY2[]").canonical_name(), "XY2");
  EXPECT_EQ(registry.choose("MULTILEVEL[groups=3,inner=XY2[enumerate]]").canonical_name(),
            "MULTILEVEL[inner=XY2[enumerate],groups=3]");
}

TEST(RectangleRegistry, UnknownNamesHelp) {
  const auto refusal = [](std::string_view text) -> std::string {
    return message_of([&] { (void)RectangleRegistry::instance().choose(text); });
  };
  EXPECT_THAT(refusal("TIEL"), HasSubstr("unknown algorithm 'TIEL'; did you mean TILE"));
  EXPECT_THAT(refusal("XY2[enumarate]"), HasSubstr("did you mean enumerate?"));
  EXPECT_THAT(refusal("XY[enumerate]"), HasSubstr("XY has no options"));
}

// A separate family, so that no other registry has missing algorithms.
using Doubling = Algorithm<int, long>;

TEST(OptionalAlgorithms, AreMissingUntilTheyAreRegistered) {
  Registry<Doubling> registry;
  registry.expect({{.name = "FAST", .library = "libfast"}, {.name = "FASTER", .library = "libfast"}});
  registry.add({.name = "SLOW", .source = "this test", .summary = "adds the number to itself"});
  ASSERT_EQ(registry.missing().size(), 2U);
  for (const char* spelled : {"FAST", "FAST[quality]"}) {
    EXPECT_EQ(message_of([&] { static_cast<void>(registry.choose(spelled)); }),
              "FAST is not built in, because the library libfast was not found; `scripts/setup rivals` installs "
              "it, then build again")
        << spelled;
  }
  registry.add({.name = "FAST", .source = "this test", .summary = "shifts it"});
  ASSERT_EQ(registry.missing().size(), 1U);
  EXPECT_EQ(registry.missing().front().name, "FASTER");
  EXPECT_EQ(registry.choose("FAST").algorithm->name, "FAST");
}

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr double unusable = std::numeric_limits<double>::infinity();

double drawn(RandomStream& stream) { return static_cast<double>(stream() % 1000 + 1) / 1000; }

// Computing in proportion to speeds, and messages of all nodes if there are several, some of them far away.
NodeJob job_on(const std::vector<double>& speeds, const std::vector<double>& messages) {
  const auto time_of = [speeds, messages](const NodeSet& nodes) {
    double speed = 0;
    double sent = 0;
    for (const std::size_t node : nodes) {
      speed += speeds[node];
      sent += messages[node];
    }
    return 1 / speed + (nodes.size() == 1 ? 0 : sent);
  };
  return {speeds, time_of, 1};
}

NodeJob random_job(std::uint64_t sample) {
  RandomStream stream(sample, "nodes");
  std::vector<double> speeds(1 + stream() % most_nodes_for_all_sets);
  std::vector<double> messages(speeds.size());
  std::ranges::generate(speeds, [&] { return drawn(stream); });
  const double far = drawn(stream);
  std::ranges::generate(messages, [&] { return 0.3 * far * drawn(stream); });
  return job_on(speeds, messages);
}

// The least time of all sets that contain the kept ones, by size; infinity for a size without a set.
std::vector<double> least_times(const NodeJob& job) {
  std::vector<double> least(job.speeds.size() + 1, unusable);
  for (std::size_t bits = 1; bits < std::size_t{1} << job.speeds.size(); ++bits) {
    NodeSet nodes;
    for (std::size_t node = 0; node < job.speeds.size(); ++node)
      if ((bits >> node & 1U) != 0) nodes.push_back(node);
    if (std::ranges::includes(nodes, job.kept)) least[nodes.size()] = std::min(least[nodes.size()], job.time_of(nodes));
  }
  return least;
}

TEST(NodeSelection, EqualsAllSetsForEachNumberOfNodes) {
  for (std::uint64_t sample = 0; sample < 60; ++sample) {
    NodeJob job = random_job(sample);
    if (sample % 3 == 0) job.kept = {job.speeds.size() / 2};
    const std::vector<double> least = least_times(job);
    const std::vector<TimedNodes> found = fastest_nodes(job).fastest;
    ASSERT_EQ(found.size(), job.speeds.size()) << sample;
    for (std::size_t i = 0; i < found.size(); ++i) {
      EXPECT_EQ(found[i].seconds, least[found[i].nodes.size()]) << sample;
      EXPECT_LE(found.front().seconds, found[i].seconds) << sample;
    }
    EXPECT_LE(exchanged_nodes(job).fastest.front().seconds, 1.05 * found.front().seconds) << sample;
  }
}

TEST(NodeSelection, TimesOnlyWhatCanBeFaster) {
  NodeJob job = job_on({8, 7, 6, 5, 4, 3, 2, 1}, std::vector<double>(8, 1e-6));
  std::size_t timed = 0;
  job.time_of = [&timed, time_of = job.time_of](const NodeSet& nodes) {
    ++timed;
    return time_of(nodes);
  };
  EXPECT_THAT(fastest_nodes(job).fastest.front().nodes, ElementsAre(0, 1, 2, 3, 4, 5, 6, 7));
  EXPECT_LT(timed, 20U);
}

// The first three by speed would be the best prefix, but the second of them is far away.
TEST(NodeSelection, ExchangesAFastNodeThatIsFarAway) {
  NodeJob job = job_on({1, 5, 4, 3, 1}, {0.01, 0.01, 1, 0.01, 0.5});
  EXPECT_THAT(exchanged_nodes(job).fastest.front().nodes, ElementsAre(0, 1, 3));
  job.kept = {4};
  EXPECT_THAT(exchanged_nodes(job).fastest.front().nodes, ElementsAre(0, 1, 3, 4));
}

TEST(NodeSelection, LeavesOutSetsThatCannotBeUsed) {
  NodeJob job = job_on({3, 2, 1}, {0, 0, 0});
  job.time_of = [time_of = job.time_of](const NodeSet& nodes) { return nodes.size() < 2 ? unusable : time_of(nodes); };
  EXPECT_EQ(fastest_nodes(job).fastest.size(), 2U);
  job.time_of = [](const NodeSet&) { return unusable; };
  EXPECT_THAT(fastest_nodes(job).fastest, IsEmpty());
  EXPECT_THAT(exchanged_nodes(job).fastest, IsEmpty());
}

// Ten thousand nodes: without a limit there are 25 million exchanges a round.
TEST(NodeSelection, EndsAfterTheWorkThatIsAllowed) {
  RandomStream stream(1, "many nodes");
  std::vector<double> speeds(10000);
  std::ranges::generate(speeds, [&] { return drawn(stream); });
  NodeJob job = job_on(speeds, std::vector<double>(speeds.size(), 1e-9));
  std::size_t nodes_timed = 0;
  std::size_t greatest = 0;
  job.time_of = [&, time_of = job.time_of](const NodeSet& nodes) {
    nodes_timed += nodes.size();
    greatest = std::max(greatest, nodes.size());
    return time_of(nodes);
  };
  const NodeSelection found = fastest_nodes(job);
  EXPECT_FALSE(found.is_complete);
  EXPECT_GT(found.fastest.size(), 1U);
  EXPECT_EQ(greatest, speeds.size());
  EXPECT_LE(nodes_timed, static_cast<std::size_t>(job.most_work) + speeds.size());

  job = job_on({8, 7, 6, 5, 4, 3, 2, 1}, std::vector<double>(8, 1e-6));
  EXPECT_TRUE(fastest_nodes(job).is_complete);
  EXPECT_TRUE(exchanged_nodes(job).is_complete);
  job.most_work = 20;  // the eight, and every fourth of the numbers below
  EXPECT_FALSE(fastest_nodes(job).is_complete);
  EXPECT_FALSE(exchanged_nodes(job).is_complete);
}

}  // namespace
}  // namespace apportion
