// The fields of grid problems.
#include "experiments/problems/grids/fields.hpp"

#include "base/text.hpp"
#include "experiments/problems/clusters/cluster_file.hpp"
#include "experiments/problems/common/solving.hpp"
#include "experiments/problems/external/own_algorithms.hpp"
#include "experiments/problems/grids/solve.hpp"
#include "experiments/problems/problem_family.hpp"

namespace apportion::problems {
namespace {

std::vector<std::string> algorithms() { return names_of(registered_algorithms<GridAlgorithm>("grids")); }

std::vector<Field> fields() {
  return {algorithm_field(GridQuestion{}.algorithm, "proposed or beaumont", algorithms),
          external_field(),
          {.name = "edges",
           .kind = FieldKind::wholes,
           .value = "E0xE1",
           .what = "edges of the process grid, nondecreasing: 2x3",
           .required = true,
           .read = [](const std::string& text) { return Json(parse_grid(text).edges); }},
          {.name = "performances",
           .kind = FieldKind::reals,
           .value = "LIST",
           .what = "one per process: 3,1,2,5,1,4",
           .required = true,
           .branch = "list"},
          cluster_field(),
          {.name = "block",
           .kind = FieldKind::wholes,
           .value = "S0,S1",
           .what = "sides of the generalised block, in elements; those beyond the grid's are not divided",
           .least = 1,
           .most = 1e9,
           .required = true,
           .role = engine::AxisRole::applied,
           .on_axis = "1000",
           .read = [](const std::string& text) { return Json(listed_numbers("side", trimmed(text))); }},
          seed_field()};
}

}  // namespace

const std::vector<Field>& grid_fields() {
  static const std::vector<Field> all = fields();
  return all;
}

}  // namespace apportion::problems
