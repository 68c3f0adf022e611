// The one way in which distributions are made by the names of their kinds.
#include "algorithms/distributions/distribution_kind.hpp"

namespace apportion {

Distribution make_distribution(std::string_view kind, Index length, Index processes) {
  RandomStream unused(0, "distributions");
  return DistributionKinds::instance().choose(kind).solve({length, processes}, unused);
}

}  // namespace apportion
