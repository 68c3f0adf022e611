// Comparing the grid with what a reader sees.
#include "experiments/engine/preview.hpp"

#include "results/database/stored_studies.hpp"
#include "results/records.hpp"

namespace apportion::engine {
namespace {

using StoredPoints = std::map<std::string, StoredUnits>;  // by the JSON text of their coordinates

StoredPoints stored_points(const Experiment& experiment, const StudyColumns& columns, const RunRequest& request,
                           const results::Reader& reader) {
  std::map<results::ColumnRecord, std::size_t> places;
  for (std::size_t column = 0; column < columns.all.size(); ++column) places[columns.all[column].record] = column;
  StoredPoints stored;
  const results::StudyKey key{experiment.name, static_cast<std::int64_t>(request.seed)};
  std::vector<std::string> metrics;
  for (const results::MetricRecord& metric : experiment.metrics) metrics.push_back(metric.name);
  for (const results::StoredUnit& unit : results::stored_units(reader, key, experiment.definition, metrics))
    if (const auto place = places.find(unit.column); place != places.end())
      stored[unit.coordinates][{place->second, unit.state.chunk}] = unit.state;
  return stored;
}

std::vector<KnownTime> known_times(const Experiment& experiment, const StudyColumns& columns, const RunRequest& request,
                                   const std::vector<Point>& points, const results::Reader& reader) {
  std::map<results::ColumnRecord, std::size_t> places;
  for (std::size_t column = 0; column < columns.all.size(); ++column) places[columns.all[column].record] = column;
  std::multimap<std::string, KnownTime> stored;
  const results::StudyKey key{experiment.name, static_cast<std::int64_t>(request.seed)};
  for (const results::StoredWorkingTime& each : results::stored_working_times(reader, key, experiment.definition))
    if (const auto place = places.find(each.column); place != places.end())
      stored.emplace(each.coordinates, KnownTime{0, place->second, each.time.samples, each.time.seconds});
  std::vector<KnownTime> known;
  for (std::size_t point = 0; !stored.empty() && point < points.size(); ++point) {
    const auto [first, last] = stored.equal_range(results::coordinates_json(points[point].coordinates()));
    for (auto each = first; each != last; ++each) {
      known.push_back(each->second);
      known.back().point = point;
    }
  }
  return known;
}

}  // namespace

Work preview(const Experiment& experiment, const StudyColumns& columns, const RunRequest& request,
             const results::Reader* reader) {
  const bool has_results = reader != nullptr && !request.fresh;
  const StoredPoints stored = has_results ? stored_points(experiment, columns, request, *reader) : StoredPoints{};
  Work work = missing_work(experiment, columns, request, [&stored](const Point& point) {
    // A name for each of a million points takes seconds.
    if (stored.empty()) return StoredUnits{};
    const auto found = stored.find(results::coordinates_json(point.coordinates()));
    return found == stored.end() ? StoredUnits{} : found->second;
  });
  if (reader != nullptr) work.known_times = known_times(experiment, columns, request, work.points, *reader);
  return work;
}

}  // namespace apportion::engine
