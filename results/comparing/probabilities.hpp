// What takes the distributions of Boost.Math: the sign test, and the level of percentiles of few samples.
#pragma once

#include <cstdint>
#include <optional>

namespace apportion::results {

/// The two-sided p-value of `rises` and `falls` among pairs of which each is as likely (Dixon & Mood 1946): exact, from
/// the binomial distribution. Ties are left out by the caller; nothing where no pair is left.
[[nodiscard]] std::optional<double> sign_test(std::int64_t rises, std::int64_t falls);

/// How much of the resampled means of `samples` numbers an interval must span so that it holds the true mean as often
/// as `level` says (the expanded percentile interval of Hesterberg, "What Teachers Should Know About the Bootstrap",
/// The American Statistician 69, 2015, section 5.3): resamples vary less than means do, by (samples - 1) / samples, and
/// the spread has `freedom` degrees of freedom, for which Student's t takes the place of the normal distribution.
/// At least two samples and one degree.
[[nodiscard]] double expanded_level(double level, std::int64_t samples, std::int64_t freedom);

}  // namespace apportion::results
