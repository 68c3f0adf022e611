// Three ways to count the communications of a matrix product (Niculescu): by definition, by formula and by loads.
#include "algorithms/distributions/communication_count.hpp"

#include <algorithm>
#include <vector>

namespace apportion {

Communications count_communications(std::string_view way, const MatrixProduct& product) {
  validate(product);
  RandomStream unused(0, "communications");
  return CommunicationCounts::instance().choose(way).solve(product, unused);
}

namespace {

// --- by-definition: marks the processes whose local postconditions contain a datum, one after the other; for small
// matrices

// Limits the marks looked at for all data of a matrix, and the products examined.
constexpr Index most_marks = Index{1} << 28;

std::vector<Index> owners(const Distribution& distribution) {
  std::vector<Index> all;
  for (Index i = 0; i < distribution.length(); ++i) all.push_back(distribution.owner(i));
  return all;
}

Index at(const std::vector<Index>& values, Index index) { return values[static_cast<std::size_t>(index)]; }

Index process(const MatrixProduct& product, Index s, Index t, Index r) {
  return (s * product.columns.processes() + t) * product.inner.processes() + r;
}

void count_first_stage(const MatrixProduct& product, Communications& found) {
  std::vector<char> uses(static_cast<std::size_t>(product.processes()));
  // Counts a datum that occurs in the postconditions of user(0), ..., user(users - 1). The process `stored` has its
  // single copy; holder(0), ... have its copies if it is replicated.
  const auto count = [&](Index users, auto user, Index stored, Index holders, auto holder) {
    const auto at_process = [&](Index number) -> char& { return uses[static_cast<std::size_t>(number)]; };
    std::ranges::fill(uses, char{0});
    for (Index i = 0; i < users; ++i) at_process(user(i)) = 1;
    const Index occurrences = std::ranges::count(uses, 1);
    found.first_stage += occurrences - at_process(stored);
    found.first_stage_replicated += occurrences;
    for (Index i = 0; i < holders; ++i) found.first_stage_replicated -= at_process(holder(i));
  };
  const std::vector<Index> rows = owners(product.rows);
  const std::vector<Index> columns = owners(product.columns);
  const std::vector<Index> inner = owners(product.inner);
  const std::vector<Index> a_rows = owners(product.a_rows);
  const std::vector<Index> a_columns = owners(product.a_columns);
  const std::vector<Index> b_rows = owners(product.b_rows);
  const std::vector<Index> b_columns = owners(product.b_columns);
  for (Index k = 0; k < product.inner.length(); ++k) {
    const auto in_layer = [&](Index s, Index t) { return process(product, s, t, at(inner, k)); };
    for (Index i = 0; i < product.rows.length(); ++i)
      count(
          product.columns.length(), [&](Index j) { return in_layer(at(rows, i), at(columns, j)); },
          in_layer(at(a_rows, i), at(a_columns, k)), product.columns.processes(),
          [&](Index t) { return in_layer(at(rows, i), t); });
    for (Index j = 0; j < product.columns.length(); ++j)
      count(
          product.rows.length(), [&](Index i) { return in_layer(at(rows, i), at(columns, j)); },
          in_layer(at(b_rows, k), at(b_columns, j)), product.rows.processes(),
          [&](Index s) { return in_layer(s, at(columns, j)); });
  }
}

// c(i, j).r is computed on (s, t, r) and occurs only in the postcondition of (s, t, 0).
void count_second_stage(const MatrixProduct& product, Communications& found) {
  std::vector<Index> received(static_cast<std::size_t>(product.processes()));
  for (const Index s : owners(product.rows))
    for (const Index t : owners(product.columns))
      received[static_cast<std::size_t>(process(product, s, t, 0))] += product.inner.processes() - 1;
  for (const Index each : received) found.second_stage += each;
  found.busiest_combiner = *std::ranges::max_element(received);
}

Communications solve_count_by_definition(const MatrixProduct& product, const Options& /*options*/,
                                         RandomStream& /*stream*/) {
  const Index m = product.rows.length();
  const Index n = product.columns.length();
  const Index o = product.inner.length();
  if (capped_product(capped_product(std::max(m, n), o), std::max(product.processes(), std::min(m, n))) > most_marks)
    throw InputError("{} x {} x {} on {} processes is too much to write out; by-loads counts any product", m, o, n,
                     product.processes());
  Communications found;
  count_first_stage(product, found);
  count_second_stage(product, found);
  return found;
}

const Registration<CommunicationCount> count_by_definition_registration{
    {.name = "by-definition",
     .source = "Niculescu, Section 2.4 and examples 2 and 3",
     .summary = "writes out every local postcondition and marks the data in it; for small matrices",
     .solve = solve_count_by_definition}};

// --- by-formula: the paper's closed forms, which hold only under conditions

Index ceil_quotient(Index a, Index b) { return (a + b - 1) / b; }

// Depends only on the sizes. Exact if every process owns an index in both dimensions of c, and every datum is stored on
// a process that uses it; the combiner's share is exact if rows and columns have the least possible Ma.
Communications solve_count_by_formula(const MatrixProduct& product, const Options& /*options*/,
                                      RandomStream& /*stream*/) {
  const WideCount m = product.rows.length();
  const WideCount n = product.columns.length();
  const WideCount o = product.inner.length();
  const Index M = product.rows.processes();
  const Index N = product.columns.processes();
  const Index Q = product.inner.processes();
  const WideCount share =
      WideCount{ceil_quotient(product.rows.length(), M)} * ceil_quotient(product.columns.length(), N);
  return {.first_stage = o * (m * (N - 1) + n * (M - 1)),
          .first_stage_replicated = 0,
          .second_stage = m * n * (Q - 1),
          .busiest_combiner = share * (Q - 1)};
}

const Registration<CommunicationCount> count_by_formula_registration{
    {.name = "by-formula",
     .source = "Niculescu, examples 2 and 3; the combiner's share rounded up",
     .summary = "o (m (N-1) + n (M-1)) and m n (Q-1), whatever the distributions are",
     .solve = solve_count_by_formula}};

// --- by-loads: exact counts from the loads of the distributions, however large the matrices are

// Comparing different maps takes time for every index.
constexpr Index most_compared = Index{1} << 24;

// The number of indices that both distributions give to the same process.
Index agreements(const Distribution& a, const Distribution& b) {
  if (same_map(a, b)) return a.length();
  if (a.length() > most_compared)
    throw InputError("the data are stored differently from c; that can be counted for at most {} indices",
                     most_compared);
  Index count = 0;
  for (Index i = 0; i < a.length(); ++i) count += a.owner(i) == b.owner(i) ? 1 : 0;
  return count;
}

// The number of indices that `stored` gives to processes with an index of `used`.
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
     .source = "Niculescu, Section 2.4 and examples 2 and 3, without their unstated conditions",
     .summary = "exact for any distributions; takes the same time for any size where a and b are stored like c",
     .solve = solve_count_by_loads}};

}  // namespace

}  // namespace apportion
