// In which order boxes are painted.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <boost/random/uniform_int_distribution.hpp>
#include <boost/random/uniform_real_distribution.hpp>
#include <optional>
#include <tuple>

#include "experiments/problems/boxes/solve.hpp"
#include "sim/boxes/bound.hpp"
#include "sim/random_stream.hpp"
#include "tests/support/questions.hpp"

namespace apportion::problems {
namespace {

using ::testing::ElementsAre;

std::vector<std::size_t> parts_of(const std::vector<PaintedBox>& painted) {
  std::vector<std::size_t> parts;
  for (const PaintedBox& each : painted) parts.push_back(each.part);
  return parts;
}

// Along the line through a point towards the viewer: where a box ends on it; nothing where the line misses the box.
std::optional<double> end_on_line(const Triple& begin, const Triple& end, const Triple& point) {
  double from = -1e9;
  double to = 1e9;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    from = std::max(from, begin[axis] - point[axis]);
    to = std::min(to, end[axis] - point[axis]);
  }
  return from < to ? std::optional(to) : std::nullopt;
}

// Whether on many lines of sight the box that is painted last is the one that is nearest to the viewer.
void expect_right_picture(const std::vector<Cuboid>& boxes, const Triple& extent, RandomStream& stream) {
  const std::vector<PaintedBox> painted = from_far_to_near(boxes);
  double pieces = 0;
  double whole = 0;
  for (const PaintedBox& each : painted)
    pieces += volume({each.end[0] - each.begin[0], each.end[1] - each.begin[1], each.end[2] - each.begin[2]});
  for (const Cuboid& box : boxes) whole += volume(box.sides);
  EXPECT_NEAR(pieces, whole, 1e-9 * whole);
  boost::random::uniform_real_distribution<double> within(0, 1);
  for (int i = 0; i < 300; ++i) {
    Triple point{};
    for (std::size_t axis = 0; axis < 3; ++axis) point[axis] = extent[axis] * within(stream);
    std::size_t nearest = boxes.size();
    double most = -1e9;
    for (std::size_t k = 0; k < boxes.size(); ++k) {
      const Cuboid& box = boxes[k];
      const auto end = end_on_line(box.at, {box.end(0), box.end(1), box.end(2)}, point);
      if (end && *end > most) std::tie(most, nearest) = std::tuple(*end, k);
    }
    std::size_t seen = boxes.size();
    for (const PaintedBox& each : painted)
      if (end_on_line(each.begin, each.end, point)) seen = each.part;
    ASSERT_EQ(seen, nearest);
  }
}

TEST(PaintedBoxes, BeginWithTheFarthest) {
  const std::vector<Cuboid> slabs = {{{2, 0, 0}, {1, 1, 1}}, {{0, 0, 0}, {1, 1, 1}}, {{1, 0, 0}, {1, 1, 1}}};
  EXPECT_THAT(parts_of(from_far_to_near(slabs)), ElementsAre(1, 2, 0));
}

// Two cubes in opposite corners, and three bars round each other between them, each of which lies behind the next.
TEST(PaintedBoxes, RoundEachOtherAreCut) {
  const BoxDivision division{{2, 2, 2},
                             {{{1, 1, 1}, {1, 1, 1}},
                              {{1, 0, 0}, {1, 2, 1}},
                              {{0, 1, 0}, {1, 1, 2}},
                              {{0, 0, 1}, {2, 1, 1}},
                              {{0, 0, 0}, {1, 1, 1}}}};
  const BoxProblem problem{division.extent, {{1, 2, 2, 2, 1}, {}}, 0};
  EXPECT_NO_THROW(require_tiling(problem, division));
  EXPECT_NEAR(9, total_lower_bound(problem), 1e-12);  // so nothing is cheaper
  EXPECT_DOUBLE_EQ(9, total_cost(problem, division));
  const std::vector<std::size_t> order = parts_of(from_far_to_near(division.parts));
  EXPECT_EQ(6U, order.size());  // one bar is in two pieces
  EXPECT_EQ(4U, order.front());
  EXPECT_EQ(0U, order.back());
  RandomStream stream(1, "painted boxes");
  expect_right_picture(division.parts, division.extent, stream);
}

// Boxes grown at random in a lattice, which hardly ever are slicing divisions, touching and apart.
TEST(PaintedBoxes, HideWhatIsBehindThem) {
  RandomStream stream(2, "painted boxes");
  boost::random::uniform_int_distribution<int> draw(0, 1 << 20);
  for (int i = 0; i < 200; ++i) {
    constexpr int side = 5;
    std::array<int, 125> owner{};  // side^3
    const auto at = [&](int a, int b, int c) -> int& {
      return owner[static_cast<std::size_t>((std::int64_t{a} * side + b) * side + c)];
    };
    std::vector<Cuboid> boxes;
    for (int cell = 0; cell < side * side * side; ++cell) {
      const std::array<int, 3> first = {cell / (side * side), cell / side % side, cell % side};
      if (at(first[0], first[1], first[2]) != 0) continue;
      std::array<int, 3> end = {first[0] + 1, first[1] + 1, first[2] + 1};
      const auto is_free = [&] {
        for (int a = first[0]; a < end[0]; ++a)
          for (int b = first[1]; b < end[1]; ++b)
            for (int c = first[2]; c < end[2]; ++c)
              if (at(a, b, c) != 0) return false;
        return true;
      };
      for (int grow = draw(stream) % 6; grow > 0; --grow) {
        int& side_end = end[static_cast<std::size_t>(draw(stream) % 3)];
        if (side_end < side) ++side_end;
        if (!is_free()) --side_end;
      }
      boxes.emplace_back();
      for (int a = first[0]; a < end[0]; ++a)
        for (int b = first[1]; b < end[1]; ++b)
          for (int c = first[2]; c < end[2]; ++c) at(a, b, c) = static_cast<int>(boxes.size());
      for (std::size_t axis = 0; axis < 3; ++axis) {
        boxes.back().at[axis] = first[axis];
        boxes.back().sides[axis] = end[axis] - first[axis];
      }
    }
    expect_right_picture(boxes, {side, side, side}, stream);
    for (Cuboid& box : boxes)
      for (std::size_t axis = 0; axis < 3; ++axis) box.at[axis] += 0.12 * (box.at[axis] + box.sides[axis] / 2);
    expect_right_picture(boxes, {1.12 * side, 1.12 * side, 1.12 * side}, stream);
  }
}

TEST(BoxQuestions, AreReadFromTheirOwnJson) {
  const BoxProblem problem{{2, 3, 0.5}, {{1, 2}, {}}, 7};
  const BoxProblem again = parse_box_question(to_json(problem)).problem;
  EXPECT_EQ(problem.extent, again.extent);
  EXPECT_EQ(problem.cluster.speeds, again.cluster.speeds);
  EXPECT_EQ(problem.latency, again.latency);
}

}  // namespace
}  // namespace apportion::problems
