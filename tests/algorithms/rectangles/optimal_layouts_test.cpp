// Layouts of rooms: no layout is missing or comes twice, and each has one division of given areas.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <boost/random/uniform_real_distribution.hpp>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <set>
#include <string>
#include <vector>

#include "algorithms/rectangles/optimal.hpp"
#include "tests/support/rectangles.hpp"

namespace apportion {
namespace {

constexpr std::size_t most_counted = 7;
constexpr std::array<std::size_t, most_counted + 1> baxter_numbers{0, 1, 2, 6, 22, 92, 422, 2074};
constexpr std::array<std::size_t, most_counted + 1> schroeder_numbers{0, 1, 2, 6, 22, 90, 394, 1806};

// before[i][j]: room j lies behind room i, being bounded by a line that bounds room i, or behind such a room.
std::vector<std::vector<bool>> relation(const RoomLayout& layout, std::size_t Room::*begin, std::size_t Room::*end) {
  const std::size_t n = layout.rooms.size();
  std::vector<std::vector<bool>> before(n, std::vector<bool>(n, false));
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) before[i][j] = layout.rooms[i].*end == layout.rooms[j].*begin;
  for (std::size_t k = 0; k < n; ++k)
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < n; ++j) before[i][j] = before[i][j] || (before[i][k] && before[k][j]);
  return before;
}

// A name of the layout that does not depend on how rooms and lines are numbered; empty where two rooms lie neither
// beside nor above each other, or both, which no layout allows. The rooms are ordered from the upper left to the lower
// right, then from the lower left to the upper right.
std::vector<std::size_t> name_of(const RoomLayout& layout) {
  const auto left = relation(layout, &Room::left, &Room::right);
  const auto below = relation(layout, &Room::bottom, &Room::top);
  const std::size_t n = layout.rooms.size();
  std::vector<std::size_t> falling(n, 0);
  std::vector<std::size_t> rising(n, 0);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) {
      if (i == j) continue;
      if (left[i][j] + left[j][i] + below[i][j] + below[j][i] != 1) return {};
      falling[i] += left[j][i] || below[i][j] ? 1U : 0U;
      rising[i] += left[j][i] || below[j][i] ? 1U : 0U;
    }
  std::vector<std::size_t> name(n);
  for (std::size_t i = 0; i < n; ++i) name[rising[i]] = falling[i];
  return name;
}

TEST(Layouts, AreAsManyAsBaxterNumbersAndAllDifferent) {
  for (std::size_t rooms = 1; rooms <= most_counted; ++rooms) {
    SCOPED_TRACE(rooms);
    const std::vector<RoomLayout> layouts = all_layouts(rooms);
    EXPECT_EQ(layouts.size(), baxter_numbers.at(rooms));
    std::set<std::vector<std::size_t>> names;
    for (const RoomLayout& layout : layouts) {
      names.insert(name_of(layout));
      // Every division into rooms has one line less than rooms, borders apart.
      ASSERT_EQ(layout.vertical + layout.horizontal, rooms + 3);
    }
    EXPECT_FALSE(names.contains({}));
    EXPECT_EQ(names.size(), layouts.size());
  }
}

// coefficients[n] of x^n.
using Series = std::array<std::int64_t, most_rooms + 1>;

Series product(const Series& a, const Series& b) {
  Series result{};
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t j = 0; i + j < a.size(); ++j) result.at(i + j) += a.at(i) * b.at(j);
  return result;
}

// How many layouts cuts and these numbers of simple layouts make, with layouts in place of rooms. With B for all of
// them and C for those that are no vertical cut, B = C + C^2 + ... = C / (1 - C), so C = B / (1 + B); those that are a
// cut of one direction are B - C = B C.
Series composed(const std::array<std::size_t, most_rooms + 1>& simple) {
  Series all{};
  for (std::size_t n = 1; n < all.size(); ++n) {
    Series uncut{};  // C, up to n - 1: C = B - B C
    for (std::size_t k = 1; k < n; ++k) uncut.at(k) = all.at(k) - product(all, uncut).at(k);
    std::int64_t count = (n == 1 ? 1 : 0) + 2 * product(all, uncut).at(n);
    Series power = all;
    for (std::size_t rooms = 2; rooms <= n; ++rooms) {
      power = product(power, all);
      count += static_cast<std::int64_t>(simple.at(rooms)) * power.at(n);
    }
    all.at(n) = count;
  }
  return all;
}

