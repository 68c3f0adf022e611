// Exponentials and logarithms of floats in loops that a compiler can vectorise; to some 1e-6, for what proves nothing.
#pragma once

#include <bit>
#include <cstdint>

namespace apportion::shardings {

/// exp(x) for x <= 0; 0 below -87.
inline float soft_exp(float x) {
  const float clipped = x < -87.0F ? -87.0F : x;
  const float scaled = clipped * 1.44269504F;
  const auto whole = static_cast<std::int32_t>(scaled - 0.5F);
  const float rest = scaled - static_cast<float>(whole);
  float power = 1.5403530e-4F;
  power = power * rest + 1.3333558e-3F;
  power = power * rest + 9.6181291e-3F;
  power = power * rest + 5.5504109e-2F;
  power = power * rest + 2.4022651e-1F;
  power = power * rest + 6.9314718e-1F;
  power = power * rest + 1.0F;
  const auto scale = std::bit_cast<float>((whole + 127) << 23);
  return x < -87.0F ? 0.0F : power * scale;
}

/// log(x) for normal x > 0.
inline float soft_log(float x) {
  const auto bits = std::bit_cast<std::int32_t>(x);
  // The mantissa between sqrt(1/2) and sqrt(2).
  const std::int32_t exponent = (bits - 0x3f3504f3) >> 23;
  const float mantissa = std::bit_cast<float>(bits - (exponent << 23)) - 1.0F;
  // log((1 + z) / (1 - z)) = 2 (z + z^3/3 + ...)
  const float z = mantissa / (2.0F + mantissa);
  const float square = z * z;
  float sum = 0.22222222F;
  sum = sum * square + 0.28571429F;
  sum = sum * square + 0.4F;
  sum = sum * square + 0.66666667F;
  sum = sum * square + 2.0F;
  return z * sum + 0.69314718F * static_cast<float>(exponent);
}

}  // namespace apportion::shardings
