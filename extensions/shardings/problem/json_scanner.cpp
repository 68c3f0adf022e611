// Scanning of JSON: objects, texts, and every error.
#include "extensions/shardings/problem/json_scanner.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/text.hpp"
#include "experiments/problems/common/json.hpp"

namespace apportion::problems {
namespace {

constexpr std::size_t longest_text = std::size_t{1} << 20U;
constexpr std::size_t longest_number = 40;  // longest number shown in an error

// The kind of value that begins with this byte; "" for none.
std::string_view kind_of(int first) {
  if ((first >= '0' && first <= '9') || first == '-') return "number";
  switch (first) {
    case '{':
      return "object";
    case '[':
      return "array";
    case '"':
      return "string";
    case 't':
    case 'f':
      return "boolean";
    case 'n':
      return "null";
    default:
      return "";
  }
}

std::string shown(int byte) {
  return byte > ' ' && byte < 127 ? fmt::format("'{}'", static_cast<char>(byte)) : fmt::format("byte {}", byte);
}

}  // namespace

JsonScanner::JsonScanner(Source source, std::string place) : source_(std::move(source)), place_(std::move(place)) {}

bool JsonScanner::refill() {
  const std::string_view piece = bytes_ == 0 ? without_byte_order_mark(source_()) : source_();
  bytes_ += piece.size();
  at_ = piece.data();
  end_ = at_ + piece.size();
  return !piece.empty();
}

void JsonScanner::refuse_blanks() const {
  throw InputError(fmt::format("{}more than {} blanks in a row, the most that is read",
                               place().empty() ? "" : place() + ": ", most_blanks));
}

std::string JsonScanner::place() const {
  std::string text = place_;
  for (const Level& level : levels_) {
    if (!level.is_object && level.index >= 0) text += fmt::format("[{}]", level.index);
    if (!level.key.empty()) text += (text.empty() ? "" : ".") + level.key;
  }
  return text;
}

void JsonScanner::malformed(std::string_view wanted) {
  const int found = next_character();
  const std::string where = levels_.empty() ? "" : " in " + place();
  if (found < 0) throw InputError(fmt::format("malformed JSON: it ends{}, where {} is expected", where, wanted));
  throw InputError(fmt::format("malformed JSON{}, byte {}: {} where {} is expected", where,
                               bytes_ - static_cast<std::uint64_t>(end_ - at_) + 1, shown(found), wanted));
}

void JsonScanner::refuse_kind(int first, std::string_view wanted) {
  const std::string_view kind = kind_of(first);
  if (kind.empty()) malformed(wanted);
  const std::string where = place();
  throw InputError(fmt::format("{} is a JSON {}; it must be {}", where.empty() ? "the file" : where, kind, wanted));
}

std::int64_t JsonScanner::refuse_number(std::string digits) {
  int c = current();
  for (; is_within_number(c); c = following())
    if (digits.size() < longest_number) digits += static_cast<char>(c);
  throw InputError(fmt::format("{} is {}{}; it must be a whole number from 0 to {}", place(), digits,
                               digits.size() == longest_number ? "..." : "", std::numeric_limits<std::int64_t>::max()));
}

std::int64_t JsonScanner::other_whole(int first) {
  if (first != '0' && first != '-') refuse_kind(first, "a whole number");
  if (first == '-') refuse_number({});
  return is_within_number(following()) ? refuse_number("0") : 0;
}

std::int64_t JsonScanner::signed_whole() {
  if (next_character() != '-') return whole();
  ++at_;
  if (current() < '0' || current() > '9') malformed("a digit");
  return -whole();
}

std::int64_t JsonScanner::long_whole(std::int64_t value) {
  std::int64_t more = 0;
  const int digit = current() - '0';
  if (__builtin_mul_overflow(value, 10, &more) || __builtin_add_overflow(more, digit, &more))
    return refuse_number(std::to_string(value));
  return is_within_number(following()) ? refuse_number(std::to_string(more)) : more;
}

void JsonScanner::expect(char wanted, std::string_view kind) {
  const int found = next_character();
  if (found != wanted) refuse_kind(found, kind);
  ++at_;
}

std::string JsonScanner::raw_text() {
  std::string raw = "\"";
  for (int c = following(); c != '"'; c = following()) {
    if (c < 0) malformed("the end of a text");
    if (raw.size() > longest_text) throw InputError(fmt::format("{} is longer than {} bytes", place(), longest_text));
    raw += static_cast<char>(c);
    if (c != '\\') continue;
    if (following() < 0) malformed("the end of a text");
    raw += static_cast<char>(current());
  }
  ++at_;
  return raw + "\"";
}

std::string JsonScanner::text() {
  if (const int found = next_character(); found != '"') refuse_kind(found, "a text");
  return parse_json(raw_text()).get<std::string>();
}

void JsonScanner::begin_object(std::vector<std::string> required, std::vector<std::string> optional) {
  std::vector<std::string> all = required;
  all.insert(all.end(), optional.begin(), optional.end());
  expect('{', fmt::format("an object with {}", fmt::join(all, ", ")));
  Level level{.is_object = true, .required = std::move(required), .optional = std::move(optional), .all = all};
  levels_.push_back(std::move(level));
}

bool JsonScanner::next_key(std::string& key) {
  Level& level = levels_.back();
  level.key.clear();
  const int found = next_character();
  if (found == '}') {
    close_object();
    return false;
  }
  if (level.index >= 0) {
    if (found != ',') malformed("',' or '}'");
    ++at_;
  }
  level.index = 0;
  if (next_character() != '"') malformed("a key");
  key = parse_json(raw_text()).get<std::string>();
  note_key(key);
  if (next_character() != ':') malformed("':'");
  ++at_;
  level.key = key;
  return true;
}

void JsonScanner::note_key(const std::string& key) {
  Level& level = levels_.back();
  if (std::erase(level.required, key) + std::erase(level.optional, key) > 0) return;
  const std::string where = place();
  if (std::ranges::find(level.all, key) != level.all.end())
    throw InputError(fmt::format("key '{}' is given twice{}", key, where.empty() ? "" : " in " + where));
  throw InputError((where.empty() ? "" : where + ": ") + unknown_name("key", key, level.all).what());
}

void JsonScanner::close_object() {
  ++at_;
  const std::vector<std::string> missing = levels_.back().required;
  levels_.pop_back();
  if (missing.empty()) return;
  const std::string where = place();
  throw InputError(fmt::format("{} has no '{}'", where.empty() ? "the file" : where, missing.front()));
}

void JsonScanner::begin_list() {
  expect('[', "a list");
  levels_.emplace_back();
}

bool JsonScanner::first_or_no_item(int c) {
  Level& level = levels_.back();
  if (c == ']') {
    ++at_;
    levels_.pop_back();
    return false;
  }
  if (level.index >= 0) malformed("',' or ']'");
  level.index = 0;
  return true;
}

void JsonScanner::end() {
  if (!at_end()) malformed("the end");
}

}  // namespace apportion::problems
