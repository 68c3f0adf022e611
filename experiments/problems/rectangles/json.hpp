// Rectangle problems and their answers as JSON: the contract of `apportion solve rectangles`.
#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>

#include "experiments/problems/json.hpp"
#include "experiments/problems/rectangles/question.hpp"

namespace apportion::problems {

/// A JSON object with "rows", "columns", "weights" and, where the defaults do not do, "algorithm", "latency",
/// "whole", "objective", and "network" with what belongs to it (networks/given_network.hpp). Throws InputError for malformed JSON or UTF-8, an unknown, repeated or missing key, a value of the wrong
/// kind, and nesting deeper than 100 levels; the numbers' ranges are checked by solve().
[[nodiscard]] RectangleQuestion parse_rectangle_question(std::string_view json);

/// The same from the options of `solve rectangles`.
[[nodiscard]] RectangleQuestion rectangle_question(const OptionValues& options);

/// The weights of a cluster: "3,1,2", or a JSON list whose lists are machines: "[[3,1],2]". InputError otherwise.
[[nodiscard]] Cluster parse_weights(std::string_view text);
/// The same from JSON: numbers, and lists of them that are machines.
[[nodiscard]] Cluster cluster_of(const JsonReader& weights);
/// And back: "[3,[1,2]]".
[[nodiscard]] std::string weights_json(const Cluster& cluster);

/// Appends {"processor":…,"row":…,"column":…,"rows":…,"columns":…} for each rectangle, in order of their processors.
void add_rectangles(const Decomposition& decomposition, fmt::memory_buffer& text);

/// {"schema":1,"algorithm":…,"acost":…,"bcost":…,"internal_edges":…,"total":…,"lower_bound":…,"rectangles":[…]} in one
/// line without its end; "whole":{"imbalance":…,"empty":…}, then "proven":"slicing" or "rectangles", stand before
/// "rectangles", which are in order of their processors: entries of one processor are one part. Reals are spelled by
/// the shortest text that reads back as the same number. `more` are further members, which stand before "rectangles".
[[nodiscard]] std::string to_json(const RectangleAnswer& answer, const std::string& more = {});

}  // namespace apportion::problems
