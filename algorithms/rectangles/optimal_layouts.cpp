// Permutations and the layouts that they stand for.
#include "algorithms/rectangles/optimal_layouts.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>
#include <optional>
#include <utility>

namespace apportion {
namespace {

// order[k] is the room at the k-th place. Room i < j is left of room j if it comes before j, and above j if after.
using Permutation = std::vector<std::size_t>;
using Rooms = std::uint32_t;

bool holds(Rooms set, std::size_t room) { return ((set >> room) & 1U) != 0; }

Permutation inverse(const Permutation& order) {
  Permutation place(order.size());
  for (std::size_t k = 0; k < order.size(); ++k) place[order[k]] = k;
  return place;
}

// Exchanging rooms 1..n with n..1, and places likewise.
Permutation turned_by_half(const Permutation& order) {
  Permutation turned(order.rbegin(), order.rend());
  for (std::size_t& room : turned) room = order.size() - 1 - room;
  return turned;
}

// For each room those that lie behind it in one direction: right of it, or above it.
std::vector<Rooms> rooms_behind(const Permutation& order, bool to_the_right) {
  const Permutation place = inverse(order);
  std::vector<Rooms> behind(order.size());
  for (std::size_t i = 0; i < order.size(); ++i)
    for (std::size_t j = 0; j < order.size(); ++j) {
      const bool after = to_the_right ? i < j && place[i] < place[j] : i > j && place[i] < place[j];
      behind[i] |= after ? Rooms{1} << j : 0;
    }
  return behind;
}

// Of the rooms behind each one, those without another in between.
std::vector<Rooms> next_rooms(const std::vector<Rooms>& behind) {
  std::vector<Rooms> next = behind;
  for (std::size_t i = 0; i < behind.size(); ++i)
    for (std::size_t j = 0; j < behind.size(); ++j)
      if (holds(behind[i], j)) next[i] &= ~behind[j];
  return next;
}

// The lines across one direction. The rooms next to a room begin at the line at which it ends, so that they are the
// same for all rooms that end there; a permutation for which they are not is not a layout.
struct Lines {
  std::vector<std::size_t> begin;  // of each room
  std::vector<std::size_t> end;
  std::size_t count = 0;
};

bool are_equal_or_disjoint(const std::vector<Rooms>& sets) {
  return std::ranges::all_of(sets, [&](Rooms one) {
    return std::ranges::all_of(sets, [one](Rooms other) { return one == other || (one & other) == 0; });
  });
}

// How many lines precede a room at most, for each room.
std::vector<std::size_t> depths(const std::vector<Rooms>& behind) {
  std::vector<std::size_t> depth(behind.size(), 0);
  for (std::size_t round = 0; round < behind.size(); ++round)
    for (std::size_t i = 0; i < behind.size(); ++i)
      for (std::size_t j = 0; j < behind.size(); ++j)
        if (holds(behind[i], j)) depth[j] = std::max(depth[j], depth[i] + 1);
  return depth;
}

std::optional<Lines> find_lines(const std::vector<Rooms>& behind) {
  const std::vector<Rooms> next = next_rooms(behind);
  if (!are_equal_or_disjoint(next)) return std::nullopt;
  const std::vector<std::size_t> depth = depths(behind);
  // In order of their depths, which all rooms that begin at one line share.
  std::vector<std::pair<std::size_t, Rooms>> lines;
  for (const Rooms beginning : next) {
    if (beginning == 0) continue;
    lines.emplace_back(depth[static_cast<std::size_t>(std::countr_zero(beginning))], beginning);
  }
  std::ranges::sort(lines);
  lines.erase(std::unique(lines.begin(), lines.end()), lines.end());
  Lines found{std::vector<std::size_t>(next.size(), 0), std::vector<std::size_t>(next.size(), lines.size() + 1),
              lines.size() + 2};
  for (std::size_t line = 0; line < lines.size(); ++line)
    for (std::size_t room = 0; room < next.size(); ++room) {
      if (holds(lines[line].second, room)) found.begin[room] = line + 1;
      if (next[room] == lines[line].second) found.end[room] = line + 1;
    }
  return found;
}

// Mirror images of a layout: upside down, left to right, and both. The rooms of the image are numbered anew.
struct Image {
  Permutation order;
  std::vector<std::size_t> room;  // room[i] is the image of room i
};

std::array<Image, 3> images(const Permutation& order) {
  const std::size_t n = order.size();
  const Permutation place = inverse(order);
  Permutation reversed(n);
  for (std::size_t i = 0; i < n; ++i) reversed[i] = n - 1 - i;
  Permutation from_the_end(n);
  for (std::size_t i = 0; i < n; ++i) from_the_end[i] = n - 1 - place[i];
  return {Image{place, place}, Image{turned_by_half(place), from_the_end}, Image{turned_by_half(order), reversed}};
}

std::optional<RoomLayout> to_layout(const Permutation& order) {
  const std::optional<Lines> vertical = find_lines(rooms_behind(order, true));
  const std::optional<Lines> horizontal = find_lines(rooms_behind(order, false));
  if (!vertical || !horizontal) return std::nullopt;
  RoomLayout layout;
  layout.vertical = vertical->count;
  layout.horizontal = horizontal->count;
  for (std::size_t i = 0; i < order.size(); ++i)
    layout.rooms.push_back({vertical->begin[i], vertical->end[i], horizontal->begin[i], horizontal->end[i]});
  for (const Image& image : images(order)) {
    if (image.order == order) layout.symmetries.push_back(image.room);
    if (image.order < order) layout.represents_mirrored = false;
  }
  return layout;
}

// Whether only one place and all places hold rooms of consecutive numbers.
bool is_simple(const Permutation& order) {
  for (std::size_t first = 0; first < order.size(); ++first) {
    std::size_t least = order[first];
    std::size_t greatest = order[first];
    for (std::size_t last = first + 1; last < order.size(); ++last) {
      least = std::min(least, order[last]);
      greatest = std::max(greatest, order[last]);
      if (greatest - least == last - first && last - first + 1 < order.size()) return false;
    }
  }
  return true;
}

template <class Accept>
std::vector<RoomLayout> find_layouts(std::size_t rooms, Accept accept) {
  Permutation order(rooms);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::vector<RoomLayout> found;
  do {
    if (!accept(order)) continue;
    if (std::optional<RoomLayout> layout = to_layout(order)) found.push_back(*std::move(layout));
  } while (std::next_permutation(order.begin(), order.end()));
  return found;
}

std::array<std::vector<RoomLayout>, most_rooms + 1> find_all_simple_layouts() {
  std::array<std::vector<RoomLayout>, most_rooms + 1> found;
  for (std::size_t rooms = 5; rooms <= most_rooms; ++rooms) found[rooms] = find_layouts(rooms, is_simple);
  return found;
}

}  // namespace

std::vector<RoomLayout> all_layouts(std::size_t rooms) {
  return find_layouts(rooms, [](const Permutation&) { return true; });
}

const std::vector<RoomLayout>& simple_layouts(std::size_t rooms) {
  static const std::array<std::vector<RoomLayout>, most_rooms + 1> found = find_all_simple_layouts();
  return found.at(rooms);
}

}  // namespace apportion
