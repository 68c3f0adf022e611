// What a drawing shows of its parts, as rows of a table.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace apportion::engine {

/// A number that a drawing shows of a part, rounded as it is shown there.
struct PartMeasure {
  std::string name;  ///< with its unit: "share, %"
  double value = 0;
};

/// A part of one of the solutions that a drawing shows, such as the rectangle of processor 3.
struct DrawnPart {
  std::string title;  ///< of the solution, such as its algorithm
  std::string kind;   ///< what the parts are: "processor"
  std::size_t number = 0;
  std::vector<PartMeasure> measures;  ///< the same names, in the same order, for all parts of a drawing
};

}  // namespace apportion::engine
