// How unequal a network's performances are, and towards which end (Kalinov & Klimov, Section 4.1).
#pragma once

#include <span>

namespace apportion {

/// max p / min p.
[[nodiscard]] double heterogeneity_level(std::span<const double> performances);

/// -ln(min^E / prod p) / (E - 1): 0 for equal performances, great where a few are far weaker than the rest. 0 for E
/// = 1. Logarithms: equal to 1e-9 across machines, not to the bit.
[[nodiscard]] double weak_heterogeneity(std::span<const double> performances);

/// +ln(max^E / prod p) / (E - 1): great where a few are far stronger than the rest. *Corrected*: the paper prints a
/// minus, by which it could never be positive.
[[nodiscard]] double strong_heterogeneity(std::span<const double> performances);

/// The greater of the two: the paper's internal heterogeneity.
[[nodiscard]] double internal_heterogeneity(std::span<const double> performances);

}  // namespace apportion
