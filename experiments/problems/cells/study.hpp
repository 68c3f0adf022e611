// The family of whole cells: axes, sampler and metrics for studies that divide an array of cells.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "algorithms/cells/cell_algorithm.hpp"
#include "experiments/engine/study.hpp"
#include "experiments/problems/clusters/cluster_file.hpp"
#include "experiments/problems/common/axes.hpp"
#include "experiments/problems/external/exchange.hpp"

namespace apportion::problems {

/// The axis of a field, with these values or its own.
[[nodiscard]] engine::Axis cell_axis(std::string_view field, const std::vector<double>& values = {});

/// The words of cell_problem_objectives().
[[nodiscard]] std::vector<std::string> cell_objectives();

/// rows, columns, ratio, processors, sampling, loads (sampled) and latency (applied), each with one modest default
/// value; studies put their own values in. On `loads` stand "none" and the load_models().
[[nodiscard]] std::vector<engine::Axis> cell_axes();

/// The array, its loads and the latency that the point says, and a cluster drawn by its sampling model, processors and
/// ratio.
[[nodiscard]] CellProblem sample_cells(const engine::Point& point, RandomStream& stream);

/// cell_axes() with aspect, columns over rows, in place of columns, as sweeps have it; columns are rounded, and there
/// is at least one.
[[nodiscard]] std::vector<engine::Axis> cell_sweep_axes();
[[nodiscard]] CellProblem sample_cells_by_aspect(const engine::Point& point, RandomStream& stream);

/// A study of the family's algorithms with samples of sample_cells(), of which all measures are stored.
[[nodiscard]] engine::Study study_of_cells(const std::string& name = {});

/// The sweep of this family by default.
[[nodiscard]] engine::Study cell_study();

/// That study with what a sweep file says. A cluster stands in for ratio, processors and sampling; where its speeds
/// depend on the size they are those that balance the load of all cells. The lines of instances are those of `solve
/// cells`, whose "algorithm" is ignored and whose loads and masks stand in the line itself, since the file's digest
/// does not know other files. `latency` changes them.
[[nodiscard]] engine::Experiment cell_sweep(const engine::SweepDefinition& definition);

/// Problems as `apportion solve cells` takes them, up to 10^5 cells with loads; divisions drawn, as text with a line of
/// places and load a processor, which may have names.
[[nodiscard]] engine::Presentation<CellAlgorithm> show_cells(const std::vector<std::string>& names = {});

/// Problems as `apportion solve cells` takes them; answers with its "rectangles", empty ones for parts without a cell.
[[nodiscard]] Exchange<CellAlgorithm> cell_exchange();

}  // namespace apportion::problems
