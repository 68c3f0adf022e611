// Counter-based random streams: every draw is a pure function of (seed, name of the stream, index of the draw).
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <string_view>

namespace apportion {

/// The seed by default.
inline constexpr std::uint64_t default_seed = 1;

/// The name of a stream, as its hash. A prefix that many names share is hashed only once.
class StreamName {
 public:
  explicit StreamName(std::string_view text) : StreamName(fnv_offset_basis, text) {}

  /// This name followed by `more`: StreamName("a").then("b") is StreamName("ab").
  [[nodiscard]] StreamName then(std::string_view more) const { return {hash_, more}; }
  [[nodiscard]] std::uint64_t hash() const { return hash_; }

 private:
  static constexpr std::uint64_t fnv_offset_basis = 0xcbf29ce484222325U;

  StreamName(std::uint64_t before, std::string_view text);

  std::uint64_t hash_;
};

/// A 64-bit uniform random bit generator over Philox4x32-10 (Salmon, Moraes, Dror & Shaw, SC'11). key = seed, counter =
/// (hash of the stream's name, draw index). Streams of different names are independent, so that adding an algorithm or
/// a sample does not shift the numbers of others. The bits are the same on every machine. Draw through Boost.Random
/// distributions: those of the standard library differ between implementations.
class RandomStream {
 public:
  using result_type = std::uint64_t;

  RandomStream(std::uint64_t seed, std::string_view name) : RandomStream(seed, StreamName(name)) {}
  RandomStream(std::uint64_t seed, const StreamName& name) : seed_(seed), name_hash_(name.hash()) {}

  static constexpr result_type min() { return 0; }
  static constexpr result_type max() { return std::numeric_limits<result_type>::max(); }

  result_type operator()();

  /// The stream with the same seed and another name, at its beginning, however many numbers this one has drawn.
  [[nodiscard]] RandomStream renamed(std::string_view name) const { return {seed_, name}; }

 private:
  std::uint64_t seed_;
  std::uint64_t name_hash_;
  std::uint64_t next_block_ = 0;
  std::array<result_type, 2> block_{};  // one Philox block is two 64-bit draws
  unsigned used_ = 2;
};

}  // namespace apportion
