// linear: equal consecutive segments.
#include <fmt/format.h>

#include "algorithms/distributions/distribution_kind.hpp"

namespace apportion {
namespace {

Distribution solve_linear(const DistributionShape& shape, const Options& /*options*/, RandomStream& /*stream*/) {
  if (shape.processes < 1 || shape.length % shape.processes != 0)
    throw InputError(
        fmt::format("linear({},{}): p must divide n; ceil-block is defined for any n", shape.length, shape.processes));
  return Distribution({.kind = "linear",
                       .length = shape.length,
                       .processes = shape.processes,
                       .block = shape.length / shape.processes});
}

const Registration<DistributionKind> linear_registration{
    {.name = "linear",
     .source = "Niculescu, Section 2.1",
     .summary = "i div (n/p): a segment of n/p indices each; needs p | n",
     .solve = solve_linear}};

}  // namespace
}  // namespace apportion
