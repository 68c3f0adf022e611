// Lines, their ends, and crossings.
#include "algorithms/rectangles/optimal_lines.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace apportion {
namespace {

using Flags = std::array<bool, most_rooms + 1>;

// One direction of lines: rooms lie before and behind them, and stretch along them from one line across to another.
struct Across {
  std::size_t Room::*begin;
  std::size_t Room::*end;
  std::size_t Room::*from;
  std::size_t Room::*to;
};

constexpr Across vertical_lines{&Room::left, &Room::right, &Room::bottom, &Room::top};
constexpr Across horizontal_lines{&Room::bottom, &Room::top, &Room::left, &Room::right};

// A line is as long as the rooms along it, and lines across are numbered along it.
std::vector<Ends> ends_of(const RoomLayout& layout, std::size_t lines, const Across& across) {
  std::vector<Ends> ends(lines, {most_rooms + 1, 0});
  for (const Room& room : layout.rooms)
    for (const std::size_t line : {room.*across.begin, room.*across.end}) {
      ends[line].first = std::min(ends[line].first, room.*across.from);
      ends[line].last = std::max(ends[line].last, room.*across.to);
    }
  return ends;
}

// Where lines can end on the two sides of one line.
struct Meetings {
  std::vector<double> before;
  std::vector<double> behind;

  [[nodiscard]] bool coincide(double tolerance) {
    std::ranges::sort(before);
    std::ranges::sort(behind);
    for (std::size_t i = 0, j = 0; i < before.size() && j < behind.size();) {
      if (std::abs(before[i] - behind[j]) <= tolerance) return true;
      (before[i] < behind[j] ? i : j) += 1;
    }
    return false;
  }
};

// `at` are the positions of lines across, and `ends` theirs.
Meetings meetings_on(std::size_t line, const RoomLayout& layout, const Across& across, const std::vector<Ends>& ends,
                     const std::vector<double>& at, std::span<const ProcessorSet> sets, Junctions& junctions) {
  Meetings meetings;
  for (std::size_t other = 1; other + 1 < ends.size(); ++other) {
    if (ends[other].last == line) meetings.before.push_back(at[other]);
    if (ends[other].first == line) meetings.behind.push_back(at[other]);
  }
  for (std::size_t i = 0; i < layout.rooms.size(); ++i) {
    const Room& room = layout.rooms[i];
    if (size_of(sets[i]) < 2 || (room.*across.end != line && room.*across.begin != line)) continue;
    std::vector<double>& side = room.*across.end == line ? meetings.before : meetings.behind;
    const double from = at[room.*across.from];
    for (const double share : junctions.shares(sets[i])) side.push_back(from + share * (at[room.*across.to] - from));
  }
  return meetings;
}

// What an end on this line saves, of lines numbered from one border to the other.
std::uint8_t saved_at(std::size_t line, std::size_t lines, std::uint8_t first_side, std::uint8_t last_side,
                      const Flags& crossed) {
  if (line == 0) return first_side;
  if (line + 1 == lines) return last_side;
  return crossed[line] ? 1 : 0;
}

}  // namespace

LineEnds line_ends(const RoomLayout& layout) {
  return {ends_of(layout, layout.vertical, vertical_lines), ends_of(layout, layout.horizontal, horizontal_lines)};
}

LineFlags LineFlags::all() {
  LineFlags flags;
  flags.vertical.fill(true);
  flags.horizontal.fill(true);
  return flags;
}

LineFlags lines_with_crossings(const RoomLayout& layout, const LineEnds& ends, const LinePositions& at,
                               std::span<const ProcessorSet> sets, Junctions& junctions, double tolerance) {
  LineFlags flags;
  for (std::size_t line = 1; line + 1 < layout.vertical; ++line)
    flags.vertical.at(line) =
        meetings_on(line, layout, vertical_lines, ends.horizontal, at.y, sets, junctions).coincide(tolerance);
  for (std::size_t line = 1; line + 1 < layout.horizontal; ++line)
    flags.horizontal.at(line) =
        meetings_on(line, layout, horizontal_lines, ends.vertical, at.x, sets, junctions).coincide(tolerance);
  return flags;
}

SideSavings sides_of_room(const RoomLayout& layout, std::size_t room, const SideSavings& box,
                          const LineFlags& crossed) {
  const Room& lines = layout.rooms[room];
  const auto vertical = [&](std::size_t line) {
    return saved_at(line, layout.vertical, box.left, box.right, crossed.vertical);
  };
  const auto horizontal = [&](std::size_t line) {
    return saved_at(line, layout.horizontal, box.bottom, box.top, crossed.horizontal);
  };
  return {vertical(lines.left), vertical(lines.right), horizontal(lines.bottom), horizontal(lines.top)};
}

int halves_saved_by_lines(const RoomLayout& layout, const LineEnds& ends, const SideSavings& box,
                          const LineFlags& crossed) {
  int halves = 0;
  for (std::size_t line = 1; line + 1 < layout.vertical; ++line)
    for (const std::size_t end : {ends.vertical[line].first, ends.vertical[line].last})
      halves += saved_at(end, layout.horizontal, box.bottom, box.top, crossed.horizontal);
  for (std::size_t line = 1; line + 1 < layout.horizontal; ++line)
    for (const std::size_t end : {ends.horizontal[line].first, ends.horizontal[line].last})
      halves += saved_at(end, layout.vertical, box.left, box.right, crossed.vertical);
  return halves;
}

}  // namespace apportion
