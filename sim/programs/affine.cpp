// Evaluation of affine expressions.
#include "sim/programs/affine.hpp"

#include "base/error.hpp"

namespace apportion {
namespace {

constexpr std::int64_t largest_value = 1'000'000'000'000'000;

}  // namespace

std::int64_t Affine::at(const LoopIndices& indices) const {
  std::int64_t sum = constant;
  bool overflows = false;
  for (const auto& [index, coefficient] : coefficients) {
    const auto value = indices.find(index);
    if (value == indices.end()) throw InputError("there is no loop over '" + index + "' around it");
    std::int64_t term = 0;
    overflows = __builtin_mul_overflow(coefficient, value->second, &term) || overflows;
    overflows = __builtin_add_overflow(sum, term, &sum) || overflows;
  }
  if (overflows || sum > largest_value || sum < -largest_value)
    throw InputError("an expression passes 10^15; give smaller numbers");
  return sum;
}

}  // namespace apportion
