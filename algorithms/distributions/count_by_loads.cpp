// by-loads: exact counts from the loads of the distributions, however large the matrices are.
#include <fmt/format.h>

#include <algorithm>

#include "algorithms/distributions/communication_count.hpp"

namespace apportion {
namespace {

// Comparing different maps means looking at every index.
constexpr Index most_compared = Index{1} << 24;

// Indices that both distributions give to the same process.
Index agreements(const Distribution& a, const Distribution& b) {
  if (same_map(a, b)) return a.length();
  if (a.length() > most_compared)
    throw InputError(
        fmt::format("the data are stored otherwise than c; that can be counted for {} indices at most", most_compared));
  Index count = 0;
  for (Index i = 0; i < a.length(); ++i) count += a.owner(i) == b.owner(i) ? 1 : 0;
  return count;
}

// Indices that `stored` gives to processes to which `used` gives an index too.
Index stored_where_used(const Distribution& stored, const Distribution& used) {
  Index count = 0;
  for (const LoadRun& mine : stored.loads())
    for (const LoadRun& theirs : used.loads()) {
      const Index first = std::max(mine.first, theirs.first);
      const Index end = std::min(mine.first + mine.processes, theirs.first + theirs.processes);
      if (theirs.load > 0 && first < end) count += (end - first) * mine.load;
    }
  return count;
}

// a(i, k) occurs in the postconditions of the processes (rows.i, t, inner.k) for which some columns.j = t.
Communications solve_count_by_loads(const MatrixProduct& product, const Options& /*options*/,
                                    RandomStream& /*stream*/) {
  const WideCount m = product.rows.length();
  const WideCount n = product.columns.length();
  const WideCount o = product.inner.length();
  const WideCount a_at_home =
      WideCount{agreements(product.a_rows, product.rows)} * stored_where_used(product.a_columns, product.columns);
  const WideCount b_at_home =
      WideCount{agreements(product.b_columns, product.columns)} * stored_where_used(product.b_rows, product.rows);
  const Index Q = product.inner.processes();
  return {.first_stage = o * (m * product.columns.image_size() + n * product.rows.image_size()) - a_at_home - b_at_home,
          .first_stage_replicated = 0,
          .second_stage = m * n * (Q - 1),
          .busiest_combiner = WideCount{product.rows.most()} * product.columns.most() * (Q - 1)};
}

const Registration<CommunicationCount> count_by_loads_registration{
    {.name = "by-loads",
     .source = "Niculescu, Section 2.4 and examples 2 and 3, without their unsaid conditions",
     .summary = "exact for any distributions; takes the same time for any size where a and b are stored like c",
     .solve = solve_count_by_loads}};

}  // namespace
}  // namespace apportion
