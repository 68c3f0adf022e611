// Every way to put processors into the rooms of a layout.
#include "algorithms/rectangles/optimal_rooms.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <span>

#include "algorithms/rectangles/optimal_areas.hpp"
#include "algorithms/rectangles/optimal_layouts.hpp"
#include "algorithms/rectangles/optimal_lines.hpp"

namespace apportion {
namespace {

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
    ends_ = line_ends(layout);
    sets_.fill(0);
    all_solved_ = true;
    assign(0, 0, layout.rooms.size());
    return all_solved_;
  }

 private:
  // Puts the next processor into each room; equal ones go into rooms in order, `from` being that of the last one.
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

  // Without latency mirror images cost the same.
  [[nodiscard]] bool is_mirrored() const {
    return tables_.frame().latency == 0 &&
           std::ranges::any_of(layout_->symmetries,
                               [this](const std::vector<std::size_t>& image) { return sets_[0] > sets_[image[0]]; });
  }

  void evaluate() {
    if (is_mirrored()) return;
    tables_.budget().spend();
    if (!incumbent_.may_be_beaten_by(least_bound())) return;
    for (std::size_t i = 0; i < layout_->rooms.size(); ++i) areas_[i] = tables_.sets().area(sets_[i]);
    const std::span<const double> areas = std::span(areas_).first(layout_->rooms.size());
    if (!place_lines(*layout_, areas, block_.box.width, block_.box.height, positions_)) {
      all_solved_ = false;
      return;
    }
    if (incumbent_.may_be_beaten_by(solved_bound())) complete();
  }

  // Before the lines are placed: the rooms may have any widths.
  [[nodiscard]] double least_bound() {
    return bound_by([](std::size_t, const Envelope& envelope) { return envelope.least; });
  }

  [[nodiscard]] double solved_bound() {
    return bound_by([this](std::size_t room, const Envelope& envelope) {
      return envelope.at(room_box(layout_->rooms[room], positions_).width);
    });
  }

  // With crossings wherever there could be any.
  template <class Cost>
  [[nodiscard]] double bound_by(Cost cost) {
    const LineFlags all = LineFlags::all();
    double bound = bound_ - saving(all);
    for (std::size_t i = 0; i < layout_->rooms.size(); ++i)
      bound += cost(i, tables_.envelope(sets_[i], room_sides(i, all)));
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
    LineFlags crossed;
    if (tables_.frame().latency > 0)
      crossed = lines_with_crossings(*layout_, ends_, positions_, std::span(sets_).first(layout_->rooms.size()),
                                     tables_.junctions(), 2 * tables_.frame().tolerance());
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

}  // namespace

bool fill_simple_layouts(SlicingTables& tables, const SetBlock& block, const std::vector<SetBlock>& others,
                         double bound, Incumbent& incumbent) {
  RoomFilling filling(tables, block, others, bound, incumbent);
  bool all_solved = true;
  for (std::size_t rooms = 5; rooms <= static_cast<std::size_t>(size_of(block.set)); ++rooms)
    for (const RoomLayout& layout : simple_layouts(rooms))
      if (tables.frame().latency > 0 || layout.represents_mirrored) all_solved = filling.fill(layout) && all_solved;
  return all_solved;
}

}  // namespace apportion
