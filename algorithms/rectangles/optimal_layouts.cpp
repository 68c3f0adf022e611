// OPTIMAL's search over layouts that are not slicing: cuts that split off slicing trees, then simple layouts (the
// pinwheel and larger ones like it) with slicing trees in their rooms.
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <optional>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "algorithms/rectangles/optimal.hpp"

namespace apportion {
namespace {

// --- Layouts of rooms

// order[k] is the room at place k. Room i < j is left of room j if it is earlier in the order, and above j if later.
using Permutation = std::vector<std::size_t>;
using Rooms = std::uint32_t;

bool holds(Rooms set, std::size_t room) { return ((set >> room) & 1U) != 0; }

Permutation inverse(const Permutation& order) {
  Permutation place(order.size());
  for (std::size_t k = 0; k < order.size(); ++k) place[order[k]] = k;
  return place;
}

// Exchanges rooms 1..n with n..1, and places likewise.
Permutation turned_by_half(const Permutation& order) {
  Permutation turned(order.rbegin(), order.rend());
  for (std::size_t& room : turned) room = order.size() - 1 - room;
  return turned;
}

// For each room, those behind it across lines of one direction: right of it, or above it.
std::vector<Rooms> rooms_behind(const Permutation& order, Direction lines) {
  const Permutation place = inverse(order);
  std::vector<Rooms> behind(order.size());
  for (std::size_t i = 0; i < order.size(); ++i)
    for (std::size_t j = 0; j < order.size(); ++j)
      if (place[i] < place[j] && (lines == vertical ? i < j : i > j)) behind[i] |= Rooms{1} << j;
  return behind;
}

// Of the rooms behind each one, those directly behind it.
std::vector<Rooms> next_rooms(const std::vector<Rooms>& behind) {
  std::vector<Rooms> next = behind;
  for (std::size_t i = 0; i < behind.size(); ++i)
    for (std::size_t j = 0; j < behind.size(); ++j)
      if (holds(behind[i], j)) next[i] &= ~behind[j];
  return next;
}

bool are_equal_or_disjoint(const std::vector<Rooms>& sets) {
  return std::ranges::all_of(sets, [&](Rooms one) {
    return std::ranges::all_of(sets, [one](Rooms other) { return one == other || (one & other) == 0; });
  });
}

// For each room, the greatest number of lines before it.
std::vector<std::size_t> depths(const std::vector<Rooms>& behind) {
  std::vector<std::size_t> depth(behind.size(), 0);
  for (std::size_t round = 0; round < behind.size(); ++round)
    for (std::size_t i = 0; i < behind.size(); ++i)
      for (std::size_t j = 0; j < behind.size(); ++j)
        if (holds(behind[i], j)) depth[j] = std::max(depth[j], depth[i] + 1);
  return depth;
}

// Numbers the lines of one direction. The rooms next to a room begin at the line at which it ends, so that they are the
// same for all rooms that end there; if they differ, the permutation is not a layout, and the result is false.
bool find_lines(const std::vector<Rooms>& behind, Direction direction, RoomLayout& layout) {
  const std::vector<Rooms> next = next_rooms(behind);
  if (!are_equal_or_disjoint(next)) return false;
  const std::vector<std::size_t> depth = depths(behind);
  // Lines in order of their depths, which all rooms that begin at one line share.
  std::set<std::pair<std::size_t, Rooms>> lines;
  for (const Rooms beginning : next)
    if (beginning != 0) lines.emplace(depth[static_cast<std::size_t>(std::countr_zero(beginning))], beginning);
  layout.lines[direction] = lines.size() + 2;
  for (Room& room : layout.rooms) room.end[direction] = lines.size() + 1;
  std::size_t line = 0;
  for (const auto& [unused, beginning] : lines) {
    ++line;
    for (std::size_t room = 0; room < next.size(); ++room) {
      if (holds(beginning, room)) layout.rooms[room].begin[direction] = line;
      if (next[room] == beginning) layout.rooms[room].end[direction] = line;
    }
  }
  return true;
}

// A mirror image of a layout: upside down, left to right, or both. The rooms of the image are renumbered.
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
  RoomLayout layout;
  layout.rooms.resize(order.size());
  for (const Direction direction : directions)
    if (!find_lines(rooms_behind(order, direction), direction, layout)) return std::nullopt;
  for (const Image& image : images(order)) {
    if (image.order == order) layout.symmetries.push_back(image.room);
    if (image.order < order) layout.represents_mirrored = false;
  }
  return layout;
}

// Whether no range of places, except single places and all places, holds rooms of consecutive numbers.
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

// --- Areas: Newton's method on the lines of one direction; those of the other follow

constexpr std::size_t most_lines = most_rooms + 1;
constexpr int most_steps = 200;

using Vector = std::array<double, most_lines>;

// Maximises F = sum of area x log(extent) over the positions of the inner lines.
class LineSearch {
 public:
  // At the start every room must have a positive extent.
  LineSearch(const RoomLayout& layout, Direction direction, std::span<const double> areas, const Vector& start)
      : rooms_(layout.rooms), direction_(direction), lines_(layout.lines[direction]), areas_(areas), at_(start) {
    measure();
  }

