// Divisions of whole cells in the formats that users' programs read.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "sim/cells/halo_plan.hpp"
#include "sim/rectangles/decomposition.hpp"

namespace apportion::problems {

/// A division of whole cells, by this program or another.
struct WholeDivision {
  std::string name;                      ///< of the algorithm, or of the file
  Decomposition rectangles;              ///< as computed: may cover excluded cells
  Decomposition owned = {};              ///< the same without excluded cells, which have no owner
  std::vector<std::string> names = {};   ///< of the processors, if a cluster file named them
  std::int64_t layers = 1;               ///< rows of all layers follow each other in both, as in CellProblem
  std::vector<double> speeds = {};       ///< of the processors, if known
  std::vector<std::string> groups = {};  ///< of the processors, if a cluster file or a network has groups
};

/// One format. `write` throws InputError, which names suitable methods, if the format cannot express the division.
struct DivisionFormat {
  std::string name;  ///< the value of --format
  /// The ending of files with this format as default: ".npy", or ".part.N" with a number for N.
  std::string ending = {};
  std::string summary;  ///< for the help, a few words
  std::string (*write)(const WholeDivision& division, StencilReach reach) = nullptr;
  bool has_reach = false;  ///< whether the stencil's reach matters
  bool in_space = false;   ///< whether it accepts divisions with layers
  /// A text for each processor; nullptr if the format has no such texts.
  std::vector<std::string> (*write_ranks)(const WholeDivision& division, StencilReach reach) = nullptr;
};

/// All formats by name.
[[nodiscard]] const std::vector<DivisionFormat>& division_formats();
/// InputError for a division with layers, unless the format accepts them.
void require_dimensions(const DivisionFormat& format, const WholeDivision& division);
/// nullptr if no format has this name, or this ending, which is not empty.
[[nodiscard]] const DivisionFormat* find_division_format(std::string_view text,
                                                         std::string DivisionFormat::*member = &DivisionFormat::name);

}  // namespace apportion::problems
