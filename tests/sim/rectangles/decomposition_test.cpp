// Decompositions that come from elsewhere: which of them tile the array.
#include "sim/rectangles/decomposition.hpp"

#include <string>

#include "base/error.hpp"
#include "tests/support/matchers.hpp"
#include "tests/support/rectangles.hpp"

namespace apportion {
namespace {

// Two columns of a 4 x 6 array, for weights 1 and 2.
const RectangleProblem two_processors{{4, 6}, {{1, 2}, {}}, 0};
const Decomposition narrow_and_wide{{4, 6}, {{0, 0, 4, 2}, {0, 2, 4, 4}}};

std::string refusal(const Decomposition& decomposition) {
  return message_of([&] { require_tiling(two_processors, decomposition); });
}

TEST(Tiling, WhatTilesIsAccepted) {
  EXPECT_EQ(refusal(narrow_and_wide), "");
  // An L, and the corner that it leaves.
  EXPECT_EQ(refusal({{4, 6}, {{0, 0, 2, 4}, {2, 0, 2, 6}}, {{1, {0, 4, 2, 2}}}}), "");
}

TEST(Tiling, RoundingIsForgiven) {
  Decomposition moved = narrow_and_wide;
  moved.parts[1].column += 4e-9;
  EXPECT_EQ(refusal(moved), "");
  moved.parts[1].column += 4e-8;
  EXPECT_THAT(refusal(moved), HasSubstr("inside the array of 4 x 6"));
}

TEST(Tiling, WhatDoesNotTileIsNamed) {
  EXPECT_THAT(refusal({{4, 6}, {narrow_and_wide.parts[0]}}), HasSubstr("1 parts for 2 processors"));
  EXPECT_THAT(refusal({{4, 6}, {{0, 0, 4, 2}, {0, 1, 4, 4}}}), HasSubstr("overlaps another one"));
  EXPECT_THAT(refusal({{4, 6}, {{0, 0, 4, 2}, {0, 2, 4, 3.5}}}),
              HasSubstr("processor 1 has an area of 14; its share is 16"));
  EXPECT_THAT(refusal({{4, 6}, {{0, -1, 4, 2}, {0, 2, 4, 4}}}), HasSubstr("4 x 2 at (0, -1) is not one inside"));
  EXPECT_THAT(refusal({{4, 6}, {{0, 0, -4, -2}, {0, 2, 4, 4}}}), HasSubstr("is not one inside"));
  EXPECT_THAT(refusal({{4, 6}, {{0, 0, 1e308, 1e308}, {0, 2, 4, 4}}}), HasSubstr("is not one inside"));
}

// Every random decomposition tiles, and no longer does when one of its rectangles lies elsewhere.
TEST(Tiling, RandomOnesTileUntilARectangleMoves) {
  for (int sample = 0; sample < 50; ++sample) {
    RandomStream stream(5, "tiling " + std::to_string(sample));
    Decomposition decomposition =
        testing_support::random_guillotine({1000, 1500}, 2 + static_cast<std::size_t>(sample) % 30, 12, stream);
    const RectangleProblem asked{decomposition.extent, testing_support::cluster_of_areas(decomposition), 0};
    EXPECT_NO_THROW(require_tiling(asked, decomposition)) << sample;
    Rect& rect = decomposition.parts[static_cast<std::size_t>(sample) % decomposition.parts.size()];
    rect.row += rect.row > 0 ? -1 : 1;
    EXPECT_THROW(require_tiling(asked, decomposition), InputError) << sample;
  }
}

}  // namespace
}  // namespace apportion
