// Fuzz target: loads, masks and owners of cells: NumPy, ESRI grids, PGM, PBM and CSV.
#include <cmath>

#include "base/error.hpp"
#include "experiments/problems/cells/cell_table.hpp"
#include "experiments/problems/cells/given_cells.hpp"
#include "tests/fuzz/files.hpp"
#include "tests/fuzz/fuzz_targets.hpp"

namespace apportion::fuzz {
namespace {

void fuzz_table(std::string_view input, problems::TableOf what) {
  try {
    const problems::CellTable table = problems::parse_cell_table(input, what);
    expect(static_cast<std::int64_t>(table.values.size()) == table.rows * table.columns, "not one value for each cell");
    expect(table.values.size() <= 8 * input.size(), "more cells than the file has bits");
  } catch (const InputError&) {
    // What is wrong is said; loads are read below.
  }
}

void fuzz_loads(std::string_view input) {
  fuzz_table(input, problems::TableOf::loads);
  fuzz_table(input, problems::TableOf::owners);
  const std::filesystem::path file = scratch_file("loads", input);
  const CellLoads loads = problems::read_loads(file);
  double sum = 0;
  for (std::int64_t row = 0; row < loads.rows(); ++row)
    for (std::int64_t column = 0; column < loads.columns(); ++column) {
      expect(std::isfinite(loads.at(row, column)) && loads.at(row, column) >= 0, "an invalid load");
      sum += loads.at(row, column);
    }
  expect(sum > 0, "no load at all");
}

const TargetRegistration loads_registration{{"loads", fuzz_loads}};

}  // namespace
}  // namespace apportion::fuzz
