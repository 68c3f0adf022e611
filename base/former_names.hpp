// Names that no longer exist; unknown_name() answers them with a line that tells what to use instead.
#pragma once

#include <string>
#include <vector>

namespace apportion {

struct FormerName {
  std::string kind;  ///< the argument of unknown_name(): "algorithm", "option of BEST"
  std::string name;
  std::string instead;  ///< what to use
};

/// A namespace-scope constant of this type adds names. Results stored under them are still shown.
struct FormerNames {
  explicit FormerNames(const std::vector<FormerName>& names);
};

}  // namespace apportion
