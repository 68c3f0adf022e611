// The loads of places of a mesh in several maps.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace apportion {

/// The load of each place in each map, scaled so that all maps have the total of the mesh's loads, which are their
/// mean. Empty unless there are several maps.
struct MapLoads {
  std::size_t count = 0;               ///< the number of maps
  std::vector<double> of_places = {};  ///< [place * count + map]

  MapLoads() = default;
  /// All loads are 0.
  MapLoads(std::size_t maps, std::size_t places) : count(maps), of_places(maps * places, 0) {}

  [[nodiscard]] std::span<const double> at(std::size_t place) const {
    return {of_places.data() + place * count, count};
  }
  [[nodiscard]] std::span<double> at(std::size_t place) { return {of_places.data() + place * count, count}; }
  /// Adds the loads of a place of another mesh with the same maps.
  void add(std::size_t place, const MapLoads& others, std::size_t other) {
    for (std::size_t map = 0; map < count; ++map)
      of_places[place * count + map] += others.of_places[other * count + map];
  }
};

}  // namespace apportion
