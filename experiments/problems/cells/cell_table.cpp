// Which format a file has.
#include "experiments/problems/cells/cell_table.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.hpp"
#include "base/files.hpp"
#include "experiments/problems/cells/netpbm.hpp"

namespace apportion::problems {
namespace {

/// Control characters are in no text.
bool is_binary(std::string_view text) {
  return std::ranges::any_of(text.substr(0, 512), [](char c) {
    return (c >= 0 && c < ' ' && c != '\n' && c != '\r' && c != '\t') || c == '\x7f';
  });
}

// The beginnings of NetCDF's classic form, in three versions, and of HDF5, which NetCDF-4 is.
bool is_netcdf(std::string_view text) {
  const bool is_classic = text.starts_with("CDF") && text.size() > 3 && (text[3] == 1 || text[3] == 2 || text[3] == 5);
  return is_classic || text.starts_with("\x89HDF\r\n\x1A\n");
}

}  // namespace

CellTable parse_cell_table(std::string_view text, TableOf what) {
  if (is_npy(text)) return parse_npy(text);
  if (is_netcdf(text))
    throw InputError(
        fmt::format("is NetCDF, which Python turns into an array: import numpy, xarray; field = "
                    "xarray.open_dataset('FILE.nc')['VARIABLE']; numpy.save('FILE.npy', field.fillna({}).values)",
                    what == TableOf::owners ? -1 : 0));
  text = without_byte_order_mark(text);
  if (is_netpbm(text)) return parse_netpbm(text);
  if (is_binary(text)) throw InputError(fmt::format("is neither {}", table_formats));
  return is_esri_grid(text) ? parse_esri_grid(text) : parse_csv(text, what);
}

}  // namespace apportion::problems
