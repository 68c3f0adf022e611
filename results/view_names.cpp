// What the views of experiments are called, and which of them SQL would take for one.
#include "results/view_names.hpp"

#include <map>

#include "results/records.hpp"

namespace apportion::results {
namespace {

// As SQLite compares names, whatever the locale says.
std::string without_case(std::string name) {
  for (char& c : name)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return name;
}

}  // namespace

std::vector<std::string> view_names(const std::string& experiment) {
  std::vector<std::string> names;
  for (const char* ending : {"", "_chunks", "_samples", "_timings"}) names.push_back(view_name(experiment) + ending);
  return names;
}

std::optional<SharedView> shared_view(const std::vector<std::string>& experiments) {
  std::map<std::string, std::string> owners;
  for (const std::string& experiment : experiments)
    for (const std::string& view : view_names(experiment)) {
      const auto [owner, is_new] = owners.emplace(without_case(view), experiment);
      if (!is_new && owner->second != experiment) return SharedView{owner->second, experiment, view};
    }
  return std::nullopt;
}

}  // namespace apportion::results
