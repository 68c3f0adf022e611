// The question and the answer of `apportion solve distributions`.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "algorithms/distributions/distribution_kind.hpp"
#include "experiments/engine/experiment.hpp"
#include "experiments/problems/common/fields.hpp"
#include "experiments/problems/external/own_algorithms.hpp"
#include "sim/distributions/cartesian.hpp"

namespace apportion::problems {

/// The values of a line of JSON: c = a b on M x N x Q processes. Omitted sizes follow from the others. InputError if a
/// value has the wrong kind or range.
[[nodiscard]] FieldValues distribution_question(std::string_view json);

struct DistributionAnswer {
  MatrixProduct product;
  Communications counted;  ///< by-loads
  Communications formula;  ///< by-formula
  Index idle = 0;          ///< processes without work
};

/// Without M and N: fewest idle processes, then least N_com. InputError if sizes are missing or contradictory.
[[nodiscard]] DistributionAnswer solve(const FieldValues& given);

/// "linear(100,4)×wrap(200,8)", followed by "·Q" if Q > 1.
[[nodiscard]] std::string name_of(const DistributionAnswer& answer);

/// One line without its end: see docs/answers.md. The owned indices of a dimension are omitted if it has more than 4096
/// processes, or if they need more than 2^16 entries.
[[nodiscard]] std::string to_json(const DistributionAnswer& answer);

/// One SVG document with the matrix, row 0 on top. Adjacent elements of one process in a block form one
/// rectangle in the colour of the process, with its coordinates if they fit, and in a tooltip. Up to nine
/// processes have a colour each; otherwise processes with adjacent elements have different colours. The same
/// input gives the same bytes on every machine. InputError unless the distribution has two dimensions of 512
/// indices at most.
[[nodiscard]] std::string svg_drawing(std::string_view title, const CartesianDistribution& distribution);

// --- Studies

/// A whole-number axis from 1 to 2^20 whose values share the same instances.
[[nodiscard]] engine::Axis length_axis(const std::string& name, const std::string& title,
                                       const std::vector<double>& values = {});

/// Problems {"n":…,"p":…}; answers with a "distribution" in the notation of `apportion solve distributions`.
[[nodiscard]] Exchange<DistributionKind> distribution_exchange();

}  // namespace apportion::problems