  bool converge() {
    for (int steps = 0; steps < most_steps; ++steps) {
      if (!find_step()) return false;
      const auto [shrinking, change] = greatest_changes();
      if (!(change <= std::numeric_limits<double>::max())) return false;
      if (change < 1e-8) {
        // Convergence is quadratic: the rest is rounding.
        move(at_, 1);
        return true;
      }
      if (!damp_and_move(shrinking)) return false;
    }
    return false;
  }

  [[nodiscard]] const Vector& positions() const { return at_; }
  [[nodiscard]] double extent(const Room& room) const { return at_[end(room)] - at_[begin(room)]; }

 private:
  [[nodiscard]] std::size_t begin(const Room& room) const { return room.begin[direction_]; }
  [[nodiscard]] std::size_t end(const Room& room) const { return room.end[direction_]; }

  // Computes the inverses of the extents, and F's gradient.
  void measure() {
    gradient_.fill(0);
    for (std::size_t i = 0; i < areas_.size(); ++i) {
      inverse_[i] = 1 / extent(rooms_[i]);
      const double force = areas_[i] * inverse_[i];
      gradient_[end(rooms_[i])] += force;
      gradient_[begin(rooms_[i])] -= force;
    }
  }

  [[nodiscard]] double slope_along_step() const {
    double sum = 0;
    for (std::size_t line = 1; line + 1 < lines_; ++line) sum += gradient_[line] * step_[line];
    return sum;
  }

  // The Newton step: Cholesky's decomposition of the negated Hessian, which is positive definite.
  bool find_step() {
    std::array<Vector, most_lines> matrix{};
    for (std::size_t i = 0; i < areas_.size(); ++i) {
      const std::size_t first = begin(rooms_[i]);
      const std::size_t last = end(rooms_[i]);
      const double stiffness = areas_[i] * inverse_[i] * inverse_[i];
      matrix[first][first] += stiffness;
      matrix[last][last] += stiffness;
      matrix[last][first] -= stiffness;
    }
    step_ = gradient_;
    step_[0] = step_[lines_ - 1] = 0;
    for (std::size_t row = 1; row + 1 < lines_; ++row)
      if (!eliminate(matrix, row)) return false;
    for (std::size_t row = lines_ - 2; row > 0; --row) {
      for (std::size_t k = row + 1; k + 1 < lines_; ++k) step_[row] -= matrix[k][row] * step_[k];
      step_[row] *= matrix[row][row];
    }
    return true;
  }

  // Computes a row of the triangular factor, with the inverse on its diagonal, and of the forward substitution.
  bool eliminate(std::array<Vector, most_lines>& matrix, std::size_t row) {
    for (std::size_t column = 1; column < row; ++column) {
      double sum = matrix[row][column];
      for (std::size_t k = 1; k < column; ++k) sum -= matrix[row][k] * matrix[column][k];
      matrix[row][column] = sum * matrix[column][column];
      step_[row] -= matrix[row][column] * step_[column];
    }
    double square = matrix[row][row];
    for (std::size_t k = 1; k < row; ++k) square -= matrix[row][k] * matrix[row][k];
    if (!(square > 0)) return false;
    matrix[row][row] = 1 / std::sqrt(square);
    step_[row] *= matrix[row][row];
    return true;
  }

  struct Changes {
    double shrinking = 0;
    double either_way = 0;
  };

