// The database that a command works on.
#pragma once

#include <filesystem>

#include "experiments/cli/arguments.hpp"

namespace apportion::cli {

[[nodiscard]] OptionDeclaration database_option();

/// --db FILE, or the default.
[[nodiscard]] std::filesystem::path database_file(const Arguments& arguments);

/// The same for commands whose one word may name the database as well; InputError if both do.
[[nodiscard]] std::filesystem::path database_file_or_word(const Arguments& arguments);

/// What --output names, or `otherwise`. InputError where that is the database, or one of the files that SQLite and the
/// lock keep beside it: replacing it would lose the results.
[[nodiscard]] std::filesystem::path output_beside_database(const Arguments& arguments,
                                                           const std::filesystem::path& otherwise = {});

}  // namespace apportion::cli
