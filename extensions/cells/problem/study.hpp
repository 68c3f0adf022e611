// The family of whole cells: axes, sampler and metrics for studies that divide an array of cells.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "experiments/engine/study.hpp"
#include "experiments/problems/clusters/cluster_file.hpp"
#include "experiments/problems/common/axes.hpp"
#include "experiments/problems/external/exchange.hpp"
#include "extensions/cells/algorithms/cell_algorithm.hpp"

namespace apportion::problems {

/// The axis of a field, with these values or its own.
[[nodiscard]] engine::Axis cell_axis(std::string_view field, const std::vector<double>& values = {});

/// The words of cell_problem_objectives().
[[nodiscard]] std::vector<std::string> cell_objectives();

/// rows, columns, ratio, processors, sampling, loads (sampled) and latency (applied), each with one small default
/// value, which studies replace. The values of `loads` are "none" and the load_models().
[[nodiscard]] std::vector<engine::Axis> cell_axes();

/// The array, its loads and the latency of the point, and a cluster drawn by its sampling model, processors and ratio.
[[nodiscard]] CellProblem sample_cells(const engine::Point& point, RandomStream& stream);

/// cell_axes() with aspect (columns over rows) in place of columns, for sweeps; columns are rounded to at least 1.
[[nodiscard]] std::vector<engine::Axis> cell_sweep_axes();
[[nodiscard]] CellProblem sample_cells_by_aspect(const engine::Point& point, RandomStream& stream);

/// A study of the family's algorithms with samples of sample_cells() and all measures.
[[nodiscard]] engine::Study study_of_cells(const std::string& name = {});

/// The sweep of this family by default.
[[nodiscard]] engine::Study cell_study();

/// cell_study() with the entries of a sweep file. A cluster replaces ratio, processors and sampling; speeds that depend
/// on the size are those that balance the load of all cells. Instances are lines of `solve cells`, whose "algorithm" is
/// ignored and whose loads and masks must be in the line itself, since the file's digest does not include other files.
/// `latency` changes them.
[[nodiscard]] engine::Experiment cell_sweep(const engine::SweepDefinition& definition);

/// Problems as `apportion solve cells` takes them, up to 10^5 cells with loads; drawings of divisions, as text with a
/// line for each processor: its name, places and load.
[[nodiscard]] engine::Presentation<CellAlgorithm> show_cells(const std::vector<std::string>& names = {});

/// Problems as `apportion solve cells` takes them; answers with its "rectangles", empty ones for parts without a cell.
[[nodiscard]] Exchange<CellAlgorithm> cell_exchange();

}  // namespace apportion::problems
