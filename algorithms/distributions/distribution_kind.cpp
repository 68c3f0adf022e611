// The kinds of simple distributions (Niculescu; HPF), and making distributions by name.
#include "algorithms/distributions/distribution_kind.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "base/text.hpp"

namespace apportion {

Configured<DistributionKind> choose_distribution_kind(std::string_view text) {
  const std::string name = split_bracketed(text).name;
  std::vector<std::string> names = collected(DistributionKinds::instance().algorithms(), &DistributionKind::name);
  if (std::ranges::find(names, name) == names.end()) throw unknown_name("distribution", name, names);
  return DistributionKinds::instance().choose(text);
}

Distribution make_distribution(std::string_view kind, Index length, Index processes) {
  RandomStream unused(0, "distributions");
  return choose_distribution_kind(kind).solve({length, processes}, unused);
}

namespace {

Distribution distributed(const char* kind, const DistributionShape& shape, Index block) {
  return Distribution({.kind = kind, .length = shape.length, .processes = shape.processes, .block = block});
}

const Registration<DistributionKind> identity_registration{
    {.name = "identity",
     .source = "Niculescu, Section 2.1",
     .summary = "i: every index to a process of its own; needs n <= p",
     .solve = [](const DistributionShape& shape, const Options& /*options*/, RandomStream& /*stream*/) {
       // The paper omits this condition, but i must be a process.
       if (shape.length > shape.processes)
         throw InputError(fmt::format("identity({},{}): {} indices need as many processes; n must be at most p",
                                      shape.length, shape.processes, shape.length));
       return distributed("identity", shape, 1);
     }}};

const Registration<DistributionKind> linear_registration{
    {.name = "linear",
     .source = "Niculescu, Section 2.1",
     .summary = "i div (n/p): a segment of n/p indices each; needs p | n",
     .solve = [](const DistributionShape& shape, const Options& /*options*/, RandomStream& /*stream*/) {
       if (shape.processes < 1 || shape.length % shape.processes != 0)
         throw InputError(fmt::format("linear({},{}): p must divide n; ceil-block is defined for any n", shape.length,
                                      shape.processes));
       return distributed("linear", shape, shape.length / shape.processes);
     }}};

const Registration<DistributionKind> wrap_registration{
    {.name = "wrap",
     .source = "Niculescu, Section 2.1",
     .summary = "i mod p: the processes take indices in turns",
     .solve = [](const DistributionShape& shape, const Options& /*options*/, RandomStream& /*stream*/) {
       return distributed("wrap", shape, 1);
     }}};

const Registration<DistributionKind> ceil_block_registration{
    {.name = "ceil-block",
     .source = "the usual BLOCK of HPF; Niculescu's linear where p divides n",
     .summary = "i div ceil(n/p): segments of ceil(n/p) indices, the last ones shorter or empty",
     .solve = [](const DistributionShape& shape, const Options& /*options*/, RandomStream& /*stream*/) {
       const Index block = shape.processes < 1 ? 1 : (shape.length + shape.processes - 1) / shape.processes;
       return distributed("ceil-block", shape, block);
     }}};

const Registration<DistributionKind> block_cyclic_registration{
    {.name = "block-cyclic",
     .source = "ScaLAPACK's block-cyclic distribution, HPF's CYCLIC(k)",
     .summary = "(i div k) mod p: the processes take blocks of k indices in turns",
     .options = {count_option("block", "2", "consecutive indices that stay together")},
     .variants = {"block=3"},
     .solve = [](const DistributionShape& shape, const Options& options, RandomStream& /*stream*/) {
       return Distribution({.kind = "block-cyclic",
                            .length = shape.length,
                            .processes = shape.processes,
                            .block = options.count("block"),
                            .block_named = true});
     }}};

}  // namespace

}  // namespace apportion
