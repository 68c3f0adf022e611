// Sweep files: a user's own studies and exhibits, in the words of the command line.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "experiments/engine/experiment.hpp"
#include "experiments/engine/sweep.hpp"
#include "experiments/sweeps/improvement.hpp"
#include "experiments/sweeps/pairwise_comparison.hpp"
#include "results/exhibit.hpp"

namespace apportion::sweeps {

/// A section [exhibit], [improvement] or [comparison], or the same with .NAME.
struct SweepExhibit {
  std::string name;  ///< NAME, or the word itself
  results::Exhibit exhibit = {};
  std::map<std::string, std::string> parameters = {};  ///< of the exhibit's query, with their defaults
  std::optional<ImprovementRequest> improvement = std::nullopt;
  std::optional<ComparisonRequest> comparison = std::nullopt;
};

struct SweepFile {
  std::filesystem::path file;
  engine::SweepDefinition definition;
  std::vector<SweepExhibit> exhibits;

  [[nodiscard]] std::string experiment() const { return "sweeps/" + definition.name; }
};

/// Whether a word of the command line names a sweep file: it ends in ".ini".
[[nodiscard]] bool is_sweep_file(const std::string& word);

/// Reads and checks the file; docs/sweeps.md says what may stand in it. Files that it names, such as clusters, are not
/// opened, and are relative to its folder. InputError names the file, the line, and what would be right.
[[nodiscard]] SweepFile read_sweep_file(const std::filesystem::path& file);

/// The same of a text that a run of the file stored. Files that it names are not opened: its exhibits can be shown, and
/// its study cannot be run.
[[nodiscard]] SweepFile read_stored_sweep(const results::SweepText& stored);

}  // namespace apportion::sweeps
