// Lists of algorithms to compare.
#include "experiments/problems/comparison.hpp"

#include <iterator>

#include "algorithms/options.hpp"

namespace apportion::problems {

std::vector<std::string> several_algorithms(const std::string& text, const std::vector<std::string>& known) {
  const std::vector<std::string> given = split_names(text);
  if (given.size() == 1 && given.front() != "all") return {};
  std::vector<std::string> names;
  for (const std::string& name : given) {
    if (name == "all")
      names.insert(names.end(), known.begin(), known.end());
    else
      names.push_back(name);
  }
  return names;
}

}  // namespace apportion::problems
