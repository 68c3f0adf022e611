// Matrices of costs, equal ones stored once, and the operations on them that reductions need.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <unordered_map>
#include <vector>

namespace apportion::shardings {

/// A cost. What is not forbidden stays below `forbidden`; sums of two fit.
using Whole = std::int64_t;

/// Internally forbidden. The costs of a core that are below it sum to less than it.
inline constexpr Whole forbidden = Whole{1} << 60;

[[nodiscard]] inline Whole sum(Whole a, Whole b) { return a >= forbidden || b >= forbidden ? forbidden : a + b; }

struct Matrix {
  std::uint32_t rows = 0;
  std::uint32_t columns = 0;
  std::vector<Whole> costs = {};  ///< row by row
  bool one_per_row = false;       ///< each row allows exactly one column
  bool one_per_column = false;
  bool separable = false;  ///< costs(a, b) = costs(a, 0) + costs(0, b) - costs(0, 0), nothing forbidden
  std::vector<std::uint32_t> dead_rows = {};  ///< that allow nothing
  std::vector<std::uint32_t> dead_columns = {};

  [[nodiscard]] Whole at(std::size_t row, std::size_t column) const { return costs[row * columns + column]; }
};

using MatrixPointer = std::shared_ptr<const Matrix>;

/// Stores matrices, and what has been computed of them, until forget().
class MatrixPool {
 public:
  /// `costs`: rows x columns.
  [[nodiscard]] MatrixPointer store(std::uint32_t rows, std::uint32_t columns, std::vector<Whole> costs);

  /// The rows listed, in that order; they may repeat.
  [[nodiscard]] MatrixPointer rows_of(const MatrixPointer& matrix, std::span<const std::uint32_t> rows);
  [[nodiscard]] MatrixPointer columns_of(const MatrixPointer& matrix, std::span<const std::uint32_t> columns);

  [[nodiscard]] MatrixPointer added(const MatrixPointer& a, const MatrixPointer& b);
  [[nodiscard]] MatrixPointer transposed(const MatrixPointer& matrix);

  /// Drops what is kept for speed alone.
  void forget();

 private:
  struct Result {
    MatrixPointer first;
    MatrixPointer second;
    int operation = 0;
    std::vector<std::uint32_t> list;
    MatrixPointer result;
  };

  template <class Compute>
  MatrixPointer remembered(int operation, const MatrixPointer& first, const MatrixPointer& second,
                           std::span<const std::uint32_t> list, Compute compute);

  std::unordered_multimap<std::uint64_t, std::weak_ptr<const Matrix>> stored_;
  std::unordered_multimap<std::uint64_t, Result> results_;
};

}  // namespace apportion::shardings
