// Sweeps whose text a database has stored: what `show sweeps/NAME` and the report read instead of their files.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "experiments/sweeps/named_experiment.hpp"
#include "results/database/reader.hpp"

namespace apportion::cli {

/// A sweep, and the seed of its results that are to be shown.
struct StoredSweep {
  sweeps::NamedExperiment named;
  std::int64_t seed = 0;
};

/// Whether a word names the study of a sweep, sweeps/NAME, or one of its exhibits, sweeps/NAME/EXHIBIT.
[[nodiscard]] bool is_sweep_name(const std::string& word);

/// The studies of sweeps that the database has, each once, sorted.
[[nodiscard]] std::vector<std::string> stored_sweep_names(const results::Reader& reader);

/// The sweep of this study as its text was stored; it cannot be run. The seed is the given one, else that of the run
/// which stored a text last. InputError for a study that the database does not have, with the nearest names, one whose
/// text it does not have, and a text that this program does not understand.
[[nodiscard]] StoredSweep stored_sweep_named(const std::string& study, std::optional<std::int64_t> seed,
                                             const results::Reader& reader);

}  // namespace apportion::cli
