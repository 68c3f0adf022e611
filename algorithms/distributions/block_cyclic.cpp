// block-cyclic: blocks in turns, as ScaLAPACK and HPF deal them.
#include "algorithms/distributions/distribution_kind.hpp"

namespace apportion {
namespace {

Distribution solve_block_cyclic(const DistributionShape& shape, const Options& options, RandomStream& /*stream*/) {
  return Distribution({.kind = "block-cyclic",
                       .length = shape.length,
                       .processes = shape.processes,
                       .block = options.count("block"),
                       .block_named = true});
}

const Registration<DistributionKind> block_cyclic_registration{
    {.name = "block-cyclic",
     .source = "ScaLAPACK's block-cyclic distribution, HPF's CYCLIC(k)",
     .summary = "(i div k) mod p: the processes take blocks of k indices in turns",
     .options = {{.name = "block",
                  .kind = OptionKind::count,
                  .default_value = "2",
                  .summary = "consecutive indices that stay together"}},
     .variants = {"block=3"},
     .solve = solve_block_cyclic}};

}  // namespace
}  // namespace apportion
