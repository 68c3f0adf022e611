// The boxes of processors as CSV.
#include <fmt/format.h>

#include <iterator>

#include "experiments/problems/divisions/division_format.hpp"

namespace apportion::problems {
namespace {

std::string boxes_csv_of(const WholeDivision& division, StencilReach /*reach*/) {
  fmt::memory_buffer text;
  const auto out = std::back_inserter(text);
  fmt::format_to(out, "rank,row_begin,row_end,column_begin,column_end\n");
  for (std::size_t i = 0; i < division.owned.parts.size(); ++i)
    for (const CellBox& box : boxes_of(division.owned, i))
      fmt::format_to(out, "{},{},{},{},{}\n", i, box.row_begin, box.row_end, box.column_begin, box.column_end);
  return fmt::to_string(text);
}

const DivisionFormatRegistration boxes_format{
    {.name = "boxes", .summary = "CSV with a line for each box", .write = boxes_csv_of}};

}  // namespace
}  // namespace apportion::problems
