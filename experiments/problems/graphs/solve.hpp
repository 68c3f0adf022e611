// The question and the answer of `apportion solve graphs`.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "algorithms/graphs/graph_algorithm.hpp"
#include "experiments/problems/common/family.hpp"
#include "experiments/problems/common/fields.hpp"
#include "experiments/problems/common/quantities.hpp"

namespace apportion::problems {

/// One graph, and how to label it.
struct GraphQuestion : Asked<GraphAlgorithm> {
  AlignmentGraph problem;
  std::size_t merged_edges = 0;  ///< edges merged into others with the same ends
};

struct GraphAnswer {
  std::string algorithm;  ///< canonical name
  GraphSolution solution;
  std::optional<double> optimum = std::nullopt;  ///< the least cost, if a study needs it
};

/// The family's part of the common frame. InputError for an unknown algorithm and a graph too large for it. Programs
/// answer with "labels".
[[nodiscard]] const Family<GraphQuestion, GraphAnswer>& graph_frame();
[[nodiscard]] inline GraphAnswer solve(const GraphQuestion& question) { return graph_frame().answered(question); }

/// {"name":…,"rho":…,"candidates":[…],"nodes":[{"name":…,"cost":[…]}…],"edges":[[u,v,w]…]} in one line without its end;
/// read_graph() gives the same graph again.
[[nodiscard]] std::string to_json(const AlignmentGraph& graph);

/// {"schema":1,"algorithm":…,"labels":[…],MEMBERS} in one line without its end; the members are the
/// frame's quantities, and `more`.
[[nodiscard]] std::string to_json(const GraphAnswer& answer, const std::string& more = {});

// --- Studies

/// nodes, candidates, degree, strength (sampled), rho (applied) and sampling, each with one small default value;
/// studies set their own values.
[[nodiscard]] std::vector<engine::Axis> graph_axes();

/// Only the axis rho; for studies of given graphs.
[[nodiscard]] engine::Axis rho_axis();

/// The family's study. It stores all measures except lower_bound, which is offered; a sample whose optimum cannot be
/// proved within the limit of search nodes fails. `rho` changes the graphs of instances.
[[nodiscard]] const FamilyStudy<GraphQuestion, GraphAnswer>& graph_study();

}  // namespace apportion::problems
