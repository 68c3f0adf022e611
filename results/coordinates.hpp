// Coordinates of a point as the canonical JSON text that the database keeps.
#pragma once

#include <string>
#include <vector>

#include "results/records.hpp"

namespace apportion::results {

/// A JSON object in the order given, without blanks: {"rows":1000,"sampler":"max-set"}. A coordinate with a number is
/// a JSON number, spelled by its text.
[[nodiscard]] std::string coordinates_json(const std::vector<Coordinate>& coordinates);

/// A coordinate from its text; the number is set where the whole text is a finite one.
[[nodiscard]] Coordinate coordinate(std::string axis, std::string text);

}  // namespace apportion::results
