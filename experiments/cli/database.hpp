// The database of a command: its file, the sweeps stored in it, records of runs, and shards.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "experiments/cli/arguments.hpp"
#include "experiments/engine/plan.hpp"
#include "experiments/sweeps/paper_folder.hpp"
#include "experiments/sweeps/sweep_file.hpp"
#include "results/database/reader.hpp"
#include "results/records.hpp"

namespace apportion::cli {

[[nodiscard]] OptionDeclaration database_option();

/// The value of --db, or the default.
[[nodiscard]] std::filesystem::path database_file(const Arguments& arguments);

/// database_file() for commands with a word that may name the database; InputError if both are given.
[[nodiscard]] std::filesystem::path database_file_or_word(const Arguments& arguments);

/// Makes the folders of the default database; the folder of a named one must exist. False if nothing had to be
/// made.
bool made_default_folder(const Arguments& arguments);

/// The value of --output, or `otherwise`. InputError if that is the database, or one of SQLite's files beside it:
/// replacing it would lose the results.
[[nodiscard]] std::filesystem::path output_beside_database(const Arguments& arguments,
                                                           const std::filesystem::path& otherwise = {});

/// Whether a word is the name of a sweep's study, sweeps/NAME, or of one of its exhibits, sweeps/NAME/EXHIBIT.
[[nodiscard]] bool is_sweep_name(const std::string& word);

/// The users' papers in the database, except those with an unreadable file, then the studies of sweeps; each part
/// sorted.
[[nodiscard]] std::vector<std::string> stored_names(const results::Reader& reader);

/// The sweep of this study, or the paper of this name, as its text was stored last; it cannot be run. Its seed is the
/// given one, else that of the run that stored a text last. InputError for an unknown name, with the nearest names, an
/// unknown seed, and a text that this program cannot read.
[[nodiscard]] sweeps::Paper stored_paper_named(const std::string& name, std::optional<std::int64_t> seed,
                                               const results::Reader& reader);

/// `threads` 0 means all cores.
[[nodiscard]] results::RunRecord run_record(const std::string& command, int threads);

/// Parses "2/8". InputError unless it is I/N with 1 <= I <= N.
[[nodiscard]] engine::Shard parse_shard(const std::string& text);

/// The shards in the commands of a database's runs, a line for each number of shards: "Of 8 shards it holds 1-3, 7
/// ...\n". Empty if no run was of a shard.
[[nodiscard]] std::string shards_text(const std::vector<std::string>& commands);

}  // namespace apportion::cli
