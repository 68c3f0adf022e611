// The question and the answer of `apportion solve rectangles`.
#pragma once

#include <fmt/format.h>
#include <string_view>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "algorithms/rectangles/rectangle_algorithm.hpp"
#include "experiments/problems/clusters/cluster_file.hpp"
#include "experiments/problems/common/exchange_time.hpp"
#include "experiments/problems/common/family.hpp"
#include "experiments/problems/common/fields.hpp"
#include "experiments/problems/common/quantities.hpp"
#include "experiments/problems/divisions/division_format.hpp"
#include "experiments/problems/drawing/decompositions.hpp"
#include "sim/rectangles/decomposition.hpp"

namespace apportion::problems {

/// One rectangle problem, and how to solve it.
struct RectangleQuestion : Asked<RectangleAlgorithm>, AskedExchange {
  RectangleProblem problem;
  bool whole = false;  ///< round to whole rows and columns
  /// By default net, on a network and if the algorithm can minimise it, otherwise the total.
  std::optional<Objective> objective = std::nullopt;
  std::optional<Decomposition> given = std::nullopt;  ///< for `evaluate`: the division into whole cells to judge
};

/// The fields of a problem; `rows`, `columns` and `latency` are also axes.
[[nodiscard]] const std::vector<Field>& rectangle_fields();

/// The question with these values. InputError if they are no problem; solve() checks the ranges of weights.
[[nodiscard]] RectangleQuestion rectangle_question(const FieldValues& given);

struct RectangleAnswer {
  std::string algorithm;  ///< canonical name
  Decomposition decomposition;
  double acost = 0;
  double bcost = 0;
  std::int64_t internal_edges = 0;
  double total = 0;
  /// On the total of every decomposition into parts of these areas: into rectangles if the answer's parts are
  /// rectangles, otherwise of any shapes.
  double lower_bound = 0;
  double any_shape_bound = 0;  ///< on the total of decompositions into parts of any shapes and these areas
  Proof proof = Proof::none;   ///< for the exact sides; rounding to whole sides loses it
  /// The effects of rounding, if requested; the decomposition and the costs above are then the rounded ones.
  struct Whole {
    double imbalance = 0;
    std::size_t empty = 0;
  };
  std::optional<Whole> whole;
  /// If there is a network, compared with XY2; nothing is saved if XY2 refuses, or its messages lack a route.
  std::optional<CostsOnNetwork> network;
  std::optional<VariedTimes> varied_imbalance;     ///< in whole rows and columns, if requested without a network
  std::optional<double> ranked_value;              ///< of the variation, if answers are ranked by it
  std::vector<std::string> names = {};             ///< those of the question
  std::optional<MemoryUse> memory = std::nullopt;  ///< if the question has limits

  // For rankings.
  std::optional<double> imbalance = std::nullopt;  ///< in whole rows and columns, percent; of whole sides only
  std::optional<double> seconds = std::nullopt;    ///< time to find it, unless it was given
  struct OfCells {
    double fill = 0;
    std::int64_t fragments = 0;
    std::int64_t halo = 0;
  };
  std::optional<OfCells> cells = std::nullopt;  ///< for a given division
};

/// The family's part of the common frame. Costs and bound of answers exclude parts that rounding left empty. The first
/// of several algorithms is the one with the fewest such parts, then the least simulated time, or other ranking value.
/// A given division is ranked among answers of whole cells, with further columns: excess, number of pieces and greatest
/// halo, as in cells. InputError for a problem out of range, too large for the algorithm or beyond its accuracy
/// (sim/rectangles/decomposition.hpp), and costs that overflow.
[[nodiscard]] const Family<RectangleQuestion, RectangleAnswer>& rectangle_frame();
[[nodiscard]] inline RectangleAnswer solve(const RectangleQuestion& question) {
  return rectangle_frame().answered(question);
}

/// The problem as a line of `solve rectangles --batch`.
[[nodiscard]] std::string to_json(const RectangleProblem& problem);

/// "rectangles":[{"processor":…,"row":…,"column":…,"rows":…,"columns":…},…] in order of their processors.
[[nodiscard]] std::string rectangles_json(const Decomposition& decomposition);

/// Reads rectangles of an array in that form, in any order; checks only that each of the processors has one. InputError
/// otherwise.
[[nodiscard]] Decomposition read_rectangles(const JsonReader& rectangles, const Extent& extent, std::size_t processors);

/// {"schema":1,"algorithm":…,MEMBERS,"rectangles":[…]} in one line without its end; the members are the
/// frame's quantities that the answer has. Rectangles are in order of their processors; those of one processor
/// form one part. Before them come "network" by costs_json(), `more`, further members, and "names":[…] of the
/// processors if a cluster file named them. Reals are written as the shortest text that reads back as the same
/// number.
[[nodiscard]] std::string to_json(const RectangleAnswer& answer, const std::string& more = {});

/// The greatest number of processors for which the metric `found` is measured: OPTIMAL proves all layouts of so many in
/// reasonable time.
constexpr double most_proven = 7;

// --- Studies

/// The axis of a field, with these values or its own.
[[nodiscard]] engine::Axis rectangle_axis(std::string_view field, const std::vector<double>& values = {});

/// rows, columns, ratio, processors, sampling (sampled) and latency (applied), each with one small default value;
/// studies set their own values.
[[nodiscard]] std::vector<engine::Axis> rectangle_axes();

/// The family's study: the point's array and latency, with a cluster drawn by its sampling model, processors and ratio;
/// measuring an inaccurate answer (sim/rectangles/decomposition.hpp) throws InputError. A cluster replaces ratio,
/// processors and sampling; if its speeds depend on the size, they are those that balance rows x columns elements.
/// `latency` changes the problems of instances, whose "whole" and "network" are refused, since a study measures
/// neither.
[[nodiscard]] const FamilyStudy<RectangleQuestion, RectangleAnswer>& rectangle_study();
[[nodiscard]] engine::Experiment rectangle_sweep(const engine::SweepDefinition& definition);

}  // namespace apportion::problems
