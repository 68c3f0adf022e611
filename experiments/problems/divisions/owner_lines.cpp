// Owners as lines of text.
#include "experiments/problems/divisions/owner_lines.hpp"

#include <fmt/format.h>

#include <iterator>

#include "sim/cells/owners.hpp"

namespace apportion::problems {

std::string owner_lines(const Decomposition& owned, std::string_view between) {
  const std::vector<std::int32_t> owners = owners_of(owned);
  const auto columns = static_cast<std::size_t>(owned.extent.columns);
  fmt::memory_buffer text;
  for (std::size_t cell = 0; cell < owners.size(); ++cell)
    fmt::format_to(std::back_inserter(text), "{}{}", owners[cell], (cell + 1) % columns == 0 ? "\n" : between);
  return fmt::to_string(text);
}

}  // namespace apportion::problems
