// Options, and fields of problems: each family declares its own once, and reads the values of a problem by them.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "algorithms/own_algorithm.hpp"
#include "experiments/engine/axis.hpp"
#include "experiments/problems/common/json.hpp"
#include "sim/random_stream.hpp"

namespace apportion::problems {

// --- Options of a command line

/// The given options and their values as texts; the functions below parse them strictly.
class OptionValues {
 public:
  /// Appends to the option's values; a switch has no values.
  void add(const std::string& option, const std::vector<std::string>& values);

  [[nodiscard]] bool has(const std::string& option) const { return values_.contains(option); }

  /// The value, or `fallback` if the option was not given.
  [[nodiscard]] std::string text(const std::string& option, const std::string& fallback = {}) const;
  [[nodiscard]] std::vector<std::string> texts(const std::string& option) const;
  /// InputError, which names the option, unless its value is a whole number from `least` to `most`.
  [[nodiscard]] std::int64_t whole(const std::string& option, std::int64_t fallback, std::int64_t least,
                                   std::int64_t most) const;

  /// The user's own algorithms, from a file that the options name.
  void set_own(std::vector<OwnProgram> own) { own_ = std::move(own); }
  [[nodiscard]] const std::vector<OwnProgram>& own() const { return own_; }

 private:
  std::map<std::string, std::vector<std::string>> values_;
  std::vector<OwnProgram> own_;
};

/// The most numbers in a list with repeated entries.
inline constexpr std::size_t most_repeated_numbers = 1'000'000;

/// "3,1,2" as numbers. "48*1" is 48 times 1, "2*(3,1)" is 3,1,3,1, and parentheses can be nested. InputError names the
/// entry by `kind` and its place, as in "weight 2". An empty text gives no numbers.
[[nodiscard]] std::vector<double> listed_numbers(std::string_view kind, std::string_view text);

// --- Fields

enum class FieldKind : std::uint8_t {
  flag,    ///< given or not; true or false
  real,    ///< from `least` to `most`
  whole,   ///< from `least` to `most`, without a fraction
  text,    ///< a name, or one of `words`
  file,    ///< the name of a file
  reals,   ///< 3,1,2 or 2*(3,1) as an option, a list as JSON, or such a text; may be nested
  wholes,  ///< as `reals`, without fractions; read as reals
  json     ///< JSON that the family reads; a name or a file where it is no list and no object
};

/// Where a problem's field is allowed.
enum class FieldPlace : std::uint8_t { everywhere, option, key };

/// One field of a problem. The options of `solve` and `draw`, the keys of JSON lines, the usage, help, completion and
/// manual, and the axes of studies are made from it.
struct Field {
  std::string name;         ///< of the option: "element-seconds"; the key is then "element_seconds"
  std::string letter = {};  ///< the option's short form, if it has one
  FieldKind kind = FieldKind::text;
  std::string value = {};     ///< placeholder of its value; its `words`, if it has any
  std::string what = {};      ///< its meaning: the title of its axis, and the beginning of its help
  std::string unit = {};      ///< of a number
  double least = 0;           ///< of a number
  double most = 0;            ///< of a number
  std::string fallback = {};  ///< the default value; "" if there is no default
  std::string note = {};      ///< the rest of its help
  bool required = false;
  /// Neighbours in different branches exclude each other: "list" and "file". "array/list" is a nested branch.
  std::string branch = {};
  std::string needs = {};                         ///< the field that it requires
  std::vector<std::string> (*words)() = nullptr;  ///< its values, as far as they can be listed
  std::string stands_for = {};                    ///< a list of reals that this field replaces by so many ones
  bool is_written = false;                        ///< a file that is written, not read
  bool takes_several = false;                     ///< the option may name several words, separated by commas
  FieldPlace place = FieldPlace::everywhere;
  std::optional<engine::AxisRole> role = std::nullopt;  ///< of its axis, if it is one
  std::string on_axis = {};                             ///< the axis's default; if empty, `fallback`
  Json (*read)(const std::string& text) = nullptr;      ///< an option's text as JSON, if `kind` does not determine it

