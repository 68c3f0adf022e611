// Affine expressions in the indices of a loop nest: bounds, extents, strides and offsets of a program.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>

namespace apportion {

/// The values of the loop indices in one iteration.
using LoopIndices = std::map<std::string, std::int64_t, std::less<>>;

/// constant + sum of coefficient * index.
struct Affine {
  Affine() = default;
  Affine(std::int64_t value) : constant(value) {}  // NOLINT: a number is an expression
  Affine(std::int64_t value, std::map<std::string, std::int64_t, std::less<>> factors)
      : constant(value), coefficients(std::move(factors)) {}

  std::int64_t constant = 0;
  std::map<std::string, std::int64_t, std::less<>> coefficients = {};

  /// InputError for an index that has no value, and where the result passes 10^15.
  [[nodiscard]] std::int64_t at(const LoopIndices& indices) const;

  [[nodiscard]] bool uses(const std::string& index) const { return coefficients.contains(index); }
  bool operator==(const Affine&) const = default;
};

}  // namespace apportion
