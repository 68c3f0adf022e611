// Shards on the command line, and in the commands of runs.
#pragma once

#include <string>
#include <vector>

#include "experiments/engine/plan.hpp"

namespace apportion::cli {

/// "2/8". InputError unless it is I/N with 1 <= I <= N.
[[nodiscard]] engine::Shard parse_shard(const std::string& text);

/// What the commands of a database's runs say about shards, a line for each number of shards: "Of 8 shards it holds
/// 1-3, 7 ...\n". Empty where none ran a shard.
[[nodiscard]] std::string shards_text(const std::vector<std::string>& commands);

}  // namespace apportion::cli
