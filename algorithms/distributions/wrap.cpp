// wrap: one index after the other, in turns.
#include "algorithms/distributions/distribution_kind.hpp"

namespace apportion {
namespace {

Distribution solve_wrap(const DistributionShape& shape, const Options& /*options*/, RandomStream& /*stream*/) {
  return Distribution({.kind = "wrap", .length = shape.length, .processes = shape.processes, .block = 1});
}

const Registration<DistributionKind> wrap_registration{{.name = "wrap",
                                                        .source = "Niculescu, Section 2.1",
                                                        .summary = "i mod p: the processes take indices in turns",
                                                        .solve = solve_wrap}};

}  // namespace
}  // namespace apportion
