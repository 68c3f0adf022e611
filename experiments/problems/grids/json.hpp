// Grid problems and their answers as JSON: the contract of `apportion solve grids`.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/problems/grids/question.hpp"
#include "experiments/problems/options.hpp"

namespace apportion::problems {

/// A JSON object with "edges", "performances", "block" and, where the default does not do, "algorithm". Throws
/// InputError for malformed JSON or UTF-8, an unknown, repeated or missing key, and a value of the wrong kind; the
/// numbers' ranges are checked by solve().
[[nodiscard]] GridQuestion parse_grid_question(std::string_view json);

/// The same from the options of `solve grids`.
[[nodiscard]] GridQuestion grid_question(const OptionValues& options);

/// "3,1,2" as performances or as whole sides; InputError that names the entry otherwise.
[[nodiscard]] std::vector<double> parse_performances(std::string_view text);
[[nodiscard]] std::vector<std::int64_t> parse_sides(std::string_view text);

/// The problem as parse_grid_question() takes it.
[[nodiscard]] std::string to_json(const GridProblem& problem);

/// {"schema":1,"algorithm":…,"mapping":[…],"lengths":[[…]…],"rounded":[[…]…],"time":…,"rounded_time":…,"ideal_time":…,
/// "lower_bound":…,"proven_optimal":…} in one line without its end. mapping[cell] is the process at the cell, the first
/// coordinate fastest. "names":[…] of the processes stands last where a cluster file gave them.
[[nodiscard]] std::string to_json(const GridAnswer& answer);

}  // namespace apportion::problems
