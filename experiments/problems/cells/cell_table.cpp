// Which format a file has.
#include "experiments/problems/cells/cell_table.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.hpp"
#include "experiments/problems/cells/netpbm.hpp"

namespace apportion::problems {
namespace {

/// Control characters are in no text.
bool is_binary(std::string_view text) {
  return std::ranges::any_of(text.substr(0, 512), [](char c) {
    return (c >= 0 && c < ' ' && c != '\n' && c != '\r' && c != '\t') || c == '\x7f';
  });
}

}  // namespace

CellTable parse_cell_table(std::string_view text, TableOf what) {
  if (is_npy(text)) return parse_npy(text);
  if (is_netpbm(text)) return parse_netpbm(text);
  if (is_binary(text)) throw InputError(fmt::format("is neither {}", table_formats));
  return is_esri_grid(text) ? parse_esri_grid(text) : parse_csv(text, what);
}

}  // namespace apportion::problems
