// Proofs about sharding graphs: valid ones are accepted, and each kind of record is refused if one of its numbers is
// wrong.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>

#include "base/error.hpp"
#include "extensions/shardings/problem/proof.hpp"
#include "extensions/shardings/problem/sharding_file.hpp"
#include "extensions/shardings/tests/shardings.hpp"
#include "tests/support/matchers.hpp"
#include "tests/support/refusals.hpp"
#include "tests/support/temporary_folder.hpp"

namespace apportion {
namespace {

using problems::ProofReplay;
using problems::ProvenFacts;

using Lines = std::vector<std::string>;

constexpr const char* beginning = R"(["start",0,"999999999999999999"])";

class ShardingProof : public ::testing::Test {
 protected:
  [[nodiscard]] ProvenFacts replayed(const std::string& graph, const Lines& lines) const {
    const ShardingGraph parsed = problems::parse_sharding_graph(graph);
    std::ofstream file(folder_.path() / "proof");
    for (const std::string& line : lines) file << line << '\n';
    file.close();
    const problems::TextPieces pieces = problems::unpacked_input((folder_.path() / "proof").string());
    ProofReplay replay(parsed);
    problems::read_proof(pieces, [&replay](const CertificateRecord& record) { replay.take(record); });
    return replay.facts();
  }

  // Expects a refusal of the lines with one changed, or with one more at the end.
  void expect_refused(const std::string& graph, Lines lines, const std::string& line, const std::string& by,
                      const std::string& message) const {
    const auto place = std::ranges::find(lines, line);
    ASSERT_NE(place, lines.end()) << line;
    *place = by;
    try {
      static_cast<void>(replayed(graph, lines));
      ADD_FAILURE() << "taken: " << by;
    } catch (const InputError& error) {
      EXPECT_THAT(error.what(), HasSubstr(message)) << by;
    }
  }