  // The greatest relative changes of extents by the step; a decrease of 1 would make an extent 0.
  [[nodiscard]] Changes greatest_changes() const {
    Changes greatest;
    for (std::size_t i = 0; i < areas_.size(); ++i) {
      const double change = (step_[end(rooms_[i])] - step_[begin(rooms_[i])]) * inverse_[i];
      greatest.shrinking = std::max(greatest.shrinking, -change);
      // Written as !(<=) so that NaN propagates.
      if (!(std::abs(change) <= greatest.either_way)) greatest.either_way = std::abs(change);
    }
    return greatest;
  }

  void move(const Vector& from, double part) {
    for (std::size_t line = 1; line + 1 < lines_; ++line) at_[line] = from[line] + part * step_[line];
  }

  // Goes along the step as long as all rooms keep a tenth of their extent and F does not begin to fall steeply.
  bool damp_and_move(double shrinking) {
    double part = shrinking > 0.9 ? 0.9 / shrinking : 1;
    const double slope = slope_along_step();
    const Vector from = at_;
    for (int halvings = 0; halvings < 40; ++halvings, part /= 2) {
      move(from, part);
      measure();
      if (slope_along_step() >= -0.5 * slope) return true;
    }
    return false;
  }

  std::span<const Room> rooms_;
  Direction direction_;
  std::size_t lines_;
  std::span<const double> areas_;
  Vector at_;
  Vector step_{};
  Vector gradient_{};
  std::array<double, most_rooms> inverse_{};
};

bool is_possible(const RoomLayout& layout, Direction direction, const Vector& at) {
  return std::ranges::all_of(layout.rooms,
                             [&](const Room& room) { return at[room.end[direction]] > at[room.begin[direction]]; });
}

// Lines are numbered from border to border, so that these positions are in a possible order.
Vector evenly_spaced(std::size_t lines, double length) {
  Vector at{};
  for (std::size_t line = 0; line < lines; ++line)
    at[line] = length * static_cast<double>(line) / static_cast<double>(lines - 1);
  return at;
}

// The lines of the other direction, each at the end of the rooms before it.
Vector following(const RoomLayout& layout, Direction direction, double length, std::span<const double> extents) {
  Vector at{};
  const std::size_t lines = layout.lines[direction];
  for (std::size_t line = 1; line + 1 < lines; ++line)
    for (std::size_t i = 0; i < extents.size(); ++i)
      if (layout.rooms[i].end[direction] == line) at[line] = at[layout.rooms[i].begin[direction]] + extents[i];
  at[lines - 1] = length;
  return at;
}

// --- Lines: their ends, and possible crossings

// The two lines at which a line across them ends.
struct Ends {
  std::size_t first = most_rooms + 1;
  std::size_t last = 0;
};

// The ends of the lines of each direction by number, at lines of the other one; those of the borders are unused.
using LineEnds = std::array<std::vector<Ends>, 2>;

// A property of some inner lines of each direction, by number.
using LineFlags = std::array<std::array<bool, most_rooms + 1>, 2>;

// A line is as long as the rooms along it, and lines across it are numbered along it.
LineEnds ends_of(const RoomLayout& layout) {
  LineEnds ends;
  for (const Direction d : directions) {
    ends[d].resize(layout.lines[d]);
    for (const Room& room : layout.rooms)
      for (const std::size_t line : {room.begin[d], room.end[d]}) {
        ends[d][line].first = std::min(ends[d][line].first, room.begin[1 - d]);
        ends[d][line].last = std::max(ends[d][line].last, room.end[1 - d]);
      }
  }
  return ends;
}

// Whether the lists have values within the tolerance of each other.
bool coincide(std::vector<double> before, std::vector<double> behind, double tolerance) {
  std::ranges::sort(before);
  std::ranges::sort(behind);
  for (std::size_t i = 0, j = 0; i < before.size() && j < behind.size();) {
    if (std::abs(before[i] - behind[j]) <= tolerance) return true;
    (before[i] < behind[j] ? i : j) += 1;
  }
  return false;
}

// Whether lines from both sides can end in one point of this line of direction `d`, within `tolerance`: lines of the
// layout, and of any slicing trees in the rooms. sets[i] is in room i.
bool may_cross(std::size_t line, Direction d, const RoomLayout& layout, const LineEnds& ends, const LinePositions& at,
               std::span<const ProcessorSet> sets, Junctions& junctions, double tolerance) {
  const std::vector<double>& along = at[1 - d];
  std::vector<double> before;
  std::vector<double> behind;
  for (std::size_t other = 1; other + 1 < along.size(); ++other) {
    if (ends[1 - d][other].last == line) before.push_back(along[other]);
    if (ends[1 - d][other].first == line) behind.push_back(along[other]);
  }
  for (std::size_t i = 0; i < layout.rooms.size(); ++i) {
    const Room& room = layout.rooms[i];
    if (size_of(sets[i]) < 2 || (room.end[d] != line && room.begin[d] != line)) continue;
    std::vector<double>& side = room.end[d] == line ? before : behind;
    const double from = along[room.begin[1 - d]];
    for (const double share : junctions.shares(sets[i])) side.push_back(from + share * (along[room.end[1 - d]] - from));
  }
  return coincide(std::move(before), std::move(behind), tolerance);
}

// The savings of an end on this line, if the layout's box has the savings `box`.
std::uint8_t saved_at(std::size_t line, Direction d, const RoomLayout& layout, const SideSavings& box,
                      const LineFlags& crossed) {
  if (line == 0) return box.begin[d];
  if (line + 1 == layout.lines[d]) return box.end[d];
  return crossed[d][line] ? 1 : 0;
}

// The savings of lines that end on the sides of a room.
SideSavings sides_of_room(const RoomLayout& layout, std::size_t room, const SideSavings& box,
                          const LineFlags& crossed) {
  SideSavings sides;
  for (const Direction d : directions) {
    sides.begin[d] = saved_at(layout.rooms[room].begin[d], d, layout, box, crossed);
    sides.end[d] = saved_at(layout.rooms[room].end[d], d, layout, box, crossed);
  }
  return sides;
}

// Halves of the latency that the layout's own lines save.
int halves_saved_by_lines(const RoomLayout& layout, const LineEnds& ends, const SideSavings& box,
                          const LineFlags& crossed) {
  int halves = 0;
  for (const Direction d : directions)
    for (std::size_t line = 1; line + 1 < layout.lines[d]; ++line)
      for (const std::size_t end : {ends[d][line].first, ends[d][line].last})
        halves += saved_at(end, 1 - d, layout, box, crossed);
  return halves;
}

// --- Rooms: all assignments of processors to the rooms of a layout

class RoomFilling {
 public:
  RoomFilling(SlicingTables& tables, const SetBlock& block, const std::vector<SetBlock>& others, double bound,
              Incumbent& incumbent)
      : tables_(tables), block_(block), others_(others), bound_(bound), incumbent_(incumbent) {
    for (ProcessorSet left = block.set; left > 0; left &= left - 1)
      processors_.push_back(static_cast<std::size_t>(std::countr_zero(left)));
  }

