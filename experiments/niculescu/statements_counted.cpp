// Statements about communications of a matrix product (Sections 2.4 and 3), counted by the definition.
#include <functional>

#include "algorithms/distributions/communication_count.hpp"
#include "experiments/niculescu/statement.hpp"

namespace apportion::niculescu {
namespace {

constexpr std::string_view by_definition = "by-definition";
constexpr std::string_view by_formula = "by-formula";

struct Sizes {
  Index m = 1, o = 1, n = 1, M = 1, N = 1, Q = 1;

  [[nodiscard]] std::vector<Index> simple() const { return {m, o, n, M, N}; }
  [[nodiscard]] std::vector<Index> all() const { return {m, o, n, M, N, Q}; }
};

// All sizes up to the bound, with Q up to `most_copies`.
void for_all_sizes(Index bound, Index most_copies, const std::function<void(const Sizes&)>& visit) {
  for (Index m = 1; m <= bound; ++m)
    for (Index o = 1; o <= bound; ++o)
      for (Index n = 1; n <= bound; ++n)
        for (Index M = 1; M <= bound; ++M)
          for (Index N = 1; N <= bound; ++N)
            for (Index Q = 1; Q <= most_copies; ++Q) visit({m, o, n, M, N, Q});
}

// For these two the O.q differ most while all n, p are allowed.
constexpr std::string_view two_kinds[] = {"ceil-block", "wrap"};

MatrixProduct product_of(std::string_view rows, std::string_view columns, const Sizes& sizes) {
  return stored_with_result(make_distribution(rows, sizes.m, sizes.M), make_distribution(columns, sizes.n, sizes.N),
                            make_distribution("wrap", sizes.o, sizes.Q));
}

void for_both_kinds(const Sizes& sizes, const std::function<void(const MatrixProduct&)>& visit) {
  for (const std::string_view rows : two_kinds)
    for (const std::string_view columns : two_kinds) visit(product_of(rows, columns, sizes));
}

bool all_own_something(const MatrixProduct& product) {
  return product.rows.is_surjective() && product.columns.is_surjective();
}

bool first_stages_agree(const MatrixProduct& product) {
  return count_communications(by_definition, product).first_stage ==
         count_communications(by_formula, product).first_stage;
}

Verdict count_unconditional(const Bounds& bounds, const Options& /*options*/, RandomStream& /*stream*/) {
  Verdict verdict{.bound = bounds.side};
  for_all_sizes(bounds.side, 1, [&](const Sizes& sizes) {
    for_both_kinds(sizes,
                   [&](const MatrixProduct& product) { verdict.add(first_stages_agree(product), sizes.simple()); });
  });
  return verdict;
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

Verdict count_surjective(const Bounds& bounds, const Options& /*options*/, RandomStream& /*stream*/) {
  Verdict verdict{.bound = bounds.side};
  for_all_sizes(bounds.side, 1, [&](const Sizes& sizes) {
    for_both_kinds(sizes, [&](const MatrixProduct& product) {
      if (all_own_something(product)) verdict.add(first_stages_agree(read_by_one(product)), sizes.simple());
    });
  });
  return verdict;
}

// Every kind for a's columns and b's rows: with surjective rows and columns, whoever holds a datum uses it.
Verdict count_conditional(const Bounds& bounds, const Options& /*options*/, RandomStream& /*stream*/) {
  Verdict verdict{.bound = bounds.side};
  for_all_sizes(bounds.side, 1, [&](const Sizes& sizes) {
    for_both_kinds(sizes, [&](MatrixProduct product) {
      if (!all_own_something(product)) return;
      for_each_kind(sizes.o, sizes.N, [&](const Distribution& columns) {
        product.a_columns = columns;
        product.b_rows = make_distribution("ceil-block", sizes.o, sizes.M);
        verdict.add(first_stages_agree(product), sizes.simple());
      });
    });
  });
  return verdict;
}

// Whether N_com is the same for all kinds of rows and columns.
Verdict independence(Index bound, bool surjective) {
  Verdict verdict{.bound = bound};
  for_all_sizes(bound, 1, [&](const Sizes& sizes) {
    const MatrixProduct wraps = product_of("wrap", "wrap", sizes);
    if (surjective && !all_own_something(wraps)) return;
    const WideCount expected = count_communications(by_definition, wraps).first_stage;
    for_both_kinds(sizes, [&](const MatrixProduct& product) {
      if (surjective && !all_own_something(product)) return;
      verdict.add(count_communications(by_definition, product).first_stage == expected, sizes.simple());
    });
  });
  return verdict;
}

Verdict independent(const Bounds& bounds, const Options& /*options*/, RandomStream& /*stream*/) {
  return independence(bounds.side, false);
}

Verdict independent_surjective(const Bounds& bounds, const Options& /*options*/, RandomStream& /*stream*/) {
  return independence(bounds.side, true);
}

Verdict one_process(const Bounds& bounds, const Options& /*options*/, RandomStream& /*stream*/) {
  Verdict verdict{.bound = bounds.side};
  for_all_sizes(bounds.side, 1, [&](const Sizes& sizes) {
    if (sizes.M == 1 && sizes.N == 1)
      verdict.add(count_communications(by_definition, product_of("wrap", "wrap", sizes)).first_stage == 0,
                  {sizes.m, sizes.o, sizes.n});
  });
  return verdict;
}

// N_com by `way` at M = N = root is least among all M N = root^2, for square c and any inner length up to the bound.
bool square_is_least(std::string_view way, Index m, Index o, Index root) {
  const auto count = [&](Index M, Index N) {
    return count_communications(way, product_of("wrap", "wrap", {.m = m, .o = o, .n = m, .M = M, .N = N})).first_stage;
  };
  const WideCount square = count(root, root);
  for (Index M = 1; M <= root * root; ++M)
    if (root * root % M == 0 && count(M, root * root / M) < square) return false;
  return true;
}

Verdict square_grid(const Bounds& bounds, const Options& /*options*/, RandomStream& /*stream*/) {
  Verdict verdict{.bound = bounds.length};
  for (Index m = 1; m <= bounds.length; ++m)
    for (Index root = 1; root * root <= bounds.length; ++root)
      verdict.add(square_is_least(by_formula, m, 1, root), {m, 1, root * root});
  return verdict;
}

Verdict square_grid_counted(const Bounds& bounds, const Options& /*options*/, RandomStream& /*stream*/) {
  Verdict verdict{.bound = bounds.side};
  for (Index m = 1; m <= bounds.side; ++m)
    for (Index o = 1; o <= bounds.side; ++o)
      for (Index root = 1; root * root <= bounds.side; ++root)
        verdict.add(square_is_least(by_definition, m, o, root), {m, o, root * root});
  return verdict;
}

Verdict first_stage(const Bounds& bounds, const Options& /*options*/, RandomStream& /*stream*/) {
  Verdict verdict{.bound = bounds.side - 1};
  for_all_sizes(bounds.side - 1, 3, [&](const Sizes& sizes) {
    for_both_kinds(sizes, [&](const MatrixProduct& product) {
      verdict.add(count_communications(by_definition, product).first_stage == 0, sizes.all());
    });
  });
  return verdict;
}

Verdict first_stage_replicated(const Bounds& bounds, const Options& /*options*/, RandomStream& /*stream*/) {
  Verdict verdict{.bound = bounds.side - 1};
  for_all_sizes(bounds.side - 1, 3, [&](const Sizes& sizes) {
    for_both_kinds(sizes, [&](const MatrixProduct& product) {
      verdict.add(count_communications(by_definition, product).first_stage_replicated == 0, sizes.all());
    });
  });
  return verdict;
}

Verdict second_stage(const Bounds& bounds, const Options& /*options*/, RandomStream& /*stream*/) {
  Verdict verdict{.bound = bounds.side - 1};
  for_all_sizes(bounds.side - 1, 3, [&](const Sizes& sizes) {
    for_both_kinds(sizes, [&](const MatrixProduct& product) {
      verdict.add(
          count_communications(by_definition, product).second_stage == WideCount{sizes.m} * sizes.n * (sizes.Q - 1),
          sizes.all());
    });
  });
  return verdict;
}

Verdict combiner(const Bounds& bounds, const Options& /*options*/, RandomStream& /*stream*/) {
  Verdict verdict{.bound = bounds.side - 1};
  for_all_sizes(bounds.side - 1, 3, [&](const Sizes& sizes) {
    for_both_kinds(sizes, [&](const MatrixProduct& product) {
      // Without division: the quotient need not be whole.
      const WideCount received = count_communications(by_definition, product).busiest_combiner;
      verdict.add(received * sizes.M * sizes.N == WideCount{sizes.m} * sizes.n * (sizes.Q - 1), sizes.all());
    });
  });
  return verdict;
}

Verdict combiner_rounded(const Bounds& bounds, const Options& /*options*/, RandomStream& /*stream*/) {
  Verdict verdict{.bound = bounds.side - 1};
  for_all_sizes(bounds.side - 1, 3, [&](const Sizes& sizes) {
    for_both_kinds(sizes, [&](const MatrixProduct& product) {
      verdict.add(count_communications(by_definition, product).busiest_combiner ==
                      count_communications(by_formula, product).busiest_combiner,
                  sizes.all());
    });
  });
  return verdict;
}

constexpr const char* simple_range = "ceil-block and wrap, m, o, n, M, N <= %d";
constexpr const char* simple_sizes = "m=%d o=%d n=%d M=%d N=%d";
constexpr const char* replicated_range = "ceil-block and wrap, m, o, n, M, N <= %d, Q <= 3";
constexpr const char* replicated_sizes = "m=%d o=%d n=%d M=%d N=%d Q=%d";

const Registration<Statement> registrations[] = {
    Registration<Statement>{statement(20, "count", "example 2", Claim::beyond,
                                      "a matrix product has N_com = o (m (N-1) + n (M-1)), whatever the distributions",
                                      simple_range, simple_sizes, count_unconditional)},
    Registration<Statement>{statement(
        21, "count-surjective", "example 2", Claim::paper,
        "N_com = o (m (N-1) + n (M-1)) if every process owns rows and columns, wherever a and b are: on (0,0), say",
        simple_range, simple_sizes, count_surjective)},
    Registration<Statement>{statement(
        22, "count-conditional", "example 2", Claim::condition,
        "N_com = o (m (N-1) + n (M-1)) if every process owns rows and columns and each datum is where it is used",
        simple_range, simple_sizes, count_conditional)},
    Registration<Statement>{statement(23, "independent", "example 2", Claim::paper,
                                      "N_com does not depend on how rows and columns are distributed", simple_range,
                                      simple_sizes, independent)},
    Registration<Statement>{
        statement(24, "independent-surjective", "example 2", Claim::condition,
                  "N_com is the same for all distributions of rows and columns that leave no process empty",
                  simple_range, simple_sizes, independent_surjective)},
    Registration<Statement>{statement(25, "one-process", "example 2", Claim::paper,
                                      "a matrix product on one process communicates nothing", "m, o, n <= %d",
                                      "m=%d o=%d n=%d", one_process)},
    Registration<Statement>{statement(26, "square-grid", "example 2", Claim::paper,
                                      "the formula of N_com is least at M = N if m = n and p is a square", "m, p <= %d",
                                      "m=n=%d o=%d p=%d", square_grid)},
    Registration<Statement>{
        statement(27, "square-grid-counted", "example 2", Claim::paper,
                  "N_com as counted is least at M = N if m = n and p is a square, however great p is",
                  "wrap, m, o, p <= %d", "m=n=%d o=%d p=%d", square_grid_counted)},
    Registration<Statement>{statement(32, "first-stage", "example 3", Claim::paper,
                                      "with Q layers the first stage communicates nothing, a and b being stored once",
                                      replicated_range, replicated_sizes, first_stage)},
    Registration<Statement>{
        statement(33, "first-stage-replicated", "example 3", Claim::condition,
                  "with Q layers the first stage communicates nothing if all processes that may use a datum store it",
                  replicated_range, replicated_sizes, first_stage_replicated)},
    Registration<Statement>{statement(34, "second-stage", "example 3", Claim::paper,
                                      "with Q layers the second stage communicates m n (Q-1) elements",
                                      replicated_range, replicated_sizes, second_stage)},
    Registration<Statement>{statement(35, "combiner", "example 3", Claim::paper,
                                      "with Q layers the busiest combiner receives m n (Q-1) / (M N) elements",
                                      replicated_range, replicated_sizes, combiner)},
    Registration<Statement>{statement(36, "combiner-rounded", "example 3", Claim::condition,
                                      "with Q layers the busiest combiner receives ceil(m/M) ceil(n/N) (Q-1) elements",
                                      replicated_range, replicated_sizes, combiner_rounded)}};

}  // namespace
}  // namespace apportion::niculescu
