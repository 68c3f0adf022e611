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

}  // namespace

// 64-bit FNV-1a: a hash of the name that is the same on every machine and in every version of the compiler.
StreamName::StreamName(std::uint64_t before, std::string_view text) : hash_(before) {
  for (const char c : text) {
    hash_ ^= static_cast<unsigned char>(c);
    hash_ *= 0x100000001b3U;
  }
}

RandomStream::result_type RandomStream::operator()() {
  if (used_ == block_.size()) {
    stop_if_asked();
    const r123::Philox4x32::ctr_type counter{{low(name_hash_), high(name_hash_), low(next_block_), high(next_block_)}};
    const r123::Philox4x32::key_type key{{low(seed_), high(seed_)}};
    const r123::Philox4x32::ctr_type bits = r123::Philox4x32{}(counter, key);
    block_ = {word(bits[0], bits[1]), word(bits[2], bits[3])};
    ++next_block_;
    used_ = 0;
  }
  return block_[used_++];
}

}  // namespace apportion
