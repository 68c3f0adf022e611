// Statements about Cartesian products (Section 2.3) and set distributions (3).
#include <algorithm>

#include "experiments/niculescu/statement.hpp"
#include "sim/distributions/cartesian.hpp"

namespace apportion::niculescu {
namespace {

// check(product, {m, M, n, N}) for all kinds in both dimensions.
template <class Check>
CheckedCases for_all_products(Index bound, Check check) {
  CheckedCases cases{.bound = bound};
  for (Index m = 1; m <= bound; ++m)
    for (Index M = 1; M <= bound; ++M)
      for (Index n = 1; n <= bound; ++n)
        for (Index N = 1; N <= bound; ++N)
          for_each_kind(m, M, [&](const Distribution& rows) {
            for_each_kind(n, N, [&](const Distribution& columns) {
              cases.add(check(CartesianDistribution({rows, columns})), {m, M, n, N});
            });
          });
  return cases;
}

bool owns_products(const CartesianDistribution& product) {
  for (Index q = 0; q < product.processes(); ++q) {
    const std::vector<Index> at = product.coordinates(q);
    const std::vector<IndexSet> sets = product.owned(at);
    for (Index i = 0; i < product.factors()[0].length(); ++i)
      for (Index j = 0; j < product.factors()[1].length(); ++j)
        if ((product.owner({i, j}) == at) != (contains(sets[0], i) && contains(sets[1], j))) return false;
  }
  return true;
}

CheckedCases cartesian_sets(const Bounds& bounds) { return for_all_products(bounds.side, owns_products); }

bool keeps_rows_together(const CartesianDistribution& product) {
  for (Index i = 0; i < product.factors()[0].length(); ++i)
    for (Index j = 0; j < product.factors()[1].length(); ++j) {
      const std::vector<Index> at = product.owner({i, j});
      if (at[0] != product.owner({i, 0})[0] || at[1] != product.owner({0, j})[1]) return false;
    }
  return true;
}

CheckedCases cartesian_ensembles(const Bounds& bounds) { return for_all_products(bounds.side, keeps_rows_together); }

bool within_products(const CartesianDistribution& product) {
  const std::vector<Index> rows = owners_of(product.factors()[0]);
  const std::vector<Index> columns = owners_of(product.factors()[1]);
  const Extremes first = extremes(counted_loads(rows, product.factors()[0].processes()));
  const Extremes second = extremes(counted_loads(columns, product.factors()[1].processes()));
  std::vector<Index> owners;
  for (const Index s : rows)
    for (const Index t : columns) owners.push_back(product.process_number({s, t}));
  const Extremes loads = extremes(counted_loads(owners, product.processes()));
  return first.least * second.least <= loads.least && loads.most <= first.most * second.most;
}

CheckedCases cartesian_bounds(const Bounds& bounds) { return for_all_products(bounds.side, within_products); }

// Products of homogeneous distributions that leave no process empty.
CheckedCases cartesian_homogeneous(const Bounds& bounds) {
  CheckedCases cases{.bound = bounds.side};
  for (Index m = 1; m <= bounds.side; ++m)
    for (Index M = 1; M <= m; ++M)
      for (Index n = 1; n <= bounds.side; ++n)
        for (Index N = 1; N <= n; ++N) {
          const CartesianDistribution product({make_distribution("wrap", m, M), make_distribution("wrap", n, N)});
          cases.add(product.is_homogeneous(), {m, M, n, N});
        }
  return cases;
}

CheckedCases row_of_block(const Bounds& bounds) {
  CheckedCases cases{.bound = bounds.length};
  constexpr Index N = 1;
  for (Index M = 1; M <= bounds.length; ++M) cases.add(M == N, {M, N});
  return cases;
}

// Whether the definition's set is what the kind's inverse owns, and every process is in one set.
bool holds_once(std::string_view kind, Index n, Index p, Index (*holder)(Index n, Index p, Index i, Index k)) {
  const SetDistribution distribution(make_distribution(kind, p, n));
  std::vector<Index> times(static_cast<std::size_t>(p));
  for (Index i = 0; i < n; ++i) {
    std::vector<Index> holders;
    for (Index k = 0; k < p / n; ++k) holders.push_back(holder(n, p, i, k));
    for (const Index q : holders) ++times.at(static_cast<std::size_t>(q));
    if (holders != enumerate(distribution.holders(i))) return false;
  }
  return std::ranges::all_of(times, [](Index count) { return count == 1; });
}

CheckedCases set_distributions(const Bounds& bounds) {
  CheckedCases cases{.bound = bounds.length};
  for (Index n = 1; n <= bounds.length; ++n)
    for (Index p = n; p <= bounds.length; p += n) {
      const bool linear =
          holds_once("linear", n, p, [](Index of, Index all, Index i, Index k) { return i * (all / of) + k; });
      const bool wrap = holds_once("wrap", n, p, [](Index of, Index /*all*/, Index i, Index k) { return k * of + i; });
      cases.add(linear && wrap, {n, p});
    }
  return cases;
}

// wrap-set with process k n + i called i (p/n) + k is linear-set, and that is the identity replicated p/n times.
CheckedCases set_renumbered(const Bounds& bounds) {
  CheckedCases cases{.bound = bounds.length};
  for (Index n = 1; n <= bounds.length; ++n)
    for (Index p = n; p <= bounds.length; p += n) {
      const SetDistribution linear(make_distribution("linear", p, n));
      const SetDistribution wrap(make_distribution("wrap", p, n));
      const ReplicatedDistribution replicated(CartesianDistribution({make_distribution("identity", n, n)}), p / n);
      bool equal = true;
      for (Index i = 0; i < n; ++i) {
        std::vector<Index> renumbered;
        for (const Index q : enumerate(wrap.holders(i))) renumbered.push_back(q % n * (p / n) + q / n);
        equal = equal && renumbered == enumerate(linear.holders(i)) && renumbered == enumerate(replicated.holders({i}));
      }
      cases.add(equal, {n, p});
    }
  return cases;
}

CheckedCases set_codomain(const Bounds& bounds) {
  CheckedCases cases{.bound = bounds.length};
  for (Index n = 1; n <= bounds.length; ++n)
    for (Index p = 2 * n; p <= bounds.length; p += n)
      cases.add(enumerate(SetDistribution(make_distribution("linear", p, n)).holders(0)).size() == 1, {n, p});
  return cases;
}

}  // namespace

std::vector<Statement> checks_of_products() {
  return {{{140, "cartesian-sets", "Section 2.3", Said::paper, Reach::always,
            "the product D0 x D1 has O.(s,t) = O.s x O.t, the sets of its factors", "all kinds, m, M, n, N <= %d",
            "m=%d M=%d n=%d N=%d"},
           cartesian_sets},
          {{145, "cartesian-ensembles", "Section 4", Said::paper, Reach::always,
            "the product D0 x D1 has each row on the N processes of one ensemble, and columns likewise",
            "all kinds, m, M, n, N <= %d", "m=%d M=%d n=%d N=%d"},
           cartesian_ensembles},
          {{150, "cartesian-bounds", "Section 2.3", Said::paper, Reach::always,
            "the product D0 x D1 has Mi(D0) Mi(D1) <= |O.(s,t)| <= Ma(D0) Ma(D1), homogeneous or not",
            "all kinds, m, M, n, N <= %d", "m=%d M=%d n=%d N=%d"},
           cartesian_bounds},
          {{155, "cartesian-homogeneous", "Section 2.3", Said::denied, Reach::always,
            "every product of homogeneous distributions that give each process an index is homogeneous",
            "wrap(m,M) x wrap(n,N), M <= m <= %d and N <= n", "m=%d M=%d n=%d N=%d"},
           cartesian_homogeneous},
          {{160, "row-of-block", "Section 2.3", Said::paper, Reach::always,
            "the distribution row, which has N = 1, is a case of linear^2, which has M = N", "M <= %d", "M=%d N=%d"},
           row_of_block},
          {{300, "set-distributions", "Section 3", Said::paper, Reach::always,
            "linear-set and wrap-set put each index on p/n processes and each process in one set", "n dividing p <= %d",
            "n=%d p=%d"},
           set_distributions},
          {{310, "set-codomain", "Definition 7", Said::paper, Reach::always,
            "a set distribution maps an index to one process (the paper prints p, not its subsets)",
            "n < p <= %d, n dividing p", "n=%d p=%d", "", "",
            "notation: the definition's text calls the mapping set-valued"},
           set_codomain},
          {{312, "set-renumbered", "Section 3", Said::paper, Reach::always,
            "linear-set and wrap-set are identity replicated p/n times, with processes renumbered",
            "n dividing p <= %d", "n=%d p=%d"},
           set_renumbered}};
}

}  // namespace apportion::niculescu
