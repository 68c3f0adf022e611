// The one way in which distributions are made by the names of their kinds.
#include "algorithms/distributions/distribution_kind.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace apportion {

Configured<DistributionKind> choose_distribution_kind(std::string_view text) {
  const std::string name = split_bracketed(text).name;
  std::vector<std::string> names;
  for (const DistributionKind& kind : DistributionKinds::instance().algorithms()) names.push_back(kind.name);
  if (std::ranges::find(names, name) == names.end()) throw unknown_name("distribution", name, names);
  return DistributionKinds::instance().choose(text);
}

Distribution make_distribution(std::string_view kind, Index length, Index processes) {
  RandomStream unused(0, "distributions");
  return choose_distribution_kind(kind).solve({length, processes}, unused);
}

}  // namespace apportion
