// Members and numbers of quantities.
#include "experiments/problems/common/quantities.hpp"

namespace apportion::problems {

void add_member(const std::string& name, const ComparedValue& value, fmt::memory_buffer& text) {
  fmt::format_to(std::back_inserter(text), R"(,"{}":)", name);
  if (const double* real = std::get_if<double>(&value))
    fmt::format_to(std::back_inserter(text), "{}", plain(*real));
  else
    std::visit([&text](const auto& other) { fmt::format_to(std::back_inserter(text), "{}", other); }, value);
}

double scaled(const QuantityValue& value, double scale) {
  if (!value) return 0;
  if (const auto* whole = std::get_if<std::int64_t>(&*value)) return scale * static_cast<double>(*whole);
  return scale * std::get<double>(*value);
}

}  // namespace apportion::problems
