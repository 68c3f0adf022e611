// Exhibits of one's own for `apportion show`: those of a sweep file, improvements and comparisons.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "experiments/cli/arguments.hpp"
#include "experiments/engine/catalogue.hpp"
#include "sim/random_stream.hpp"

namespace apportion::cli {

/// The options of `apportion show improvement` and `apportion show comparison`.
[[nodiscard]] std::vector<OptionDeclaration> own_exhibit_options();

/// The words of `apportion show` that are no settings.
[[nodiscard]] std::vector<std::string> exhibit_words(const Arguments& arguments);

/// Exhibits of one's own, and the seed of the results that they show: --seed, else what the sweep file says, else
/// default_seed.
struct OwnExhibits {
  std::vector<engine::CatalogueExhibit> entries;
  std::int64_t seed = default_seed;
};

/// Nothing where the words of `apportion show` are neither FILE.ini [NAME...] nor `improvement` or `comparison`, and so
/// exhibits of the catalogue. Otherwise the exhibits that they name, with the settings that --set gave; read from the
/// database of the arguments. InputError for what is unknown and for an option of these two that is given with other
/// words, StoreError where there is no database.
[[nodiscard]] std::optional<OwnExhibits> own_exhibits(const Arguments& arguments,
                                                      const std::map<std::string, std::string>& settings);

}  // namespace apportion::cli
