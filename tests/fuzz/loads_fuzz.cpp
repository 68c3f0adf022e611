// Fuzz target: loads and masks of cells: PGM, PBM and CSV.
#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "experiments/problems/cells/given_cells.hpp"
#include "experiments/problems/cells/netpbm.hpp"
#include "tests/fuzz/files.hpp"
#include "tests/fuzz/fuzz_targets.hpp"

namespace apportion::fuzz {
namespace {

void fuzz_loads(std::string_view input) {
  if (problems::is_netpbm(input)) {
    const problems::LoadTable table = problems::parse_netpbm(input);
    expect(static_cast<std::int64_t>(table.loads.size()) == table.rows * table.columns, "not one load for each cell");
    expect(table.loads.size() <= 8 * input.size(), "more cells than the file has bits");
  }
  const std::filesystem::path file = scratch_file("loads", input);
  if (problems::is_bitmap(input)) static_cast<void>(problems::read_mask(file));
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
