// The node-cost matrix of the ADI example, built from a program instead of copied.
#include <fmt/format.h>

#include "base/error.hpp"
#include "experiments/chatterjee/example_programs.hpp"
#include "experiments/engine/catalogue.hpp"
#include "experiments/engine/erasure.hpp"
#include "sim/programs/program_graph.hpp"

namespace apportion::chatterjee {
namespace {

/// An entry of the matrix: a node under the candidate with that grid of processors.
struct MatrixEntry {
  std::size_t node = 0;
  std::vector<std::int64_t> grid;
};

struct MatrixCost {
  double cost = 0;
  double candidates = 0;
};

bool has_grid(const TemplateDistribution& distribution, const std::vector<std::int64_t>& grid) {
  for (std::size_t i = 0; i < grid.size(); ++i)
    if (distribution.dimensions[i].processors != grid[i]) return false;
  return true;
}

MatrixCost matrix_from_program(const MatrixEntry& entry) {
  const ProgramGraph built = build_graph(adi_program());
  for (std::size_t c = 0; c < built.candidates.size(); ++c)
    if (has_grid(built.candidates[c], entry.grid))
      return {built.graph.nodes.at(entry.node).costs[c], static_cast<double>(built.candidates.size())};
  throw InputError("no candidate of that orientation is generated");
}

std::vector<std::int64_t> grid_of(const std::string& orientation) {
  if (orientation == "row") return {4, 1};
  return orientation == "block" ? std::vector<std::int64_t>{2, 2} : std::vector<std::int64_t>{1, 4};
}

engine::Experiment matrix_experiment() {
  engine::Study study{.name = "chatterjee/adi-matrix"};
  study.title = "Node costs of ADI on 8 x 8 elements and four processors, from a program description";
  study.claim =
      "line sweeps at 10 and whole-array operations at 1 per element give the printed node-cost matrix, "
      "with the row, block and column orientations as the generated candidates";
  study.source = "Chatterjee, Gilbert, Schreiber & Sheffler 1994, Sections 5.2, 5.3 and 6";
  study.axes = {
      engine::name_axis("orientation", "candidate", engine::AxisRole::applied, {"row", "block", "column"}),
      engine::whole_axis("node", "node of Figure 5", engine::AxisRole::applied, 1, 8, {1, 2, 3, 4, 5, 6, 7, 8})};
  study.deterministic = true;
  engine::set_functions<MatrixEntry, MatrixCost>(study, {{"from-program", matrix_from_program}});
  study.measured = engine::measured_members<MatrixCost>(
      {{"cost", "node cost", "", "", 0, &MatrixCost::cost},
       {"candidates", "generated candidates", "", "", 0, &MatrixCost::candidates}});
  study.sample = engine::sampler([](const engine::Point& point, RandomStream& /*stream*/) {
    return MatrixEntry{point.count("node") - 1, grid_of(point.text("orientation"))};
  });
  return engine::erase(std::move(study));
}

engine::CatalogueExhibit adi_matrix() {
  results::Exhibit exhibit{.name = "chatterjee/adi-matrix"};
  exhibit.title = "Node-cost matrix of ADI, built from a program (Chatterjee et al., Section 6)";
  exhibit.sql = fmt::format(
      R"sql(SELECT a.orientation, CAST(a.node AS INTEGER) AS node, CAST(a.cost AS INTEGER) AS cost, p.printed,
       {} AS verdict,
       CAST(a.candidates AS INTEGER) AS candidates
FROM "chatterjee_adi-matrix" AS a
LEFT JOIN published_numbers AS p
  ON p.exhibit = 'chatterjee/adi-matrix' AND json_extract(p.coordinates, '$.node') = a.node
     AND json_extract(p.coordinates, '$.orientation') = a.orientation
WHERE a.seed = :seed
ORDER BY instr('row,block,column,', a.orientation || ','), a.node)sql",
      results::verdict_of_number_sql("a.cost", "p.value"));
  exhibit.layout = {.row = "orientation",
                    .column = "node",
                    .row_title = "candidate",
                    .values = {{"cost", "cost"}, {"printed", "printed"}, {"verdict", "verdict"}}};
  exhibit.judgements = {{.what = "node costs of ADI"}};
  return {"chatterjee/adi-matrix", exhibit};
}

const engine::Registration adi_matrix_registration{matrix_experiment, adi_matrix};

}  // namespace
}  // namespace apportion::chatterjee
