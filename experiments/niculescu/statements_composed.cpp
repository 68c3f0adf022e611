// Statements about compositions of distributions (Section 2.2).
#include <algorithm>

#include "experiments/niculescu/statement.hpp"

namespace apportion::niculescu {
namespace {

// The loads of the maps composed, and the extremes of each of them, for all maps m -> M -> N.
CheckedCases composition_bounds(const Bounds& bounds) {
  CheckedCases cases{.bound = bounds.mapping};
  for (Index M = 1; M <= bounds.mapping; ++M)
    for (Index m = 1; m <= bounds.mapping; ++m)
      for_each_mapping(m, M, [&](const std::vector<Index>& inner) {
        const std::vector<Index> inner_loads = counted_loads(inner, M);
        const Extremes first = extremes(inner_loads);
        for (Index N = 1; N <= bounds.mapping; ++N)
          for_each_mapping(M, N, [&](const std::vector<Index>& outer) {
            const Extremes second = extremes(counted_loads(outer, N));
            std::vector<Index> loads(static_cast<std::size_t>(N));
            for (const Index i : inner) ++loads[static_cast<std::size_t>(outer[static_cast<std::size_t>(i)])];
            const Extremes composed = extremes(loads);
            cases.add(second.least * first.least <= composed.least && composed.most <= second.most * first.most,
                      {m, M, N});
          });
      });
  return cases;
}

// The indices that the composition gives process q: those whose process of the inner distribution the outer one gives
// it.
std::vector<Index> composed_set(const Distribution& outer, const Distribution& inner, Index q) {
  std::vector<Index> indices;
  for (const Index j : enumerate(outer.owned(q)))
    for (const Index i : enumerate(inner.owned(j))) indices.push_back(i);
  std::ranges::sort(indices);
  return indices;
}

CheckedCases composition_sets(const Bounds& bounds) {
  CheckedCases cases{.bound = bounds.length / 2};
  for (Index m = 1; m <= cases.bound; ++m)
    for (Index M = 1; M <= cases.bound; ++M)
      for (Index N = 1; N <= cases.bound; ++N)
        for_each_kind(m, M, [&](const Distribution& inner) {
          for_each_kind(M, N, [&](const Distribution& outer) {
            const Distribution composed = compose(outer, inner);
            bool equal = true;
            for (Index q = 0; q < N; ++q)
              equal = equal && enumerate(composed.owned(q)) == composed_set(outer, inner, q);
            cases.add(equal, {m, M, N});
          });
        });
  return cases;
}

CheckedCases wraps_composed(Index bound, bool surjective) {
  CheckedCases cases{.bound = bound};
  for (Index m = 1; m <= bound; ++m)
    for (Index M = 1; M <= bound; ++M)
      for (Index N = 1; N <= bound; ++N) {
        if (surjective && (m < M || M < N)) continue;
        const Distribution composed = compose(make_distribution("wrap", M, N), make_distribution("wrap", m, M));
        const Extremes loads = extremes(counted_loads(owners_of(composed), N));
        cases.add(loads.most - loads.least <= 1, {M, N, m, M});
      }
  return cases;
}

CheckedCases composition_homogeneous(const Bounds& bounds) { return wraps_composed(bounds.length, false); }

CheckedCases composition_homogeneous_surjective(const Bounds& bounds) { return wraps_composed(bounds.length, true); }

Distribution wrap_after_linear(Index n, Index m, Index p) {
  return compose(make_distribution("wrap", m, p), make_distribution("linear", n, m));
}

// check(n, m, p, cases) for all n, p and all m that divide n.
template <class Check>
CheckedCases for_all_segments(Index bound, Check check) {
  CheckedCases cases{.bound = bound};
  for (Index n = 1; n <= bound; ++n)
    for (Index m = 1; m <= n; ++m)
      for (Index p = 1; n % m == 0 && p <= bound; ++p) check(n, m, p, cases);
  return cases;
}

CheckedCases wrap_of_linear_shape(const Bounds& bounds) {
  return for_all_segments(bounds.length, [](Index n, Index m, Index p, CheckedCases& cases) {
    const Distribution composed = wrap_after_linear(n, m, p);
    bool equal = true;
    for (Index i = 0; i < n; ++i) equal = equal && composed.owner(i) == i / (n / m) % p;
    cases.add(equal, {n, m, p});
  });
}

// The pairs (i, j) with i < m, j < n, i of wrap on q, j of linear in segment i.
Index pairs_on(Index q, const Distribution& wrap, const Distribution& linear) {
  Index pairs = 0;
  for (Index i = 0; i < wrap.length(); ++i)
    for (Index j = 0; j < linear.length(); ++j) pairs += wrap.owner(i) == q && linear.owner(j) == i ? 1 : 0;
  return pairs;
}

CheckedCases wrap_of_linear_counted(const Bounds& bounds) {
  return for_all_segments(bounds.length / 2, [](Index n, Index m, Index p, CheckedCases& cases) {
    const std::vector<Index> loads = counted_loads(owners_of(wrap_after_linear(n, m, p)), p);
    const Distribution wrap = make_distribution("wrap", m, p);
    const Distribution linear = make_distribution("linear", n, m);
    for (Index q = 0; q < p; ++q)
      cases.add(loads[static_cast<std::size_t>(q)] == pairs_on(q, wrap, linear), {n, m, p, q});
  });
}

CheckedCases wrap_of_linear_load(const Bounds& bounds) {
  return for_all_segments(bounds.length, [](Index n, Index m, Index p, CheckedCases& cases) {
    const std::vector<Index> loads = counted_loads(owners_of(wrap_after_linear(n, m, p)), p);
    for (Index q = 0; q < p; ++q)
      cases.add(loads[static_cast<std::size_t>(q)] == n / m * ((m + p - 1 - q) / p), {n, m, p, q});
  });
}

}  // namespace

std::vector<Statement> checks_of_composed() {
  return {{{95, "composition-sets", "Section 2.2", Said::paper, Reach::always,
            "the sets of D1 ∘ D0 follow from those of D1 and D0: O.q is the union of the O.j of D0 with j in O.q of D1",
            "all kinds, m, M, N <= %d", "m=%d M=%d N=%d"},
           composition_sets},
          {{100, "composition-bounds", "Section 2.2", Said::paper, Reach::always,
            "the composition D1 ∘ D0 has Mi(D1) Mi(D0) <= |O.q| <= Ma(D1) Ma(D0), homogeneous or not",
            "all maps, m, M, N <= %d", "m=%d M=%d N=%d"},
           composition_bounds},
          {{110, "composition-homogeneous", "Section 2.2", Said::denied, Reach::always,
            "every composition of homogeneous distributions is homogeneous", "wrap(M,N)∘wrap(m,M), m, M, N <= %d",
            "wrap(%d,%d)∘wrap(%d,%d)"},
           composition_homogeneous},
          {{120, "composition-homogeneous-surjective", "Section 2.2", Said::denied, Reach::always,
            "every composition of homogeneous distributions that give each process an index is homogeneous",
            "wrap(M,N)∘wrap(m,M), N <= M <= m <= %d", "wrap(%d,%d)∘wrap(%d,%d)"},
           composition_homogeneous_surjective},
          {{130, "wrap-of-linear", "Section 2.2", Said::paper, Reach::always,
            "wrap ∘ linear sends i to (i div (n/m)) mod p if m divides n", "n, m, p <= %d", "n=%d m=%d p=%d"},
           wrap_of_linear_shape},
          {{132, "wrap-of-linear-counted", "Section 2.2", Said::paper, Reach::always,
            "wrap ∘ linear has as many indices on q as there are pairs (i,j) with j in segment i and i on q",
            "n, m, p <= %d", "n=%d m=%d p=%d q=%d"},
           wrap_of_linear_counted},
          {{134, "wrap-of-linear-load", "Section 2.2", Said::beyond, Reach::always,
            "process q of wrap ∘ linear has (n/m) ((m + p - 1 - q) div p) indices if m divides n", "n, m, p <= %d",
            "n=%d m=%d p=%d q=%d"},
           wrap_of_linear_load}};
}

}  // namespace apportion::niculescu
