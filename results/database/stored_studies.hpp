// What a database holds of its studies, for those who must not know its tables.
#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <vector>

#include "results/database/reader.hpp"
#include "results/records.hpp"

namespace apportion::results {

/// An experiment under one seed.
struct StudyKey {
  std::string experiment;
  std::int64_t seed = 0;
  auto operator<=>(const StudyKey&) const = default;
};

/// The studies of a database, sorted.
[[nodiscard]] std::vector<StudyKey> stored_studies(const Reader& reader);

/// A unit by natural keys.
struct StoredUnit {
  std::string coordinates;  ///< of the point, as coordinates_json() spells them
  ColumnRecord column;
  UnitState state;
};

/// All units of a study under one definition, in no order; UnitState::metrics counts those of `metrics`, by name.
[[nodiscard]] std::vector<StoredUnit> stored_units(const Reader& reader, const StudyKey& key,
                                                   const std::string& definition,
                                                   const std::vector<std::string>& metrics);

}  // namespace apportion::results
