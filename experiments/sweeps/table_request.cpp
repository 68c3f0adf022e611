// The keys of requests, and their values.
#include "experiments/sweeps/table_request.hpp"

#include <algorithm>
#include <array>
#include <iterator>

#include "base/words.hpp"
#include "experiments/sweeps/ini.hpp"

namespace apportion::sweeps {

namespace {
constexpr std::array kinds = {Word{TableKind::improvement, "improvement"}, Word{TableKind::comparison, "comparison"}};
}  // namespace

std::string word_of(TableKind kind) { return std::string(apportion::word_of(kinds, kind)); }

std::optional<TableKind> table_kind(const std::string& word) { return value_of(kinds, word); }

const std::vector<TableKey>& table_keys() {
  using enum TableKind;
  using enum KeyType;
  using Request = TableRequest;
  static const std::vector<TableKey> keys = {
      {"title", {improvement, comparison}, text, "", "the table's title", "made of the other keys", &Request::title},
      {"rival", {improvement}, algorithm, "A", "over which algorithm", "", &Request::rival, /*required=*/true},
      {"algorithm", {improvement}, algorithms, "A,B", "of which algorithms", "all"},
      {"algorithms", {comparison}, algorithms, "A,B", "of which algorithms", "all"},
      {"against", {comparison}, algorithm, "A", "compare all with this one", "all pairs", &Request::rival},
      {"along", {comparison}, axis, "AXIS", "the axis of the chart and of crossings", "", &Request::along},
      {"metric", {improvement, comparison}, metric, "NAME", "of which metric", "the family's cost", &Request::metric},
      {"rows", {improvement}, axis, "AXIS", "the axis down the table", "", &Request::rows, /*required=*/true},
      {"columns", {improvement}, axis, "AXIS", "the axis across it", "", &Request::columns},
      {"pages", {improvement}, axis, "AXIS", "a table for each value of this axis", "", &Request::pages},
      {"log",
       {comparison},
       logarithms,
       "",
       "which of the chart's axes are logarithmic: x; y; x, y; or none",
       "x, where its steps are very uneven and no value is below 0"},
      {"set",
       {improvement, comparison},
       settings,
       "",
       "axes and the values to show: latency=100 ratio=4",
       "all values"}};
  return keys;
}

std::vector<TableKey> table_keys(TableKind kind) {
  std::vector<TableKey> keys;
  std::ranges::copy_if(table_keys(), std::back_inserter(keys),
                       [kind](const TableKey& key) { return contains(key.of, kind); });
  return keys;
}

void set_key(const TableKey& key, const std::string& value, const KeyNames& names, TableRequest& request) {
  switch (key.type) {
    case KeyType::text:
      request.*key.member = value;
      break;
    case KeyType::algorithm:
    case KeyType::axis:
    case KeyType::metric:
      request.*key.member = names(key.type, value);
      break;
    case KeyType::algorithms:
      request.algorithms.clear();
      if (value == "all") break;
      for (const std::string& name : names_in(value)) request.algorithms.push_back(names(KeyType::algorithm, name));
      break;
    case KeyType::logarithms:
      request.log = logarithmic_axes_in(value);
      break;
    case KeyType::settings:
      request.fixed = settings_in(value);
      for (const auto& [axis, values] : request.fixed) static_cast<void>(names(KeyType::settings, axis));
      break;
  }
}

std::vector<std::string> logarithmic_axes_in(const std::string& list) {
  std::vector<std::string> names = names_in(list);
  if (names == std::vector<std::string>{none_word}) return {};
  for (const std::string& name : names) static_cast<void>(one_of("log", name, {"x", "y", none_word}));
  return names;
}

std::string canonical_name(const engine::Experiment& experiment, const std::string& algorithm) {
  return experiment.columns({algorithm}).all.front().record.name;
}

std::vector<std::string> canonical_names(const engine::Experiment& experiment) {
  std::vector<std::string> names;
  for (const engine::Column& column : experiment.columns(experiment.algorithms).all)
    if (column.record.rival.empty()) names.push_back(column.record.name);
  return names;
}

}  // namespace apportion::sweeps
