// Coordinates of a point as the canonical JSON text that the database keeps.
#include "results/coordinates.hpp"

#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>

namespace apportion::results {

std::string coordinates_json(const std::vector<Coordinate>& coordinates) {
  std::string json = "{";
  for (const Coordinate& each : coordinates) {
    if (json.size() > 1) json += ',';
    json += nlohmann::json(each.axis).dump() + ':';
    // Texts such as ".5" or "007" are numbers, but not to JSON.
    const bool as_it_is = each.number && nlohmann::json::accept(each.text);
    json += as_it_is ? each.text : each.number ? nlohmann::json(*each.number).dump() : nlohmann::json(each.text).dump();
  }
  return json + '}';
}

Coordinate coordinate(std::string axis, std::string text) {
  double number = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, problem] = std::from_chars(text.data(), end, number);
  const bool numeric = problem == std::errc() && stop == end && std::isfinite(number);
  Coordinate result{std::move(axis), std::move(text), std::nullopt};
  if (numeric) result.number = number;
  return result;
}

}  // namespace apportion::results
