// Statements about the best M x N for a matrix product (example 2).
#include <algorithm>
#include <array>

#include "experiments/niculescu/counted_products.hpp"
#include "experiments/niculescu/statement.hpp"

namespace apportion::niculescu {
namespace {

WideCount first_stage(std::string_view way, const ProductSizes& sizes) {
  return count_communications(way, product_of("wrap", "wrap", sizes)).first_stage;
}

std::vector<Index> divisors(Index p) {
  std::vector<Index> found;
  for (Index M = 1; M <= p; ++M)
    if (p % M == 0) found.push_back(M);
  return found;
}

// The M of all M x N = p that the formula makes least, for c of m x n.
std::vector<Index> best_rows(Index m, Index n, Index p) {
  std::vector<Index> best;
  WideCount least = 0;
  for (const Index M : divisors(p)) {
    const WideCount count = first_stage(by_formula, {.m = m, .o = 1, .n = n, .M = M, .N = p / M});
    if (best.empty() || count < least) best.clear();
    if (best.empty() || count == least) {
      best.push_back(M);
      least = count;
    }
  }
  return best;
}

// By what factor M : N is away from m : n, as a fraction.
struct Factor {
  Index over = 1;
  Index under = 1;

  bool operator<(const Factor& other) const { return over * other.under < other.over * under; }
};

Factor distance(Index m, Index n, Index M, Index N) { return {std::max(M * n, N * m), std::min(M * n, N * m)}; }

std::vector<Index> nearest_rows(Index m, Index n, Index p) {
  std::vector<Index> nearest;
  for (const Index M : divisors(p)) {
    const Factor factor = distance(m, n, M, p / M);
    const Factor least = nearest.empty() ? factor : distance(m, n, nearest.front(), p / nearest.front());
    if (factor < least) nearest.clear();
    if (!(least < factor)) nearest.push_back(M);
  }
  return nearest;
}

CheckedCases shapes_on_a_line(const Bounds& bounds) {
  CheckedCases cases{.bound = bounds.side};
  for_all_sizes(bounds.side, [&](const ProductSizes& sizes) {
    const WideCount count = first_stage(by_formula, sizes);
    for (Index M = 1; M < sizes.M; ++M)
      for (Index N = 1; N <= bounds.side; ++N) {
        const bool is_equal = first_stage(by_formula, {sizes.m, sizes.o, sizes.n, M, N, 1}) == count;
        const bool is_on_line = sizes.m * (N - sizes.N) == -sizes.n * (M - sizes.M);
        cases.add(is_equal == is_on_line, sizes.simple());
      }
  });
  return cases;
}

CheckedCases best_by_ratio(const Bounds& bounds) {
  constexpr std::array<Index, 2> scales = {2, 3};
  CheckedCases cases{.bound = bounds.side};
  for (Index m = 1; m <= bounds.side; ++m)
    for (Index n = 1; n <= bounds.side; ++n)
      for (Index p = 1; p <= bounds.side * bounds.side; ++p)
        for (const Index scale : scales)
          cases.add(best_rows(m, n, p) == best_rows(scale * m, scale * n, p), {m, n, p, scale});
  return cases;
}

CheckedCases best_is_nearest(const Bounds& bounds) {
  CheckedCases cases{.bound = bounds.length};
  for (Index m = 1; m <= bounds.length; ++m)
    for (Index n = 1; n <= bounds.length; ++n)
      for (Index p = 1; p <= bounds.length; ++p) cases.add(best_rows(m, n, p) == nearest_rows(m, n, p), {m, n, p});
  return cases;
}

// N_com by `way` at M = N = root is least among all M N = root^2, for square c and any inner length up to the bound.
bool square_is_least(std::string_view way, Index m, Index o, Index root) {
  const WideCount square = first_stage(way, {.m = m, .o = o, .n = m, .M = root, .N = root});
  const std::vector<Index> rows = divisors(root * root);
  return std::ranges::all_of(rows, [&](Index M) {
    return first_stage(way, {.m = m, .o = o, .n = m, .M = M, .N = root * root / M}) >= square;
  });
}

CheckedCases square_grid(const Bounds& bounds) {
  CheckedCases cases{.bound = bounds.length};
  for (Index m = 1; m <= bounds.length; ++m)
    for (Index root = 1; root * root <= bounds.length; ++root)
      cases.add(square_is_least(by_formula, m, 1, root), {m, 1, root * root});
  return cases;
}

CheckedCases square_grid_counted(const Bounds& bounds) {
  CheckedCases cases{.bound = bounds.side};
  for (Index m = 1; m <= bounds.side; ++m)
    for (Index o = 1; o <= bounds.side; ++o)
      for (Index root = 1; root * root <= bounds.side; ++root)
        cases.add(square_is_least(by_definition, m, o, root), {m, o, root * root});
  return cases;
}

}  // namespace

std::vector<Statement> checks_of_shapes() {
  return {{{254, "shapes-on-a-line", "example 2", Said::paper, Reach::always,
            "shapes of equal N_com by formula lie on a line, whose slope is -n/m", "m, o, n, M, N <= %d",
            "m=%d o=%d n=%d M=%d N=%d"},
           shapes_on_a_line},
          {{256, "best-by-ratio", "example 2", Said::paper, Reach::always,
            "which M x N = p the formula makes least depends on m : n alone",
            "m, n, sqrt(p) <= %d, and 2 and 3 times as great m, n", "m=%d n=%d p=%d, times %d"},
           best_by_ratio},
          {{258, "best-is-nearest", "example 2", Said::beyond, Reach::always,
            "the formula is least where M : N is nearest to m : n, as a factor", "m, n, p <= %d", "m=%d n=%d p=%d"},
           best_is_nearest},
          {{260, "square-grid", "example 2", Said::paper, Reach::always,
            "the formula of N_com is least at M = N if m = n and p is a square", "m, p <= %d", "m=n=%d o=%d p=%d"},
           square_grid},
          // The paper's formula is for grids of which every process owns rows and columns.
          {{270, "square-grid-counted", "example 2", Said::beyond, Reach::always,
            "N_com as counted is least at M = N if m = n and p is a square, however great p is", "wrap, m, o, p <= %d",
            "m=n=%d o=%d p=%d"},
           square_grid_counted}};
}

}  // namespace apportion::niculescu
