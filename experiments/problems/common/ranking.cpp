// The order of a ranking, its table, and refusals as JSON.
#include "experiments/problems/common/ranking.hpp"

#include <fmt/format.h>

#include <tuple>

#include "algorithms/options.hpp"
#include "base/numbers.hpp"
#include "experiments/problems/common/json.hpp"

namespace apportion::problems {

std::vector<Place> places_of(const std::vector<RankingKey>& keys) {
  constexpr double ties = 1e-9;
  std::vector<Place> places(keys.size());
  for (std::size_t i = 0; i < places.size(); ++i) places[i].answer = i;
  const auto key_at = [&](const Place& place) -> const RankingKey& { return keys[place.answer]; };
  std::ranges::sort(places, {}, [&](const Place& place) {
    return std::tie(key_at(place).shortcomings, key_at(place).cost, place.answer);
  });
  std::size_t first = 0;
  for (std::size_t i = 0; i < places.size(); ++i) {
    const RankingKey& least = key_at(places[first]);
    const RankingKey& key = key_at(places[i]);
    if (key.shortcomings != least.shortcomings || key.cost > least.cost * (1 + ties)) first = i;
    places[i].rank = static_cast<std::int64_t>(first) + 1;
  }
  std::ranges::sort(places, {}, [&](const Place& place) {
    return std::tuple(place.rank, key_at(place).secondary, key_at(place).algorithm);
  });
  return places;
}

std::vector<std::string> ranked_names(const std::vector<RankingKey>& keys) {
  if (keys.size() == 1) return {keys.front().algorithm};
  std::vector<std::string> names(keys.size());
  for (const Place& place : places_of(keys))
    names[place.answer] = fmt::format("{}, rank {} of {}", keys[place.answer].algorithm, place.rank, keys.size());
  return names;
}

void add_table(const std::vector<Place>& places, const std::vector<RankingKey>& keys,
               const std::vector<std::vector<RankedValue>>& values, Comparison& comparison) {
  comparison.columns = {"rank", "algorithm"};
  for (const Place& place : places) comparison.rows.push_back({place.rank, keys[place.answer].algorithm});
  if (values.empty()) return;
  for (std::size_t column = 0; column < values.front().size(); ++column) {
    const auto has_value = [column](const std::vector<RankedValue>& row) { return row[column].value.has_value(); };
    if (std::ranges::none_of(values, has_value)) continue;
    comparison.columns.push_back(values.front()[column].column);
    for (std::size_t i = 0; i < values.size(); ++i)
      comparison.rows[i].push_back(values[i][column].value.value_or(values[i][column].otherwise));
  }
}

std::string to_json(const Refusal& refusal) {
  return fmt::format(R"({{"schema":1,"algorithm":{},"error":{}}})", json_string(refusal.algorithm),
                     json_string(refusal.reason));
}

// Outside of strings, letters occur only in true, false, null and exponents.
void require_finite(std::string_view json) {
  bool is_text = false;
  for (std::size_t i = 0; i < json.size(); ++i) {
    if (json[i] == '"') is_text = !is_text;
    if (json[i] == '\\') ++i;
    if (!is_text && (json.substr(i, 3) == "nan" || json.substr(i, 3) == "inf"))
      throw InputError("the answer has a number beyond the range of a double; give numbers that are less far apart");
  }
}

std::vector<std::string> several_algorithms(const std::string& text, const std::vector<std::string>& known) {
  const std::vector<std::string> given = split_names(text);
  if (given.size() == 1 && given.front() != "all") return {};
  std::vector<std::string> names;
  for (const std::string& name : given) {
    if (name == "all")
      names.insert(names.end(), known.begin(), known.end());
    else
      names.push_back(name);
  }
  return names;
}

double with_digits(double value, int digits) {
  return parse_real(fmt::format("{:.{}g}", value, digits)).value_or(value);
}

double with_decimals(double value, int decimals) {
  return parse_real(fmt::format("{:.{}f}", value, decimals)).value_or(value);
}

}  // namespace apportion::problems