  // Copies of the field with further properties.
  template <class Value>
  [[nodiscard]] Field with(Value Field::*member, Value of_member) const {
    Field more = *this;
    more.*member = std::move(of_member);
    return more;
  }
  [[nodiscard]] Field must_be_given(std::string in_branch = {}) const {
    return within(std::move(in_branch)).with(&Field::required, true);
  }
  [[nodiscard]] Field with_letter(std::string text) const { return with(&Field::letter, std::move(text)); }
  [[nodiscard]] Field called(std::string text) const { return with(&Field::value, std::move(text)); }
  [[nodiscard]] Field by_default(std::string text) const { return with(&Field::fallback, std::move(text)); }
  [[nodiscard]] Field measured_in(std::string text) const { return with(&Field::unit, std::move(text)); }
  [[nodiscard]] Field noting(std::string text) const { return with(&Field::note, std::move(text)); }
  [[nodiscard]] Field within(std::string text) const { return with(&Field::branch, std::move(text)); }
  [[nodiscard]] Field only_as(FieldPlace kind_of_place) const { return with(&Field::place, kind_of_place); }
  [[nodiscard]] Field needing(std::string text) const { return with(&Field::needs, std::move(text)); }
  [[nodiscard]] Field written() const { return with(&Field::is_written, true); }
  [[nodiscard]] Field standing_for(std::string text) const { return with(&Field::stands_for, std::move(text)); }
  [[nodiscard]] Field as_axis(engine::AxisRole of_axis, std::string default_value = {}) const {
    return with(&Field::role, std::optional(of_axis)).with(&Field::on_axis, std::move(default_value));
  }
  [[nodiscard]] Field read_by(Json (*reader)(const std::string& text)) const { return with(&Field::read, reader); }
};

[[nodiscard]] Field field_of(FieldKind kind, std::string name, std::string value, std::string what);
[[nodiscard]] Field flag_field(std::string name, std::string what);
[[nodiscard]] Field real_field(std::string name, std::string value, double least, double most, std::string what);
[[nodiscard]] Field whole_field(std::string name, std::string value, double least, double most, std::string what);
/// `processors`, an alternative to a list of speeds: so many of equal speed.
[[nodiscard]] Field equal_processors_field(std::string list);
/// A field with one of several words.
[[nodiscard]] Field word_field(std::string name, std::vector<std::string> (*words)(), std::string what);

/// The field `algorithm`: its default, an example, and the known names. With `ranks` the command line may name
/// several.
[[nodiscard]] Field algorithm_field(const std::string& fallback, const std::string& example,
                                    std::vector<std::string> (*names)(), bool ranks = false);
/// The field `seed`, by default default_seed.
[[nodiscard]] Field seed_field();
/// The field `seconds`: the time after which a search ends. `otherwise` describes the end without it.
[[nodiscard]] Field seconds_field(const std::string& otherwise);
/// The field `jobs`, `-j`: threads that one solve may use, by default one.
[[nodiscard]] Field threads_field();

/// `fields`, followed by `others`.
[[nodiscard]] std::vector<Field> joined(std::vector<Field> fields, const std::vector<Field>& others);

/// The fields except those with these names.
[[nodiscard]] std::vector<Field> without(std::vector<Field> fields, const std::vector<std::string>& names);

/// The field of this name; std::logic_error if there is no such field.
[[nodiscard]] const Field& field_named(const std::vector<Field>& fields, std::string_view name);

/// "element_seconds" of "element-seconds".
[[nodiscard]] std::string key_of(const Field& field);
/// Its placeholder: "M", or "wire|cpu|medium"; "" for a flag.
[[nodiscard]] std::string value_name(const Field& field);
/// The range of a number: "from 0 to 1e+12".
[[nodiscard]] std::string range_of(const Field& field);
/// The field's help, one line.
[[nodiscard]] std::string help_of(const Field& field);
/// The options in a usage line: "--rows M {--weights LIST | --cluster FILE} [--network NAME [--startup PLACE]]".
[[nodiscard]] std::string usage_of(const std::vector<Field>& fields);

/// The axis of a field, with these values or its own; std::logic_error for a field without an axis.
[[nodiscard]] engine::Axis axis_of(const Field& field, const std::vector<double>& values = {});

/// The values of one problem, from options or JSON. They have the right kinds and ranges, required ones are given, and
/// none excludes another; otherwise InputError, which names the option or key.
class FieldValues {
 public:
  /// Options with names of other fields are ignored. The fields must outlive the values.
  FieldValues(const std::vector<Field>& fields, const OptionValues& options);
  /// `place` names the problem in errors, if it has a name; `own` are the user's own algorithms.
  FieldValues(const std::vector<Field>& fields, Json object, std::string place = {}, std::vector<OwnProgram> own = {});

