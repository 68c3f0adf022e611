// The sign test.
#pragma once

#include <cstdint>
#include <optional>

namespace apportion::results {

/// The two-sided p-value of `rises` and `falls` among pairs of which each is as likely (Dixon & Mood 1946): exact, from
/// the binomial distribution. Ties are left out by the caller; nothing where no pair is left.
[[nodiscard]] std::optional<double> sign_test(std::int64_t rises, std::int64_t falls);

}  // namespace apportion::results
