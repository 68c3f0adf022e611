// The sign test, by Boost.Math's binomial distribution.
#include "results/comparing/sign_test.hpp"

#include <algorithm>
#include <boost/math/distributions/binomial.hpp>

namespace apportion::results {

std::optional<double> sign_test(std::int64_t rises, std::int64_t falls) {
  if (rises + falls == 0) return std::nullopt;
  const boost::math::binomial_distribution<double> fair(static_cast<double>(rises + falls), 0.5);
  return std::min(1.0, 2 * boost::math::cdf(fair, static_cast<double>(std::min(rises, falls))));
}

}  // namespace apportion::results
