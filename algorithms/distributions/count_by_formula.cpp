// by-formula: the paper's closed forms, which hold only under conditions.
#include "algorithms/distributions/communication_count.hpp"

namespace apportion {
namespace {

Index ceil_quotient(Index a, Index b) { return (a + b - 1) / b; }

// Ignores how the indices are distributed. Right where every process owns an index in both dimensions of c, and every
// datum is stored on a process that uses it; the combiner's share where rows and columns have the least possible Ma.
Communications solve_count_by_formula(const MatrixProduct& product, const Options& /*options*/,
                                      RandomStream& /*stream*/) {
  const WideCount m = product.rows.length();
  const WideCount n = product.columns.length();
  const WideCount o = product.inner.length();
  const Index M = product.rows.processes();
  const Index N = product.columns.processes();
  const Index Q = product.inner.processes();
  const WideCount share =
      WideCount{ceil_quotient(product.rows.length(), M)} * ceil_quotient(product.columns.length(), N);
  return {.first_stage = o * (m * (N - 1) + n * (M - 1)),
          .first_stage_replicated = 0,
          .second_stage = m * n * (Q - 1),
          .busiest_combiner = share * (Q - 1)};
}

const Registration<CommunicationCount> count_by_formula_registration{
    {.name = "by-formula",
     .source = "Niculescu, examples 2 and 3; the combiner's share rounded up",
     .summary = "o (m (N-1) + n (M-1)) and m n (Q-1), whatever the distributions are",
     .solve = solve_count_by_formula}};

}  // namespace
}  // namespace apportion
