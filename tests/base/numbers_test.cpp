// Times in units that people read.
#include "base/numbers.hpp"

#include "tests/support/matchers.hpp"

namespace apportion {
namespace {

TEST(Durations, ArePrintedInTheUnitThatReadsWell) {
  EXPECT_EQ(readable_time(0), "0 s");
  EXPECT_EQ(readable_time(12.34567), "12.35 s");
  EXPECT_EQ(readable_time(1), "1 s");
  EXPECT_EQ(readable_time(0.0123), "12.3 ms");
  EXPECT_EQ(readable_time(6.4e-6), "6.4 us");
  EXPECT_EQ(readable_time(2e-8), "0.02 us");
}

TEST(Durations, AreReadWithTheirUnit) {
  EXPECT_DOUBLE_EQ(parse_time("1.3us").value(), 1.3e-6);
  EXPECT_DOUBLE_EQ(parse_time("2 ms").value(), 2e-3);
  EXPECT_DOUBLE_EQ(parse_time("1e3ns").value(), 1e-6);
  EXPECT_DOUBLE_EQ(parse_time("3\xC2\xB5s").value(), 3e-6);
  EXPECT_EQ(parse_time("0s"), 0);
  for (const char* text : {"", "1.3", "us", "1.3 m", "1.3us2", "x1us", "1.3 us s"})
    EXPECT_FALSE(parse_time(text)) << text;
}

}  // namespace
}  // namespace apportion
