// Moments of a sample, names of views, and coordinates of a point as the canonical JSON text that the database keeps.
#include "results/records.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/numbers.hpp"

namespace apportion::results {

void Moments::add(double x) {
  min = count == 0 ? x : std::min(min, x);
  max = count == 0 ? x : std::max(max, x);
  ++count;
  const double before = x - mean;
  mean += before / static_cast<double>(count);
  m2 += before * (x - mean);
}

void Moments::merge(const Moments& later) {
  if (later.count == 0) return;
  if (count == 0) {
    *this = later;
    return;
  }
  const auto ours = static_cast<double>(count);
  const auto theirs = static_cast<double>(later.count);
  const double all = ours + theirs;
  const double apart = later.mean - mean;
  mean += apart * (theirs / all);
  m2 += later.m2 + apart * apart * (ours * theirs / all);
  min = std::min(min, later.min);
  max = std::max(max, later.max);
  count += later.count;
}

std::string view_name(std::string experiment) {
  std::ranges::replace(experiment, '/', '_');
  return experiment;
}

std::string coordinates_json(const std::vector<Coordinate>& coordinates) {
  std::string json = "{";
  for (const Coordinate& each : coordinates) {
    if (json.size() > 1) json += ',';
    json += nlohmann::json(each.axis).dump() + ':';
    // Texts such as ".5" or "007" are numbers, but not in JSON.
    const bool as_it_is = each.number && nlohmann::json::accept(each.text);
    json += as_it_is ? each.text : each.number ? nlohmann::json(*each.number).dump() : nlohmann::json(each.text).dump();
  }
  return json + '}';
}

Coordinate coordinate(std::string axis, std::string text) {
  const std::optional<double> number = parse_real(text);
  Coordinate result{std::move(axis), std::move(text), std::nullopt};
  if (number && std::isfinite(*number)) result.number = number;
  return result;
}

}  // namespace apportion::results
