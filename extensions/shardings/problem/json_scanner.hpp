// JSON that is too large to be held: read once, from front to back, by code that knows what must stand in it.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace apportion::problems {

/// Reads values in the order in which they stand. Objects and lists are entered and left again:
///
///     for (scanner.begin_list(); scanner.next_item();) values.push_back(scanner.whole());
///
/// InputError for malformed JSON and for another value than the one that is asked for; it names the place. Whole
/// numbers of 64 bits are exact.
class JsonScanner {
 public:
  /// Gives the text piece by piece, an empty one at its end.
  using Source = std::function<std::string_view()>;

  /// `place` is what errors call the value as a whole, where it has a name.
  explicit JsonScanner(Source source, std::string place = {});

  /// After entering an object or a list, all that is in it must be read.
  void begin_object(std::vector<std::string> required, std::vector<std::string> optional = {});
  /// The next key of the object that was entered; false at its end. Its keys are those that were named, each once.
  [[nodiscard]] bool next_key(std::string& key);
  void begin_list();
  /// Whether another item follows in the list that was entered.
  [[nodiscard]] bool next_item() {
    Level& level = levels_.back();
    const int c = next_character();
    if (c == ',' && level.index >= 0) {
      ++at_;
      ++level.index;
      return true;
    }
    return first_or_no_item(c);
  }

  /// A whole number from 0 on.
  [[nodiscard]] std::int64_t whole() {
    int c = next_character();
    if (c <= '0' || c > '9') return other_whole(c);
    std::int64_t value = 0;
    for (; c >= '0' && c <= '9'; c = following()) {
      if (value >= most_before_digit) return long_whole(value);
      value = 10 * value + (c - '0');
    }
    return is_within_number(c) ? refuse_number(std::to_string(value)) : value;
  }
  /// The same below 0 as well, down to -(2^63 - 1).
  [[nodiscard]] std::int64_t signed_whole();
  [[nodiscard]] std::string text();
  /// Whether nothing but blanks follows.
  [[nodiscard]] bool at_end() { return next_character() < 0; }
  /// Nothing but blanks may follow.
  void end();

  /// "problem.nodes.costs[3][1]": what is being read.
  [[nodiscard]] std::string place() const;

 private:
  struct Level {
    std::int64_t index = -1;  // of the item, in a list
    std::string key = {};     // in an object
    bool is_object = false;
    std::vector<std::string> required = {};  // keys that are still to come
    std::vector<std::string> optional = {};
    std::vector<std::string> all = {};
  };

  // Another digit behind it may pass 64 bits.
  static constexpr std::int64_t most_before_digit = std::numeric_limits<std::int64_t>::max() / 10;

  // In a row: a packed file of a few megabytes may hold some ten billion.
  static constexpr std::uint32_t most_blanks = 1U << 20U;

  static bool is_within_number(int c) {
    return (c >= '0' && c <= '9') || c == '.' || c == 'e' || c == 'E' || c == '-' || c == '+';
  }

  // The byte that is read next; -1 at the end.
  [[nodiscard]] int current() { return at_ != end_ || refill() ? static_cast<unsigned char>(*at_) : -1; }
  [[nodiscard]] int following() {
    ++at_;
    return current();
  }
  // The first one that is no blank.
  [[nodiscard]] int next_character() {
    int c = current();
    for (std::uint32_t blanks = 0; c == ' ' || c == '\n' || c == '\r' || c == '\t'; c = following())
      if (++blanks > most_blanks) refuse_blanks();
    return c;
  }

  [[nodiscard]] bool refill();
  [[nodiscard]] bool first_or_no_item(int c);
  [[nodiscard]] std::int64_t other_whole(int first);
  [[nodiscard]] std::int64_t long_whole(std::int64_t value);
  void expect(char wanted, std::string_view kind);
  [[nodiscard]] std::string raw_text();
  void note_key(const std::string& key);
  void close_object();
  [[noreturn]] void malformed(std::string_view wanted);
  [[noreturn]] void refuse_blanks() const;
  [[noreturn]] void refuse_kind(int first, std::string_view wanted);
  [[noreturn]] std::int64_t refuse_number(std::string digits);

  Source source_;
  std::string place_;
  const char* at_ = nullptr;
  const char* end_ = nullptr;
  std::uint64_t bytes_ = 0;  // of the pieces before and this one
  std::vector<Level> levels_;
};

}  // namespace apportion::problems
