// The one way in which communications are counted.
#include "algorithms/distributions/communication_count.hpp"

namespace apportion {

Communications count_communications(std::string_view way, const MatrixProduct& product) {
  validate(product);
  RandomStream unused(0, "communications");
  return CommunicationCounts::instance().choose(way).solve(product, unused);
}

}  // namespace apportion
