// Cheap random numbers for searches that draw millions, seeded by a RandomStream.
#pragma once

#include <cstdint>

namespace apportion::shardings {

/// SplitMix64 (Steele, Lea & Flood 2014).
class Dice {
 public:
  explicit Dice(std::uint64_t seed) : state_(seed) {}

  std::uint64_t bits() {
    std::uint64_t z = state_ += 0x9e3779b97f4a7c15U;
    z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27U)) * 0x94d049bb133111ebU;
    return z ^ (z >> 31U);
  }

  /// At least 0, below 1.
  double unit() { return static_cast<double>(bits() >> 11U) * 0x1p-53; }
  std::uint32_t below(std::size_t end) { return static_cast<std::uint32_t>(unit() * static_cast<double>(end)); }
  bool chance(double probability) { return unit() < probability; }

 private:
  std::uint64_t state_;
};

}  // namespace apportion::shardings
