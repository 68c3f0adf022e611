// Rectangle problems and their answers as JSON: the contract of `apportion solve rectangles`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "algorithms/rectangles/rectangle_algorithm.hpp"
#include "sim/rectangles/whole.hpp"

namespace apportion::problems {

/// One rectangle problem and how it is to be solved.
struct RectangleQuestion {
  std::string algorithm = "XY2";  ///< with options, as in HYBRID[levels=2]
  RectangleProblem problem;
  bool whole = false;  ///< round to whole rows and columns
};

struct RectangleAnswer {
  std::string algorithm;  ///< canonical name
  Decomposition decomposition;
  double acost = 0;
  double bcost = 0;
  std::int64_t internal_edges = 0;
  double total = 0;
  double lower_bound = 0;  ///< on the total of every decomposition into parts of these areas
  /// What rounding cost, where it was asked for; the decomposition and the costs above are then the rounded ones.
  struct Whole {
    double imbalance = 0;
    std::size_t empty = 0;
  };
  std::optional<Whole> whole;
};

/// A JSON object with "rows", "columns", "weights" and, where the defaults do not do, "algorithm", "latency" and
/// "whole". Throws InputError for malformed JSON or UTF-8, an unknown, repeated or missing key, a value of the wrong
/// kind, and nesting deeper than 100 levels; the numbers' ranges are checked by solve().
[[nodiscard]] RectangleQuestion parse_question(std::string_view json);

/// The weights of a cluster: "3,1,2", or a JSON list whose lists are machines: "[[3,1],2]". InputError otherwise.
[[nodiscard]] Cluster parse_weights(std::string_view text);

/// Solves the question. Costs and bound leave out parts that rounding left empty. Throws InputError for an unknown
/// algorithm, a problem out of range, too large for the algorithm or beyond its accuracy (sim/rectangles/accuracy.hpp),
/// and costs that overflow.
[[nodiscard]] RectangleAnswer solve(const RectangleQuestion& question);

/// {"schema":1,"algorithm":…,"acost":…,"bcost":…,"internal_edges":…,"total":…,"lower_bound":…,"rectangles":[…]} in one
/// line without its end; "whole":{"imbalance":…,"empty":…} stands before "rectangles". Reals are spelled by the
/// shortest text that reads back as the same number.
[[nodiscard]] std::string to_json(const RectangleAnswer& answer);

}  // namespace apportion::problems
