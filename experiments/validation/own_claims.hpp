// Claims that no paper makes: what these studies were expected to show.
#pragma once

#include <string>

#include "experiments/engine/claims.hpp"

namespace apportion::validation {

/// A mean is above or below a value if it differs from it by more than this many of its standard errors.
constexpr int visible_errors = 2;

/// engine::claims_exhibit() of claims on one study that rest on nothing that a paper leaves open, and that does not
/// speak of them.
[[nodiscard]] inline results::Exhibit claims_of(engine::ClaimTable table, const std::string& study) {
  table.sampled = {{.name = "", .experiments = {study}}};
  for (engine::Claim& claim : table.claims) claim.standing = "";
  results::Exhibit exhibit = engine::claims_exhibit(table);
  exhibit.claim = "";
  return exhibit;
}

}  // namespace apportion::validation
