// Which parts are neighbours, kept up to date while some of them change.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "algorithms/cells/region.hpp"

namespace apportion {

/// Pairs of parts with a common side of cells, of parts that tile an array. Some parts are changed together, so that
/// they cover the same cells as before; then the change is kept or dropped.
class PartNeighbours {
 public:
  explicit PartNeighbours(std::size_t parts) : outlines_(parts), neighbours_(parts), is_changed_(parts, false) {}

  /// What part number `part` would be.
  void change(std::size_t part, const CellRegion& region);
  /// The pairs there would be. O(n sqrt n) for n changed parts and their neighbours, if they are about square.
  [[nodiscard]] std::int64_t pairs_after_changes();
  /// Parts that pairs_after_changes() looked at.
  [[nodiscard]] std::size_t looked_at() const { return near_.size(); }
  /// After pairs_after_changes().
  void keep();
  void drop();

 private:
  struct Shape {
    Band around;
    std::vector<Band> bands = {};
  };
  struct Near {
    std::size_t part = 0;
    const Shape* shape = nullptr;
  };

  void find_near();
  static bool touch(const Shape& one, const Shape& other);

  std::vector<Shape> outlines_;
  std::vector<std::vector<std::size_t>> neighbours_;
  std::int64_t pairs_ = 0;
  std::vector<bool> is_changed_;
  std::vector<std::size_t> changed_;
  std::vector<Shape> shapes_;  // of the changed parts
  std::vector<Near> near_;     // changed parts and their neighbours, from left to right
  std::vector<std::pair<std::size_t, std::size_t>> found_;
};

}  // namespace apportion
