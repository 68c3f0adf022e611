// Divisions of whole cells in the forms that users' programs read, each self-registered.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "sim/cells/halo_plan.hpp"
#include "sim/rectangles/decomposition.hpp"

namespace apportion::problems {

/// A division of whole cells, ours or another program's.
struct WholeDivision {
  std::string name;                      ///< of the algorithm, or of the file
  Decomposition rectangles;              ///< as it was made: cells that are left out may lie in them
  Decomposition owned = {};              ///< the same without cells that are left out: those have no owner
  std::vector<std::string> names = {};   ///< of the processors, where a cluster file gave them
  std::int64_t layers = 1;               ///< whose rows follow each other in both, as in CellProblem
  std::vector<double> speeds = {};       ///< of the processors, where they are known
  std::vector<std::string> groups = {};  ///< of the processors, where a cluster file or a network has groups
};

/// One form. `write` throws InputError where the form cannot express the division, and names what can.
struct DivisionFormat {
  std::string name;  ///< the value of --format
  /// Of files that are written so where no format is named: ".npy", or ".part.N" with a number for N.
  std::string ending = {};
  std::string summary;  ///< for the help, a few words
  std::string (*write)(const WholeDivision& division, StencilReach reach) = nullptr;
  bool has_reach = false;  ///< whether the stencil's reach matters
  bool in_space = false;   ///< whether it takes divisions with layers
  /// A text for each processor; nullptr where the form has no such texts.
  std::vector<std::string> (*write_ranks)(const WholeDivision& division, StencilReach reach) = nullptr;
};

/// All formats by name. Filled before main() by the registrations; constant afterwards.
[[nodiscard]] const std::vector<DivisionFormat>& division_formats();
/// InputError for a division with layers, unless the format takes them.
void require_dimensions(const DivisionFormat& format, const WholeDivision& division);
/// nullptr where no format has that name, or that ending.
[[nodiscard]] const DivisionFormat* find_division_format(std::string_view name);
[[nodiscard]] const DivisionFormat* division_format_of_ending(std::string_view ending);

/// A namespace-scope constant of this type registers a format.
struct DivisionFormatRegistration {
  explicit DivisionFormatRegistration(DivisionFormat format);
};

}  // namespace apportion::problems
