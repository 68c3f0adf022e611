// The question and the answer of `apportion solve boxes`, and the family's study.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "algorithms/boxes/box_algorithm.hpp"
#include "algorithms/own_algorithm.hpp"
#include "experiments/engine/experiment.hpp"
#include "experiments/engine/study.hpp"
#include "experiments/problems/clusters/given_cluster.hpp"
#include "experiments/problems/common/fields.hpp"
#include "experiments/problems/common/quantities.hpp"
#include "experiments/problems/divisions/division_format.hpp"
#include "experiments/problems/external/exchange.hpp"
#include "experiments/problems/problem_family.hpp"

namespace apportion::problems {

/// One problem of boxes and how it is to be solved.
struct BoxQuestion {
  std::string algorithm = "BEST";
  BoxProblem problem;
  std::vector<std::string> names = {};                ///< of the processors, where a cluster file gave them
  std::optional<MemoryLimits> memory = std::nullopt;  ///< where a cluster file has such limits
  OwnAlgorithms<BoxAlgorithm> own = {};               ///< that `algorithm` may name as well
  std::uint64_t seed = default_seed;                  ///< of randomised algorithms
  unsigned threads = 1;                               ///< that the answer does not depend on
  std::optional<double> seconds = std::nullopt;       ///< to search on after the algorithm has ended
};

[[nodiscard]] const std::vector<Field>& box_fields();
/// The same with an `answer`, and without algorithms.
[[nodiscard]] const std::vector<Field>& box_evaluation_fields();

/// The question that these values describe. solve() checks the numbers' ranges.
[[nodiscard]] BoxQuestion box_question(const FieldValues& given);
/// The same from one line of JSON.
[[nodiscard]] BoxQuestion parse_box_question(std::string_view json);

struct BoxAnswer {
  std::string algorithm;  ///< canonical name
  BoxDivision division = {};
  double surface = 0;
  std::int64_t pairs = 0;
  double total = 0;
  double lower_bound = 0;
  std::vector<std::string> names = {};             ///< those of the question
  std::optional<MemoryUse> memory = std::nullopt;  ///< where the question has limits
  std::optional<double> seconds = std::nullopt;    ///< to find it, where it is ranked
};

/// InputError for an unknown algorithm, and a problem that is out of range or that the algorithm refuses.
[[nodiscard]] BoxAnswer solve(const BoxQuestion& question);
/// The given answer as solve() would give it. InputError where it is not an answer.
[[nodiscard]] Evaluation evaluate_boxes(const FieldValues& given);

/// Percent of the bound that the total lies above it; 0 for one processor.
[[nodiscard]] double gap_percent(const BoxAnswer& answer);

/// What is measured of answers, each quantity once, in the order of the members in JSON.
using BoxQuantity = Quantity<BoxAlgorithm, BoxAnswer>;
[[nodiscard]] const std::vector<BoxQuantity>& box_quantities();

/// The problem as parse_box_question() takes it.
[[nodiscard]] std::string to_json(const BoxProblem& problem);
/// {"schema":1,"algorithm":…,MEMBERS,"boxes":[{"processor":…,"row":…,"column":…,"layer":…,"rows":…,"columns":…,
/// "layers":…},…]} in one line without its end, the boxes in order of their processors. "memory", further members and
/// "names" stand before "boxes".
[[nodiscard]] std::string to_json(const BoxAnswer& answer, const std::string& more = {});

/// The answer in whole cells: every face is rounded to the nearest one, so that boxes remain disjoint. InputError
/// unless the sides are whole and the block has at most 10^8 cells, and for a part that would have no cell.
[[nodiscard]] WholeDivision divide_boxes(const FieldValues& given);

[[nodiscard]] Exchange<BoxAlgorithm> box_exchange();

/// A division below its title, drawn as "svg" or "text", or several below each other. The SVG shows
/// sections across the layers, of which each box is in one. InputError above 1000 boxes.
struct LabelledBoxes {
  std::string title;
  BoxDivision division;
  std::vector<std::string> names = {};
};
[[nodiscard]] std::string drawing_of(const std::vector<LabelledBoxes>& divisions, const std::string& format);

[[nodiscard]] std::string draw_boxes(const FieldValues& given, const std::string& format);
[[nodiscard]] Comparison compare_boxes(const FieldValues& given, const std::vector<std::string>& algorithms);

/// rows, columns, layers, ratio, processors, sampling and latency, each with one modest default value.
[[nodiscard]] std::vector<engine::Axis> box_axes();
/// A study of the family's algorithms with these axes, whose metrics are those of box_quantities().
[[nodiscard]] engine::Study study_of_boxes(const std::string& name = {});
[[nodiscard]] engine::Experiment box_sweep(const engine::SweepDefinition& definition);

}  // namespace apportion::problems
