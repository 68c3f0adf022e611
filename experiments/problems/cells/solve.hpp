// One problem of whole cells as it is asked, and its answer: the contract of `apportion solve cells`.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "algorithms/cells/cell_algorithm.hpp"
#include "algorithms/own_algorithm.hpp"
#include "experiments/problems/cells/costs.hpp"
#include "experiments/problems/common/fields.hpp"
#include "experiments/problems/networks/given_network.hpp"

namespace apportion::problems {

struct CellQuestion {
  std::string algorithm = "BEST";  ///< with options
  CellProblem problem;
  std::vector<std::string> names = {};                    ///< of the processors, where a cluster file gave them
  OwnAlgorithms<CellAlgorithm> own = {};                  ///< that `algorithm` may name as well
  std::shared_ptr<const GivenNetwork> network = nullptr;  ///< whose start-up is the problem's latency
  std::uint64_t seed = default_seed;                      ///< of randomised algorithms
};

/// The question that values of cell_fields() ask. InputError for what is none, and for files that cannot be used; the
/// ranges of weights are checked by solve().
[[nodiscard]] CellQuestion cell_question(const FieldValues& given);
/// The same from a line of JSON, which InputError refuses likewise.
[[nodiscard]] CellQuestion parse_cell_question(std::string_view json);

struct CellAnswer {
  std::string algorithm;  ///< canonical name
  Decomposition decomposition;
  CellCosts costs;
  std::vector<std::string> names = {};  ///< those of the question
  /// Where a network was given: costs on it, and the simulated time saved over XY2 in whole rows and columns, as a
  /// share of XY2's; nothing where XY2 refuses, or its messages lack a route.
  struct OnNetwork {
    std::string name;
    ExchangeCosts costs;
    std::optional<double> saved;
  };
  std::optional<OnNetwork> network = std::nullopt;
};

/// The stream of random numbers that solve() gives an algorithm of this canonical name.
[[nodiscard]] RandomStream cell_solving_stream(const std::string& algorithm, std::uint64_t seed = default_seed);

/// Solves the question. InputError for an unknown algorithm, a problem out of range or one that the algorithm does not
/// take, and costs that overflow.
[[nodiscard]] CellAnswer solve(const CellQuestion& question);

/// How long an iteration takes by XY2 in the question's network, and the answer to a question beside that: for several
/// algorithms, which XY2 need not be solved anew for.
[[nodiscard]] std::optional<double> seconds_by_xy2(const CellQuestion& question);
[[nodiscard]] CellAnswer solve(const CellQuestion& question, std::optional<double> seconds_by_xy2);

/// {"schema":1,"algorithm":…,"boundary":…,"neighbours":…,"total":…,"lower_bound":…,"imbalance":…,"furthest":…,
/// "beyond_one_cell":[…],"fragments":…,"halo":…,"empty":…,"gap":…,"rectangles":[…]} in one line without its end.
/// "gap" is left out with loads, and "network" as costs_json() has it stands behind it. "names":[…] of the processors
/// stands before "rectangles" where a cluster file gave them, and before it `more`, further members.
[[nodiscard]] std::string to_json(const CellAnswer& answer, const std::string& more = {});

/// The problem as parse_cell_question() takes it, loads as a list of rows.
[[nodiscard]] std::string to_json(const CellProblem& problem);

}  // namespace apportion::problems
