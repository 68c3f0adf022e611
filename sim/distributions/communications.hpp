// Communications of a matrix product, counted as Niculescu does (Section 2.4, examples 2 and 3).
#pragma once

#include "sim/distributions/cartesian.hpp"

namespace apportion {

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

/// InputError unless the lengths and numbers of processes fit together, with at most largest_length processes.
void validate(const MatrixProduct& product);

/// N_com = sum over all data of (local postconditions in which it occurs - those of processes where it is stored).
struct Communications {
  WideCount first_stage = 0;             ///< of a and b, each stored once
  WideCount first_stage_replicated = 0;  ///< of a(i, k) held by all (rows.i, t, inner.k), and b likewise
  WideCount second_stage = 0;            ///< of the partial values of c
  WideCount busiest_combiner = 0;        ///< of these, those to the process that receives most

  [[nodiscard]] WideCount total() const { return first_stage + second_stage; }
  bool operator==(const Communications&) const = default;
};

/// (N_com + p - 1) / p: fewer steps do not suffice if a process sends one datum at a time.
[[nodiscard]] WideCount least_steps(WideCount communications, Index processes);

}  // namespace apportion
