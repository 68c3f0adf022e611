// Some parts of a division of a mesh, cut out as a mesh of their own, and put back when they are divided better.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "algorithms/cells/mesh_division.hpp"

namespace apportion {

/// Within a group parts have the numbers 0, 1, and so on.
struct PartGroup {
  std::vector<std::int32_t> parts = {};  ///< their numbers in the whole
  LoadWindows windows = {};
  Mesh mesh = {};
  PlaceOwners owners = {};                ///< as they are in the whole
  std::vector<std::size_t> places = {};   ///< of the group, in this mesh
  std::vector<std::size_t> origins = {};  ///< the same places in the mesh of the whole
};

/// The places of each part, while groups of parts are divided anew.
class PartGroups {
 public:
  /// A stencil of 5 or 9: by elements sent, on a mesh of cells; 0: by the cut.
  PartGroups(MeshDivision& division, const LoadWindows& windows, int stencil);

  [[nodiscard]] std::size_t parts() const { return places_.size(); }
  /// The owners of places beside those of a part, once for each common side.
  [[nodiscard]] std::vector<std::int32_t> beside(std::int32_t part) const;
  [[nodiscard]] PartGroup cut_out(const std::vector<std::int32_t>& parts);
  /// Puts a group back as `next` divides it, unless that is worse: more excess over the windows, then more pieces, then
  /// a longer cut, or more elements. Whether it was better.
  bool offer(const PartGroup& group, const MeshDivision& next);

 private:
  [[nodiscard]] const std::vector<std::size_t>& places_of(std::int32_t part) const {
    return places_[static_cast<std::size_t>(part)];
  }
  [[nodiscard]] std::int64_t sent_around(const PartGroup& group);
  void put_back(const PartGroup& group, const PlaceOwners& owners);

  MeshDivision& division_;
  const LoadWindows& windows_;
  int stencil_;
  std::vector<std::vector<std::size_t>> places_;
  std::vector<std::int32_t> number_;    // of each part within the group that is cut out
  std::vector<std::uint32_t> counted_;  // when each place was last
  std::uint32_t counts_ = 0;
};

}  // namespace apportion
