// identity: every index to a process of its own.
#include <fmt/format.h>

#include "algorithms/distributions/distribution_kind.hpp"

namespace apportion {
namespace {

Distribution solve_identity(const DistributionShape& shape, const Options& /*options*/, RandomStream& /*stream*/) {
  // The paper does not say so, but i must be a process.
  if (shape.length > shape.processes)
    throw InputError(fmt::format("identity({},{}): {} indices need as many processes; n must be at most p",
                                 shape.length, shape.processes, shape.length));
  return Distribution({.kind = "identity", .length = shape.length, .processes = shape.processes, .block = 1});
}

const Registration<DistributionKind> identity_registration{
    {.name = "identity",
     .source = "Niculescu, Section 2.1",
     .summary = "i: every index to a process of its own; needs n <= p",
     .solve = solve_identity}};

}  // namespace
}  // namespace apportion