  bool fill(const RoomLayout& layout) {
    layout_ = &layout;
    ends_ = ends_of(layout);
    sets_.fill(0);
    all_solved_ = true;
    assign(0, 0, layout.rooms.size());
    return all_solved_;
  }

 private:
  // Puts the next processor into each room; equal ones go into rooms in order, `from` being the last one's room.
  void assign(std::size_t next, std::size_t from, std::size_t empty) {
    if (next == processors_.size()) {
      evaluate();
      return;
    }
    const bool must_open = processors_.size() - next == empty;
    const ProcessorSet processor = ProcessorSet{1} << processors_[next];
    for (std::size_t room = from; room < layout_->rooms.size(); ++room) {
      if (must_open && sets_[room] != 0) continue;
      const bool opens = sets_[room] == 0;
      sets_[room] |= processor;
      assign(next + 1, equals_next(next) ? room : 0, empty - (opens ? 1 : 0));
      sets_[room] ^= processor;
    }
  }

  [[nodiscard]] bool equals_next(std::size_t k) const {
    const std::vector<double>& weights = tables_.frame().weights;
    return k + 1 < processors_.size() && weights[processors_[k]] == weights[processors_[k + 1]];
  }

  // Whether mirror images cost the same, as without latency.
  [[nodiscard]] bool is_mirrored() const {
    return tables_.frame().latency == 0 &&
           std::ranges::any_of(layout_->symmetries,
                               [this](const std::vector<std::size_t>& image) { return sets_[0] > sets_[image[0]]; });
  }

  void evaluate() {
    if (is_mirrored()) return;
    tables_.budget().spend();
    if (!incumbent_.may_be_beaten_by(lower_bound(false))) return;
    for (std::size_t i = 0; i < layout_->rooms.size(); ++i) areas_[i] = tables_.sets().area(sets_[i]);
    const std::span<const double> areas = std::span(areas_).first(layout_->rooms.size());
    if (!place_lines(*layout_, areas, block_.box.width, block_.box.height, positions_)) {
      all_solved_ = false;
      return;
    }
    if (incumbent_.may_be_beaten_by(lower_bound(true))) complete();
  }

