// Numbers of ranked tables, and refusals as JSON.
#include "experiments/problems/ranking.hpp"

#include <fmt/format.h>

#include "base/numbers.hpp"
#include "experiments/problems/common/json.hpp"

namespace apportion::problems {

double with_digits(double value, int digits) {
  return parse_real(fmt::format("{:.{}g}", value, digits)).value_or(value);
}

double with_decimals(double value, int decimals) {
  return parse_real(fmt::format("{:.{}f}", value, decimals)).value_or(value);
}

std::string to_json(const Refusal& refusal) {
  return fmt::format(R"({{"schema":1,"algorithm":{},"error":{}}})", json_string(refusal.algorithm),
                     json_string(refusal.reason));
}

}  // namespace apportion::problems
