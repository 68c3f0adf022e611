// PGM and PBM, the grey maps and bitmaps of Netpbm, as loads of cells.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace apportion::problems {

/// What a file says: loads[row * columns + column].
struct LoadTable {
  std::int64_t rows = 0;
  std::int64_t columns = 0;
  std::vector<double> loads = {};
};

/// Whether the text begins like any file of Netpbm: P and a digit.
[[nodiscard]] bool is_netpbm(std::string_view text);
/// Whether it begins like PBM.
[[nodiscard]] bool is_bitmap(std::string_view text);

/// The loads in a text of P1, P2, P4 or P5 as read_loads() says. InputError, without the file's name, for all others,
/// and unless the text is exactly as long as its header says. All cells may be left out.
[[nodiscard]] LoadTable parse_netpbm(std::string_view text);

}  // namespace apportion::problems
