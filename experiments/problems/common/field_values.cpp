// Values of fields: read strictly, from options or from JSON.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

#include "base/numbers.hpp"
#include "base/text.hpp"
#include "experiments/problems/common/fields.hpp"

namespace apportion::problems {
namespace {

constexpr double most_exact = 1e15;  // whole numbers up to it are exact as reals, and so in JSON

InputError out_of_range(const std::string& name, std::string_view value, const Field& field) {
  return InputError(fmt::format("{} is {}; it must be a {} {}", name, value,
                                field.kind == FieldKind::whole ? "whole number" : "number", range_of(field)));
}

bool is_structure(std::string_view text) { return text.starts_with('[') || text.starts_with('{'); }

// "weight" of a list of "weights".
std::string entry_of(const Field& field) {
  return field.name.ends_with('s') ? field.name.substr(0, field.name.size() - 1) : field.name;
}

Json number_in(const Field& field, const std::string& text) {
  const std::string quoted = fmt::format("'{}'", text);
  if (field.kind == FieldKind::whole) {
    const std::optional<std::int64_t> whole = parse_whole(text);
    return whole ? Json(*whole) : throw out_of_range("--" + field.name, quoted, field);
  }
  const std::optional<double> real = parse_real(text);
  return real ? Json(*real) : throw out_of_range("--" + field.name, quoted, field);
}

Json value_of(const Field& field, const std::string& text) {
  if (field.read != nullptr) return field.read(text);
  switch (field.kind) {
    case FieldKind::real:
    case FieldKind::whole:
      return number_in(field, text);
    case FieldKind::reals:
    case FieldKind::wholes:
      return is_structure(trimmed(text)) ? parse_json(text) : Json(listed_numbers(entry_of(field), trimmed(text)));
    case FieldKind::json:
      return is_structure(trimmed(text)) ? parse_json(text) : Json(text);
    default:
      return text;
  }
}

Json value_in(const Field& field, const OptionValues& options) {
  return field.kind == FieldKind::flag ? Json(true) : value_of(field, options.text(field.name));
}

bool is_list(const Field& field) { return field.kind == FieldKind::reals || field.kind == FieldKind::wholes; }

}  // namespace

FieldValues::FieldValues(const std::vector<Field>& fields, const OptionValues& options)
    : fields_(&fields), object_(Json::object()), of_options_(true), own_(options.own()) {
  for (const Field& field : fields)
    if (may_have(field) && options.has(field.name)) object_[key_of(field)] = value_in(field, options);
  require();
  put_lists();
}

FieldValues::FieldValues(const std::vector<Field>& fields, Json object, std::string place, std::vector<OwnProgram> own)
    : fields_(&fields), object_(std::move(object)), place_(std::move(place)), of_options_(false), own_(std::move(own)) {
  if (!object_.is_object()) JsonReader(object_, place_).refuse("an object with " + required_text());
  std::vector<std::string> keys;
  for (const Field& field : fields)
    if (may_have(field)) keys.push_back(key_of(field));
  JsonReader(object_, place_).require_keys({}, keys);
  require();
  put_lists();
}

FieldValues FieldValues::as(const std::vector<Field>& fields) const {
  FieldValues others = *this;
  others.fields_ = &fields;
  others.object_ = Json::object();
  for (const Field& field : fields)
    if (has(field.name)) others.object_[key_of(field)] = object_[key_of(field)];
  others.require();
  return others;
}

void FieldValues::replace_by(const FieldValues& others, std::string_view except) {
  for (const Field& field : *fields_)
    if (field.name != except && may_have(field) && others.has(field.name))
      object_[key_of(field)] = others.object_[key_of(field)];
  own_ = others.own_;
}

bool FieldValues::has(std::string_view name) const {
  const auto field = std::ranges::find(*fields_, name, &Field::name);
  return field != fields_->end() && object_.contains(key_of(*field));
}

std::string FieldValues::spelled(std::string_view name) const { return spelled(field_named(*fields_, name)); }

JsonReader FieldValues::operator[](std::string_view name) const { return reader(field_named(*fields_, name)); }

double FieldValues::real(std::string_view name) const {
  const Field& field = field_named(*fields_, name);
  return has(name) ? reader(field).number() : parse_real(field.fallback).value();
}

std::int64_t FieldValues::whole(std::string_view name) const {
  const Field& field = field_named(*fields_, name);
  return has(name) ? reader(field).whole() : parse_whole(field.fallback).value();
}

std::string FieldValues::text(std::string_view name) const {
  const Field& field = field_named(*fields_, name);
  if (!has(name) && field.fallback.empty()) throw std::logic_error(field.name + " has no value");
  return has(name) ? reader(field).text() : field.fallback;
}

bool FieldValues::flag(std::string_view name) const { return has(name) && (*this)[name].flag(); }

void FieldValues::require_no_files() const {
  for (const Field& field : *fields_) {
    const bool is_file = field.kind == FieldKind::file || field.kind == FieldKind::json;
    if (is_file && has(field.name) && reader(field).json().is_string())
      throw InputError(
          fmt::format("{} is a file; the line of an instance must contain everything itself", key_of(field)));
  }
}

bool FieldValues::may_have(const Field& field) const {
  return field.place != (of_options_ ? FieldPlace::key : FieldPlace::option);
}

std::string FieldValues::spelled(const Field& field) const {
  return of_options_ ? "--" + field.name : (place_.empty() ? "" : place_ + ".") + key_of(field);
}

JsonReader FieldValues::reader(const Field& field) const {
  return JsonReader(object_.at(key_of(field)), spelled(field));
}

// Each of them, or one of several in branches of their own.
std::vector<std::vector<const Field*>> FieldValues::required() const {
  std::vector<std::vector<const Field*>> all;
  std::string before;
  for (const Field& field : *fields_) {
    if (!field.required || !may_have(field)) continue;
    if (field.branch.empty() || before.empty()) all.emplace_back();
    all.back().push_back(&field);
    before = field.branch;
  }
  // Where branches have several fields, or only one of them may be given, the family knows what is missing.
  std::erase_if(all, [](const std::vector<const Field*>& either) {
    if (either.size() == 1) return !either.front()->branch.empty();
    std::vector<std::string> branches;
    for (const Field* field : either) branches.push_back(field->branch);
    std::ranges::sort(branches);
    return std::ranges::adjacent_find(branches) != branches.end() || branches.back().find('/') != std::string::npos;
  });
  return all;
}

std::string FieldValues::required_text() const {
  std::vector<std::string> names;
  for (const std::vector<const Field*>& either : required()) {
    std::string name;
    for (const Field* field : either)
      name += (name.empty() ? "" : " or ") + (of_options_ ? spelled(*field) : key_of(*field));
    names.push_back(name);
  }
  if (names.empty())
    for (const Field& field : *fields_)
      if (may_have(field)) names.push_back(key_of(field));
  return fmt::format("{}", fmt::join(names, ", "));
}

// For those that read the list, whatever it was given by.
void FieldValues::put_lists() {
  for (const Field& field : *fields_) {
    if (!has(field.name)) continue;
    Json& value = object_[key_of(field)];
    if (is_list(field) && value.is_string()) value = value_of(field, value.get<std::string>());
    if (field.stands_for.empty()) continue;
    if (has(field.stands_for))
      throw InputError(fmt::format("{} and {} exclude each other", spelled(field), spelled(field.stands_for)));
    const auto count = static_cast<std::size_t>(whole(field.name));
    object_[key_of(field_named(*fields_, field.stands_for))] = std::vector<double>(count, 1);
    object_.erase(key_of(field));
  }
}

void FieldValues::require() const {
  for (const std::vector<const Field*>& either : required()) {
    const Field* given = nullptr;
    for (const Field* field : either) {
      if (!has(field->name)) continue;
      if (given != nullptr)
        throw InputError(fmt::format("{} and {} exclude each other", spelled(*field), spelled(*given)));
      given = field;
    }
    if (given != nullptr) continue;
    const Field& first = *either.front();
    const bool is_only = required_text() == (of_options_ ? spelled(first) : key_of(first));
    const std::string needed = is_only ? ": " + first.what : fmt::format("; a problem needs {}", required_text());
    if (!place_.empty())
      throw InputError(is_only ? fmt::format("{} has no '{}'{}", place_, key_of(first), needed)
                               : fmt::format("{} has no '{}'; it needs {}", place_, key_of(first), required_text()));
    throw InputError(fmt::format("{} is missing{}", spelled(first), needed));
  }
  for (const Field& field : *fields_) {
    if (!has(field.name)) continue;
    if (!field.needs.empty() && !has(field.needs))
      throw InputError(fmt::format("{} needs {}", spelled(field), spelled(field.needs)));
    require_kind(field);
  }
}

void FieldValues::require_kind(const Field& field) const {
  const JsonReader value = reader(field);
  switch (field.kind) {
    case FieldKind::flag:
      static_cast<void>(value.flag());
      break;
    case FieldKind::text:
    case FieldKind::file:
      static_cast<void>(value.text());
      break;
    case FieldKind::real:
    case FieldKind::whole: {
      if (!value.json().is_number()) value.refuse(field.kind == FieldKind::whole ? "a whole number" : "a number");
      const double number = value.number();
      const bool is_kind =
          field.kind == FieldKind::real || (std::trunc(number) == number && std::abs(number) <= most_exact);
      if (!is_kind || !(number >= field.least) || !(number <= field.most))
        throw out_of_range(value.place(),
                           value.json().is_number_integer() ? value.json().dump() : fmt::format("{}", number), field);
      break;
    }
    default:
      break;
  }
}

}  // namespace apportion::problems
