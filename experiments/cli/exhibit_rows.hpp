// Queries of exhibits on the database.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "experiments/cli/arguments.hpp"
#include "experiments/engine/catalogue.hpp"
#include "results/database/reader.hpp"
#include "sim/random_stream.hpp"

namespace apportion::cli {

/// The requested results of an exhibit.
struct ExhibitRequest {
  std::string seed = std::to_string(default_seed);
  std::string database = {};            ///< by the user; "" for the default
  results::Settings settings = {};      ///< of the exhibits' parameters, except the seed
  std::vector<std::string> notes = {};  ///< about parts of the shown files that were not run
};

[[nodiscard]] OptionDeclaration seed_option();

/// Parses --seed, --db and every --set. InputError for an invalid seed, and for repeated settings.
[[nodiscard]] ExhibitRequest exhibit_request(const Arguments& arguments);

/// InputError, with the nearest names, for a setting that no exhibit has.
void require_known_settings(const std::vector<results::Exhibit>& entries, const ExhibitRequest& request);

/// The request's seed and settings as parameters of a query.
[[nodiscard]] std::map<std::string, results::Value> query_parameters(const ExhibitRequest& request);

/// The rows; nothing if the database has no results for the exhibit.
[[nodiscard]] std::optional<results::Rows> exhibit_rows(const results::Exhibit& entry, const ExhibitRequest& request,
                                                        const results::Reader& reader);

/// The exhibit with the requested settings in its title if they differ from the usual ones: "Improvement ... (sampling
/// uniform, seed 3)". `seed` is the usual one.
[[nodiscard]] results::Exhibit titled_as_asked(results::Exhibit exhibit, const ExhibitRequest& request,
                                               std::uint64_t seed = default_seed);

/// The command that makes the results for the exhibit, and its settings in words: " with seed 3".
struct MakingCommand {
  std::string command;
  std::string which;
};
[[nodiscard]] MakingCommand making_command(const results::Exhibit& entry, const ExhibitRequest& request);

/// One line on an exhibit without rows: what is missing, and the command that makes it, if there is one. InputError for
/// a setting that no run could have, such as an unknown sampling model.
[[nodiscard]] std::string missing_results(const results::Exhibit& entry, const ExhibitRequest& request);

}  // namespace apportion::cli
