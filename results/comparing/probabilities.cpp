// The sign test and the expanded level, by Boost.Math's distributions.
#include "results/comparing/probabilities.hpp"

#include <algorithm>
#include <boost/math/distributions/binomial.hpp>
#include <boost/math/distributions/normal.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>

namespace apportion::results {

std::optional<double> sign_test(std::int64_t rises, std::int64_t falls) {
  if (rises + falls == 0) return std::nullopt;
  const boost::math::binomial_distribution<double> fair(static_cast<double>(rises + falls), 0.5);
  return std::min(1.0, 2 * boost::math::cdf(fair, static_cast<double>(std::min(rises, falls))));
}

double expanded_level(double level, std::int64_t samples, std::int64_t freedom) {
  const auto count = static_cast<double>(samples);
  const boost::math::students_t_distribution<double> student(static_cast<double>(freedom));
  const double reach = std::sqrt(count / (count - 1)) * boost::math::quantile(student, (1 + level) / 2);
  return 2 * boost::math::cdf(boost::math::normal_distribution<double>(), reach) - 1;
}

}  // namespace apportion::results
