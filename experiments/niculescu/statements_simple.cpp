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
engine::CasesUpTo<Bounds> for_all_simple_sizes(Index Bounds::*bound,
                                               void (*check)(Index n, Index p, CheckedCases& cases)) {
  return [bound, check](const Bounds& bounds) {
    CheckedCases cases{.bound = bounds.*bound};
    for (Index n = 1; n <= cases.bound; ++n)
      for (Index p = 1; p <= cases.bound; ++p) check(n, p, cases);
    return cases;
  };
}

void partition(Index n, Index p, CheckedCases& cases) {
  for_each_kind(n, p, [&](const Distribution& distribution) {
    std::vector<Index> times(static_cast<std::size_t>(n));
    for (Index q = 0; q < p; ++q)
      for (const Index i : enumerate(distribution.owned(q))) ++times.at(static_cast<std::size_t>(i));
    cases.add(std::ranges::all_of(times, [](Index count) { return count == 1; }), {n, p});
  });
}

void identity(Index n, Index p, CheckedCases& cases) {
  bool all_are_processes = true;
  for (Index i = 0; i < n; ++i) all_are_processes = all_are_processes && i < p;
  cases.add(all_are_processes, {n, p});
}

void identity_of_few(Index n, Index p, CheckedCases& cases) {
  if (n <= p) cases.add(greatest(loads_of_kind("identity", n, p)) == 1, {n, p});
}

void linear_segments(Index n, Index p, CheckedCases& cases) {
  if (n % p != 0) return;
  const std::vector<Index> owners = owners_of(make_distribution("linear", n, p));
  const std::vector<Index> loads = counted_loads(owners, p);
  cases.add(std::ranges::is_sorted(owners) && std::ranges::count(loads, n / p) == p, {n, p});
}

void equal_loads(Index n, Index p, CheckedCases& cases) {
  if (n % p == 0) cases.add(loads_of_kind("linear", n, p) == loads_of_kind("wrap", n, p), {n, p});
}

void equal_loads_of_any_length(Index n, Index p, CheckedCases& cases) {
  cases.add(loads_of_kind("ceil-block", n, p) == loads_of_kind("wrap", n, p), {n, p});
}

bool first_has_most(const std::vector<Index>& loads) { return loads.front() == greatest(loads); }

void process_0(Index n, Index p, CheckedCases& cases) {
  cases.add(first_has_most(loads_of_kind("wrap", n, p)), {n, p});
  if (n % p == 0) cases.add(first_has_most(loads_of_kind("linear", n, p)), {n, p});
}

void greatest_load(Index n, Index p, CheckedCases& cases) {
  cases.add(greatest(loads_of_kind("wrap", n, p)) == ceil_quotient(n, p), {n, p});
  if (n % p == 0) cases.add(greatest(loads_of_kind("linear", n, p)) == ceil_quotient(n, p), {n, p});
}

void wrap_load(Index n, Index p, CheckedCases& cases) {
  const std::vector<Index> loads = loads_of_kind("wrap", n, p);
  for (Index q = 0; q < p; ++q) cases.add(loads[static_cast<std::size_t>(q)] == (n + p - 1 - q) / p, {n, p, q});
}

void wrap_load_split(Index n, Index p, CheckedCases& cases) {
  const std::vector<Index> loads = loads_of_kind("wrap", n, p);
  for (Index q = 0; q < p; ++q) {
    Index rest = 0;
    for (Index i = 0; i < n % p; ++i) rest += i % p == q ? 1 : 0;
    cases.add(loads[static_cast<std::size_t>(q)] == n / p + rest, {n, p, q});
  }
}

// max_q |O.q ∩ {0 .. k-1}|
Index greatest_below(const std::vector<Index>& owners, Index p, Index k) {
  return greatest(counted_loads({owners.begin(), owners.begin() + k}, p));
}

void step_bound(Index n, Index p, CheckedCases& cases) {
  for_each_mapping(n, p, [&](const std::vector<Index>& owners) {
    for (Index k = 0; k < n; ++k) cases.add(greatest_below(owners, p, k) >= ceil_quotient(k, p), {n, p, k});
  });
}

