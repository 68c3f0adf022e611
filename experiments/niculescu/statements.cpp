// The statements of the paper with verdicts and smallest counterexamples; and the checks for Sections 2.1 to 2.4:
// simple distributions, compositions, products and sets, programs.
#include "experiments/niculescu/statements.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>

#include "base/text.hpp"
#include "experiments/engine/catalogue.hpp"
#include "experiments/sweeps/code_studies.hpp"
#include "experiments/sweeps/sentences.hpp"
#include "sim/distributions/cartesian.hpp"
#include "sim/distributions/distribution.hpp"

namespace apportion::niculescu {

void for_each_kind(Index n, Index p, const std::function<void(const Distribution&)>& visit) {
  for (const Configured<DistributionKind>& chosen : DistributionKinds::instance().entries()) {
    RandomStream unused(0, "distributions");
    std::vector<Distribution> made;
    try {
      made.push_back(chosen.solve({n, p}, unused));
    } catch (const InputError&) {
      continue;  // the kind is not defined for n and p
    }
    visit(made.front());
  }
}

void for_each_mapping(Index n, Index p, const std::function<void(const std::vector<Index>&)>& visit) {
  std::vector<Index> owners(static_cast<std::size_t>(n));
  while (true) {
    visit(owners);
    auto digit = owners.begin();
    while (digit != owners.end() && *digit == p - 1) *digit++ = 0;
    if (digit == owners.end()) return;
    ++*digit;
  }
}

namespace {

// How often each of 0..p-1 is among the owners: |O.q| by counting.
std::vector<Index> counted_loads(const std::vector<Index>& owners, Index p) {
  std::vector<Index> loads(static_cast<std::size_t>(p));
  for (const Index owner : owners) ++loads.at(static_cast<std::size_t>(owner));
  return loads;
}

// Mi and Ma of loads; there is at least one.
struct Extremes {
  Index least = 0;
  Index most = 0;
};

Extremes extremes(const std::vector<Index>& loads) {
  const auto [least, most] = std::ranges::minmax_element(loads);
  return {*least, *most};
}

std::vector<Index> owners_of(const Distribution& distribution) {
  std::vector<Index> owners;
  for (Index i = 0; i < distribution.length(); ++i) owners.push_back(distribution.owner(i));
  return owners;
}

// --- Simple distributions (Section 2.1), checked index by index

Index ceil_quotient(Index a, Index b) { return (a + b - 1) / b; }

Index greatest(const std::vector<Index>& loads) { return *std::ranges::max_element(loads); }

std::vector<Index> loads_of_kind(std::string_view kind, Index n, Index p) {
  return counted_loads(owners_of(make_distribution(kind, n, p)), p);
}

// Calls check(n, p) for all sizes up to the bound.
engine::CasesUpTo<Bounds> for_all_simple_sizes(void (*check)(Index n, Index p, CheckedCases& cases),
                                               Index Bounds::*bound = &Bounds::length) {
  return [bound, check](const Bounds& bounds) {
    CheckedCases cases{.bound = bounds.*bound};
    for (Index n = 1; n <= cases.bound; ++n)
      for (Index p = 1; p <= cases.bound; ++p) check(n, p, cases);
    return cases;
  };
}

bool first_has_most(const std::vector<Index>& loads) { return loads.front() == greatest(loads); }

// max_q |O.q ∩ {0 .. k-1}|
Index greatest_below(const std::vector<Index>& owners, Index p, Index k) {
  return greatest(counted_loads({owners.begin(), owners.begin() + k}, p));
}

void step_bound(Index n, Index p, CheckedCases& cases) {
  for_each_mapping(n, p, [&](const std::vector<Index>& owners) {
    for (Index k = 0; k < n; ++k) cases.add(greatest_below(owners, p, k) >= ceil_quotient(k, p), {n, p, k});
  });
}

std::vector<Statement> checks_of_simple_distributions() {
  return {{"partition", for_all_simple_sizes([](Index n, Index p, CheckedCases& cases) {
             for_each_kind(n, p, [&](const Distribution& distribution) {
               std::vector<Index> times(static_cast<std::size_t>(n));
               for (Index q = 0; q < p; ++q)
                 for (const Index i : enumerate(distribution.owned(q))) ++times.at(static_cast<std::size_t>(i));
               cases.add(std::ranges::all_of(times, [](Index count) { return count == 1; }), {n, p});
             });
           })},
          {"identity", for_all_simple_sizes([](Index n, Index p, CheckedCases& cases) {
             bool all_are_processes = true;
             for (Index i = 0; i < n; ++i) all_are_processes = all_are_processes && i < p;
             cases.add(all_are_processes, {n, p});
           })},
          {"identity-of-few", for_all_simple_sizes([](Index n, Index p, CheckedCases& cases) {
             if (n <= p) cases.add(greatest(loads_of_kind("identity", n, p)) == 1, {n, p});
           })},
          {"linear-segments", for_all_simple_sizes([](Index n, Index p, CheckedCases& cases) {
             if (n % p != 0) return;
             const std::vector<Index> owners = owners_of(make_distribution("linear", n, p));
             const std::vector<Index> loads = counted_loads(owners, p);
             cases.add(std::ranges::is_sorted(owners) && std::ranges::count(loads, n / p) == p, {n, p});
           })},
          {"equal-loads", for_all_simple_sizes([](Index n, Index p, CheckedCases& cases) {
             if (n % p == 0) cases.add(loads_of_kind("linear", n, p) == loads_of_kind("wrap", n, p), {n, p});
           })},
          {"equal-loads-of-any-length", for_all_simple_sizes([](Index n, Index p, CheckedCases& cases) {
             cases.add(loads_of_kind("ceil-block", n, p) == loads_of_kind("wrap", n, p), {n, p});
           })},
          {"process-0", for_all_simple_sizes([](Index n, Index p, CheckedCases& cases) {
             cases.add(first_has_most(loads_of_kind("wrap", n, p)), {n, p});
             if (n % p == 0) cases.add(first_has_most(loads_of_kind("linear", n, p)), {n, p});
           })},
          {"greatest-load", for_all_simple_sizes([](Index n, Index p, CheckedCases& cases) {
             cases.add(greatest(loads_of_kind("wrap", n, p)) == ceil_quotient(n, p), {n, p});
             if (n % p == 0) cases.add(greatest(loads_of_kind("linear", n, p)) == ceil_quotient(n, p), {n, p});
           })},
          {"wrap-load-split", for_all_simple_sizes([](Index n, Index p, CheckedCases& cases) {
             const std::vector<Index> loads = loads_of_kind("wrap", n, p);
             for (Index q = 0; q < p; ++q) {
               Index rest = 0;
               for (Index i = 0; i < n % p; ++i) rest += i % p == q ? 1 : 0;
               cases.add(loads[static_cast<std::size_t>(q)] == n / p + rest, {n, p, q});
             }
           })},
          {"wrap-load", for_all_simple_sizes([](Index n, Index p, CheckedCases& cases) {
             const std::vector<Index> loads = loads_of_kind("wrap", n, p);
             for (Index q = 0; q < p; ++q)
               cases.add(loads[static_cast<std::size_t>(q)] == (n + p - 1 - q) / p, {n, p, q});
           })},
          {"step-bound", for_all_simple_sizes(step_bound, &Bounds::mapping)},
          {"step-bound-attained", for_all_simple_sizes([](Index n, Index p, CheckedCases& cases) {
             const std::vector<Index> owners = owners_of(make_distribution("wrap", n, p));
             for (Index k = 0; k < n; ++k) cases.add(greatest_below(owners, p, k) == ceil_quotient(k, p), {n, p, k});
           })}};
}

// --- Compositions of distributions (Section 2.2)

// Checks the loads of compositions against the extremes of both maps, for all maps m -> M -> N.
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

// The indices of process q in the composition: those whose process in the inner distribution the outer one maps to q.
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

Distribution wrap_after_linear(Index n, Index m, Index p) {
  return compose(make_distribution("wrap", m, p), make_distribution("linear", n, m));
}

// Calls check(n, m, p, cases) for all n, p and all m that divide n.
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

// The number of pairs (i, j) with i < m and j < n, for which wrap maps i to q, and linear maps j to segment i.
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

// --- Cartesian products (Section 2.3) and set distributions (3)

// Applies check(product) to all kinds in both dimensions.
engine::CasesUpTo<Bounds> for_all_products(bool (*check)(const CartesianDistribution& product)) {
  return [check](const Bounds& bounds) {
    CheckedCases cases{.bound = bounds.side};
    for (Index m = 1; m <= bounds.side; ++m)
      for (Index M = 1; M <= bounds.side; ++M)
        for (Index n = 1; n <= bounds.side; ++n)
          for (Index N = 1; N <= bounds.side; ++N)
            for_each_kind(m, M, [&](const Distribution& rows) {
              for_each_kind(n, N, [&](const Distribution& columns) {
                cases.add(check(CartesianDistribution({rows, columns})), {m, M, n, N});
              });
            });
    return cases;
  };
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

bool keeps_rows_together(const CartesianDistribution& product) {
  for (Index i = 0; i < product.factors()[0].length(); ++i)
    for (Index j = 0; j < product.factors()[1].length(); ++j) {
      const std::vector<Index> at = product.owner({i, j});
      if (at[0] != product.owner({i, 0})[0] || at[1] != product.owner({0, j})[1]) return false;
    }
  return true;
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

// Checks products of homogeneous distributions without empty processes.
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

// A set distribution of n indices among p processes, n <= p (Definition 7), is given by its inverse: the simple
// distribution that gives each process the index that it holds. The inverses of linear-set and wrap-set are linear and
// wrap.

// Whether the definition's set is the one that the kind's inverse owns, and every process is in exactly one set.
bool holds_once(std::string_view kind, Index n, Index p, Index (*holder)(Index n, Index p, Index i, Index k)) {
  const Distribution inverse = make_distribution(kind, p, n);
  std::vector<Index> times(static_cast<std::size_t>(p));
  for (Index i = 0; i < n; ++i) {
    std::vector<Index> holders;
    for (Index k = 0; k < p / n; ++k) holders.push_back(holder(n, p, i, k));
    for (const Index q : holders) ++times.at(static_cast<std::size_t>(q));
    if (holders != enumerate(inverse.owned(i))) return false;
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

// Checks that wrap-set is linear-set with process k n + i renumbered as i (p/n) + k, and that linear-set is the
// identity replicated p/n times.
CheckedCases set_renumbered(const Bounds& bounds) {
  CheckedCases cases{.bound = bounds.length};
  for (Index n = 1; n <= bounds.length; ++n)
    for (Index p = n; p <= bounds.length; p += n) {
      const Distribution linear = make_distribution("linear", p, n);
      const Distribution wrap = make_distribution("wrap", p, n);
      const ReplicatedDistribution replicated(CartesianDistribution({make_distribution("identity", n, n)}), p / n);
      bool equal = true;
      for (Index i = 0; i < n; ++i) {
        std::vector<Index> renumbered;
        for (const Index q : enumerate(wrap.owned(i))) renumbered.push_back(q % n * (p / n) + q / n);
        equal = equal && renumbered == enumerate(linear.owned(i)) && renumbered == enumerate(replicated.holders({i}));
      }
      cases.add(equal, {n, p});
    }
  return cases;
}

CheckedCases set_codomain(const Bounds& bounds) {
  CheckedCases cases{.bound = bounds.length};
  for (Index n = 1; n <= bounds.length; ++n)
    for (Index p = 2 * n; p <= bounds.length; p += n)
      cases.add(enumerate(make_distribution("linear", p, n).owned(0)).size() == 1, {n, p});
  return cases;
}

// --- Counting communications in any program (Section 2.4)

// A bit for each process.
using ProcessSet = std::uint32_t;

Index size_of(ProcessSet set) { return std::popcount(set); }

ProcessSet all_of(Index p) { return (ProcessSet{1} << p) - 1; }

// A datum: the process that stores it, and the processes in whose local postconditions it occurs, at least one.
struct Datum {
  Index owner = 0;
  ProcessSet users = 1;

  [[nodiscard]] ProcessSet receivers() const { return users & ~(ProcessSet{1} << owner); }
};

// Visits every program with `data` data on p processes.
template <class Visit>
void for_all_programs(Index p, Index data, Visit visit) {
  for_each_mapping(data, p * all_of(p), [&](const std::vector<Index>& choices) {
    std::vector<Datum> program;
    for (const Index choice : choices) program.push_back({choice % p, static_cast<ProcessSet>(choice / p + 1)});
    visit(program);
  });
}

// The communications of a program in which every datum is sent from its owner to each process that needs it.
struct Traffic {
  Index communications = 0;      ///< N_com
  std::vector<Index> sent = {};  ///< sent by each process
  std::vector<Index> received = {};

  [[nodiscard]] Index most_sent() const { return *std::ranges::max_element(sent); }
  [[nodiscard]] Index most_received() const { return *std::ranges::max_element(received); }
};

Traffic traffic_of(const std::vector<Datum>& program, Index p) {
  const auto processes = static_cast<std::size_t>(p);
  Traffic traffic{.sent = std::vector<Index>(processes), .received = std::vector<Index>(processes)};
  for (const Datum& datum : program) {
    traffic.communications += size_of(datum.users) - (datum.receivers() == datum.users ? 0 : 1);
    traffic.sent.at(static_cast<std::size_t>(datum.owner)) += size_of(datum.receivers());
    for (std::size_t q = 0; q < processes; ++q) traffic.received[q] += datum.receivers() >> q & 1U;
  }
  return traffic;
}

// Calls check(traffic, p) for all programs of at most three data; on six processes there would be 54 million.
template <class Check>
CheckedCases for_all_traffic(Index bound, Check check) {
  constexpr Index most_data = 3;
  constexpr Index most_processes = 5;
  CheckedCases cases{.bound = std::min(bound, most_processes)};
  for (Index p = 1; p <= cases.bound; ++p)
    for (Index data = 1; data <= most_data; ++data)
      for_all_programs(p, data, [&](const std::vector<Datum>& program) {
        const Traffic traffic = traffic_of(program, p);
        cases.add(check(traffic, p), {p, data, traffic.communications});
      });
  return cases;
}

// A process sends or receives one datum at a time, which bounds the number of steps from below.
CheckedCases communication_steps(const Bounds& bounds) {
  return for_all_traffic(bounds.side - 1, [](const Traffic& traffic, Index p) {
    const WideCount bound = least_steps(traffic.communications, p);
    return traffic.most_sent() >= bound && traffic.most_received() >= bound;
  });
}

// If a process can send one datum and receive one at the same time, the steps needed are the most that one process
// sends or receives (Koenig: the edges of a bipartite multigraph can be coloured with as many colours as its greatest
// degree).
CheckedCases communication_steps_suffice(const Bounds& bounds) {
  return for_all_traffic(bounds.side - 1, [](const Traffic& traffic, Index p) {
    return std::max(traffic.most_sent(), traffic.most_received()) <= least_steps(traffic.communications, p);
  });
}

// Checks that N_occ - R, where R processes store the datum, is the number of processes that lack it.
CheckedCases count_of_copies(Index bound, bool used) {
  CheckedCases cases{.bound = bound};
  for (Index p = 1; p <= bound; ++p)
    for (ProcessSet users = 1; users <= all_of(p); ++users)
      for (ProcessSet holders = 1; holders <= all_of(p); ++holders) {
        if (used && (holders & ~users) != 0) continue;
        cases.add(size_of(users) - size_of(holders) == size_of(users & ~holders),
                  {p, size_of(users), size_of(holders)});
      }
  return cases;
}

Bounds bounds_of(const engine::Point& point, RandomStream& /*sample*/) {
  return {static_cast<Index>(point.count("length")), static_cast<Index>(point.count("side")),
          static_cast<Index>(point.count("mapping"))};
}

const engine::Registration statements_registration{[] {
  return sweeps::experiment_of_functions({.name = "niculescu/statements", .measured = {engine::case_metrics(6)}},
                                         bounds_of, engine::functions_of(statements()));
}};

}  // namespace

std::vector<Statement> statements() {
  return sweeps::checks_said<Bounds>(
      "niculescu",
      {checks_of_simple_distributions(),
       {{"composition-sets", composition_sets},
        {"composition-bounds", composition_bounds},
        {"composition-homogeneous", [](const Bounds& bounds) { return wraps_composed(bounds.length, false); }},
        {"composition-homogeneous-surjective",
         [](const Bounds& bounds) { return wraps_composed(bounds.length, true); }},
        {"wrap-of-linear", wrap_of_linear_shape},
        {"wrap-of-linear-counted", wrap_of_linear_counted},
        {"wrap-of-linear-load", wrap_of_linear_load},
        {"cartesian-sets", for_all_products(owns_products)},
        {"cartesian-ensembles", for_all_products(keeps_rows_together)},
        {"cartesian-bounds", for_all_products(within_products)},
        {"cartesian-homogeneous", cartesian_homogeneous},
        {"row-of-block", row_of_block},
        {"set-distributions", set_distributions},
        {"set-codomain", set_codomain},
        {"set-renumbered", set_renumbered},
        {"communication-steps", communication_steps},
        {"communication-steps-suffice", communication_steps_suffice},
        {"copies", [](const Bounds& bounds) { return count_of_copies(bounds.side, false); }},
        {"copies-used", [](const Bounds& bounds) { return count_of_copies(bounds.side, true); }}},
       checks_of_products()});
}

}  // namespace apportion::niculescu
