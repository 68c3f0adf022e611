// A sample that is solved again, as `apportion replay` and the report name it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "experiments/cli/arguments.hpp"
#include "experiments/engine/replay.hpp"

namespace apportion::cli {

/// The sample that the words and options of `apportion replay` name. `seed`: the one to take; else that of --seed, or
/// of the sweep file. InputError for words that name no sample.
[[nodiscard]] engine::Replay replayed(const Arguments& arguments, std::optional<std::uint64_t> seed = std::nullopt);

/// "kaddoura/grid, seed 1, sample 0 at columns=1000 ratio=4"
[[nodiscard]] std::string heading_of(const engine::Replay& replay);

}  // namespace apportion::cli
