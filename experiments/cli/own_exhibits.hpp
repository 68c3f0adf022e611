// Exhibits of one's own for `apportion show`: those of a sweep file, and the improvement over a rival.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "experiments/cli/arguments.hpp"
#include "experiments/engine/catalogue.hpp"

namespace apportion::cli {

/// The options of `apportion show improvement`.
[[nodiscard]] std::vector<OptionDeclaration> improvement_options();

/// The words of `apportion show` that are no settings.
[[nodiscard]] std::vector<std::string> exhibit_words(const Arguments& arguments);

/// Whether the words of `apportion show` are FILE.ini [NAME...] or `improvement`, and not exhibits of the catalogue.
/// InputError where an option of `improvement` is given with other words.
[[nodiscard]] bool names_own_exhibits(const Arguments& arguments);

/// The exhibits that those words name, with the settings that --set gave; read from the database of the arguments.
/// InputError for what is unknown, StoreError where there is no database.
[[nodiscard]] std::vector<engine::CatalogueExhibit> own_exhibits(const Arguments& arguments,
                                                                 const std::map<std::string, std::string>& settings);

/// --seed, else what the sweep file (shown, or named by --of) says, else default_seed.
[[nodiscard]] std::int64_t seed_to_show(const Arguments& arguments);

}  // namespace apportion::cli
