// Fuzz target: tables of cells in files, as loads and as owners.
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <memory>

#include "base/error.hpp"
#include "experiments/problems/divisions/given_owners.hpp"
#include "extensions/cells/problem/given_cells.hpp"
#include "sim/cells/owners.hpp"
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
    // The error is reported; loads are read below.
  }
}

// Reads owners back from the division that they define, including cells left out.
void fuzz_owners(std::string_view input) {
  constexpr std::size_t most_cells = 10'000;
  constexpr std::size_t most_processors = 1000;
  try {
    const auto given =
        std::make_shared<const problems::GivenOwners>(problems::read_owners(scratch_file("owners", input).string()));
    problems::GivenCells cells{.rows = given->rows, .columns = given->columns, .owners = given};
    CellProblem problem{.cluster = problems::cluster_of_owners(*given)};
    if (given->owners.size() > most_cells || problem.cluster.size() > most_processors) return;
    set_cells(cells, problem);
    expect(owners_of(problems::division_by_owners(*given, problem)) == given->owners, "owners do not come back");
  } catch (const InputError&) {
    // The error is reported.
  }
}

void fuzz_loads(std::string_view input) {
  fuzz_table(input, problems::TableOf::loads);
  fuzz_table(input, problems::TableOf::owners);
  fuzz_owners(input);
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
