// Streaming JSON, for texts too large to hold: read once, from front to back, by code that expects certain values.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace apportion::problems {

/// Reads values in the order of the text. Objects and lists are entered and left:
///
///     for (scanner.begin_list(); scanner.next_item();) values.push_back(scanner.whole());
///
/// InputError, which names the place, for malformed JSON and for a value of another kind than requested. Whole numbers
/// of 64 bits are exact.
class JsonScanner {
 public:
  /// Returns the text piece by piece, then an empty piece.
  using Source = std::function<std::string_view()>;

  /// `place` is the name of the whole value in errors, if it has one.
  explicit JsonScanner(Source source, std::string place = {});

  /// After entering an object or a list, all of its content must be read.
  void begin_object(std::vector<std::string> required, std::vector<std::string> optional = {});
  /// The next key of the current object; false at its end. Only the declared keys are accepted, each once.
  [[nodiscard]] bool next_key(std::string& key);
  void begin_list();
  /// Whether another item follows in the current list.
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

  /// A whole number of at least 0.
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
  /// A whole number of any sign, down to -(2^63 - 1).
  [[nodiscard]] std::int64_t signed_whole();
  [[nodiscard]] std::string text();
  /// Whether only blanks follow.
  [[nodiscard]] bool at_end() { return next_character() < 0; }
  /// InputError unless only blanks follow.
  void end();

  /// The current position: "problem.nodes.costs[3][1]".
  [[nodiscard]] std::string place() const;

 private:
  struct Level {
    std::int64_t index = -1;  // of the current item, in a list
    std::string key = {};     // the current key, in an object
    bool is_object = false;
    std::vector<std::string> required = {};  // required keys not yet read
    std::vector<std::string> optional = {};
    std::vector<std::string> all = {};
  };

  // Beyond this, another digit may exceed 64 bits.
  static constexpr std::int64_t most_before_digit = std::numeric_limits<std::int64_t>::max() / 10;

  // The most consecutive blanks: a gzip file of a few megabytes may hold some ten billion.
  static constexpr std::uint32_t most_blanks = 1U << 20U;

  static bool is_within_number(int c) {
    return (c >= '0' && c <= '9') || c == '.' || c == 'e' || c == 'E' || c == '-' || c == '+';
  }

  // The next byte; -1 at the end.
  [[nodiscard]] int current() { return at_ != end_ || refill() ? static_cast<unsigned char>(*at_) : -1; }
  [[nodiscard]] int following() {
    ++at_;
    return current();
  }
  // The next character that is not blank.
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
  std::uint64_t bytes_ = 0;  // of all pieces so far
  std::vector<Level> levels_;
};

}  // namespace apportion::problems
