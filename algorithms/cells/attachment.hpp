// A price for places that do not stay with the owners that they had.
#pragma once

#include "algorithms/cells/mesh.hpp"

namespace apportion {

struct Attachment {
  const PlaceOwners* home = nullptr;  ///< the owners before, no_owner where nobody asks; nullptr: nothing is attached
  double price = 0;                   ///< of a place that another part has, in sides of cells

  /// What a place pays less where `part` has it.
  [[nodiscard]] double saved(std::size_t place, std::int32_t part) const {
    return home != nullptr && (*home)[place] == part ? price : 0;
  }
};

}  // namespace apportion
