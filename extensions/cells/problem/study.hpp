// The family of whole cells: axes, sampler and metrics for studies that divide an array of cells.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "experiments/problems/common/family_study.hpp"
#include "extensions/cells/algorithms/cell_algorithm.hpp"
#include "extensions/cells/problem/solve.hpp"

namespace apportion::problems {

/// The axis of a field, with these values or its own.
[[nodiscard]] engine::Axis cell_axis(std::string_view field, const std::vector<double>& values = {});

/// The words of cell_problem_objectives().
[[nodiscard]] std::vector<std::string> cell_objectives();

/// rows, columns, ratio, processors, sampling, loads (sampled) and latency (applied), each with one small default
/// value, which studies replace. The values of `loads` are "none" and the load_models().
[[nodiscard]] std::vector<engine::Axis> cell_axes();

/// The array, its loads and the latency of the point, with columns by its aspect if it has no `columns`, and a cluster
/// drawn by its sampling model, processors and ratio.
[[nodiscard]] CellProblem sample_cells(const engine::Point& point, RandomStream& stream);

/// The family's study. A cluster replaces ratio, processors and sampling; speeds that depend on the size are those that
/// balance the load of all cells. Loads and masks of instances must be in the line itself, since the file's digest does
/// not include other files. `latency` changes instances.
[[nodiscard]] const FamilyStudy<CellQuestion, CellAnswer>& cell_study();
[[nodiscard]] engine::Experiment cell_sweep(const engine::SweepDefinition& definition);

/// Problems as `apportion solve cells` takes them; answers with its "rectangles", empty ones for parts without a cell.
[[nodiscard]] Exchange<CellAlgorithm> cell_exchange();

}  // namespace apportion::problems
