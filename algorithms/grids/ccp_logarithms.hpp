// Logarithms and exponentials that are the same on every machine: made of + - x / alone, unlike the C library's, whose
// last bits differ between processors. Grid algorithms promise the same bytes everywhere.
#pragma once

namespace apportion {

/// The natural logarithm of a positive normal number, to some 1e-16 of the greater of its magnitude and 1.
[[nodiscard]] double portable_log(double value);

/// e to the power of `exponent`, to some 1e-15 of it for exponents within +-100; 0 below -740. Exponents up to 700.
[[nodiscard]] double portable_exp(double exponent);

}  // namespace apportion
