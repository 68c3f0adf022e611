// Statements about compositions (Section 2.2), Cartesian products (2.3) and set distributions (3).
#include <algorithm>

#include "experiments/niculescu/statement.hpp"
#include "sim/distributions/cartesian.hpp"

namespace apportion::niculescu {
namespace {

struct Extremes {
  Index least = 0;
  Index most = 0;
};

Extremes extremes(const std::vector<Index>& loads) {
  const auto [least, most] = std::ranges::minmax_element(loads);
  return {*least, *most};
}

// The loads of the maps composed, and the extremes of each of them, for all maps m -> M -> N.
Verdict composition_bounds(const Bounds& bounds, const Options& /*options*/, RandomStream& /*stream*/) {
  Verdict verdict{.bound = bounds.mapping};
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
            verdict.add(second.least * first.least <= composed.least && composed.most <= second.most * first.most,
                        {m, M, N});
          });
      });
  return verdict;
}

Verdict wraps_composed(Index bound, bool surjective) {
  Verdict verdict{.bound = bound};
  for (Index m = 1; m <= bound; ++m)
    for (Index M = 1; M <= bound; ++M)
      for (Index N = 1; N <= bound; ++N) {
        if (surjective && (m < M || M < N)) continue;
        const Distribution composed = compose(make_distribution("wrap", M, N), make_distribution("wrap", m, M));
        const Extremes loads = extremes(counted_loads(owners_of(composed), N));
        verdict.add(loads.most - loads.least <= 1, {M, N, m, M});
      }
  return verdict;
}

Verdict composition_homogeneous(const Bounds& bounds, const Options& /*options*/, RandomStream& /*stream*/) {
  return wraps_composed(bounds.length, false);
}

Verdict composition_homogeneous_surjective(const Bounds& bounds, const Options& /*options*/, RandomStream& /*stream*/) {
  return wraps_composed(bounds.length, true);
}

Verdict wrap_of_linear(const Bounds& bounds, const Options& /*options*/, RandomStream& /*stream*/) {
  Verdict verdict{.bound = bounds.length};
  for (Index n = 1; n <= bounds.length; ++n)
    for (Index m = 1; m <= n; ++m)
      for (Index p = 1; n % m == 0 && p <= bounds.length; ++p) {
        const Distribution composed = compose(make_distribution("wrap", m, p), make_distribution("linear", n, m));
        bool equal = true;
        for (Index i = 0; i < n; ++i) equal = equal && composed.owner(i) == i / (n / m) % p;
        verdict.add(equal, {n, m, p});
      }
  return verdict;
}

