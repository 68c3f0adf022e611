// What a word of the command line names: an experiment, all experiments of a paper, or a sweep by its file.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "experiments/engine/experiment.hpp"
#include "experiments/sweeps/sweep_file.hpp"

namespace apportion::sweeps {

/// An experiment, and the sweep file that it was read from, if it was.
struct NamedExperiment {
  engine::Experiment experiment;
  std::optional<SweepFile> sweep = std::nullopt;

  /// The seed that its runs have unless the command line says otherwise.
  [[nodiscard]] std::uint64_t seed() const;
  /// What `apportion run` takes to run it: its name, or the file.
  [[nodiscard]] std::string run_word() const;
};

/// EXPERIMENT, PAPER or FILE.ini. InputError with the nearest names, or as of read_sweep_file().
[[nodiscard]] std::vector<NamedExperiment> experiments_named(const std::string& word);

/// The same where only one will do: InputError lists the experiments of a paper.
[[nodiscard]] NamedExperiment experiment_named(const std::string& word);

/// The sweep of a text that a run stored, as of read_stored_sweep().
[[nodiscard]] NamedExperiment stored_experiment(const results::SweepText& stored);

}  // namespace apportion::sweeps
