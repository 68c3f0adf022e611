// Words for the values of an enumeration: one table gives the word of a value and the value of a word.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"

namespace apportion {

template <typename Value>
struct Word {
  Value value;
  std::string_view word;
};
// Clang 14 needs this deduction guide.
template <typename Value>
Word(Value, std::string_view) -> Word<Value>;

/// The word of a value, which must be in the table.
template <typename Value, std::size_t size>
[[nodiscard]] constexpr std::string_view word_of(const std::array<Word<Value>, size>& words, Value value) {
  return std::ranges::find(words, value, &Word<Value>::value)->word;
}

/// The value of a word; nothing if the table lacks the word.
template <typename Value, std::size_t size>
[[nodiscard]] constexpr std::optional<Value> value_of(const std::array<Word<Value>, size>& words,
                                                      std::string_view word) {
  const auto found = std::ranges::find(words, word, &Word<Value>::word);
  return found == words.end() ? std::nullopt : std::optional(found->value);
}

/// All words, in the order of the table.
template <typename Value, std::size_t size>
[[nodiscard]] std::vector<std::string> words_in(const std::array<Word<Value>, size>& words) {
  std::vector<std::string> all;
  for (const Word<Value>& each : words) all.emplace_back(each.word);
  return all;
}

/// The value of a word; otherwise InputError with the nearest words of this kind.
template <typename Value, std::size_t size>
[[nodiscard]] Value known_value(const std::array<Word<Value>, size>& words, std::string_view word,
                                std::string_view kind) {
  if (const std::optional<Value> value = value_of(words, word)) return *value;
  throw unknown_name(kind, word, words_in(words));
}

}  // namespace apportion
