// ceil-block: consecutive segments for any length.
#include "algorithms/distributions/distribution_kind.hpp"

namespace apportion {
namespace {

Distribution solve_ceil_block(const DistributionShape& shape, const Options& /*options*/, RandomStream& /*stream*/) {
  const Index block = shape.processes < 1 ? 1 : (shape.length + shape.processes - 1) / shape.processes;
  return Distribution({.kind = "ceil-block", .length = shape.length, .processes = shape.processes, .block = block});
}

const Registration<DistributionKind> ceil_block_registration{
    {.name = "ceil-block",
     .source = "the usual BLOCK of HPF; Niculescu's linear where p divides n",
     .summary = "i div ceil(n/p): segments of ceil(n/p) indices, the last ones shorter or empty",
     .solve = solve_ceil_block}};

}  // namespace
}  // namespace apportion
