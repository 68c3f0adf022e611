// Names that are gone, which unknown_name() answers with a line that says what to use.
#pragma once

#include <string>
#include <vector>

namespace apportion {

struct FormerName {
  std::string kind;  ///< as unknown_name() is given it: "algorithm", "option of BEST"
  std::string name;
  std::string instead;  ///< what to use
};

/// A namespace-scope constant of this type adds names. Results that are stored under them are still shown.
struct FormerNames {
  explicit FormerNames(const std::vector<FormerName>& names);
};

}  // namespace apportion
