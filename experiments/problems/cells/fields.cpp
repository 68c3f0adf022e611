// The fields of problems of whole cells. Weights, latency, network and seed are those of rectangles.
#include "experiments/problems/cells/fields.hpp"

#include "experiments/problems/cells/solve.hpp"
#include "experiments/problems/clusters/cluster_file.hpp"
#include "experiments/problems/common/solving.hpp"
#include "experiments/problems/external/own_algorithms.hpp"
#include "experiments/problems/problem_family.hpp"
#include "experiments/problems/rectangles/fields.hpp"

namespace apportion::problems {
namespace {

std::vector<std::string> algorithms() { return names_of(registered_algorithms<CellAlgorithm>("cells")); }

Field side_field(const std::string& name, const std::string& value, const std::string& what) {
  return {.name = name,
          .kind = FieldKind::whole,
          .value = value,
          .what = what,
          .least = 1,
          .most = static_cast<double>(most_cell_lines),
          .note = "loads or a mask give them as well",
          .role = engine::AxisRole::sampled,
          .on_axis = "200"};
}

std::vector<Field> fields() {
  const auto shared = [](std::string_view name) { return field_named(rectangle_fields(), name); };
  std::vector<Field> all = {algorithm_field(CellQuestion{}.algorithm, "ROUNDED[of=XY2]", algorithms, true),
                            external_field(),
                            side_field("rows", "M", "rows of the array"),
                            side_field("columns", "N", "columns of the array"),
                            shared("weights"),
                            cluster_field(),
                            shared("latency"),
                            {.name = "loads",
                             .kind = FieldKind::json,
                             .value = "FILE|LIST",
                             .what = "a load for each cell, 0 leaves it out: PGM, PBM or CSV, or rows [[1,2],[0,3]]"},
                            {.name = "mask",
                             .kind = FieldKind::json,
                             .value = "FILE|LIST",
                             .what = "what is left out: a PBM file, or rectangles [[row,column,rows,columns],...]"}};
  const std::vector<Field> network = network_fields();
  all.insert(all.end(), network.begin(), network.end());
  all.push_back(seed_field());
  return all;
}

}  // namespace

const std::vector<Field>& cell_fields() {
  static const std::vector<Field> all = fields();
  return all;
}

engine::Axis cell_axis(std::string_view field, const std::vector<double>& values) {
  return axis_of(field_named(cell_fields(), field), values);
}

}  // namespace apportion::problems
