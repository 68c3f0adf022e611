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
  using Request = TableRequest;
  static const std::vector<TableKey> keys = {
      {.name = "title",
       .of = {improvement, comparison},
       .type = KeyType::text,
       .member = &Request::title,
       .meaning = "the table's title",
       .fallback = "made of the other keys"},
      {.name = "rival",
       .of = {improvement},
       .type = KeyType::algorithm,
       .member = &Request::rival,
       .value = "A",
       .meaning = "over which algorithm",
       .required = true},
      {.name = "algorithm",
       .of = {improvement},
       .type = KeyType::algorithms,
       .value = "A,B",
       .meaning = "of which algorithms",
       .fallback = "all"},
      {.name = "algorithms",
       .of = {comparison},
       .type = KeyType::algorithms,
       .value = "A,B",
       .meaning = "of which algorithms",
       .fallback = "all"},
      {.name = "against",
       .of = {comparison},
       .type = KeyType::algorithm,
       .member = &Request::rival,
       .value = "A",
       .meaning = "compare all with this one",
       .fallback = "all pairs"},
      {.name = "along",
       .of = {comparison},
       .type = KeyType::axis,
       .member = &Request::along,
       .value = "AXIS",
       .meaning = "the axis of the chart and of crossings"},
      {.name = "metric",
       .of = {improvement, comparison},
       .type = KeyType::metric,
       .member = &Request::metric,
       .value = "NAME",
       .meaning = "of which metric",
       .fallback = "the family's cost"},
      {.name = "rows",
       .of = {improvement},
       .type = KeyType::axis,
       .member = &Request::rows,
       .value = "AXIS",
       .meaning = "the axis down the table",
       .required = true},
      {.name = "columns",
       .of = {improvement},
       .type = KeyType::axis,
       .member = &Request::columns,
       .value = "AXIS",
       .meaning = "the axis across it"},
      {.name = "pages",
       .of = {improvement},
       .type = KeyType::axis,
       .member = &Request::pages,
       .value = "AXIS",
       .meaning = "a table for each value of this axis"},
      {.name = "log",
       .of = {comparison},
       .type = KeyType::logarithms,
       .meaning = "which of the chart's axes are logarithmic: x; y; x, y; or none",
       .fallback = "x, where its steps are very uneven and no value is below 0"},
      {.name = "set",
       .of = {improvement, comparison},
       .type = KeyType::settings,
       .meaning = "axes and the values to show: latency=100 ratio=4",
       .fallback = "all values"}};
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