  // A bound that assumes every possible crossing. Before the lines are placed the rooms may have any widths.
  [[nodiscard]] double lower_bound(bool is_placed) {
    LineFlags all;
    for (auto& each : all) each.fill(true);
    double bound = bound_ - saving(all);
    for (std::size_t i = 0; i < layout_->rooms.size(); ++i) {
      const Envelope& envelope = tables_.envelope(sets_[i], room_sides(i, all));
      bound += is_placed ? envelope.at(room_box(layout_->rooms[i], positions_).width) : envelope.least;
    }
    return bound;
  }

  [[nodiscard]] double saving(const LineFlags& crossed) const {
    return tables_.frame().latency / 2 * halves_saved_by_lines(*layout_, ends_, block_.sides, crossed);
  }

  [[nodiscard]] SideSavings room_sides(std::size_t room, const LineFlags& crossed) const {
    if (tables_.frame().latency == 0 || size_of(sets_[room]) == 1) return {};
    return sides_of_room(*layout_, room, block_.sides, crossed);
  }

  void complete() {
    LineFlags crossed{};
    if (tables_.frame().latency > 0)
      for (const Direction d : directions)
        for (std::size_t line = 1; line + 1 < layout_->lines[d]; ++line)
          crossed[d][line] = may_cross(line, d, *layout_, ends_, positions_, sets_, tables_.junctions(),
                                       2 * tables_.frame().tolerance());
    std::vector<SetBlock> blocks = others_;
    for (std::size_t i = 0; i < layout_->rooms.size(); ++i) {
      Box box = room_box(layout_->rooms[i], positions_);
      box.x += block_.box.x;
      box.y += block_.box.y;
      blocks.push_back({sets_[i], box, room_sides(i, crossed)});
    }
    double base = bound_ - saving(crossed);
    for (const SetBlock& other : others_) base -= tables_.cost(other);
    complete_blocks(tables_, blocks, base, incumbent_);
  }

  SlicingTables& tables_;
  const SetBlock& block_;
  const std::vector<SetBlock>& others_;
  double bound_;
  Incumbent& incumbent_;
  std::vector<std::size_t> processors_;
  const RoomLayout* layout_ = nullptr;
  LineEnds ends_;
  std::array<ProcessorSet, most_rooms> sets_{};
  std::array<double, most_rooms> areas_{};
  LinePositions positions_;
  bool all_solved_ = true;
};

// --- The search

constexpr int fewest_in_simple = 5;

// The sides of a box at which a slicing tree may still be split off: left and bottom, right and top.
struct OpenSides {
  std::array<bool, 2> begin = {true, true};
  std::array<bool, 2> end = {true, true};
};

class LayoutSearch {
 public:
  LayoutSearch(SlicingTables& tables, Incumbent& incumbent) : tables_(tables), incumbent_(incumbent) {}

  bool run() {
    divide(tables_.whole(), {.end = {ordered(), ordered()}}, base_cost(tables_.frame()));
    return all_solved_;
  }

 private:
  // `bound` is that of everything outside the block, whose own layout is not slicing.
  void divide(const SetBlock& block, const OpenSides& open, double bound) {
    if (size_of(block.set) < fewest_in_simple) return;
    if (!incumbent_.may_be_beaten_by(bound + least_cost(block))) return;
    fill_simple_layouts(block, bound);
    for (ProcessorSet piece = (block.set - 1) & block.set; piece > 0; piece = (piece - 1) & block.set) {
      if (size_of(block.set ^ piece) < fewest_in_simple || !tables_.sets().is_leading(piece, block.set)) continue;
      for (const Direction cut : directions) {
        OpenSides next{.end = {ordered(), ordered()}};
        next.begin[cut] = false;
        next.end[cut] = open.end[cut];
        if (open.begin[cut]) split_off(block, piece, cut, true, next, bound);
        next.end[cut] = false;
        if (open.end[cut]) split_off(block, piece, cut, false, next, bound);
      }
    }
  }