 private:
  testing_support::TemporaryFolder folder_;
};

// For the five operations: forbidden labels, dominated ones, two parts of an edge, a leaf, an answer and its bound.
Lines five_lines() {
  return {beginning,
          R"(["overfull",2,1,50])",
          R"(["dominated",2,0,2])",
          R"(["separated",0,1])",
          R"(["folded",1,3])",
          R"(["dominated",3,0,1])",
          R"(["known",[0,0,2,1,0]])",
          R"(["bound",0,0,1000000,"445",[[50,7]],[]])",
          R"(["closed"])"};
}

TEST_F(ShardingProof, OfTheFiveOperationsHolds) {
  const ProvenFacts facts = replayed(testing_support::five_operations(), five_lines());
  EXPECT_EQ(facts.cost, WideWhole{445});
  EXPECT_EQ(facts.lower_bound, 445);
  EXPECT_TRUE(facts.is_complete);
  EXPECT_TRUE(facts.is_optimal());
}

TEST_F(ShardingProof, ExcludesPairsThatDoNotFitTogether) {
  const std::string pairs = R"(["overfull-pairs",1,2,50])";
  Lines lines = five_lines();
  lines[1] = pairs;
  lines.insert(lines.begin() + 2, {R"(["forbidden",2,1,1])", R"(["separated",1,2])"});
  EXPECT_TRUE(replayed(testing_support::five_operations(), lines).is_optimal());
  const auto refused = [&](const std::string& by, const std::string& message) {
    expect_refused(testing_support::five_operations(), lines, pairs, by, message);
  };
  refused(R"(["overfull-pairs",1,2,70])", "all pairs of labels fit");
  refused(R"(["overfull-pairs",2,2,50])", "a node is beside itself");
  refused(R"(["overfull-pairs",1,2,51])", "time 51 is not there");
  refused(R"(["overfull-pairs",3,4,110])", "all pairs of labels fit");
}

TEST_F(ShardingProof, BypassesANodeWithTwoNeighbours) {
  const char* const triangle =
      R"({"nodes":{"intervals":[[0,0],[0,0],[0,1]],"costs":[[0,1],[0,2],[3,0]],"usages":[[0,0],[0,0],[1,2]]},)"
      R"("edges":{"nodes":[[0,1],[2,0],[1,2]],"costs":[[0,5,5,0],[0,5,5,0],[0,5,5,0]]},"usage_limit":2})";
  const std::string bypassed = R"(["bypassed",0,1,2])";
  const Lines lines = {beginning,
                       bypassed,
                       R"(["folded",1,2])",
                       R"(["known",[1,1,1]])",
                       R"(["dropped",0,0])",
                       R"(["bound",0,0,1000000,"3",[],[]])",
                       R"(["closed"])"};
  EXPECT_TRUE(replayed(triangle, lines).is_optimal());
  expect_refused(triangle, lines, bypassed, R"(["bypassed",0,1,1])", "it has other neighbours");
  expect_refused(triangle, lines, bypassed, R"(["bypassed",0,0,1])", "it has other neighbours");
  expect_refused(triangle, lines, bypassed, R"(["bypassed",2,0,1])", "its labels do not occupy the same");
  expect_refused(triangle, lines, bypassed, R"(["bypassed",3,0,1])", "node 3 is not there");
}

TEST_F(ShardingProof, IsNotCompleteWithoutItsEnd) {
  Lines lines = five_lines();
  lines.pop_back();
  EXPECT_EQ(replayed(testing_support::five_operations(), lines).lower_bound, 445);
  lines.pop_back();
  const ProvenFacts facts = replayed(testing_support::five_operations(), lines);
  EXPECT_EQ(facts.cost, WideWhole{445});
  EXPECT_EQ(facts.lower_bound, 0);
  EXPECT_FALSE(facts.is_optimal());
}

// A node that another determines, memory that cannot bind, and a time equal to another.
const char* const decided_graph =
    R"({"nodes":{"intervals":[[0,3],[0,0],[0,2]],"costs":[[1,2,9],[5,1000000000000000000],[0,3]],)"
    R"("usages":[[3,3,3],[0,0],[4,0]]},"edges":{"nodes":[[0,1]],)"
    R"("costs":[[0,1000000000000000000,1000000000000000000,0,0,1000000000000000000]]},"usage_limit":7})";

Lines decided_lines() {
  return {beginning,
          R"(["forbidden",1,1,1])",
          R"(["forbidden",0,1,1])",
          R"(["dropped",2,0])",
          R"(["dropped",0,0])",
          R"(["merged",1,0,[0,2],[0,0]])",
          R"(["dominated",0,2,0])",
          R"(["dominated",2,1,0])",
          R"(["known",[0,0,0]])",
          R"(["bound",1,0,1000000,"12",[],[]])",
          R"(["closed"])"};
}

TEST_F(ShardingProof, OfADecidedGraphHolds) {
  const ProvenFacts facts = replayed(decided_graph, decided_lines());
  EXPECT_EQ(facts.cost, WideWhole{6});
  EXPECT_TRUE(facts.is_optimal());
}

TEST_F(ShardingProof, WithAGreaterNeedThanTheLimitIsRefused) {
  std::string tight = decided_graph;
  tight.replace(tight.find("limit\":7"), 8, "limit\":6");
  expect_refused(tight, decided_lines(), beginning, beginning, "the greatest usages pass the limit");
}

// Two nodes that prefer different labels.
const char* const divided_graph =
    R"({"nodes":{"intervals":[[0,1],[0,1]],"costs":[[1,10],[1,10]],"usages":[[5,1],[5,1]]},)"
    R"("edges":{"nodes":[[0,1]],"costs":[[0,3,3,0]]},"usage_limit":6})";

// 1 and 10, and a matrix entry of 3: 14 either way, since the two cheap ones exceed the memory together.
Lines divided_lines() {
  return {beginning,          R"(["known",[0,1]])",    R"(["branched",0,1,2,[0],[1]])",
          R"(["entered",1])", R"(["overfull",1,0,0])", R"(["bound",0,0,1000000,"14",[],[[0,1,[2],[-2]]]])",
          R"(["closed"])",    R"(["entered",2])",      R"(["bound",0,0,1000000,"14",[],[[0,1,[0],[3,0]]]])",
          R"(["fixed",1,1])", R"(["closed"])"};
}

TEST_F(ShardingProof, WithBranchesHolds) {
  const ProvenFacts facts = replayed(divided_graph, divided_lines());
  EXPECT_EQ(facts.cost, WideWhole{14});
  EXPECT_TRUE(facts.is_complete);
}

TEST_F(ShardingProof, HoldsSoManyOpenStates) {
  const ShardingGraph graph = problems::parse_sharding_graph(divided_graph);
  std::size_t bytes = 0;  // of one state
  const auto begins = [&] {
    return message_of([&] { ProofReplay(graph, bytes).take({ProofStart{0, 999999999999999999}}); });
  };
  while (!begins().empty()) bytes += 16;
  const auto replay_in = [&graph](std::size_t most) {
    ProofReplay replay(graph, most);
    replay.take({ProofStart{0, 999999999999999999}});
    replay.take({KnownAnswer{{0, 1}}});
    for (std::uint32_t k = 0; k < 100; ++k) {
      replay.take({EnteredState{2 * k}});
      replay.take({BranchedState{0, 2 * k + 1, 2 * k + 2, {}, {0, 1}}});
      replay.take({EnteredState{2 * k + 1}});
      replay.take({ClosedState{}});
    }
  };
  EXPECT_NO_THROW(replay_in(2 * bytes));
  EXPECT_THAT(message_of([&] { replay_in(bytes); }), HasSubstr("2 states are open and take more than 0 MiB"));
}

// A row: the graph, a line of its proof, and the line that replaces it.
TEST_F(ShardingProof, WithAWrongRecordIsRefused) {
  testing_support::expect_refusals("proofs", [this](const auto& row) {
    const bool is_decided = row[0] == "decided";
    const std::string graph = row[0] == "five" ? testing_support::five_operations()
                              : is_decided     ? decided_graph
                                               : divided_graph;
    Lines lines = row[0] == "five" ? five_lines() : is_decided ? decided_lines() : divided_lines();
    if (row[0] == "start") lines = {beginning};
    const auto place = std::ranges::find(lines, row[1]);
    EXPECT_NE(place, lines.end()) << row[1];
    *place = row[2];
    return replayed(graph, lines);
  });
}

TEST_F(ShardingProof, WithWrongPotentialsIsRefused) {
  const std::string bound = R"(["bound",0,0,1000000,"2",[],[[0,1,[0,0],[0,0]]]])";
  const Lines lines{beginning, bound};
  EXPECT_EQ(replayed(divided_graph, lines).lower_bound, 2);
  expect_refused(divided_graph, lines, bound, R"(["bound",0,0,1000000,"2",[],[[0,1,[5,0],[9,0]]]])",
                 "the bound is 0 and not 2");
  // The price of memory: the two cheap labels exceed it together.
  const std::string priced = R"(["bound",0,0,1000000,"6",[[0,1]],[[0,1,[0,0],[0,0]]]])";
  EXPECT_EQ(replayed(divided_graph, {beginning, priced}).lower_bound, 6);
  expect_refused(divided_graph, {beginning, priced}, priced, R"(["bound",0,0,1000000,"6",[[0,0]],[[0,1,[0,0],[0,0]]]])",
                 "the bound is 2 and not 6");
}

TEST_F(ShardingProof, MayBeThatNothingIsAllowed) {
  std::string graph = divided_graph;
  graph.replace(graph.find("limit\":6"), 8, "limit\":1");
  const ProvenFacts facts = replayed(graph, {beginning, R"(["closed"])"});
  EXPECT_FALSE(facts.cost);
  EXPECT_TRUE(facts.is_complete);
}

TEST_F(ShardingProof, RoundedCostsAreBoundsAllTheSame) {
  const ProvenFacts facts =
      replayed(divided_graph, {R"(["start",2,"999999999999999999"])", R"(["bound",0,0,1000000,"0",[],[]])"});
  EXPECT_EQ(facts.lower_bound, 0);
  EXPECT_FALSE(facts.is_complete);
}

// For all hard cases, including costs whose sums exceed 64 bits.
TEST_F(ShardingProof, OfTheSolverIsComplete) {
  for (int number = 0; number < 300; ++number) {
    SCOPED_TRACE(number);
    const ShardingGraph graph = testing_support::tiny_sharding_graph(number);
    ProofReplay replay(graph);
    ShardingWatch watch;
    watch.certificate = [&replay](const CertificateRecord& record) { replay.take(record); };
    const ShardingSolution solution = testing_support::solve_sharding_by("optimal", graph, watch);
    EXPECT_TRUE(replay.facts().is_complete);
    EXPECT_EQ(replay.facts().cost.has_value(), solution.proven_optimal);
    if (!solution.proven_optimal) continue;
    EXPECT_TRUE(*replay.facts().cost == solution.cost);
  }
}

// Sums beyond 64 bits are proven last, from a separate start.
TEST_F(ShardingProof, OfTheSolverEndsWithAStop) {
  int stopped = 0;
  for (int number = 0; number < 300; number += 7) {
    SCOPED_TRACE(number);
    const ShardingGraph graph = testing_support::tiny_sharding_graph(number);
    ProofReplay replay(graph);
    bool is_rounded = false;
    bool is_stopped = false;
    ShardingWatch watch;
    watch.stop = [&is_stopped] { return is_stopped; };
    watch.certificate = [&](const CertificateRecord& record) {
      replay.take(record);
      const auto* start = std::get_if<ProofStart>(&record.what);
      if (start == nullptr) return;
      is_stopped = is_rounded && start->most == forbidden_cost - 1;
      is_rounded = is_rounded || start->shift > 0;
    };
    const ShardingSolution solution = testing_support::solve_sharding_by("optimal", graph, watch);
    EXPECT_EQ(replay.facts().is_complete, solution.proven_optimal || solution.proven_infeasible);
    if (is_stopped && !replay.facts().is_complete) ++stopped;
  }
  EXPECT_GT(stopped, 0);
}

}  // namespace
}  // namespace apportion
