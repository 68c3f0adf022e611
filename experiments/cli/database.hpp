// The database that a command works on: its file, the sweeps stored in it, records of runs, and shards.
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

/// --db FILE, or the default.
[[nodiscard]] std::filesystem::path database_file(const Arguments& arguments);

/// The same for commands whose one word may name the database as well; InputError if both do.
[[nodiscard]] std::filesystem::path database_file_or_word(const Arguments& arguments);

/// Makes the folders of the default database, unless another one is named, whose folder must be there. False where
/// there was nothing to make.
bool made_default_folder(const Arguments& arguments);

/// What --output names, or `otherwise`. InputError where that is the database, or one of the files that SQLite
/// keeps beside it: replacing it would lose the results.
[[nodiscard]] std::filesystem::path output_beside_database(const Arguments& arguments,
                                                           const std::filesystem::path& otherwise = {});

/// Whether a word names the study of a sweep, sweeps/NAME, or one of its exhibits, sweeps/NAME/EXHIBIT.
[[nodiscard]] bool is_sweep_name(const std::string& word);

/// The studies of sweeps that the database has, each once, sorted.
[[nodiscard]] std::vector<std::string> stored_sweep_names(const results::Reader& reader);

/// The sweep of this study as its text was stored; it cannot be run. Its seed is the given one, else that of the run
/// which stored a text last. InputError for a study that the database does not have, with the nearest names, a
/// seed that it does not have, and a text that this program does not understand.
[[nodiscard]] sweeps::Paper stored_sweep_named(const std::string& study, std::optional<std::int64_t> seed,
                                               const results::Reader& reader);

/// The users' papers that the database has, sorted; without those of a file that cannot be read.
[[nodiscard]] std::vector<std::string> stored_paper_names(const results::Reader& reader);
[[nodiscard]] std::vector<std::string> stored_paper_names(const std::filesystem::path& database);

/// The paper of this name as its folder was stored last; it cannot be run. InputError as of stored_sweep_named().
[[nodiscard]] sweeps::Paper stored_paper_named(const std::string& name, std::optional<std::int64_t> seed,
                                               const results::Reader& reader);

/// `threads` 0 stands for all cores.
[[nodiscard]] results::RunRecord run_record(const std::string& command, int threads);

/// "2/8". InputError unless it is I/N with 1 <= I <= N.
[[nodiscard]] engine::Shard parse_shard(const std::string& text);

/// What the commands of a database's runs say about shards, a line for each number of shards: "Of 8 shards it holds
/// 1-3, 7 ...\n". Empty where no run was of a shard.
[[nodiscard]] std::string shards_text(const std::vector<std::string>& commands);

}  // namespace apportion::cli
