// The question and the answer of `apportion solve boxes`.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "experiments/problems/clusters/cluster_file.hpp"
#include "experiments/problems/common/family.hpp"
#include "experiments/problems/common/fields.hpp"
#include "extensions/boxes/algorithms/box_algorithm.hpp"

namespace apportion::problems {

/// One problem of boxes, and how to solve it.
struct BoxQuestion : Asked<BoxAlgorithm>, AskedProcessors {
  BoxProblem problem;
};

[[nodiscard]] const std::vector<Field>& box_fields();

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

/// The problem as a line of `solve boxes --batch`.
[[nodiscard]] std::string to_json(const BoxProblem& problem);
/// {"schema":1,"algorithm":…,MEMBERS,"boxes":[{"processor":…,"row":…,"column":…,"layer":…,"rows":…,"columns":…,
/// "layers":…},…]} in one line without its end, the boxes in order of their processors. "memory", further members and
/// "names" come before "boxes".
[[nodiscard]] std::string to_json(const BoxAnswer& answer, const std::string& more = {});

}  // namespace apportion::problems
