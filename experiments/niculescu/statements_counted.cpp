// Statements about the communications of a matrix product (example 2), counted by the definition.
#include <set>
#include <tuple>

#include "experiments/niculescu/counted_products.hpp"
#include "experiments/niculescu/statement.hpp"

namespace apportion::niculescu {
namespace {

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

// Everything on process (0, 0), as where one process reads the input.
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

// Every kind for a's columns and b's rows: with surjective rows and columns, whoever holds a datum uses it.
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
CheckedCases independence(Index bound, bool (*asked)(const MatrixProduct&)) {
  CheckedCases cases{.bound = bound};
  for_all_sizes(bound, [&](const ProductSizes& sizes) {
    const MatrixProduct wraps = product_of("wrap", "wrap", sizes);
    if (!asked(wraps)) return;
    const WideCount expected = count_communications(by_definition, wraps).first_stage;
    for_both_kinds(sizes, [&](const MatrixProduct& product) {
      if (!asked(product)) return;
      cases.add(count_communications(by_definition, product).first_stage == expected, sizes.simple());
    });
  });
  return cases;
}

CheckedCases independent(const Bounds& bounds) { return independence(bounds.side, columns_own_something); }

CheckedCases independent_surjective(const Bounds& bounds) { return independence(bounds.side, all_own_something); }

CheckedCases one_process(const Bounds& bounds) {
  CheckedCases cases{.bound = bounds.side};
  for_all_sizes(bounds.side, [&](const ProductSizes& sizes) {
    if (sizes.M == 1 && sizes.N == 1)
      cases.add(count_communications(by_definition, product_of("wrap", "wrap", sizes)).first_stage == 0,
                {sizes.m, sizes.o, sizes.n});
  });
  return cases;
}

// The processes in whose local postconditions a datum occurs: those that add up a term with it.
class Occurrences {
 public:
  explicit Occurrences(const MatrixProduct& product) : product_(product) {}

  [[nodiscard]] Index of_a(Index i, Index k) const {
    std::set<Process> processes;
    for (Index j = 0; j < product_.columns.length(); ++j) processes.insert(adder(i, j, k));
    return static_cast<Index>(processes.size());
  }
  [[nodiscard]] Index of_b(Index k, Index j) const {
    std::set<Process> processes;
    for (Index i = 0; i < product_.rows.length(); ++i) processes.insert(adder(i, j, k));
    return static_cast<Index>(processes.size());
  }

 private:
  using Process = std::tuple<Index, Index, Index>;
  [[nodiscard]] Process adder(Index i, Index j, Index k) const {
    return {product_.rows.owner(i), product_.columns.owner(j), product_.inner.owner(k)};
  }

  const MatrixProduct& product_;
};

bool all_of_a_occur(const MatrixProduct& product, Index times) {
  const Occurrences occurrences(product);
  for (Index i = 0; i < product.rows.length(); ++i)
    for (Index k = 0; k < product.inner.length(); ++k)
      if (occurrences.of_a(i, k) != times) return false;
  return true;
}

bool all_of_b_occur(const MatrixProduct& product, Index times) {
  const Occurrences occurrences(product);
  for (Index k = 0; k < product.inner.length(); ++k)
    for (Index j = 0; j < product.columns.length(); ++j)
      if (occurrences.of_b(k, j) != times) return false;
  return true;
}

// check(product) in all products of the kinds with M <= m and N <= n for which `asked` is true.
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

bool a_occurs_for_each_column(const MatrixProduct& product) {
  return all_of_a_occur(product, product.columns.processes());
}

bool b_occurs_for_each_row(const MatrixProduct& product) { return all_of_b_occur(product, product.rows.processes()); }

constexpr const char* simple_range = "ceil-block and wrap, m, o, n, M, N <= %d";
constexpr const char* few_processes = "ceil-block and wrap, M <= m, N <= n, m, o, n <= %d";
constexpr const char* simple_sizes = "m=%d o=%d n=%d M=%d N=%d";

}  // namespace

std::vector<Statement> checks_of_counted() {
  return {
      {{192, "occurrences-of-a", "example 2", Said::paper, Reach::always,
        "each a(i,k) occurs in N local postconditions, N_occ = N, if every process column owns a column", few_processes,
        simple_sizes},
       for_all_counted_products(columns_own_something, a_occurs_for_each_column)},
      {{194, "occurrences-of-b", "example 2", Said::paper, Reach::always,
        "each b(k,j) occurs in M local postconditions, N_occ = M, if every process column owns a column", few_processes,
        simple_sizes},
       for_all_counted_products(columns_own_something, b_occurs_for_each_row)},
      {{196, "occurrences-of-b-rows", "example 2", Said::amended, Reach::always,
        "each b(k,j) occurs in M local postconditions, N_occ = M, if every process row owns a row", few_processes,
        simple_sizes, "", "occurrences-of-b"},
       for_all_counted_products(rows_own_something, b_occurs_for_each_row)},
      {{200, "count", "example 2", Said::beyond, Reach::always,
        "a matrix product has N_com = o (m (N-1) + n (M-1)), whatever the distributions", simple_range, simple_sizes},
       count_unconditional},
      {{210, "count-surjective", "example 2", Said::paper, Reach::always,
        "N_com = o (m (N-1) + n (M-1)) if every process owns rows and columns, wherever a and b are: on (0,0), say",
        simple_range, simple_sizes},
       count_surjective},
      {{220, "count-conditional", "example 2", Said::amended, Reach::always,
        "N_com = o (m (N-1) + n (M-1)) if every process owns rows and columns and each datum is where it is used",
        simple_range, simple_sizes, "", "count-surjective"},
       count_conditional},
      // Revision 2: only what the paper's derivation asks for.
      {{230, "independent", "example 2", Said::paper, Reach::always,
        "N_com does not depend on how rows and columns are distributed if every process column owns a column",
        simple_range, simple_sizes},
       independent,
       2},
      {{240, "independent-surjective", "example 2", Said::amended, Reach::always,
        "N_com is the same for all distributions of rows and columns that leave no process empty", simple_range,
        simple_sizes, "", "independent"},
       independent_surjective},
      {{250, "one-process", "example 2", Said::paper, Reach::always,
        "a matrix product on one process communicates nothing", "m, o, n <= %d", "m=%d o=%d n=%d"},
       one_process}};
}

}  // namespace apportion::niculescu
