// The registry of formats of divisions.
#include "experiments/problems/divisions/division_format.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "base/error.hpp"

namespace apportion::problems {
namespace {

// Constructed by the first registration, in whichever file.
std::vector<DivisionFormat>& all_division_formats() {
  static std::vector<DivisionFormat> all;
  return all;
}

const DivisionFormat* found_by(std::string DivisionFormat::*member, std::string_view text) {
  const auto found = std::ranges::find(division_formats(), text, member);
  return found == division_formats().end() || text.empty() ? nullptr : &*found;
}

}  // namespace

const std::vector<DivisionFormat>& division_formats() { return all_division_formats(); }

void require_dimensions(const DivisionFormat& format, const WholeDivision& division) {
  if (division.layers == 1 || format.in_space) return;
  std::vector<std::string> others;
  for (const DivisionFormat& each : division_formats())
    if (each.in_space) others.push_back(each.name);
  throw InputError(
      fmt::format("--format {} has rows and columns, and this division has {} layers; with layers there are {}",
                  format.name, division.layers, fmt::join(others, ", ")));
}

const DivisionFormat* find_division_format(std::string_view name) { return found_by(&DivisionFormat::name, name); }

const DivisionFormat* division_format_of_ending(std::string_view ending) {
  return found_by(&DivisionFormat::ending, ending);
}

DivisionFormatRegistration::DivisionFormatRegistration(DivisionFormat format) {
  std::vector<DivisionFormat>& all = all_division_formats();
  const auto place = std::ranges::lower_bound(all, format.name, {}, &DivisionFormat::name);
  all.insert(place, std::move(format));
}

}  // namespace apportion::problems
