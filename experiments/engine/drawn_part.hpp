// What a drawing shows of its parts, for those who cannot hover over it.
#pragma once

#include <cstddef>
#include <string>

namespace apportion::engine {

/// A processor's part in one of the solutions that a drawing shows.
struct DrawnPart {
  std::string title;  ///< of the solution, such as its algorithm
  std::size_t processor = 0;
  double share = 0;  ///< of the whole area, from 0 to 1
  double area = 0;
  double perimeter = 0;
};

}  // namespace apportion::engine
