// The database of a command, and options that several commands have.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "experiments/cli/arguments.hpp"

namespace apportion::cli {

inline constexpr const char* default_database = "results/out/apportion.sqlite";

[[nodiscard]] OptionDeclaration database_option();
/// --seed: "seed of the results".
[[nodiscard]] OptionDeclaration seed_option(std::string_view of = "the results");
/// --set
[[nodiscard]] OptionDeclaration settings_option(const std::string& value, const std::string& summary);
/// --algorithms, of an experiment
[[nodiscard]] OptionDeclaration algorithms_option();

/// The value of --db, or the default.
[[nodiscard]] std::filesystem::path database_file(const Arguments& arguments);

/// Refuses to replace the database and SQLite's files beside it from now on, see keep_as_it_is().
void keep_database(const Arguments& arguments);

/// The query for failed units, which `condition` may restrict: " WHERE ...".
[[nodiscard]] std::string failures_sql(std::string_view condition);

}  // namespace apportion::cli