TEST(Layouts, OfCutsAndSimpleLayoutsAreAllThereAre) {
  std::array<std::size_t, most_rooms + 1> simple{};
  const Series of_cuts = composed(simple);
  for (std::size_t rooms = 1; rooms <= most_rooms; ++rooms) simple.at(rooms) = simple_layouts(rooms).size();
  const Series of_both = composed(simple);
  for (std::size_t rooms = 1; rooms <= most_counted; ++rooms) {
    EXPECT_EQ(of_cuts.at(rooms), schroeder_numbers.at(rooms)) << rooms;
    EXPECT_EQ(of_both.at(rooms), baxter_numbers.at(rooms)) << rooms;
  }
  EXPECT_EQ(of_both.at(8), 10754);
  EXPECT_EQ(simple, (std::array<std::size_t, most_rooms + 1>{0, 0, 0, 0, 0, 2, 0, 12, 24}));
}

// The image of a layout when left and right are exchanged, or top and bottom.
RoomLayout mirrored(RoomLayout layout, bool left_and_right, bool top_and_bottom) {
  for (Room& room : layout.rooms) {
    if (left_and_right)
      room = {layout.vertical - 1 - room.right, layout.vertical - 1 - room.left, room.bottom, room.top};
    if (top_and_bottom)
      room = {room.left, room.right, layout.horizontal - 1 - room.top, layout.horizontal - 1 - room.bottom};
  }
  return layout;
}

TEST(Layouts, MirroredOnesAreRepresented) {
  for (std::size_t rooms = 5; rooms <= most_rooms; ++rooms) {
    SCOPED_TRACE(rooms);
    std::set<std::vector<std::size_t>> represented;
    for (const RoomLayout& layout : simple_layouts(rooms))
      if (layout.represents_mirrored)
        for (const bool x : {false, true})
          for (const bool y : {false, true}) represented.insert(name_of(mirrored(layout, x, y)));
    EXPECT_EQ(represented.size(), simple_layouts(rooms).size());
  }
}

std::vector<double> random_areas(std::size_t rooms, double ratio, RandomStream& stream) {
  boost::random::uniform_real_distribution<double> draw(0, 1);
  std::vector<double> areas;
  for (std::size_t i = 0; i < rooms; ++i) areas.push_back(std::pow(ratio, draw(stream)));
  return areas;
}

// Divides 3 x 2 and looks at what comes out.
void expect_division(const RoomLayout& layout, std::vector<double> areas) {
  const double sum = std::accumulate(areas.begin(), areas.end(), 0.0);
  for (double& area : areas) area *= 6 / sum;
  LinePositions at;
  ASSERT_TRUE(place_lines(layout, areas, 3, 2, at)) << areas.size() << " rooms, least area " << std::ranges::min(areas);
  Decomposition decomposition{{2, 3}, {}};
  for (std::size_t i = 0; i < areas.size(); ++i) {
    SCOPED_TRACE(i);
    const Box box = room_box(layout.rooms[i], at);
    ASSERT_NEAR(box.width * box.height / areas[i], 1, 1e-9);
    decomposition.parts.push_back({box.y, box.x, box.height, box.width});
  }
  ASSERT_TRUE(testing_support::tiles(decomposition));
}

TEST(Layouts, HaveADivisionOfAnyAreas) {
  for (std::size_t rooms = 1; rooms <= most_counted; ++rooms)
    for (const double ratio : {1.0, 8.0, 1e3, 1e5})
      for (const RoomLayout& layout : all_layouts(rooms)) {
        RandomStream stream(1, "areas " + std::to_string(ratio));
        ASSERT_NO_FATAL_FAILURE(expect_division(layout, random_areas(rooms, ratio, stream)));
      }
}

// Mirrored layouts, with the areas of mirrored rooms, have mirrored divisions: the symmetries name the right rooms.
TEST(Layouts, SymmetriesExchangeRoomsOfMirroredDivisions) {
  std::size_t symmetric = 0;
  for (std::size_t rooms = 5; rooms <= most_rooms; ++rooms)
    for (const RoomLayout& layout : simple_layouts(rooms))
      for (const std::vector<std::size_t>& image : layout.symmetries) {
        SCOPED_TRACE(::testing::PrintToString(image));
        ++symmetric;
        RandomStream stream(1, "symmetries");
        const std::vector<double> areas = random_areas(rooms, 8, stream);
        std::vector<double> exchanged(rooms);
        for (std::size_t i = 0; i < rooms; ++i) exchanged[image[i]] = areas[i];
        const double sum = std::accumulate(areas.begin(), areas.end(), 0.0);
        LinePositions at;
        LinePositions other;
        ASSERT_TRUE(place_lines(layout, areas, sum, 1, at));
        ASSERT_TRUE(place_lines(layout, exchanged, sum, 1, other));
        for (std::size_t i = 0; i < rooms; ++i)
          EXPECT_NEAR(room_box(layout.rooms[i], at).width, room_box(layout.rooms[image[i]], other).width, 1e-9 * sum);
      }
  EXPECT_GE(symmetric, 2U);
}

}  // namespace
}  // namespace apportion
