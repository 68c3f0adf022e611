// The studies of simulated networks as a user meets them: run, shown, drawn, and the same for any number of threads.
#include <string>
#include <vector>

#include "tests/cli/program.hpp"

namespace apportion::testing_support {
namespace {

using ::testing::ContainsRegex;

class ValidationTest : public ProgramTest {};

TEST_F(ValidationTest, NetworksAreRunAndJudged) {
  const std::vector<std::string> small = {"--samples", "2", "--set", "startup=medium", "latency=0,100", "share=1,0.5"};
  run("validation/networks", small);
  EXPECT_THAT(csv("validation/choices"), HasSubstr("\"bus, medium 100\",total,1,100,0,0,2"));
  EXPECT_THAT(csv("validation/answer"), HasSubstr("runs on a bus with start-ups on the medium"));
  // The total is exact there, so that the verdict does not depend on what was drawn; others lack points.
  const std::string claims = csv("validation/claims");
  EXPECT_THAT(claims, HasSubstr("the method with the lower total is always the faster"));
  EXPECT_THAT(claims, HasSubstr("not run"));
  for (const std::string exhibit : {"ratios", "regret"})
    EXPECT_THAT(csv("validation/" + exhibit), HasSubstr("two-level")) << exhibit;
}

TEST_F(ValidationTest, ConclusionsAreHeldAgainstOtherProtocols) {
  run("validation/protocols", {"--samples", "10", "--set", "setting=star-cpu,backbone-cpu,bus-medium", "share=1,0.5",
                               "protocol=base,receiver,noise-10,overlap"});
  const std::string survives = csv("validation/survives");
  EXPECT_THAT(survives, ContainsRegex("on the processors of a backbone,.,backbone-cpu,1,receiver,reversed,"));
  EXPECT_THAT(survives, ContainsRegex("on the processors of a star,.,star-cpu,1,base,found,"));
  EXPECT_THAT(survives, ContainsRegex("start-ups on the medium.,of tau,bus-medium,1,noise-10,unchanged,"));
  EXPECT_THAT(survives, ContainsRegex("choice by simulation .*,star-cpu,0.5,receiver,not visible,"));
}

// Links that differ spoil the proposed decomposition; protocols that matrix jobs do not have are refused.
TEST_F(ValidationTest, ConclusionsOnGridsAreHeldAgainstOtherProtocols) {
  run("validation/grid-protocols",
      {"--samples", "10", "--set", "workload=product", "share=0.5", "protocol=base,fat-tree-1,links-0.25"});
  const std::string survives = csv("validation/survives-grids");
  EXPECT_THAT(survives, ContainsRegex("takes longer than Beaumont et al.*,links-0.25,(reversed|not visible),"));
  EXPECT_THAT(survives, ContainsRegex("takes longer than Beaumont et al.*,fat-tree-1,(unchanged|not visible),"));
}

TEST_F(ValidationTest, RealProcessesCountWhatTheModelSays) {
  run("validation/mpi", {});
  EXPECT_THAT(csv("validation/mpi"), HasSubstr("\n12,XY2,3,610,610,610,157360,157360,157360,0,exact\n"));
  EXPECT_THAT(csv("validation/claims-mpi"), HasSubstr(",reproduced,48 of 48 runs,48 of 48,"));
}

TEST_F(ValidationTest, ThreadsChangeNothing) {
  const std::vector<std::string> one = {"--samples",   "40",        "--set", "startup=cpu",
                                        "latency=100", "share=0.5", "-j",    "1"};
  std::vector<std::string> two = one;
  two.back() = "2";
  run("validation/networks", one, "one.sqlite");
  run("validation/networks", two, "two.sqlite");
  EXPECT_EQ(call({"digest", "--db", "one.sqlite"}).out.substr(0, 64),
            call({"digest", "--db", "two.sqlite"}).out.substr(0, 64));
}

TEST_F(ValidationTest, ProgressCellsAndGridsAreShown) {
  run("validation/progress", {"--samples", "2", "--set", "network=bus"});
  EXPECT_THAT(csv("validation/claims-progress"),
              ContainsRegex("twice the total,.not judged, needs 20 samples.*,reproduced\n"));
  EXPECT_THAT(csv("validation/hidden"), HasSubstr("overlap, 40 iterations"));
  EXPECT_THAT(csv("validation/progress"), HasSubstr("bus,barrier,1,100,"));
  run("validation/cells", {"--samples", "2", "--set", "network=star", "share=0.01"});
  EXPECT_THAT(csv("validation/cells"), HasSubstr("whole sides"));
  EXPECT_THAT(csv("validation/claims-cells"), HasSubstr("1 of 1"));
  run("validation/grids", {"--samples", "1", "--set", "grid=2x2,3x3", "level=8"});
  EXPECT_THAT(csv("validation/claims-grids"),
              ContainsRegex("for each block and index,.not judged, needs 10 samples.*,reproduced\n"));
  EXPECT_THAT(csv("validation/grids"), HasSubstr("LU, 50 % messages"));
  EXPECT_THAT(csv("validation/grid-leads"), HasSubstr("LU decomposition"));
  run("validation/order", {"--samples", "1", "--set", "grid=2x2", "level=8"});
  EXPECT_THAT(csv("validation/order"), HasSubstr("best of four"));
  EXPECT_THAT(csv("validation/claims-order"), HasSubstr("of 4"));
}

// Any rectangle algorithm can be chosen, and a replayed problem is one that `solve` takes.
TEST_F(ValidationTest, OtherAlgorithmsAndReplay) {
  run("validation/networks", {"--samples", "1", "--set", "network=star", "startup=cpu", "latency=100", "share=0.5",
                              "--algorithms", "XY2,BEST[effort=quick]"});
  const std::string replay = output({"replay", "validation/networks",
                                     "sampling=max-set network=star startup=cpu latency=100 share=0.5 progress=free "
                                     "cells=real iterations=10",
                                     "0"});
  EXPECT_THAT(replay, HasSubstr(R"("network":"star","startup":"cpu","element_seconds":)"));
}

}  // namespace
}  // namespace apportion::testing_support
