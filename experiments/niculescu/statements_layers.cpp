// Statements about products on Q layers of processes (Section 3, example 3), counted by the definition. All sizes are
// such as the paper allows: M <= m, N <= n, Q <= o.
#include <algorithm>
#include <set>
#include <utility>
#include <vector>

#include "experiments/niculescu/counted_products.hpp"
#include "experiments/niculescu/statement.hpp"

namespace apportion::niculescu {
namespace {

// One layer is example 2.
constexpr Index one_layer = 1;
constexpr Index several_layers = 2;
constexpr Index most_layers = 3;

bool every_product(const MatrixProduct& /*product*/) { return true; }

// check(product, sizes) in all products of at least so many layers for which `asked` is true.
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

// How many processes add up the term a(i, k) b(k, j), by the sets that each one owns.
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

// Process columns among the users of a row of a, and process rows among those of a column of b: as every layer has
// each k once, that is N_occ of each datum.
bool occur_once(const MatrixProduct& product) {
  std::set<Index> rows;
  std::set<Index> columns;
  for (Index i = 0; i < product.rows.length(); ++i) rows.insert(product.rows.owner(i));
  for (Index j = 0; j < product.columns.length(); ++j) columns.insert(product.columns.owner(j));
  return rows.size() == 1 && columns.size() == 1;
}

bool layer_occurrences(const MatrixProduct& product, const ProductSizes& /*sizes*/) { return occur_once(product); }

bool first_stage_of_layers(const MatrixProduct& product, const ProductSizes& /*sizes*/) {
  return by_the_definition(product).first_stage == 0;
}

bool first_stage_replicated(const MatrixProduct& product, const ProductSizes& /*sizes*/) {
  return by_the_definition(product).first_stage_replicated == 0;
}

bool second_stage(const MatrixProduct& product, const ProductSizes& sizes) {
  return by_the_definition(product).second_stage == WideCount{sizes.m} * sizes.n * (sizes.Q - 1);
}

// Processes (s, t, 0) that receive something: so many values of the second stage can be sent at once, since each
// combiner's come from other processes than all other combiners'.
Index receiving_combiners(const MatrixProduct& product) {
  std::set<std::pair<Index, Index>> combiners;
  for (Index i = 0; i < product.rows.length(); ++i)
    for (Index j = 0; j < product.columns.length(); ++j)
      combiners.emplace(product.rows.owner(i), product.columns.owner(j));
  return static_cast<Index>(combiners.size());
}

bool all_combiners_receive(const MatrixProduct& product, const ProductSizes& sizes) {
  return receiving_combiners(product) == sizes.M * sizes.N;
}

// Without division: the quotient need not be whole.
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

constexpr const char* range = "ceil-block and wrap, M <= m, N <= n, Q <= o, m, o, n <= %d, Q <= 3";
constexpr const char* layered_range = "ceil-block and wrap, M <= m, N <= n, Q <= o, m, o, n <= %d, Q = 2 and 3";
constexpr const char* sizes_text = "m=%d o=%d n=%d M=%d N=%d Q=%d";

}  // namespace

// Revision 2: sizes that the paper excludes, and single layers, are no longer looked at.
std::vector<Statement> checks_of_layers() {
  return {{{170, "determined", "Section 2.4", Said::paper, Reach::always,
            "N_com follows from the split of the postcondition and the distributions: the |O.q| suffice", range,
            sizes_text},
           for_all_layered(one_layer, every_product, determined)},
          {{190, "postconditions", "examples 2 and 3", Said::paper, Reach::always,
            "the local postconditions together are the whole: one process adds up each term", range, sizes_text},
           for_all_layered(one_layer, every_product, postconditions)},
          {{317, "layer-occurrences", "example 3", Said::paper, Reach::always,
            "with Q layers each a(i,k) and each b(k,j) occurs in one local postcondition", layered_range, sizes_text},
           for_all_layered(several_layers, every_product, layer_occurrences)},
          {{320, "first-stage", "example 3", Said::paper, Reach::always,
            "with Q layers the first stage communicates nothing, a and b being stored once", layered_range, sizes_text},
           for_all_layered(several_layers, every_product, first_stage_of_layers),
           2},
          {{330, "first-stage-replicated", "example 3", Said::amended, Reach::always,
            "with Q layers the first stage communicates nothing if all processes that may use a datum store it",
            layered_range, sizes_text, "", "first-stage"},
           for_all_layered(several_layers, every_product, first_stage_replicated),
           2},
          {{340, "second-stage", "example 3", Said::paper, Reach::always,
            "with Q layers the second stage communicates m n (Q-1) elements", layered_range, sizes_text},
           for_all_layered(several_layers, every_product, second_stage),
           2},
          {{345, "parallel", "example 3", Said::paper, Reach::always,
            "with Q layers M N communications of the second stage can be made at once", layered_range, sizes_text},
           for_all_layered(several_layers, every_product, all_combiners_receive)},
          {{347, "parallel-owned", "example 3", Said::amended, Reach::always,
            "with Q layers M N communications of the second stage can be made at once if every process owns rows and "
            "columns",
            layered_range, sizes_text, "", "parallel"},
           for_all_layered(several_layers, all_own_something, all_combiners_receive)},
          {{350, "combiner", "example 3", Said::paper, Reach::always,
            "with Q layers the busiest combiner receives m n (Q-1) / (M N) elements", layered_range, sizes_text},
           for_all_layered(several_layers, every_product, combiner_has_its_share),
           2},
          {{355, "combiner-divisible", "example 3", Said::amended, Reach::always,
            "with Q layers the busiest combiner receives m n (Q-1) / (M N) elements if M divides m and N divides n",
            layered_range, sizes_text, "", "combiner"},
           for_all_layered(several_layers, is_divisible, combiner_has_its_share)},
          {{360, "combiner-rounded", "example 3", Said::amended, Reach::always,
            "with Q layers the busiest combiner receives ceil(m/M) ceil(n/N) (Q-1) elements", layered_range, sizes_text,
            "", "combiner"},
           for_all_layered(several_layers, every_product, combiner_rounded),
           2}};
}

}  // namespace apportion::niculescu
