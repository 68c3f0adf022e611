// Names of objectives.
#include "sim/objective.hpp"

#include "base/error.hpp"

namespace apportion {

std::string_view objective_name(Objective objective) {
  switch (objective) {
    case Objective::total:
      return "total";
    case Objective::net:
      break;
  }
  return "net";
}

Objective parse_objective(std::string_view word) {
  for (const Objective objective : {Objective::total, Objective::net})
    if (word == objective_name(objective)) return objective;
  throw unknown_name("objective", std::string(word), {"total", "net"});
}

}  // namespace apportion
