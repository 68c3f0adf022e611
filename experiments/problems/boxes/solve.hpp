// The question and the answer of `apportion solve boxes`, and the family's study.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "algorithms/boxes/box_algorithm.hpp"
#include "experiments/problems/clusters/given_cluster.hpp"
#include "experiments/problems/common/family_study.hpp"
#include "experiments/problems/common/fields.hpp"
#include "experiments/problems/common/quantities.hpp"
#include "experiments/problems/divisions/division_format.hpp"

namespace apportion::problems {

/// One problem of boxes, and how to solve it.
struct BoxQuestion : Asked<BoxAlgorithm>, AskedProcessors {
  BoxProblem problem;
};

[[nodiscard]] const std::vector<Field>& box_fields();
/// The same with an `answer`, and without algorithms.
[[nodiscard]] const std::vector<Field>& box_evaluation_fields();

/// The question with these values. Solving checks the ranges of numbers.
[[nodiscard]] BoxQuestion box_question(const FieldValues& given);

struct BoxAnswer {
  std::string algorithm;  ///< canonical name
  BoxDivision division = {};
  double surface = 0;
  std::int64_t pairs = 0;
  double total = 0;
  double lower_bound = 0;
  std::vector<std::string> names = {};             ///< those of the question
  std::optional<MemoryUse> memory = std::nullopt;  ///< if the question has limits
  std::optional<double> seconds = std::nullopt;    ///< time to find it, if it is ranked
};

/// The family's part of the common frame.
[[nodiscard]] const Family<BoxQuestion, BoxAnswer>& box_frame();
[[nodiscard]] inline BoxAnswer solve(const BoxQuestion& question) { return box_frame().answered(question); }

/// The excess of the total over the bound in percent; 0 for one processor.
[[nodiscard]] double gap_percent(const BoxAnswer& answer);

/// The quantities of answers, in the order of their JSON members.
using BoxQuantity = Quantity<BoxAlgorithm, BoxAnswer>;
[[nodiscard]] const std::vector<BoxQuantity>& box_quantities();

/// The problem as a line of `solve boxes --batch`.
[[nodiscard]] std::string to_json(const BoxProblem& problem);
/// {"schema":1,"algorithm":…,MEMBERS,"boxes":[{"processor":…,"row":…,"column":…,"layer":…,"rows":…,"columns":…,
/// "layers":…},…]} in one line without its end, the boxes in order of their processors. "memory", further members and
/// "names" come before "boxes".
[[nodiscard]] std::string to_json(const BoxAnswer& answer, const std::string& more = {});

/// The answer in whole cells: every face is rounded to the nearest one, so that boxes remain disjoint. InputError
/// unless the sides are whole and the block has at most 10^8 cells, and for a part without cells.
[[nodiscard]] WholeDivision whole_boxes(const BoxQuestion& question, BoxAnswer answer);
/// InputError unless the question's block has such sides.
void require_cells(BoxQuestion& question, bool chooses);

[[nodiscard]] Exchange<BoxAlgorithm> box_exchange();

[[nodiscard]] std::string box_title(const BoxQuestion& question);
/// Sections across the layers that together cut every box. InputError above 1000 boxes.
[[nodiscard]] std::vector<LabelledDecomposition> sections_of_boxes(const BoxQuestion& question,
                                                                   const BoxAnswer& answer);
/// A line for each box; below a title.
[[nodiscard]] std::string text_of_parts(const BoxDivision& division, const std::vector<std::string>& names);
[[nodiscard]] std::string text_of_boxes(const BoxAnswer& answer);

/// The costs of a division.
[[nodiscard]] BoxAnswer measured_boxes(const BoxProblem& problem, const BoxDivision& division);

/// The family's study: rows, columns, layers, ratio, processors, sampling and latency, each with one small default
/// value.
[[nodiscard]] const FamilyStudy<BoxQuestion, BoxAnswer>& box_study();

}  // namespace apportion::problems
