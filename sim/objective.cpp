// Names of objectives.
#include "sim/objective.hpp"

namespace apportion {

std::string_view objective_name(Objective objective) {
  switch (objective) {
    case Objective::total:
      return "total";
  }
  return "";
}

}  // namespace apportion
