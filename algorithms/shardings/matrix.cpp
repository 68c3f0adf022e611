// Matrices of costs: interning by content, and operations whose results are remembered.
#include "algorithms/shardings/matrix.hpp"

#include <algorithm>
#include <utility>

namespace apportion::shardings {
namespace {

enum Operation { take_rows, take_columns, add_up, transpose };

std::uint64_t mixed(std::uint64_t hash, std::uint64_t value) {
  hash = (hash ^ value) * 0x9e3779b97f4a7c15U;
  return hash ^ (hash >> 29U);
}

bool is_separable(const Matrix& matrix) {
  for (std::size_t a = 0; a < matrix.rows; ++a) {
    const Whole shift = matrix.at(a, 0) - matrix.at(0, 0);
    for (std::size_t b = 0; b < matrix.columns; ++b)
      if (matrix.at(a, b) >= forbidden || matrix.at(a, b) != matrix.at(0, b) + shift) return false;
  }
  return true;
}

void describe(Matrix& matrix) {
  std::vector<std::uint32_t> in_row(matrix.rows, 0);
  std::vector<std::uint32_t> in_column(matrix.columns, 0);
  for (std::size_t a = 0; a < matrix.rows; ++a)
    for (std::size_t b = 0; b < matrix.columns; ++b) {
      if (matrix.at(a, b) >= forbidden) continue;
      ++in_row[a];
      ++in_column[b];
    }
  const auto one = [](std::uint32_t count) { return count == 1; };
  matrix.one_per_row = std::ranges::all_of(in_row, one);
  matrix.one_per_column = std::ranges::all_of(in_column, one);
  for (std::uint32_t a = 0; a < matrix.rows; ++a)
    if (in_row[a] == 0) matrix.dead_rows.push_back(a);
  for (std::uint32_t b = 0; b < matrix.columns; ++b)
    if (in_column[b] == 0) matrix.dead_columns.push_back(b);
  matrix.separable = is_separable(matrix);
}

}  // namespace

MatrixPointer MatrixPool::store(std::uint32_t rows, std::uint32_t columns, std::vector<Whole> costs) {
  std::uint64_t hash = mixed(rows, columns);
  for (const Whole cost : costs) hash = mixed(hash, static_cast<std::uint64_t>(cost));
  const auto [first, last] = stored_.equal_range(hash);
  for (auto it = first; it != last; ++it) {
    MatrixPointer known = it->second.lock();
    if (known && known->rows == rows && known->columns == columns && known->costs == costs) return known;
  }
  auto matrix = std::make_shared<Matrix>(Matrix{.rows = rows, .columns = columns, .costs = std::move(costs)});
  describe(*matrix);
  stored_.emplace(hash, matrix);
  return matrix;
}

template <class Compute>
MatrixPointer MatrixPool::remembered(int operation, const MatrixPointer& first, const MatrixPointer& second,
                                     std::span<const std::uint32_t> list, Compute compute) {
  std::uint64_t hash = mixed(static_cast<std::uint64_t>(operation), reinterpret_cast<std::uintptr_t>(first.get()));
  hash = mixed(hash, reinterpret_cast<std::uintptr_t>(second.get()));
  for (const std::uint32_t each : list) hash = mixed(hash, each);
  const auto [begin, end] = results_.equal_range(hash);
  for (auto it = begin; it != end; ++it) {
    const Result& known = it->second;
    if (known.operation == operation && known.first == first && known.second == second &&
        std::ranges::equal(known.list, list))
      return known.result;
  }
  MatrixPointer result = compute();
  results_.emplace(hash, Result{first, second, operation, {list.begin(), list.end()}, result});
  return result;
}

MatrixPointer MatrixPool::rows_of(const MatrixPointer& matrix, std::span<const std::uint32_t> rows) {
  return remembered(take_rows, matrix, nullptr, rows, [&] {
    std::vector<Whole> costs;
    costs.reserve(rows.size() * matrix->columns);
    for (const std::uint32_t row : rows) {
      const Whole* from = &matrix->costs[std::size_t{row} * matrix->columns];
      costs.insert(costs.end(), from, from + matrix->columns);
    }
    return store(static_cast<std::uint32_t>(rows.size()), matrix->columns, std::move(costs));
  });
}

MatrixPointer MatrixPool::columns_of(const MatrixPointer& matrix, std::span<const std::uint32_t> columns) {
  return remembered(take_columns, matrix, nullptr, columns, [&] {
    std::vector<Whole> costs;
    costs.reserve(columns.size() * matrix->rows);
    for (std::size_t a = 0; a < matrix->rows; ++a)
      for (const std::uint32_t column : columns) costs.push_back(matrix->at(a, column));
    return store(matrix->rows, static_cast<std::uint32_t>(columns.size()), std::move(costs));
  });
}

MatrixPointer MatrixPool::added(const MatrixPointer& a, const MatrixPointer& b) {
  return remembered(add_up, a, b, {}, [&] {
    std::vector<Whole> costs(a->costs.size());
    std::ranges::transform(a->costs, b->costs, costs.begin(), sum);
    return store(a->rows, a->columns, std::move(costs));
  });
}

MatrixPointer MatrixPool::transposed(const MatrixPointer& matrix) {
  return remembered(transpose, matrix, nullptr, {}, [&] {
    std::vector<Whole> costs;
    costs.reserve(matrix->costs.size());
    for (std::size_t b = 0; b < matrix->columns; ++b)
      for (std::size_t a = 0; a < matrix->rows; ++a) costs.push_back(matrix->at(a, b));
    return store(matrix->columns, matrix->rows, std::move(costs));
  });
}

void MatrixPool::forget() {
  results_.clear();
  std::erase_if(stored_, [](const auto& entry) { return entry.second.expired(); });
}

}  // namespace apportion::shardings