void step_bound_attained(Index n, Index p, CheckedCases& cases) {
  const std::vector<Index> owners = owners_of(make_distribution("wrap", n, p));
  for (Index k = 0; k < n; ++k) cases.add(greatest_below(owners, p, k) == ceil_quotient(k, p), {n, p, k});
}

}  // namespace

std::vector<Statement> checks_of_simple() {
  return {
      {{10, "partition", "Definition 2", Said::paper, Reach::always,
        "the sets O.q of any distribution partition its indices", "all kinds, n, p <= %d", "n=%d p=%d"},
       for_all_simple_sizes(&Bounds::length, partition)},
      {{20, "identity", "Section 2.1", Said::paper, Reach::always,
        "identity sends every index i < n to a process, for any p", "n, p <= %d", "n=%d p=%d"},
       for_all_simple_sizes(&Bounds::length, identity)},
      {{30, "identity-of-few", "Section 2.1", Said::amended, Reach::always,
        "identity sends every index to a process of its own if n <= p", "n <= p <= %d", "n=%d p=%d", "", "identity"},
       for_all_simple_sizes(&Bounds::length, identity_of_few)},
      {{35, "linear-segments", "Section 2.1", Said::paper, Reach::always,
        "linear gives each process one segment of n/p consecutive indices if p divides n", "n, p <= %d", "n=%d p=%d"},
       for_all_simple_sizes(&Bounds::length, linear_segments)},
      {{40, "equal-loads", "Section 2.1", Said::paper, Reach::always,
        "linear and wrap have the same |O.q| if p divides n", "n, p <= %d", "n=%d p=%d"},
       for_all_simple_sizes(&Bounds::length, equal_loads)},
      {{50, "equal-loads-of-any-length", "Section 2.1", Said::beyond, Reach::always,
        "segments of ceil(n/p) indices and wrap have the same |O.q| for any n (linear needs p | n)", "n, p <= %d",
        "n=%d p=%d"},
       for_all_simple_sizes(&Bounds::length, equal_loads_of_any_length)},
      {{55, "process-0", "Section 2.1", Said::paper, Reach::always,
        "process 0 of linear and of wrap has the most indices, |O.0| = Ma", "n, p <= %d", "n=%d p=%d"},
       for_all_simple_sizes(&Bounds::length, process_0)},
      {{60, "greatest-load", "Section 2.1", Said::paper, Reach::always,
        "the greatest loads of linear and wrap are Ma(linear) = Ma(wrap) = ceil(n/p)", "n, p <= %d", "n=%d p=%d"},
       for_all_simple_sizes(&Bounds::length, greatest_load)},
      {{65, "wrap-load-split", "example 1", Said::paper, Reach::always,
        "process q of wrap has n div p indices, and one more if q < n mod p", "n, p <= %d", "n=%d p=%d q=%d"},
       for_all_simple_sizes(&Bounds::length, wrap_load_split)},
      {{70, "wrap-load", "example 1", Said::paper, Reach::always,
        "process q of wrap has |O.q| = (n + p - 1 - q) div p indices", "n, p <= %d", "n=%d p=%d q=%d"},
       for_all_simple_sizes(&Bounds::length, wrap_load)},
      {{80, "step-bound", "example 1", Said::paper, Reach::always,
        "in step k of triangular work some process has at least ceil(k/p) elements, whatever the map",
        "all maps, n, p <= %d", "n=%d p=%d k=%d"},
       for_all_simple_sizes(&Bounds::mapping, step_bound)},
      {{90, "step-bound-attained", "example 1", Said::paper, Reach::always,
        "in step k of triangular work wrap's greatest load is ceil(k/p), the least possible", "n, p <= %d",
        "n=%d p=%d k=%d"},
       for_all_simple_sizes(&Bounds::length, step_bound_attained)}};
}

}  // namespace apportion::niculescu
