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

}  // namespace apportion::cli