// check(product, {m, M, n, N}) for all kinds in both dimensions.
template <class Check>
Verdict for_all_products(Index bound, Check check) {
  Verdict verdict{.bound = bound};
  for (Index m = 1; m <= bound; ++m)
    for (Index M = 1; M <= bound; ++M)
      for (Index n = 1; n <= bound; ++n)
        for (Index N = 1; N <= bound; ++N)
          for_each_kind(m, M, [&](const Distribution& rows) {
            for_each_kind(n, N, [&](const Distribution& columns) {
              verdict.add(check(CartesianDistribution({rows, columns})), {m, M, n, N});
            });
          });
  return verdict;
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

Verdict cartesian_sets(const Bounds& bounds, const Options& /*options*/, RandomStream& /*stream*/) {
  return for_all_products(bounds.side, owns_products);
}

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

Verdict cartesian_bounds(const Bounds& bounds, const Options& /*options*/, RandomStream& /*stream*/) {
  return for_all_products(bounds.side, within_products);
}

Verdict row_of_block(const Bounds& bounds, const Options& /*options*/, RandomStream& /*stream*/) {
  Verdict verdict{.bound = bounds.length};
  constexpr Index N = 1;
  for (Index M = 1; M <= bounds.length; ++M) verdict.add(M == N, {M, N});
  return verdict;
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

Verdict set_distributions(const Bounds& bounds, const Options& /*options*/, RandomStream& /*stream*/) {
  Verdict verdict{.bound = bounds.length};
  for (Index n = 1; n <= bounds.length; ++n)
    for (Index p = n; p <= bounds.length; p += n) {
      const bool linear =
          holds_once("linear", n, p, [](Index of, Index all, Index i, Index k) { return i * (all / of) + k; });
      const bool wrap = holds_once("wrap", n, p, [](Index of, Index /*all*/, Index i, Index k) { return k * of + i; });
      verdict.add(linear && wrap, {n, p});
    }
  return verdict;
}

Verdict set_codomain(const Bounds& bounds, const Options& /*options*/, RandomStream& /*stream*/) {
  Verdict verdict{.bound = bounds.length};
  for (Index n = 1; n <= bounds.length; ++n)
    for (Index p = 2 * n; p <= bounds.length; p += n)
      verdict.add(enumerate(SetDistribution(make_distribution("linear", p, n)).holders(0)).size() == 1, {n, p});
  return verdict;
}

const Registration<Statement> registrations[] = {
    Registration<Statement>{
        statement(10, "composition-bounds", "Section 2.2", Claim::paper,
                  "the composition D1 ∘ D0 has Mi(D1) Mi(D0) <= |O.q| <= Ma(D1) Ma(D0), homogeneous or not",
                  "all maps, m, M, N <= %d", "m=%d M=%d N=%d", composition_bounds)},
    Registration<Statement>{statement(11, "composition-homogeneous", "Section 2.2", Claim::denied,
                                      "every composition of homogeneous distributions is homogeneous",
                                      "wrap(M,N)∘wrap(m,M), m, M, N <= %d", "wrap(%d,%d)∘wrap(%d,%d)",
                                      composition_homogeneous)},
    Registration<Statement>{statement(
        12, "composition-homogeneous-surjective", "Section 2.2", Claim::denied,
        "every composition of homogeneous distributions that give each process an index is homogeneous",
        "wrap(M,N)∘wrap(m,M), N <= M <= m <= %d", "wrap(%d,%d)∘wrap(%d,%d)", composition_homogeneous_surjective)},
    Registration<Statement>{statement(13, "wrap-of-linear", "Section 2.2", Claim::paper,
                                      "wrap ∘ linear sends i to (i div (n/m)) mod p if m divides n", "n, m, p <= %d",
                                      "n=%d m=%d p=%d", wrap_of_linear)},
    Registration<Statement>{statement(14, "cartesian-sets", "Section 2.3", Claim::paper,
                                      "the product D0 x D1 has O.(s,t) = O.s x O.t, the sets of its factors",
                                      "all kinds, m, M, n, N <= %d", "m=%d M=%d n=%d N=%d", cartesian_sets)},
    Registration<Statement>{
        statement(15, "cartesian-bounds", "Section 2.3", Claim::paper,
                  "the product D0 x D1 has Mi(D0) Mi(D1) <= |O.(s,t)| <= Ma(D0) Ma(D1), homogeneous or not",
                  "all kinds, m, M, n, N <= %d", "m=%d M=%d n=%d N=%d", cartesian_bounds)},
    Registration<Statement>{statement(16, "row-of-block", "Section 2.3", Claim::paper,
                                      "the distribution row, which has N = 1, is a case of linear^2, which has M = N",
                                      "M <= %d", "M=%d N=%d", row_of_block)},
    Registration<Statement>{
        statement(30, "set-distributions", "Section 3", Claim::paper,
                  "linear-set and wrap-set put each index on p/n processes and each process in one set",
                  "n dividing p <= %d", "n=%d p=%d", set_distributions)},
    Registration<Statement>{
        statement(31, "set-codomain", "Definition 7", Claim::paper,
                  "a set distribution maps an index to one process (the paper prints p, not its subsets)",
                  "n < p <= %d, n dividing p", "n=%d p=%d", set_codomain)}};

}  // namespace
}  // namespace apportion::niculescu