  /// The same values for other fields; values without such a field are left out.
  [[nodiscard]] FieldValues as(const std::vector<Field>& fields) const;
  /// Replaces values by the given ones of `others`, except the field `except`.
  void replace_by(const FieldValues& others, std::string_view except = {});

  [[nodiscard]] bool has(std::string_view name) const;
  /// Whether it is given, or has a fallback.
  [[nodiscard]] bool has_value(std::string_view name) const;
  /// The field's name for the user: "--element-seconds" or "element_seconds".
  [[nodiscard]] std::string spelled(std::string_view name) const;
  /// A value that is given.
  [[nodiscard]] JsonReader operator[](std::string_view name) const;
  /// All keys and values.
  [[nodiscard]] JsonReader object() const { return JsonReader(object_, place_); }

  // The given value, or else the fallback; std::logic_error for a field without either.
  [[nodiscard]] double real(std::string_view name) const;
  [[nodiscard]] std::int64_t whole(std::string_view name) const;
  [[nodiscard]] std::string text(std::string_view name) const;
  [[nodiscard]] bool flag(std::string_view name) const;

  /// The user's own algorithms that may be named.
  [[nodiscard]] const std::vector<OwnProgram>& own() const { return own_; }
  /// InputError if a file is named: lines of a file of instances must be self-contained.
  void require_no_files() const;

 private:
  [[nodiscard]] bool may_have(const Field& field) const;
  [[nodiscard]] std::string spelled(const Field& field) const;
  [[nodiscard]] JsonReader reader(const Field& field) const;
  [[nodiscard]] std::vector<std::vector<const Field*>> required() const;
  [[nodiscard]] std::string required_text() const;
  void put_lists();
  void require() const;
  void require_kind(const Field& field) const;

  const std::vector<Field>* fields_;
  Json object_;
  std::string place_;
  bool of_options_;
  std::vector<OwnProgram> own_;
};

[[nodiscard]] std::uint64_t seed_in(const FieldValues& given);
[[nodiscard]] std::optional<double> seconds_in(const FieldValues& given);

/// A field's text "1%" as 0.01. InputError unless it is from 0% to `most` percent.
[[nodiscard]] double percent_in(const FieldValues& given, std::string_view name, double most);

/// The field `min-width`, for arrays with one to three axes; a single number is for all of them.
[[nodiscard]] Field width_field(const std::string& what, std::size_t axes);
/// The least widths by layers, rows and columns, by default 1. InputError unless the value is K, or a number for each
/// axis, columns first, all at least 1; the layers' number may be left out, and is then 1.
[[nodiscard]] std::array<std::int64_t, 3> least_widths(const FieldValues& given, std::size_t axes);

/// The random stream of the algorithm with this canonical name for a problem. `family` is the prefix of the family's
/// streams; it never changes.
[[nodiscard]] RandomStream solving_stream(std::string_view family, const std::string& algorithm, std::uint64_t seed);

}  // namespace apportion::problems
