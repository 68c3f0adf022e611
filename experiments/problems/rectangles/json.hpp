// Rectangle problems and their answers as JSON: the contract of `apportion solve rectangles`.
#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <vector>

#include "experiments/problems/json.hpp"
#include "experiments/problems/rectangles/question.hpp"

namespace apportion::problems {

/// A JSON object with "rows", "columns", "weights" and, where the defaults do not do, "algorithm", "latency",
/// "whole", "objective", and "network" with what belongs to it (networks/given_network.hpp). Throws InputError for
/// malformed JSON or UTF-8, an unknown, repeated or missing key, a value of the wrong kind, and nesting deeper than 100
/// levels; the numbers' ranges are checked by solve().
[[nodiscard]] RectangleQuestion parse_rectangle_question(std::string_view json);

/// The same from the options of `solve rectangles`.
[[nodiscard]] RectangleQuestion rectangle_question(const OptionValues& options);

/// The weights of a cluster: "3,1,2", or a JSON list whose lists are machines: "[[3,1],2]". InputError otherwise.
[[nodiscard]] Cluster parse_weights(std::string_view text);
/// The same from JSON: numbers, and lists of them that are machines.
[[nodiscard]] Cluster cluster_of(const JsonReader& weights);
/// And back: "[3,[1,2]]".
[[nodiscard]] std::string weights_json(const Cluster& cluster);

/// A list of texts: ["a","b"].
[[nodiscard]] std::string names_json(const std::vector<std::string>& names);

/// The problem as parse_rectangle_question() takes it.
[[nodiscard]] std::string to_json(const RectangleProblem& problem);

/// Appends {"processor":…,"row":…,"column":…,"rows":…,"columns":…} for each rectangle, in order of their processors.
void add_rectangles(const Decomposition& decomposition, fmt::memory_buffer& text);

/// The rectangles of an array in that form, in any order; nothing is checked but that each of the processors has one.
/// InputError otherwise.
[[nodiscard]] Decomposition read_rectangles(const JsonReader& rectangles, const Extent& extent, std::size_t processors);

/// {"schema":1,"algorithm":…,"acost":…,"bcost":…,"internal_edges":…,"total":…,"lower_bound":…,"rectangles":[…]} in one
/// line without its end; "whole":{"imbalance":…,"empty":…}, then "proven":"slicing" or "rectangles", then "network" as
/// costs_json() has it, stand before "rectangles", which are in order of their processors: entries of one processor are
/// one part. Reals are spelled by the shortest text that reads back as the same number. "names":[…] of the processors
/// stands before "rectangles" where a cluster file gave them, and before it `more`, further members.
[[nodiscard]] std::string to_json(const RectangleAnswer& answer, const std::string& more = {});

}  // namespace apportion::problems
