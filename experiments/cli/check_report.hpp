// What `apportion check` found, and how it is reported.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "experiments/engine/reference.hpp"
#include "results/comparing/baseline.hpp"

namespace apportion::cli {

/// The accepted side of a reference grid; a part is absent where there is no file.
struct AcceptedGrid {
  std::optional<results::Baseline> numbers;
  std::optional<std::vector<results::Verdict>> verdicts;
};

/// One reference grid, accepted against now.
struct GridReport {
  engine::ReferenceGrid grid;
  std::string old_definition = {};  ///< "" where there is no baseline
  std::string new_definition = {};
  std::size_t numbers = 0;  ///< that there are now
  std::size_t verdicts = 0;
  std::vector<results::Difference> differences = {};  ///< worst first; empty where the definitions differ
  std::vector<results::VerdictChange> verdict_changes = {};
  std::vector<std::string> failures = {};
  std::vector<std::string> remarks = {};  ///< why less than all is compared

  [[nodiscard]] bool redefined() const { return !old_definition.empty() && old_definition != new_definition; }
  [[nodiscard]] bool is_as_accepted() const {
    return !redefined() && differences.empty() && verdict_changes.empty() && failures.empty() && remarks.empty();
  }
};

[[nodiscard]] GridReport grid_report(const engine::ReferenceGrid& grid, const AcceptedGrid& accepted,
                                     const engine::ReferenceResult& now);

/// What is not as accepted, by grid: verdicts first, then differences grouped by algorithm and metric with the first
/// few points, each with the command that replays its first sample that differs; last a line that counts all.
[[nodiscard]] std::string check_text(const std::vector<GridReport>& reports);

}  // namespace apportion::cli
