// What the views of experiments are called, and which of them SQL would take for one.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace apportion::results {

/// The names of all views of an experiment, as create_views() describes them.
[[nodiscard]] std::vector<std::string> view_names(const std::string& experiment);

/// Two experiments and a name that a view of each of them has.
struct SharedView {
  std::string first;
  std::string second;
  std::string view;
};

/// The first of these experiments that cannot be told from an earlier one: SQL ignores the case of ASCII letters, and
/// sweeps/x_chunks has its means where sweeps/x has its chunks. Nothing where all can be told apart.
[[nodiscard]] std::optional<SharedView> shared_view(const std::vector<std::string>& experiments);

}  // namespace apportion::results
