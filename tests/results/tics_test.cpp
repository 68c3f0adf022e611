// Tics and texts of charts: no text touches the next, whatever the values are.
#include "results/charts/tics.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <cmath>

#include "base/text_layout.hpp"
#include "sim/random_stream.hpp"

namespace apportion::results {
namespace {

using ::testing::ElementsAre;

std::vector<std::string> texts_of(const std::vector<Tic>& tics) {
  std::vector<std::string> texts;
  for (const Tic& tic : tics) texts.push_back(tic.text);
  return texts;
}

TEST(Tics, StandAtRoundNumbers) {
  EXPECT_THAT(texts_of(round_tics({0, 1, false, 15, false})), ElementsAre("0", "0.2", "0.4", "0.6", "0.8", "1.0"));
}

TEST(Tics, ExponentsAreShortAndAlike) {
  EXPECT_THAT(texts_of(round_tics({0.9e9, 2.1e9, false, 4.6, false})), ElementsAre("1.0e9", "1.5e9", "2.0e9"));
  EXPECT_THAT(texts_of(round_tics({1e-6, 1e6, true, 15, false})),
              ElementsAre("1e-6", "0.0001", "0.01", "1", "100", "10000", "1000000"));
}

TEST(Tics, ValuesThatFitAreTheTics) {
  const std::vector<Tic> powers{{1, "1"}, {2, "2"}, {4, "4"}, {8, "8"}, {16, "16"}, {32, "32"}, {64, "64"}};
  EXPECT_EQ(texts_of(tics_at(powers, {1, 64, true, 46, true})), texts_of(powers));
  // Every second, where all do not fit; round numbers, where the steps are uneven.
  EXPECT_THAT(texts_of(tics_at(powers, {1, 64, true, 8.5, true})), ElementsAre("1", "4", "16", "64"));
  EXPECT_THAT(texts_of(tics_at(powers, {1, 64, false, 23, true})), ElementsAre("10", "20", "30", "40", "50", "60"));
}

// Of any span, at any size: at most ten, in order, within the span, and none touches the next.
TEST(Tics, NeverTouch) {
  for (std::uint64_t sample = 0; sample < 3000; ++sample) {
    RandomStream stream(1, fmt::format("tics {}", sample));
    const auto random = [&stream] { return static_cast<double>(stream() >> 11U) * 0x1p-53; };
    const bool logarithmic = sample % 2 == 0;
    const double sign = logarithmic || random() < 0.5 ? 1 : -1;
    const double low = sign * std::pow(10, 40 * random() - 20);
    const double high =
        logarithmic ? low * std::pow(10, 12 * random() + 0.001) : low + std::pow(10, 40 * random() - 20);
    if (!(high > low * (low > 0 ? 1 + 1e-9 : 1 - 1e-9))) continue;
    const double length = 2 + 75 * random();
    const bool across = random() < 0.5;
    const AxisRoom room{low, high, logarithmic, length, across};
    std::vector<Tic> wanted;
    for (int i = 0; i < 1 + static_cast<int>(40 * random()); ++i) {
      const double place = low + (high - low) * random();
      wanted.push_back({place, fmt::format("{}", place)});
    }
    for (const std::vector<Tic>& tics : {round_tics(room), tics_at(wanted, room)}) {
      EXPECT_TRUE(fit(tics, room)) << sample;
      EXPECT_LE(tics.size(), 17U) << sample;
      for (const Tic& tic : tics) {
        EXPECT_GE(tic.place, low - 1e-6 * (high - low)) << sample;
        EXPECT_LE(tic.place, high + 1e-6 * (high - low)) << sample;
      }
    }
  }
}

TEST(TextLayout, LongNamesKeepTheirEnds) {
  EXPECT_EQ(shortened("short", 10), "short");
  const std::string name = shortened("RecursiveBisection2[levels=12]", 10);
  EXPECT_LE(text_width(name), 10);
  EXPECT_THAT(name, ::testing::StartsWith("Recurs"));
  EXPECT_THAT(name, ::testing::EndsWith("12]"));
  // A character of several bytes is kept whole or dropped whole.
  for (const double width : {2.0, 2.5, 3.0, 4.0}) EXPECT_EQ(shortened("äöüäöüäöü", width).size() % 2, 1U) << width;
}

TEST(TextLayout, TextsAreBrokenBetweenWords) {
  EXPECT_THAT(wrapped("one two three", 7, character_count), ElementsAre("one two", "three"));
  EXPECT_THAT(wrapped(" äöü\nä ", 3, character_count), ElementsAre("äöü", "ä"));
  EXPECT_THAT(wrapped("an_endless_word a", 3, character_count), ElementsAre("an_endless_word", "a"));
  EXPECT_THAT(wrapped("", 60), ElementsAre());
}

}  // namespace
}  // namespace apportion::results
