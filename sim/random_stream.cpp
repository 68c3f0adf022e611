// Philox4x32-10 of Random123, wrapped as a 64-bit engine.
#include "sim/random_stream.hpp"

#include <Random123/philox.h>

#include "base/stopping.hpp"

namespace apportion {
namespace {

std::uint32_t low(std::uint64_t word) { return static_cast<std::uint32_t>(word & 0xffffffffU); }
std::uint32_t high(std::uint64_t word) { return static_cast<std::uint32_t>(word >> 32U); }
std::uint64_t word(std::uint32_t low_half, std::uint32_t high_half) {
  return (std::uint64_t{high_half} << 32U) | low_half;
}

using Block = std::array<std::uint64_t, 2>;

// Draws a block, and returns its first number.
std::uint64_t first_of_block(std::uint64_t seed, std::uint64_t name, std::uint64_t& next, Block& block,
                             unsigned& used) {
  const r123::Philox4x32::ctr_type counter{{low(name), high(name), low(next), high(next)}};
  const r123::Philox4x32::key_type key{{low(seed), high(seed)}};
  const r123::Philox4x32::ctr_type bits = r123::Philox4x32{}(counter, key);
  ++next;
  used = 1;
  block = {word(bits[0], bits[1]), word(bits[2], bits[3])};
  return block[0];
}

// A separate function, called last: a call within a draw made it a tenth slower.
[[gnu::noinline]] std::uint64_t first_of_block_after_a_look(std::uint64_t seed, std::uint64_t name, std::uint64_t& next,
                                                            Block& block, unsigned& used) {
  stop_if_asked();
  return first_of_block(seed, name, next, block, used);
}

}  // namespace

// 64-bit FNV-1a: the same hash on every machine and with every compiler.
StreamName::StreamName(std::uint64_t before, std::string_view text) : hash_(before) {
  for (const char c : text) {
    hash_ ^= static_cast<unsigned char>(c);
    hash_ *= 0x100000001b3U;
  }
}

RandomStream::result_type RandomStream::operator()() {
  if (used_ < block_.size()) return block_[used_++];
  constexpr std::uint64_t blocks_between_looks = 64;
  if (next_block_ % blocks_between_looks == 0)
    return first_of_block_after_a_look(seed_, name_hash_, next_block_, block_, used_);
  return first_of_block(seed_, name_hash_, next_block_, block_, used_);
}

}  // namespace apportion
