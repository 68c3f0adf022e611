// Neighbours among parts that change, by looking at pairs of rectangles.
#include "algorithms/cells/part_neighbours.hpp"

#include <algorithm>

namespace apportion {
namespace {

Band in_array(const Band& band, bool turned) { return turned ? Band{band.y, band.y_end, band.x, band.x_end} : band; }

// Whether the closed rectangles have more than a corner in common; these here never overlap.
bool share_a_side(const Band& one, const Band& other) {
  const std::int64_t across = std::min(one.x_end, other.x_end) - std::max(one.x, other.x);
  const std::int64_t along = std::min(one.y_end, other.y_end) - std::max(one.y, other.y);
  return across >= 0 && along >= 0 && across + along > 0;
}

}  // namespace

void PartNeighbours::change(std::size_t part, const CellRegion& region) {
  is_changed_[part] = true;
  changed_.push_back(part);
  if (shapes_.size() < changed_.size()) shapes_.emplace_back();
  Shape& shape = shapes_[changed_.size() - 1];
  shape.bands.clear();
  for (const Band& band : region.bands) {
    const Band each = in_array(band, region.turned);
    if (shape.bands.empty()) shape.around = each;
    shape.around = {std::min(shape.around.x, each.x), std::max(shape.around.x_end, each.x_end),
                    std::min(shape.around.y, each.y), std::max(shape.around.y_end, each.y_end)};
    shape.bands.push_back(each);
  }
}

bool PartNeighbours::touch(const Shape& one, const Shape& other) {
  if (!share_a_side(one.around, other.around)) return false;
  return std::ranges::any_of(one.bands, [&](const Band& band) {
    return std::ranges::any_of(other.bands, [&](const Band& each) { return share_a_side(band, each); });
  });
}

void PartNeighbours::find_near() {
  near_.clear();
  for (std::size_t i = 0; i < changed_.size(); ++i) near_.push_back({changed_[i], &shapes_[i]});
  std::vector<std::size_t> others;
  for (const std::size_t part : changed_)
    for (const std::size_t other : neighbours_[part])
      if (!is_changed_[other]) others.push_back(other);
  std::ranges::sort(others);
  others.erase(std::unique(others.begin(), others.end()), others.end());
  for (const std::size_t other : others) near_.push_back({other, &outlines_[other]});
  std::erase_if(near_, [](const Near& near) { return near.shape->bands.empty(); });
  std::ranges::sort(near_, {}, [](const Near& near) { return std::pair(near.shape->around.x, near.part); });
}

std::int64_t PartNeighbours::pairs_after_changes() {
  find_near();
  found_.clear();
  for (std::size_t i = 0; i < near_.size(); ++i)
    for (std::size_t j = i + 1; j < near_.size() && near_[j].shape->around.x <= near_[i].shape->around.x_end; ++j)
      if ((is_changed_[near_[i].part] || is_changed_[near_[j].part]) && touch(*near_[i].shape, *near_[j].shape))
        found_.emplace_back(near_[i].part, near_[j].part);
  // Pairs of two changed parts are listed with both.
  std::int64_t before = 0;
  for (const std::size_t part : changed_)
    for (const std::size_t other : neighbours_[part]) before += is_changed_[other] ? 1 : 2;
  return pairs_ - before / 2 + static_cast<std::int64_t>(found_.size());
}

void PartNeighbours::keep() {
  pairs_ = pairs_after_changes();
  for (const Near& near : near_)
    if (!is_changed_[near.part])
      std::erase_if(neighbours_[near.part], [this](std::size_t other) { return is_changed_[other]; });
  for (std::size_t i = 0; i < changed_.size(); ++i) {
    neighbours_[changed_[i]].clear();
    std::swap(outlines_[changed_[i]], shapes_[i]);
  }
  for (const auto& [one, other] : found_) {
    neighbours_[one].push_back(other);
    neighbours_[other].push_back(one);
  }
  drop();
}

void PartNeighbours::drop() {
  for (const std::size_t part : changed_) is_changed_[part] = false;
  changed_.clear();
  near_.clear();
}

}  // namespace apportion
