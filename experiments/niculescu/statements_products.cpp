// Statements about matrix products, counted by the definition on small products: communications and the best M x N
// (example 2), products on Q layers of processes (Section 3, example 3).
#include <algorithm>
#include <array>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>

#include "algorithms/distributions/communication_count.hpp"
#include "experiments/niculescu/statements.hpp"

namespace apportion::niculescu {
namespace {

// The ways of counting that the statements compare.
constexpr std::string_view by_definition = "by-definition";
constexpr std::string_view by_formula = "by-formula";
constexpr std::string_view by_loads = "by-loads";

// Whether the paper has simple distributions for them.
bool is_simple(const ProductSizes& sizes) { return sizes.M <= sizes.m && sizes.N <= sizes.n; }

// The product with rows and columns of these kinds, the inner dimension by wrap, and a and b stored with c.
MatrixProduct product_of(std::string_view rows, std::string_view columns, const ProductSizes& sizes) {
  return stored_with_result(make_distribution(rows, sizes.m, sizes.M), make_distribution(columns, sizes.n, sizes.N),
                            make_distribution("wrap", sizes.o, sizes.Q));
}

// Visits all sizes up to the bound, with Q = 1.
void for_all_sizes(Index bound, const std::function<void(const ProductSizes&)>& visit) {
  for (Index m = 1; m <= bound; ++m)
    for (Index o = 1; o <= bound; ++o)
      for (Index n = 1; n <= bound; ++n)
        for (Index M = 1; M <= bound; ++M)
          for (Index N = 1; N <= bound; ++N) visit({m, o, n, M, N, 1});
}

// Visits products with ceil-block and wrap for rows and for columns: of the kinds defined for all sizes, the two whose
// O.q differ most.
void for_both_kinds(const ProductSizes& sizes, const std::function<void(const MatrixProduct&)>& visit) {
  constexpr std::array<std::string_view, 2> kinds = {"ceil-block", "wrap"};
  for (const std::string_view rows : kinds)
    for (const std::string_view columns : kinds) visit(product_of(rows, columns, sizes));
}

// Whether every row and every column of processes owns an index.
bool all_own_something(const MatrixProduct& product) {
  return product.rows.is_surjective() && product.columns.is_surjective();
}

// --- The communications of a matrix product (example 2)

bool first_stages_agree(const MatrixProduct& product) {
  return count_communications(by_definition, product).first_stage ==
         count_communications(by_formula, product).first_stage;
}

CheckedCases count_unconditional(const Bounds& bounds) {
  CheckedCases cases{.bound = bounds.side};
  for_all_sizes(bounds.side, [&](const ProductSizes& sizes) {
    for_both_kinds(sizes,
                   [&](const MatrixProduct& product) { cases.add(first_stages_agree(product), sizes.simple()); });
  });
  return cases;
}

// Stores everything on process (0, 0), as if one process read the input.
MatrixProduct read_by_one(MatrixProduct product) {
  const auto all_on_first = [](const Distribution& distribution) {
    return Distribution({.kind = "block-cyclic",
                         .length = distribution.length(),
                         .processes = distribution.processes(),
                         .block = distribution.length(),
                         .block_named = true});
  };
  product.a_rows = all_on_first(product.a_rows);
  product.a_columns = all_on_first(product.a_columns);
  product.b_rows = all_on_first(product.b_rows);
  product.b_columns = all_on_first(product.b_columns);
  return product;
}

CheckedCases count_surjective(const Bounds& bounds) {
  CheckedCases cases{.bound = bounds.side};
  for_all_sizes(bounds.side, [&](const ProductSizes& sizes) {
    for_both_kinds(sizes, [&](const MatrixProduct& product) {
      if (all_own_something(product)) cases.add(first_stages_agree(read_by_one(product)), sizes.simple());
    });
  });
  return cases;
}

// Tries every kind for a's columns and b's rows: with surjective rows and columns, each process that holds a datum uses
// it.
CheckedCases count_conditional(const Bounds& bounds) {
  CheckedCases cases{.bound = bounds.side};
  for_all_sizes(bounds.side, [&](const ProductSizes& sizes) {
    for_both_kinds(sizes, [&](MatrixProduct product) {
      if (!all_own_something(product)) return;
      for_each_kind(sizes.o, sizes.N, [&](const Distribution& columns) {
        product.a_columns = columns;
        product.b_rows = make_distribution("ceil-block", sizes.o, sizes.M);
        cases.add(first_stages_agree(product), sizes.simple());
      });
    });
  });
  return cases;
}

bool columns_own_something(const MatrixProduct& product) { return product.columns.is_surjective(); }

bool rows_own_something(const MatrixProduct& product) { return product.rows.is_surjective(); }

// Whether N_com is the same for all kinds of rows and columns for which `asked` is true.
engine::CasesUpTo<Bounds> independence(bool (*asked)(const MatrixProduct&)) {
  return [asked](const Bounds& bounds) {
    CheckedCases cases{.bound = bounds.side};
    for_all_sizes(bounds.side, [&](const ProductSizes& sizes) {
      const MatrixProduct wraps = product_of("wrap", "wrap", sizes);
      if (!asked(wraps)) return;
      const WideCount expected = count_communications(by_definition, wraps).first_stage;
      for_both_kinds(sizes, [&](const MatrixProduct& product) {
        if (!asked(product)) return;
        cases.add(count_communications(by_definition, product).first_stage == expected, sizes.simple());
      });
    });
    return cases;
  };
}

CheckedCases one_process(const Bounds& bounds) {
  CheckedCases cases{.bound = bounds.side};
  for_all_sizes(bounds.side, [&](const ProductSizes& sizes) {
    if (sizes.M == 1 && sizes.N == 1)
      cases.add(count_communications(by_definition, product_of("wrap", "wrap", sizes)).first_stage == 0,
                {sizes.m, sizes.o, sizes.n});
  });
  return cases;
}

// The process that adds the term a(i, k) b(k, j), in whose local postcondition both data occur.
using Process = std::tuple<Index, Index, Index>;
Process adder(const MatrixProduct& product, Index i, Index j, Index k) {
  return {product.rows.owner(i), product.columns.owner(j), product.inner.owner(k)};
}

bool a_occurs_for_each_column(const MatrixProduct& product) {
  for (Index i = 0; i < product.rows.length(); ++i)
    for (Index k = 0; k < product.inner.length(); ++k) {
      std::set<Process> processes;
      for (Index j = 0; j < product.columns.length(); ++j) processes.insert(adder(product, i, j, k));
      if (static_cast<Index>(processes.size()) != product.columns.processes()) return false;
    }
  return true;
}

bool b_occurs_for_each_row(const MatrixProduct& product) {
  for (Index k = 0; k < product.inner.length(); ++k)
    for (Index j = 0; j < product.columns.length(); ++j) {
      std::set<Process> processes;
      for (Index i = 0; i < product.rows.length(); ++i) processes.insert(adder(product, i, j, k));
      if (static_cast<Index>(processes.size()) != product.rows.processes()) return false;
    }
  return true;
}

// Applies check(product) to all products of both kinds with M <= m and N <= n for which `asked` is true.
engine::CasesUpTo<Bounds> for_all_counted_products(bool (*asked)(const MatrixProduct& product),
                                                   bool (*check)(const MatrixProduct& product)) {
  return [asked, check](const Bounds& bounds) {
    CheckedCases cases{.bound = bounds.side};
    for_all_sizes(bounds.side, [&](const ProductSizes& sizes) {
      if (!is_simple(sizes)) return;
      for_both_kinds(sizes, [&](const MatrixProduct& product) {
        if (asked(product)) cases.add(check(product), sizes.simple());
      });
    });
    return cases;
  };
}

// --- The best M x N for a matrix product (example 2)

WideCount first_stage(std::string_view way, const ProductSizes& sizes) {
  return count_communications(way, product_of("wrap", "wrap", sizes)).first_stage;
}

std::vector<Index> divisors(Index p) {
  std::vector<Index> found;
  for (Index M = 1; M <= p; ++M)
    if (p % M == 0) found.push_back(M);
  return found;
}

// The values of M for which the formula is least over all M x N = p, for c of m x n.
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

// The factor between M : N and m : n, as a fraction.
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

// --- Products on Q layers of processes (Section 3, example 3), counted by the definition. All sizes are those that the
// paper allows: M <= m, N <= n, Q <= o.

// A product on one layer is example 2.
constexpr Index one_layer = 1;
constexpr Index several_layers = 2;
constexpr Index most_layers = 3;

bool every_product(const MatrixProduct& /*product*/) { return true; }

// Applies check(product, sizes) to all products of at least `least_layers` layers for which `asked` is true.
engine::CasesUpTo<Bounds> for_all_layered(Index least_layers, bool (*asked)(const MatrixProduct& product),
                                          bool (*check)(const MatrixProduct& product, const ProductSizes& sizes)) {
  return [least_layers, asked, check](const Bounds& bounds) {
    CheckedCases cases{.bound = bounds.side - 1};
    for_layered_sizes(cases.bound, least_layers, most_layers, [&](const ProductSizes& sizes) {
      for_both_kinds(sizes, [&](const MatrixProduct& product) {
        if (asked(product)) cases.add(check(product, sizes), sizes.all());
      });
    });
    return cases;
  };
}

Communications by_the_definition(const MatrixProduct& product) { return count_communications(by_definition, product); }

// The number of processes that add each term a(i, k) b(k, j), by the sets that each one owns.
std::vector<Index> adders_of_terms(const MatrixProduct& product) {
  const Index o = product.inner.length();
  const Index n = product.columns.length();
  std::vector<Index> adders(static_cast<std::size_t>(product.rows.length() * n * o));
  for (Index s = 0; s < product.rows.processes(); ++s)
    for (Index t = 0; t < product.columns.processes(); ++t)
      for (Index r = 0; r < product.inner.processes(); ++r)
        for (const Index i : enumerate(product.rows.owned(s)))
          for (const Index j : enumerate(product.columns.owned(t)))
            for (const Index k : enumerate(product.inner.owned(r)))
              ++adders.at(static_cast<std::size_t>((i * n + j) * o + k));
  return adders;
}

bool postconditions(const MatrixProduct& product, const ProductSizes& /*sizes*/) {
  const std::vector<Index> adders = adders_of_terms(product);
  return std::ranges::all_of(adders, [](Index count) { return count == 1; });
}

bool determined(const MatrixProduct& product, const ProductSizes& /*sizes*/) {
  return count_communications(by_loads, product) == by_the_definition(product);
}

// Whether N_occ is the number of process columns among the users of a row of a, and that of process rows among the
// users of a column of b: each k is on one layer only.
bool layer_occurrences(const MatrixProduct& product, const ProductSizes& /*sizes*/) {
  std::set<Index> rows;
  std::set<Index> columns;
  for (Index i = 0; i < product.rows.length(); ++i) rows.insert(product.rows.owner(i));
  for (Index j = 0; j < product.columns.length(); ++j) columns.insert(product.columns.owner(j));
  return rows.size() == 1 && columns.size() == 1;
}

bool first_stage_of_layers(const MatrixProduct& product, const ProductSizes& /*sizes*/) {
  return by_the_definition(product).first_stage == 0;
}

bool first_stage_replicated(const MatrixProduct& product, const ProductSizes& /*sizes*/) {
  return by_the_definition(product).first_stage_replicated == 0;
}

bool second_stage(const MatrixProduct& product, const ProductSizes& sizes) {
  return by_the_definition(product).second_stage == WideCount{sizes.m} * sizes.n * (sizes.Q - 1);
}

// Whether all processes (s, t, 0) receive something. This many values of the second stage can be sent at once, since no
// process sends to two combiners.
bool all_combiners_receive(const MatrixProduct& product, const ProductSizes& sizes) {
  std::set<std::pair<Index, Index>> combiners;
  for (Index i = 0; i < product.rows.length(); ++i)
    for (Index j = 0; j < product.columns.length(); ++j)
      combiners.emplace(product.rows.owner(i), product.columns.owner(j));
  return static_cast<Index>(combiners.size()) == sizes.M * sizes.N;
}

// Multiplies instead of dividing, since the quotient need not be whole.
bool combiner_has_its_share(const MatrixProduct& product, const ProductSizes& sizes) {
  return by_the_definition(product).busiest_combiner * sizes.M * sizes.N ==
         WideCount{sizes.m} * sizes.n * (sizes.Q - 1);
}

bool is_divisible(const MatrixProduct& product) {
  return product.rows.length() % product.rows.processes() == 0 &&
         product.columns.length() % product.columns.processes() == 0;
}

bool combiner_rounded(const MatrixProduct& product, const ProductSizes& /*sizes*/) {
  return by_the_definition(product).busiest_combiner == count_communications(by_formula, product).busiest_combiner;
}

}  // namespace

void for_layered_sizes(Index bound, Index least_layers, Index most_layers,
                       const std::function<void(const ProductSizes&)>& visit) {
  for_all_sizes(bound, [&](ProductSizes sizes) {
    if (!is_simple(sizes)) return;
    for (sizes.Q = least_layers; sizes.Q <= std::min(most_layers, sizes.o); ++sizes.Q) visit(sizes);
  });
}

std::vector<Statement> checks_of_products() {
  return {{"occurrences-of-a", for_all_counted_products(columns_own_something, a_occurs_for_each_column)},
          {"occurrences-of-b", for_all_counted_products(columns_own_something, b_occurs_for_each_row)},
          {"occurrences-of-b-rows", for_all_counted_products(rows_own_something, b_occurs_for_each_row)},
          {"count", count_unconditional},
          {"count-surjective", count_surjective},
          {"count-conditional", count_conditional},
          // Revision 2: only the conditions of the paper's derivation.
          {"independent", independence(columns_own_something), true, 2},
          {"independent-surjective", independence(all_own_something)},
          {"one-process", one_process},
          {"shapes-on-a-line", shapes_on_a_line},
          {"best-by-ratio", best_by_ratio},
          {"best-is-nearest", best_is_nearest},
          {"square-grid", square_grid},
          // The paper's formula holds for grids on which every process owns rows and columns.
          {"square-grid-counted", square_grid_counted},
          // Revision 2 no longer checks sizes that the paper excludes, and single layers.
          {"determined", for_all_layered(one_layer, every_product, determined)},
          {"postconditions", for_all_layered(one_layer, every_product, postconditions)},
          {"layer-occurrences", for_all_layered(several_layers, every_product, layer_occurrences)},
          {"first-stage", for_all_layered(several_layers, every_product, first_stage_of_layers), true, 2},
          {"first-stage-replicated", for_all_layered(several_layers, every_product, first_stage_replicated), true, 2},
          {"second-stage", for_all_layered(several_layers, every_product, second_stage), true, 2},
          {"parallel", for_all_layered(several_layers, every_product, all_combiners_receive)},
          {"parallel-owned", for_all_layered(several_layers, all_own_something, all_combiners_receive)},
          {"combiner", for_all_layered(several_layers, every_product, combiner_has_its_share), true, 2},
          {"combiner-divisible", for_all_layered(several_layers, is_divisible, combiner_has_its_share)},
          {"combiner-rounded", for_all_layered(several_layers, every_product, combiner_rounded), true, 2}};
}

}  // namespace apportion::niculescu
