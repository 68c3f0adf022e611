// Options, and fields of problems: their usage, help and axes, and their values from options or JSON.
#include "experiments/problems/common/fields.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <span>
#include <stdexcept>
#include <utility>

#include "base/numbers.hpp"
#include "base/text.hpp"

namespace apportion::problems {
namespace {

// --- Lists of numbers in options

double listed_number(std::string_view kind, std::string_view text, std::size_t index) {
  double value = 0;
  const NumberReading reading = read_number(text, value);
  if (reading == NumberReading::out_of_range) throw InputError("{} {} is {}; that is out of range", kind, index, text);
  if (reading == NumberReading::malformed)
    throw InputError("{0} {1} is '{2}'; {0}s must be positive numbers", kind, index, text);
  return value;
}

void append_list(std::string_view kind, std::string_view text, std::vector<double>& numbers);

// Appends the numbers of "3", "48*1" or "2*(3,1)".
void append_entry(std::string_view kind, std::string_view entry, std::vector<double>& numbers) {
  const std::size_t star = std::min(entry.find('*'), entry.find('('));
  const bool is_repeated = star != std::string_view::npos && entry[star] == '*';
  const std::optional<std::int64_t> count =
      is_repeated ? parse_whole(trimmed(entry.substr(0, star))) : std::optional<std::int64_t>(1);
  if (!count || *count < 1)
    throw InputError("{} {} is '{}'; before * there must be a whole number from 1 on, as in 48*1", kind, numbers.size(),
                     entry);
  const std::string_view repeated = is_repeated ? trimmed(entry.substr(star + 1)) : entry;
  const std::size_t before = numbers.size();
  if (repeated.starts_with('(') && repeated.ends_with(')'))
    append_list(kind, repeated.substr(1, repeated.size() - 2), numbers);
  else
    numbers.push_back(listed_number(kind, repeated, before));
  const std::size_t added = numbers.size() - before;
  if (static_cast<std::uint64_t>(*count) > (most_repeated_numbers - std::min(before, most_repeated_numbers)) / added)
    throw InputError("'{}' makes more than {} {}s, the most that are read", entry, most_repeated_numbers, kind);
  numbers.reserve(before + added * static_cast<std::size_t>(*count));
  for (std::int64_t i = 1; i < *count; ++i)
    for (std::size_t k = 0; k < added; ++k) numbers.push_back(numbers[before + k]);
}

void append_list(std::string_view kind, std::string_view text, std::vector<double>& numbers) {
  for (const std::string_view entry : split_outside_brackets(text)) append_entry(kind, trimmed(entry), numbers);
}

// --- Fields

constexpr std::array<const char*, 3> width_forms = {"K", "K|COLUMNSxROWS", "K|COLUMNSxROWS[xLAYERS]"};  // by axes

using Pointers = std::span<const Field* const>;

// Level 1 of the branch "array/list" is "list"; "" if the branch has fewer levels.
std::string branch_at(const Field& field, std::size_t level) {
  const std::vector<std::string> branches =
      field.branch.empty() ? std::vector<std::string>{} : split(field.branch, '/');
  return level < branches.size() ? branches[level] : "";
}

// The number of leading fields in a branch, or in the same branch, at this level.
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

// The field with the fields that need it, which follow it: "[--network NAME [--startup PLACE]]".
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

constexpr double most_exact = 1e15;  // whole numbers up to it are exact as reals, and so in JSON

InputError out_of_range(const std::string& name, std::string_view value, const Field& field) {
  return InputError("{} is {}; it must be a {} {}", name, value,
                    field.kind == FieldKind::whole ? "whole number" : "number", range_of(field));
}

bool is_structure(std::string_view text) { return text.starts_with('[') || text.starts_with('{'); }

// "weight" for an entry of a list of "weights".
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

void OptionValues::add(const std::string& option, const std::vector<std::string>& values) {
  std::vector<std::string>& given = values_[option];
  given.insert(given.end(), values.begin(), values.end());
}

std::string OptionValues::text(const std::string& option, const std::string& fallback) const {
  const auto found = values_.find(option);
  return found == values_.end() || found->second.empty() ? fallback : found->second.front();
}

std::vector<std::string> OptionValues::texts(const std::string& option) const {
  const auto found = values_.find(option);
  return found == values_.end() ? std::vector<std::string>{} : found->second;
}

std::int64_t OptionValues::whole(const std::string& option, std::int64_t fallback, std::int64_t least,
                                 std::int64_t most) const {
  return has(option) ? whole_number("--" + option, text(option), least, most) : fallback;
}

std::vector<double> listed_numbers(std::string_view kind, std::string_view text) {
  std::vector<double> numbers;
  if (text.empty()) return numbers;
  constexpr std::ptrdiff_t deepest = 100;
  if (std::ranges::count(text, '(') > deepest)
    throw InputError("a list of {}s has more than {} parentheses", kind, deepest);
  append_list(kind, text, numbers);
  return numbers;
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
  return real_field(std::move(name), std::move(value), least, most, std::move(what))
      .with(&Field::kind, FieldKind::whole);
}

Field equal_processors_field(std::string list) {
  return whole_field("processors", "P", 1, static_cast<double>(most_repeated_numbers),
                     "so many processors of equal speed, instead of a list")
      .must_be_given("count")
      .standing_for(std::move(list));
}

Field word_field(std::string name, std::vector<std::string> (*words)(), std::string what) {
  return field_of(FieldKind::text, std::move(name), {}, std::move(what)).with(&Field::words, words);
}

Field algorithm_field(const std::string& fallback, const std::string& example, std::vector<std::string> (*names)(),
                      bool ranks) {
  Field field = word_field("algorithm", names, "name of an algorithm, such as " + example).by_default(fallback);
  field.takes_several = ranks;
  return ranks ? field.called("A|A,B|all").noting("several, or all: a ranking") : field.called("A");
}

Field seed_field() {
  return whole_field("seed", "N", 0, 1e15, "seed of randomised algorithms").by_default(std::to_string(default_seed));
}

Field seconds_field(const std::string& otherwise) {
  return real_field("seconds", "S", 0, 1e6, "time after which a search ends with its best answer").noting(otherwise);
}

Field threads_field() {
  constexpr double most_threads = 1024;
  return whole_field("jobs", "N", 1, most_threads, "threads").with_letter("j").by_default("1");
}

std::vector<Field> joined(std::vector<Field> fields, const std::vector<Field>& others) {
  fields.insert(fields.end(), others.begin(), others.end());
  return fields;
}

std::vector<Field> without(std::vector<Field> fields, const std::vector<std::string>& names) {
  std::erase_if(fields, [&names](const Field& field) { return contains(names, field.name); });
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
  const bool is_whole = field.kind == FieldKind::whole || field.kind == FieldKind::wholes;
  engine::Axis axis{.name = field.name,
                    .title = field.what,
                    .role = *field.role,
                    .kind = is_whole ? engine::AxisKind::whole : engine::AxisKind::real,
                    .least = field.least,
                    .most = field.most,
                    .values = engine::axis_values(values)};
  if (values.empty()) axis.values = {engine::AxisValue::parse(field.on_axis.empty() ? field.fallback : field.on_axis)};
  return axis;
}

// Values of fields: parsed strictly, from options or from JSON.

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
  // A problem may have a name, by which a sweep identifies it.
  if (object_.contains("name") && !contains(keys, "name")) {
    static_cast<void>(JsonReader(object_, place_)["name"].text());
    object_.erase("name");
  }
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

bool FieldValues::has_value(std::string_view name) const {
  const auto field = std::ranges::find(*fields_, name, &Field::name);
  return has(name) || (field != fields_->end() && !field->fallback.empty());
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
      throw InputError("{} is a file; the line of an instance must contain everything itself", key_of(field));
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

// Groups of fields of which one must be given: a required field alone, or one of several in different branches.
std::vector<std::vector<const Field*>> FieldValues::required() const {
  std::vector<std::vector<const Field*>> all;
  for (const Field& field : *fields_) {
    if (!field.required || !may_have(field)) continue;
    if (field.branch.empty() || all.empty() || all.back().back()->branch.empty()) all.emplace_back();
    all.back().push_back(&field);
  }
  // If branches have several fields, or only one of them may be given, the family itself reports what is missing.
  std::erase_if(all, [](const std::vector<const Field*>& either) {
    std::set<std::string> branches;
    for (const Field* field : either) branches.insert(field->branch);
    if (either.size() == 1) return !branches.contains("");
    return branches.size() < either.size() || branches.rbegin()->find('/') != std::string::npos;
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

// Sets lists that were given in another way, for code that reads the list.
void FieldValues::put_lists() {
  for (const Field& field : *fields_) {
    if (!has(field.name)) continue;
    Json& value = object_[key_of(field)];
    if (is_list(field) && value.is_string()) value = value_of(field, value.get<std::string>());
    if (field.stands_for.empty()) continue;
    if (has(field.stands_for))
      throw InputError("{} and {} exclude each other", spelled(field), spelled(field.stands_for));
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
      if (given != nullptr) throw InputError("{} and {} exclude each other", spelled(*field), spelled(*given));
      given = field;
    }
    if (given != nullptr) continue;
    const Field& first = *either.front();
    const bool is_only = required_text() == (of_options_ ? spelled(first) : key_of(first));
    const std::string needed = is_only ? ": " + first.what : fmt::format("; a problem needs {}", required_text());
    if (!place_.empty())
      throw InputError(is_only ? fmt::format("{} has no '{}'{}", place_, key_of(first), needed)
                               : fmt::format("{} has no '{}'; it needs {}", place_, key_of(first), required_text()));
    throw InputError("{} is missing{}", spelled(first), needed);
  }
  for (const Field& field : *fields_) {
    if (!has(field.name)) continue;
    if (!field.needs.empty() && !has(field.needs))
      throw InputError("{} needs {}", spelled(field), spelled(field.needs));
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

std::uint64_t seed_in(const FieldValues& given) { return static_cast<std::uint64_t>(given.whole("seed")); }

std::optional<double> seconds_in(const FieldValues& given) {
  return given.has("seconds") ? std::optional(given.real("seconds")) : std::nullopt;
}

double percent_in(const FieldValues& given, std::string_view name, double most) {
  const std::string text = given.text(name);
  const std::optional<double> percent =
      text.ends_with('%') ? parse_real(text.substr(0, text.size() - 1)) : std::nullopt;
  if (!percent || !(*percent >= 0 && *percent <= most))
    throw InputError("{} is '{}'; it must be from 0% to {}%, such as 1%", given.spelled(name), text, most);
  return *percent / 100;
}

Field width_field(const std::string& what, std::size_t axes) {
  return field_of(FieldKind::text, "min-width", width_forms.at(axes - 1), what);
}

std::array<std::int64_t, 3> least_widths(const FieldValues& given, std::size_t axes) {
  if (!given.has("min-width")) return {1, 1, 1};
  const std::string text = given.text("min-width");
  std::vector<std::int64_t> widths;
  for (const std::string& word : split(text, 'x')) widths.push_back(parse_whole(word).value_or(0));
  if (widths.size() > axes || std::ranges::min(widths) < 1)
    throw InputError("{} is '{}'; it must be {}, each from 1 on", given.spelled("min-width"), text,
                     width_forms.at(axes - 1));
  if (widths.size() == 1) return {axes == 2 ? 1 : widths[0], widths[0], widths[0]};
  return {widths.size() == 3 ? widths[2] : 1, widths[1], widths[0]};
}

RandomStream solving_stream(std::string_view family, const std::string& algorithm, std::uint64_t seed) {
  return {seed, fmt::format("solve {}|{}", family, algorithm)};
}

}  // namespace apportion::problems
