// Logarithms and exponentials as series, after the binary exponent has been split off (frexp and ldexp are exact).
#include "algorithms/grids/ccp_logarithms.hpp"

#include <array>
#include <cmath>
#include <cstddef>

namespace apportion {
namespace {

constexpr double log_2 = 0.693147180559945309417232121458;

// 1, 1/3, 1/5, ...
constexpr std::array<double, 11> odd_reciprocals = [] {
  std::array<double, 11> result{};
  for (std::size_t k = 0; k < result.size(); ++k) result[k] = 1.0 / static_cast<double>(2 * k + 1);
  return result;
}();

// 1, 1, 1/2!, 1/3!, ...
constexpr std::array<double, 14> factorial_reciprocals = [] {
  std::array<double, 14> result{1};
  for (std::size_t k = 1; k < result.size(); ++k) result[k] = result[k - 1] / static_cast<double>(k);
  return result;
}();

// sum_k terms[k] x^k.
template <std::size_t count>
double series(const std::array<double, count>& terms, double x) {
  double sum = 0;
  for (std::size_t k = count; k-- > 0;) sum = sum * x + terms[k];
  return sum;
}

}  // namespace

// log m = 2 artanh((m - 1) / (m + 1)). With m between sqrt(1/2) and sqrt(2) the quotient's square is at most 0.0295, so
// that 11 terms leave less than 1e-17.
double portable_log(double value) {
  int exponent = 0;
  double mantissa = std::frexp(value, &exponent);
  if (mantissa < 0.70710678118654752) {
    mantissa *= 2;
    --exponent;
  }
  const double quotient = (mantissa - 1) / (mantissa + 1);
  return exponent * log_2 + 2 * quotient * series(odd_reciprocals, quotient * quotient);
}

// The rest after the multiple of log 2 is at most 0.347: 14 terms leave less than 1e-16.
double portable_exp(double exponent) {
  if (exponent < -740) return 0;
  const double multiple = std::floor(exponent / log_2 + 0.5);
  const double rest = exponent - multiple * log_2;
  return std::ldexp(series(factorial_reciprocals, rest), static_cast<int>(multiple));
}

}  // namespace apportion
