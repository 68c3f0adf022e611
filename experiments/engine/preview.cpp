// Comparing the grid with what a reader sees.
#include "experiments/engine/preview.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

#include "results/coordinates.hpp"

namespace apportion::engine {
namespace {

constexpr const char* units_sql = R"sql(
SELECT p.coordinates, u.chunk, a.name, a.revision, a.rival, a.rival_revision, u.samples,
       EXISTS (SELECT 1 FROM failure AS f WHERE f.unit_id = u.id) AS failed,
       EXISTS (SELECT 1 FROM sample AS s WHERE s.unit_id = u.id) AS has_values
FROM unit AS u
JOIN algorithm AS a ON a.id = u.algorithm_id
JOIN point AS p ON p.id = u.point_id
JOIN experiment AS e ON e.id = p.experiment_id
WHERE e.name = :name AND e.seed = :seed AND e.definition = :definition)sql";

// (coordinates, chunk, column) -> what is stored of it.
using Key = std::tuple<std::string, std::int64_t, results::ColumnRecord>;
using Stored = std::map<Key, results::UnitState>;

Stored stored_units(const Experiment& experiment, const RunRequest& request, const results::Reader& reader) {
  const results::Rows answer = reader.query(units_sql, {{"name", experiment.name},
                                                        {"seed", static_cast<std::int64_t>(request.seed)},
                                                        {"definition", experiment.definition}});
  Stored stored;
  for (const std::vector<results::Value>& row : answer.rows) {
    const auto number = [&row](std::size_t column) { return std::get<std::int64_t>(row.at(column)); };
    const auto text = [&row](std::size_t column) { return std::get<std::string>(row.at(column)); };
    const results::ColumnRecord column{text(2), static_cast<int>(number(3)), text(4), static_cast<int>(number(5))};
    stored[{text(0), number(1), column}] = {0, number(1), number(6), number(7) != 0, number(8) != 0};
  }
  return stored;
}

}  // namespace

Preview preview(const Experiment& experiment, const StudyColumns& columns, const RunRequest& request,
                const results::Reader* reader) {
  const Stored stored = reader == nullptr || request.fresh ? Stored{} : stored_units(experiment, request, *reader);
  Preview preview;
  preview.points = grid(experiment.axes);
  for (std::size_t point = 0; point < preview.points.size(); ++point) {
    const std::string coordinates = results::coordinates_json(preview.points[point].coordinates());
    for (const std::int64_t chunk : chunks_of_point(experiment, request, point)) {
      Task task{point, chunk, samples_of_chunk(experiment, chunk), std::vector<bool>(columns.all.size()), false};
      for (std::size_t c = 0; c < columns.all.size(); ++c) {
        const auto found = stored.find({coordinates, chunk, columns.all[c].record});
        task.columns[c] = found == stored.end() || is_missing(found->second, task.samples, experiment, request);
        if (!task.columns[c] && found->second.failed) ++preview.units_failed;
      }
      const std::int64_t wanted = std::ranges::count(task.columns, true);
      preview.units += wanted;
      preview.units_present += static_cast<std::int64_t>(task.columns.size()) - wanted;
      if (wanted > 0) preview.tasks.push_back(std::move(task));
    }
  }
  return preview;
}

}  // namespace apportion::engine
