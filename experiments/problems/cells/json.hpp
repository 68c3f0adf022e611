// Problems of whole cells and their answers as JSON: the contract of `apportion solve cells`.
#pragma once

#include <string>
#include <string_view>

#include "experiments/problems/cells/question.hpp"

namespace apportion::problems {

/// A JSON object with "weights" and, where loads do not say them, "rows" and "columns"; where the defaults do not do,
/// "algorithm", "latency", "loads" (a file, or a list of rows), "mask" (a PBM file, or a list of rectangles), and
/// "network" with what belongs to it (networks/given_network.hpp).
/// InputError for malformed JSON, an unknown, repeated or missing key, a value of the wrong kind, and files that cannot
/// be used; the numbers' ranges are checked by solve().
[[nodiscard]] CellQuestion parse_cell_question(std::string_view json);

/// {"schema":1,"algorithm":…,"boundary":…,"neighbours":…,"total":…,"lower_bound":…,"imbalance":…,"furthest":…,
/// "beyond_one_cell":[…],"fragments":…,"halo":…,"empty":…,"gap":…,"rectangles":[…]} in one line without its end.
/// "gap" is left out with loads, and "network" as costs_json() has it stands behind it. "names":[…] of the processors
/// stands before "rectangles" where a cluster file gave them, and before it `more`, further members.
[[nodiscard]] std::string to_json(const CellAnswer& answer, const std::string& more = {});

/// The problem as parse_cell_question() takes it, loads as a list of rows.
[[nodiscard]] std::string to_json(const CellProblem& problem);

}  // namespace apportion::problems
