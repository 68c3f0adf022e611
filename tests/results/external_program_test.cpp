// Running another program, and what is said when it fails.
#include "results/charts/drawing_programs.hpp"
#include "tests/support/matchers.hpp"

namespace apportion::results {
namespace {

std::string complaint_of(const std::string& script) {
  return message_of<ProgramError>([&] { static_cast<void>(run_external_program({"sh", "-c", script}, "", "dash")); });
}

TEST(ExternalProgram, TextInTextOut) { EXPECT_EQ(run_external_program({"sed", "s/a/b/"}, "cat\n", "sed"), "cbt\n"); }

TEST(ExternalProgram, AFailureSaysWhy) {
  EXPECT_EQ(complaint_of("echo first >&2; echo 'second  ' >&2; exit 3"), "sh failed: second");
  EXPECT_EQ(complaint_of("exit 3"), "sh failed: exit status 3");
  EXPECT_EQ(complaint_of("kill -9 $$"), "sh failed: ended by signal 9");
}

TEST(ExternalProgram, AMissingProgramNamesItsPackage) {
  EXPECT_EQ(message_of<ProgramError>(
                [] { static_cast<void>(run_external_program({"no-such-program"}, "", "some-package")); }),
            "no-such-program is not installed; Debian's package is some-package");
}

}  // namespace
}  // namespace apportion::results