  // Offers the best decomposition in which the block is divided by a simple layout whose rooms are divided by slicing
  // trees, if one is cheaper than the incumbent.
  void fill_simple_layouts(const SetBlock& block, double bound) {
    RoomFilling filling(tables_, block, split_off_, bound, incumbent_);
    for (std::size_t rooms = fewest_in_simple; rooms <= static_cast<std::size_t>(size_of(block.set)); ++rooms)
      for (const RoomLayout& layout : simple_layouts(rooms))
        if (ordered() || layout.represents_mirrored) all_solved_ = filling.fill(layout) && all_solved_;
  }

  // Without latency the order of parallel pieces does not matter.
  [[nodiscard]] bool ordered() const { return tables_.frame().latency > 0; }

  // Splits off the piece as a slicing tree before the rest (on the left or at the bottom), or behind it.
  void split_off(const SetBlock& block, ProcessorSet piece, Direction cut, bool before, const OpenSides& open,
                 double bound) {
    tables_.budget().spend();
    Halves halves = tables_.divide(block, before ? piece : block.set ^ piece, cut);
    const SetBlock& tree = before ? halves.first : halves.second;
    const SetBlock& rest = before ? halves.second : halves.first;
    // The tables contain the ends of lines of slicing trees only, so that crossings with the rest are assumed.
    if (ordered()) halves.first.sides.end[cut] = halves.second.sides.begin[cut] = size_of(piece) > 1 ? 1 : 0;
    split_off_.push_back(tree);
    divide(rest, open, bound + tables_.cost(tree) - halves.saving);
    split_off_.pop_back();
  }

  // A bound: every part at least as long as a square, or as a strip if a square does not fit; every line's ends save as
  // much as sides can save.
  [[nodiscard]] double least_cost(const SetBlock& block) const {
    const double shorter = std::min(block.box.width, block.box.height);
    double least = 0;
    for (ProcessorSet left = block.set; left > 0; left &= left - 1) {
      const double area = tables_.sets().area(lowest_of(left));
      least += area <= shorter * shorter ? 2 * std::sqrt(area) : shorter + area / shorter;
    }
    return least - 2 * tables_.frame().latency * (size_of(block.set) - 1);
  }

  SlicingTables& tables_;
  Incumbent& incumbent_;
  std::vector<SetBlock> split_off_;
  bool all_solved_ = true;
};

}  // namespace

std::vector<RoomLayout> all_layouts(std::size_t rooms) {
  return find_layouts(rooms, [](const Permutation&) { return true; });
}

const std::vector<RoomLayout>& simple_layouts(std::size_t rooms) {
  static const auto found = [] {
    std::array<std::vector<RoomLayout>, most_rooms + 1> all;
    for (std::size_t n = fewest_in_simple; n <= most_rooms; ++n) all[n] = find_layouts(n, is_simple);
    return all;
  }();
  return found.at(rooms);
}

// The second direction, with more lines, starts from the result of the first, and needs a step or two. Coordinates are
// as exact as rounding allows, so that narrow rooms are less exact.
bool place_lines(const RoomLayout& layout, std::span<const double> areas, double width, double height,
                 LinePositions& positions) {
  const std::array<double, 2> length = {width, height};
  const Direction first = layout.lines[0] <= layout.lines[1] ? 0 : 1;
  const Direction second = 1 - first;
  LineSearch search(layout, first, areas, evenly_spaced(layout.lines[first], length[first]));
  if (!search.converge()) return false;
  std::array<double, most_rooms> extents{};
  for (std::size_t i = 0; i < areas.size(); ++i) extents[i] = areas[i] / search.extent(layout.rooms[i]);
  const Vector start = following(layout, second, length[second], std::span(extents).first(areas.size()));
  if (!is_possible(layout, second, start)) return false;
  LineSearch other(layout, second, areas, start);
  if (!other.converge()) return false;
  for (std::size_t i = 0; i < areas.size(); ++i) {
    const double one = search.extent(layout.rooms[i]);
    const double across = other.extent(layout.rooms[i]);
    const double rounding = length[first] * across + length[second] * one;
    if (!(one > 0 && across > 0 && std::abs(one * across - areas[i]) <= 1e-13 * rounding)) return false;
  }
  const auto list = [&](Direction d, const Vector& at) { positions[d].assign(at.data(), at.data() + layout.lines[d]); };
  list(first, search.positions());
  list(second, other.positions());
  return true;
}

bool search_layouts(SlicingTables& tables, Incumbent& incumbent) { return LayoutSearch(tables, incumbent).run(); }

}  // namespace apportion
