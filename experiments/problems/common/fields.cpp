// What is said of fields, and axes of them.
#include "experiments/problems/common/fields.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <stdexcept>

#include "base/numbers.hpp"
#include "base/text.hpp"

namespace apportion::problems {
namespace {

using Pointers = std::span<const Field* const>;

// "list" of "array/list" at level 1; "" where the branch ends before.
std::string branch_at(const Field& field, std::size_t level) {
  const std::vector<std::string> branches =
      field.branch.empty() ? std::vector<std::string>{} : split(field.branch, '/');
  return level < branches.size() ? branches[level] : "";
}

// How many from the first on are in a branch, or in the same branch, at that level.
std::size_t neighbours(Pointers fields, std::size_t level, bool same) {
  const std::string first = branch_at(*fields.front(), level);
  std::size_t count = 0;
  while (count < fields.size() &&
         (same ? branch_at(*fields[count], level) == first : !branch_at(*fields[count], level).empty()))
    ++count;
  return count;
}

std::string usage(Pointers fields, std::size_t level);

// "{--weights LIST | --cluster FILE}"
std::string usage_of_branches(Pointers fields, std::size_t level) {
  std::string text;
  while (!fields.empty()) {
    const std::size_t count = neighbours(fields, level, true);
    text += (text.empty() ? "{" : " | ") + usage(fields.first(count), level + 1);
    fields = fields.subspan(count);
  }
  return text + "}";
}

// The field with those that need it, which follow it: "[--network NAME [--startup PLACE]]".
std::string usage_of_field(Pointers fields) {
  const Field& field = *fields.front();
  const std::string value = value_name(field);
  std::string text = fmt::format("--{}{}{}", field.name, value.empty() ? "" : " ", value);
  for (const Field* other : fields.subspan(1)) text += " " + usage_of_field({&other, 1});
  return field.required ? text : "[" + text + "]";
}

std::string usage(Pointers fields, std::size_t level) {
  std::string text;
  while (!fields.empty()) {
    const bool branches = !branch_at(*fields.front(), level).empty();
    std::size_t count = branches ? neighbours(fields, level, false) : 1;
    while (!branches && count < fields.size() && fields[count]->needs == fields.front()->name) ++count;
    text += text.empty() ? "" : " ";
    text += branches ? usage_of_branches(fields.first(count), level) : usage_of_field(fields.first(count));
    fields = fields.subspan(count);
  }
  return text;
}

bool is_number(const Field& field) { return field.kind == FieldKind::real || field.kind == FieldKind::whole; }

engine::AxisKind axis_kind(const Field& field) {
  const bool is_whole = field.kind == FieldKind::whole || field.kind == FieldKind::wholes;
  return is_whole ? engine::AxisKind::whole : engine::AxisKind::real;
}

}  // namespace

const Field& field_named(const std::vector<Field>& fields, std::string_view name) {
  const auto found = std::ranges::find(fields, name, &Field::name);
  if (found == fields.end()) throw std::logic_error("no field '" + std::string(name) + "'");
  return *found;
}

std::string key_of(const Field& field) {
  std::string key = field.name;
  std::ranges::replace(key, '-', '_');
  return key;
}

std::string value_name(const Field& field) {
  return field.value.empty() && field.words != nullptr ? fmt::format("{}", fmt::join(field.words(), "|")) : field.value;
}

std::string range_of(const Field& field) {
  if (field.kind == FieldKind::whole) return fmt::format("from {:.0f} to {:.0f}", field.least, field.most);
  return fmt::format("from {} to {}", engine::AxisValue::of(field.least).text, engine::AxisValue::of(field.most).text);
}

std::string help_of(const Field& field) {
  std::string text = field.what;
  if (!field.unit.empty()) text += ", in " + field.unit;
  if (is_number(field)) text += ", " + range_of(field);
  if (!field.note.empty()) text += "; " + field.note;
  if (!field.fallback.empty()) text += fmt::format(" (default: {})", field.fallback);
  return text;
}

std::string usage_of(const std::vector<Field>& fields) {
  std::vector<const Field*> options;
  for (const Field& field : fields)
    if (field.place != FieldPlace::key) options.push_back(&field);
  return usage(options, 0);
}

engine::Axis axis_of(const Field& field, const std::vector<double>& values) {
  if (!field.role) throw std::logic_error(field.name + " is not an axis");
  engine::Axis axis{.name = field.name,
                    .title = field.what,
                    .role = *field.role,
                    .kind = axis_kind(field),
                    .least = field.least,
                    .most = field.most,
                    .values = engine::axis_values(values)};
  if (values.empty()) axis.values = {engine::AxisValue::parse(field.on_axis.empty() ? field.fallback : field.on_axis)};
  return axis;
}

}  // namespace apportion::problems
