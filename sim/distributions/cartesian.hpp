// Cartesian products of distributions, and replication; and the communications of a matrix product,
// counted as Niculescu does (Section 2.4, examples 2 and 3).
#pragma once

#include <vector>

#include "sim/distributions/distribution.hpp"

namespace apportion {

/// D0 x D1 x ...: an index vector goes to a vector of process coordinates, dimension by dimension (Definition 6). In
/// process numbers the last coordinate varies fastest.
class CartesianDistribution {
 public:
  /// InputError unless there is a factor, and there are at most largest_length processes.
  explicit CartesianDistribution(std::vector<Distribution> factors);

  [[nodiscard]] const std::vector<Distribution>& factors() const { return factors_; }
  [[nodiscard]] std::size_t dimensions() const { return factors_.size(); }
  [[nodiscard]] Index processes() const;

  /// Coordinates of the owner, one per dimension. Here and below: std::out_of_range for an index out of range or a
  /// wrong number of indices.
  [[nodiscard]] std::vector<Index> owner(const std::vector<Index>& index) const;
  [[nodiscard]] Index process_number(const std::vector<Index>& coordinates) const;
  [[nodiscard]] std::vector<Index> coordinates(Index process) const;

  /// O.(s, t, ...) = O.s x O.t x ...: the indices owned in each dimension.
  [[nodiscard]] std::vector<IndexSet> owned(const std::vector<Index>& coordinates) const;
  /// Ma and Mi, the products of those of the factors. InputError if above 2^120.
  [[nodiscard]] WideCount most() const;
  [[nodiscard]] WideCount least() const;
  [[nodiscard]] bool is_homogeneous() const { return most() - least() <= 1; }

  bool operator==(const CartesianDistribution&) const = default;

 private:
  std::vector<Distribution> factors_;
};

/// A distribution replicated Q times: the owner (s, t, ...) becomes the processes (s, t, ..., r), 0 <= r < Q
/// (Section 3). A simple distribution is a product of one factor.
class ReplicatedDistribution {
 public:
  /// InputError unless copies >= 1 and at most largest_length processes result.
  ReplicatedDistribution(CartesianDistribution base, Index copies);

  [[nodiscard]] const CartesianDistribution& base() const { return base_; }
  [[nodiscard]] Index copies() const { return copies_; }
  [[nodiscard]] Index processes() const { return base_.processes() * copies_; }
  /// Numbers of the processes that hold an element: `copies` consecutive ones.
  [[nodiscard]] IndexSet holders(const std::vector<Index>& index) const;

  bool operator==(const ReplicatedDistribution&) const = default;

 private:
  CartesianDistribution base_;
  Index copies_ = 1;
};

/// c = a b, c being m x n and a m x o, on M x N x Q processes (s, t, r). Process (s, t, r) adds up, for the c(i, j)
/// with rows.i = s and columns.j = t, the terms k with inner.k = r; then (s, t, 0) adds the Q partial values of each
/// c(i, j). Q = 1 is the simple product. The single copy of a(i, k) is on (a_rows.i, a_columns.k, inner.k), that of
/// b(k, j) on (b_rows.k, b_columns.j, inner.k).
struct MatrixProduct {
  Distribution rows;       ///< m -> M
  Distribution columns;    ///< n -> N
  Distribution inner;      ///< o -> Q
  Distribution a_rows;     ///< m -> M
  Distribution a_columns;  ///< o -> N
  Distribution b_rows;     ///< o -> M
  Distribution b_columns;  ///< n -> N

  [[nodiscard]] Index processes() const { return rows.processes() * columns.processes() * inner.processes(); }
};

/// a and b distributed like c where they share an index with it; o in a's columns and b's rows by wrap, so that all
/// columns (rows) of processes share it.
[[nodiscard]] MatrixProduct stored_with_result(const Distribution& rows, const Distribution& columns,
                                               const Distribution& inner);

/// InputError unless lengths and numbers of processes agree, with at most largest_length processes.
void validate(const MatrixProduct& product);

/// N_com = sum over all data of (local postconditions in which it occurs - those of processes where it is stored).
struct Communications {
  WideCount first_stage = 0;             ///< communications of a and b, each stored once
  WideCount first_stage_replicated = 0;  ///< the same if all (rows.i, t, inner.k) hold a(i, k), and likewise for b
  WideCount second_stage = 0;            ///< communications of the partial values of c
  WideCount busiest_combiner = 0;        ///< second-stage communications to the process that receives most

  [[nodiscard]] WideCount total() const { return first_stage + second_stage; }
  bool operator==(const Communications&) const = default;
};

/// (N_com + p - 1) / p: the least number of steps if a process sends one datum at a time.
[[nodiscard]] WideCount least_steps(WideCount communications, Index processes);

}  // namespace apportion
