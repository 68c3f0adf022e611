// What is said of fields, and axes of them.
#include "experiments/problems/common/fields.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <stdexcept>
#include <utility>

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

// The field with another value of a member.
template <class Value>
Field with(const Field& field, Value Field::*member, Value value) {
  Field more = field;
  more.*member = std::move(value);
  return more;
}

}  // namespace

Field Field::must_be_given(std::string in_branch) const {
  return with(within(std::move(in_branch)), &Field::required, true);
}
Field Field::with_letter(std::string short_form) const { return with(*this, &Field::letter, std::move(short_form)); }
Field Field::called(std::string value_name) const { return with(*this, &Field::value, std::move(value_name)); }
Field Field::by_default(std::string text) const { return with(*this, &Field::fallback, std::move(text)); }
Field Field::measured_in(std::string of_unit) const { return with(*this, &Field::unit, std::move(of_unit)); }
Field Field::noting(std::string text) const { return with(*this, &Field::note, std::move(text)); }
Field Field::within(std::string in_branch) const { return with(*this, &Field::branch, std::move(in_branch)); }
Field Field::only_as(FieldPlace kind_of_place) const { return with(*this, &Field::place, kind_of_place); }
Field Field::needing(std::string other) const { return with(*this, &Field::needs, std::move(other)); }
Field Field::standing_for(std::string list) const { return with(*this, &Field::stands_for, std::move(list)); }
Field Field::written() const { return with(*this, &Field::is_written, true); }
Field Field::read_by(Json (*reader)(const std::string& text)) const { return with(*this, &Field::read, reader); }
Field Field::as_axis(engine::AxisRole of_axis, std::string default_value) const {
  return with(with(*this, &Field::role, std::optional(of_axis)), &Field::on_axis, std::move(default_value));
}

Field field_of(FieldKind kind, std::string name, std::string value, std::string what) {
  return {.name = std::move(name), .kind = kind, .value = std::move(value), .what = std::move(what)};
}

Field flag_field(std::string name, std::string what) {
  return field_of(FieldKind::flag, std::move(name), {}, std::move(what));
}

Field real_field(std::string name, std::string value, double least, double most, std::string what) {
  Field field = field_of(FieldKind::real, std::move(name), std::move(value), std::move(what));
  field.least = least;
  field.most = most;
  return field;
}

Field whole_field(std::string name, std::string value, double least, double most, std::string what) {
  return with(real_field(std::move(name), std::move(value), least, most, std::move(what)), &Field::kind,
              FieldKind::whole);
}

Field equal_processors_field(std::string list) {
  return whole_field("processors", "P", 1, static_cast<double>(most_repeated_numbers),
                     "so many processors of equal speed, instead of a list")
      .must_be_given("count")
      .standing_for(std::move(list));
}

Field word_field(std::string name, std::vector<std::string> (*words)(), std::string what) {
  return with(field_of(FieldKind::text, std::move(name), {}, std::move(what)), &Field::words, words);
}

std::vector<Field> joined(std::vector<Field> fields, const std::vector<Field>& others) {
  fields.insert(fields.end(), others.begin(), others.end());
  return fields;
}

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
