// Names of users' own algorithms, and the keys of their answers.
#include "experiments/problems/external/own_algorithms.hpp"

#include <fmt/format.h>

#include <string_view>

#include "base/error.hpp"

namespace apportion::problems {

Field external_field() {
  return field_of(FieldKind::file, "external", "FILE.ini",
                  "the file whose sections [algorithm.NAME] declare programs as algorithms of your own")
      .only_as(FieldPlace::option);
}

void require_own_name(const std::string& name, const std::vector<std::string>& registered) {
  constexpr std::string_view allowed = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-";
  if (name.empty() || name.find_first_not_of(allowed) != std::string::npos || name == "all")
    throw InputError(fmt::format(
        "an algorithm of your own cannot be called '{}'; use letters, digits, - and _, and not 'all'", name));
  if (contains(registered, name))
    throw InputError(fmt::format("{} is already the name of an algorithm; choose another one", name));
}

void require_answer_keys(const JsonReader& answer, const std::vector<std::string>& required,
                         std::vector<std::string> printed) {
  printed.insert(printed.end(), {"schema", "algorithm"});
  answer.require_keys(required, printed);
}

}  // namespace apportion::problems
