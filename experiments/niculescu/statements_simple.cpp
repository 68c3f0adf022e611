// Statements about simple distributions (Section 2.1), checked index by index.
#include <algorithm>

#include "experiments/niculescu/statement.hpp"

namespace apportion::niculescu {
namespace {

Index ceil_quotient(Index a, Index b) { return (a + b - 1) / b; }

Index greatest(const std::vector<Index>& loads) { return *std::ranges::max_element(loads); }

std::vector<Index> loads_of_kind(std::string_view kind, Index n, Index p) {
  return counted_loads(owners_of(make_distribution(kind, n, p)), p);
}

// check(n, p) for all sizes up to the bound.
template <class Check>
Verdict for_all_sizes(Index bound, Check check) {
  Verdict verdict{.bound = bound};
  for (Index n = 1; n <= bound; ++n)
    for (Index p = 1; p <= bound; ++p) check(n, p, verdict);
  return verdict;
}

Verdict partition(const Bounds& bounds, const Options& /*options*/, RandomStream& /*stream*/) {
  return for_all_sizes(bounds.length, [](Index n, Index p, Verdict& verdict) {
    for_each_kind(n, p, [&](const Distribution& distribution) {
      std::vector<Index> times(static_cast<std::size_t>(n));
      for (Index q = 0; q < p; ++q)
        for (const Index i : enumerate(distribution.owned(q))) ++times.at(static_cast<std::size_t>(i));
      verdict.add(std::ranges::all_of(times, [](Index count) { return count == 1; }), {n, p});
    });
  });
}

Verdict identity(const Bounds& bounds, const Options& /*options*/, RandomStream& /*stream*/) {
  return for_all_sizes(bounds.length, [](Index n, Index p, Verdict& verdict) {
    bool all_are_processes = true;
    for (Index i = 0; i < n; ++i) all_are_processes = all_are_processes && i < p;
    verdict.add(all_are_processes, {n, p});
  });
}

Verdict identity_of_few(const Bounds& bounds, const Options& /*options*/, RandomStream& /*stream*/) {
  return for_all_sizes(bounds.length, [](Index n, Index p, Verdict& verdict) {
    if (n <= p) verdict.add(greatest(loads_of_kind("identity", n, p)) == 1, {n, p});
  });
}

Verdict linear_segments(const Bounds& bounds, const Options& /*options*/, RandomStream& /*stream*/) {
  return for_all_sizes(bounds.length, [](Index n, Index p, Verdict& verdict) {
    if (n % p != 0) return;
    const std::vector<Index> owners = owners_of(make_distribution("linear", n, p));
    const std::vector<Index> loads = counted_loads(owners, p);
    verdict.add(std::ranges::is_sorted(owners) && std::ranges::count(loads, n / p) == p, {n, p});
  });
}

Verdict equal_loads(const Bounds& bounds, const Options& /*options*/, RandomStream& /*stream*/) {
  return for_all_sizes(bounds.length, [](Index n, Index p, Verdict& verdict) {
    if (n % p == 0) verdict.add(loads_of_kind("linear", n, p) == loads_of_kind("wrap", n, p), {n, p});
  });
}

Verdict equal_loads_of_any_length(const Bounds& bounds, const Options& /*options*/, RandomStream& /*stream*/) {
  return for_all_sizes(bounds.length, [](Index n, Index p, Verdict& verdict) {
    verdict.add(loads_of_kind("ceil-block", n, p) == loads_of_kind("wrap", n, p), {n, p});
  });
}

bool first_has_most(const std::vector<Index>& loads) { return loads.front() == greatest(loads); }

Verdict process_0(const Bounds& bounds, const Options& /*options*/, RandomStream& /*stream*/) {
  return for_all_sizes(bounds.length, [](Index n, Index p, Verdict& verdict) {
    verdict.add(first_has_most(loads_of_kind("wrap", n, p)), {n, p});
    if (n % p == 0) verdict.add(first_has_most(loads_of_kind("linear", n, p)), {n, p});
  });
}

Verdict greatest_load(const Bounds& bounds, const Options& /*options*/, RandomStream& /*stream*/) {
  return for_all_sizes(bounds.length, [](Index n, Index p, Verdict& verdict) {
    verdict.add(greatest(loads_of_kind("wrap", n, p)) == ceil_quotient(n, p), {n, p});
    if (n % p == 0) verdict.add(greatest(loads_of_kind("linear", n, p)) == ceil_quotient(n, p), {n, p});
  });
}

Verdict wrap_load(const Bounds& bounds, const Options& /*options*/, RandomStream& /*stream*/) {
  return for_all_sizes(bounds.length, [](Index n, Index p, Verdict& verdict) {
    const std::vector<Index> loads = loads_of_kind("wrap", n, p);
    for (Index q = 0; q < p; ++q) verdict.add(loads[static_cast<std::size_t>(q)] == (n + p - 1 - q) / p, {n, p, q});
  });
}

Verdict wrap_load_split(const Bounds& bounds, const Options& /*options*/, RandomStream& /*stream*/) {
  return for_all_sizes(bounds.length, [](Index n, Index p, Verdict& verdict) {
    const std::vector<Index> loads = loads_of_kind("wrap", n, p);
    for (Index q = 0; q < p; ++q) {
      Index rest = 0;
      for (Index i = 0; i < n % p; ++i) rest += i % p == q ? 1 : 0;
      verdict.add(loads[static_cast<std::size_t>(q)] == n / p + rest, {n, p, q});
    }
  });
}

// max_q |O.q ∩ {0 .. k-1}|
Index greatest_below(const std::vector<Index>& owners, Index p, Index k) {
  return greatest(counted_loads({owners.begin(), owners.begin() + k}, p));
}

Verdict step_bound(const Bounds& bounds, const Options& /*options*/, RandomStream& /*stream*/) {
  return for_all_sizes(bounds.mapping, [](Index n, Index p, Verdict& verdict) {
    for_each_mapping(n, p, [&](const std::vector<Index>& owners) {
      for (Index k = 0; k < n; ++k) verdict.add(greatest_below(owners, p, k) >= ceil_quotient(k, p), {n, p, k});
    });
  });
}

Verdict step_bound_attained(const Bounds& bounds, const Options& /*options*/, RandomStream& /*stream*/) {
  return for_all_sizes(bounds.length, [](Index n, Index p, Verdict& verdict) {
    const std::vector<Index> owners = owners_of(make_distribution("wrap", n, p));
    for (Index k = 0; k < n; ++k) verdict.add(greatest_below(owners, p, k) == ceil_quotient(k, p), {n, p, k});
  });
}

const Registration<Statement> registrations[] = {
    Registration<Statement>{statement(10, "partition", "Definition 2", Claim::paper,
                                      "the sets O.q of any distribution partition its indices", "all kinds, n, p <= %d",
                                      "n=%d p=%d", partition)},
    Registration<Statement>{statement(20, "identity", "Section 2.1", Claim::paper,
                                      "identity sends every index i < n to a process, for any p", "n, p <= %d",
                                      "n=%d p=%d", identity)},
    Registration<Statement>{
        amending("identity", statement(30, "identity-of-few", "Section 2.1", Claim::condition,
                                       "identity sends every index to a process of its own if n <= p", "n <= p <= %d",
                                       "n=%d p=%d", identity_of_few))},
    Registration<Statement>{statement(35, "linear-segments", "Section 2.1", Claim::paper,
                                      "linear gives each process one segment of n/p consecutive indices if p divides n",
                                      "n, p <= %d", "n=%d p=%d", linear_segments)},
    Registration<Statement>{statement(40, "equal-loads", "Section 2.1", Claim::paper,
                                      "linear and wrap have the same |O.q| if p divides n", "n, p <= %d", "n=%d p=%d",
                                      equal_loads)},
    Registration<Statement>{
        statement(50, "equal-loads-of-any-length", "Section 2.1", Claim::beyond,
                  "segments of ceil(n/p) indices and wrap have the same |O.q| for any n (linear needs p | n)",
                  "n, p <= %d", "n=%d p=%d", equal_loads_of_any_length)},
    Registration<Statement>{statement(55, "process-0", "Section 2.1", Claim::paper,
                                      "process 0 of linear and of wrap has the most indices, |O.0| = Ma", "n, p <= %d",
                                      "n=%d p=%d", process_0)},
    Registration<Statement>{statement(60, "greatest-load", "Section 2.1", Claim::paper,
                                      "the greatest loads of linear and wrap are Ma(linear) = Ma(wrap) = ceil(n/p)",
                                      "n, p <= %d", "n=%d p=%d", greatest_load)},
    Registration<Statement>{statement(65, "wrap-load-split", "example 1", Claim::paper,
                                      "process q of wrap has n div p indices, and one more if q < n mod p",
                                      "n, p <= %d", "n=%d p=%d q=%d", wrap_load_split)},
    Registration<Statement>{statement(70, "wrap-load", "example 1", Claim::paper,
                                      "process q of wrap has |O.q| = (n + p - 1 - q) div p indices", "n, p <= %d",
                                      "n=%d p=%d q=%d", wrap_load)},
    Registration<Statement>{
        statement(80, "step-bound", "example 1", Claim::paper,
                  "in step k of triangular work some process has at least ceil(k/p) elements, whatever the map",
                  "all maps, n, p <= %d", "n=%d p=%d k=%d", step_bound)},
    Registration<Statement>{
        statement(90, "step-bound-attained", "example 1", Claim::paper,
                  "in step k of triangular work wrap's greatest load is ceil(k/p), the least possible", "n, p <= %d",
                  "n=%d p=%d k=%d", step_bound_attained)}};

}  // namespace
}  // namespace apportion::niculescu
