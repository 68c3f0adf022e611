// Counter-based random streams: every draw is a pure function of (seed, name of the stream, index of the draw).
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <string_view>

namespace apportion {

/// A 64-bit uniform random bit generator over Philox4x32-10 (Salmon, Moraes, Dror & Shaw, SC'11).
/// key = seed, counter = (hash of the stream's name, draw index). Streams of different names are independent, so that
/// adding an algorithm or a sample shifts nobody's numbers. The bits are the same on every machine.
/// Draw through Boost.Random distributions: those of the standard library differ between implementations.
class RandomStream {
 public:
  using result_type = std::uint64_t;

  RandomStream(std::uint64_t seed, std::string_view name);

  static constexpr result_type min() { return 0; }
  static constexpr result_type max() { return std::numeric_limits<result_type>::max(); }

  result_type operator()();

 private:
  std::uint64_t seed_;
  std::uint64_t name_hash_;
  std::uint64_t next_block_ = 0;
  std::array<result_type, 2> block_{};  // one Philox block is two 64-bit draws
  unsigned used_ = 2;
};

}  // namespace apportion
