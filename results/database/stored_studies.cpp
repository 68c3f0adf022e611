// What a database holds of its studies, for those who must not know its tables.
#include "results/database/stored_studies.hpp"

#include <nlohmann/json.hpp>

namespace apportion::results {
namespace {

constexpr const char* units_sql = R"sql(
SELECT p.coordinates, a.name, a.revision, a.rival, a.rival_revision, a.id, u.chunk, u.samples,
       EXISTS (SELECT 1 FROM failure AS f WHERE f.unit_id = u.id) AS failed,
       EXISTS (SELECT 1 FROM sample AS s WHERE s.unit_id = u.id) AS has_values,
       (SELECT count(*) FROM moment AS m WHERE m.unit_id = u.id AND m.metric_id IN
         (SELECT k.id FROM metric AS k JOIN json_each(:metrics) AS wanted ON wanted.value = k.name)) AS metrics
FROM unit AS u
JOIN algorithm AS a ON a.id = u.algorithm_id
JOIN point AS p ON p.id = u.point_id
JOIN experiment AS e ON e.id = p.experiment_id
WHERE e.name = :name AND e.seed = :seed AND e.definition = :definition)sql";

std::string text_at(const std::vector<Value>& row, std::size_t column) { return std::get<std::string>(row.at(column)); }
std::int64_t whole_at(const std::vector<Value>& row, std::size_t column) {
  return std::get<std::int64_t>(row.at(column));
}

}  // namespace

std::vector<StudyKey> stored_studies(const Reader& reader) {
  std::vector<StudyKey> keys;
  for (const auto& row : reader.query("SELECT DISTINCT name, seed FROM experiment ORDER BY name, seed").rows)
    keys.push_back({text_at(row, 0), whole_at(row, 1)});
  return keys;
}

std::vector<StoredUnit> stored_units(const Reader& reader, const StudyKey& key, const std::string& definition,
                                     const std::vector<std::string>& metrics) {
  const Rows answer = reader.query(units_sql, {{"name", key.experiment},
                                               {"seed", key.seed},
                                               {"definition", definition},
                                               {"metrics", nlohmann::json(metrics).dump()}});
  std::vector<StoredUnit> units;
  for (const std::vector<Value>& row : answer.rows) {
    const ColumnRecord column{text_at(row, 1), static_cast<int>(whole_at(row, 2)), text_at(row, 3),
                              static_cast<int>(whole_at(row, 4))};
    const UnitState state{whole_at(row, 5),      whole_at(row, 6),      whole_at(row, 7),
                          whole_at(row, 8) != 0, whole_at(row, 9) != 0, static_cast<std::size_t>(whole_at(row, 10))};
    units.push_back({text_at(row, 0), column, state});
  }
  return units;
}

}  // namespace apportion::results
