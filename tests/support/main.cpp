// The test program's main(): Google Test's own, with a seed for rapidcheck that is the same on every machine.
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

int main(int argc, char** argv) {
  // Otherwise rapidcheck would draw another seed in each run. scripts/try-properties uses fresh seeds.
  const char* given = std::getenv("RC_PARAMS");
  std::string parameters = given == nullptr ? "" : given;
  if (parameters.find("seed=") == std::string::npos) {
    parameters += parameters.empty() ? "seed=1" : " seed=1";
    setenv("RC_PARAMS", parameters.c_str(), 1);
  }
  ::testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
