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

/// Makes the folders of the default database, unless another one is named, whose folder must be there. False where
/// there was nothing to make.
bool made_default_folder(const Arguments& arguments);

/// What --output names, or `otherwise`. InputError where that is the database, or one of the files that SQLite and the
/// lock keep beside it: replacing it would lose the results.
[[nodiscard]] std::filesystem::path output_beside_database(const Arguments& arguments,
                                                           const std::filesystem::path& otherwise = {});

}  // namespace apportion::cli
