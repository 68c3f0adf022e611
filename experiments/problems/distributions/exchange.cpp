// Dimensions to distribute for programs of users, and their distributions.
#include <fmt/format.h>

#include "algorithms/distributions/notation.hpp"
#include "base/error.hpp"
#include "experiments/problems/distributions/study.hpp"
#include "experiments/problems/external/own_algorithms.hpp"

namespace apportion::problems {
namespace {

std::string problem_line(const DistributionShape& shape) {
  return fmt::format(R"({{"n":{},"p":{}}})", shape.length, shape.processes);
}

Distribution solution_in(const DistributionShape& shape, const JsonReader& answer) {
  require_answer_keys(answer, {"distribution"}, {});
  Distribution distribution = parse_distribution(answer["distribution"].text());
  if (distribution.length() != shape.length || distribution.processes() != shape.processes)
    throw InputError(fmt::format("{} distributes {} elements among {} processes; it must be {} among {}",
                                 answer["distribution"].text(), distribution.length(), distribution.processes(),
                                 shape.length, shape.processes));
  return distribution;
}

}  // namespace

Exchange<DistributionKind> distribution_exchange() { return {problem_line, solution_in}; }

}  // namespace apportion::problems
