// Three ways to count the communications of a matrix product (Niculescu): by definition, by formula and by loads.
#include "algorithms/distributions/communication_count.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace apportion {

Communications count_communications(std::string_view way, const MatrixProduct& product) {
  validate(product);
  RandomStream unused(0, "communications");
  return CommunicationCounts::instance().choose(way).solve(product, unused);
}

namespace {

// --- by-definition: writes out every local postcondition and marks the data in it; for small matrices

// Limits the marks of one matrix, and the products examined.
constexpr Index most_marks = Index{1} << 28;

// For each datum of a matrix, the processes with a local postcondition that contains it.
class Occurrences {
 public:
  Occurrences(Index data, Index processes)
      : processes_(processes), marks_(static_cast<std::size_t>(data * processes)) {}

  void mark(Index datum, Index process) { marks_[static_cast<std::size_t>(datum * processes_ + process)] = 1; }

  // N_occ of the datum.
  [[nodiscard]] Index count(Index datum) const {
    const auto first = marks_.begin() + static_cast<std::ptrdiff_t>(datum * processes_);
    return std::count(first, first + static_cast<std::ptrdiff_t>(processes_), 1);
  }

  [[nodiscard]] bool has(Index datum, Index process) const {
    return marks_[static_cast<std::size_t>(datum * processes_ + process)] != 0;
  }

 private:
  Index processes_;
  std::vector<char> marks_;
};

std::vector<Index> owners(const Distribution& distribution) {
  std::vector<Index> all;
  for (Index i = 0; i < distribution.length(); ++i) all.push_back(distribution.owner(i));
  return all;
}

class Counting {
 public:
  explicit Counting(const MatrixProduct& product)
      : product_(product),
        m_(product.rows.length()),
        n_(product.columns.length()),
        o_(product.inner.length()),
        rows_(owners(product.rows)),
        columns_(owners(product.columns)),
        inner_(owners(product.inner)) {}

  [[nodiscard]] Communications count() const {
    Communications found;
    count_first_stage(found);
    count_second_stage(found);
    return found;
  }

 private:
  [[nodiscard]] Index process(Index s, Index t, Index r) const {
    return (s * product_.columns.processes() + t) * product_.inner.processes() + r;
  }
  static Index at(const std::vector<Index>& values, Index index) { return values[static_cast<std::size_t>(index)]; }

  void count_first_stage(Communications& found) const {
    Occurrences a(m_ * o_, product_.processes());
    Occurrences b(o_ * n_, product_.processes());
    for (Index i = 0; i < m_; ++i)
      for (Index j = 0; j < n_; ++j)
        for (Index k = 0; k < o_; ++k) {
          const Index user = process(at(rows_, i), at(columns_, j), at(inner_, k));
          a.mark(i * o_ + k, user);
          b.mark(k * n_ + j, user);
        }
    count_single_copies(a, b, found);
    count_replicated(a, b, found);
  }

  void count_single_copies(const Occurrences& a, const Occurrences& b, Communications& found) const {
    const std::vector<Index> a_rows = owners(product_.a_rows);
    const std::vector<Index> a_columns = owners(product_.a_columns);
    const std::vector<Index> b_rows = owners(product_.b_rows);
    const std::vector<Index> b_columns = owners(product_.b_columns);
    const auto missing = [](const Occurrences& occurrences, Index datum, Index stored) {
      return occurrences.count(datum) - (occurrences.has(datum, stored) ? 1 : 0);
    };
    for (Index k = 0; k < o_; ++k) {
      for (Index i = 0; i < m_; ++i)
        found.first_stage += missing(a, i * o_ + k, process(at(a_rows, i), at(a_columns, k), at(inner_, k)));
      for (Index j = 0; j < n_; ++j)
        found.first_stage += missing(b, k * n_ + j, process(at(b_rows, k), at(b_columns, j), at(inner_, k)));
    }
  }

  // The processes (rows.i, t, inner.k) for all t hold a(i, k), and (s, columns.j, inner.k) for all s hold b(k, j).
  void count_replicated(const Occurrences& a, const Occurrences& b, Communications& found) const {
    for (Index k = 0; k < o_; ++k) {
      for (Index i = 0; i < m_; ++i) {
        found.first_stage_replicated += a.count(i * o_ + k);
        for (Index t = 0; t < product_.columns.processes(); ++t)
          found.first_stage_replicated -= a.has(i * o_ + k, process(at(rows_, i), t, at(inner_, k))) ? 1 : 0;
      }
      for (Index j = 0; j < n_; ++j) {
        found.first_stage_replicated += b.count(k * n_ + j);
        for (Index s = 0; s < product_.rows.processes(); ++s)
          found.first_stage_replicated -= b.has(k * n_ + j, process(s, at(columns_, j), at(inner_, k))) ? 1 : 0;
      }
    }
  }

  // c(i, j).r is computed on (s, t, r) and occurs only in the postcondition of (s, t, 0).
  void count_second_stage(Communications& found) const {
    std::vector<Index> received(static_cast<std::size_t>(product_.processes()));
    for (Index i = 0; i < m_; ++i)
      for (Index j = 0; j < n_; ++j)
        for (Index r = 0; r < product_.inner.processes(); ++r) {
          const Index combiner = process(at(rows_, i), at(columns_, j), 0);
          const bool at_home = process(at(rows_, i), at(columns_, j), r) == combiner;
          found.second_stage += at_home ? 0 : 1;
          received[static_cast<std::size_t>(combiner)] += at_home ? 0 : 1;
        }
    found.busiest_combiner = *std::ranges::max_element(received);
  }

  const MatrixProduct& product_;
  Index m_, n_, o_;
  std::vector<Index> rows_, columns_, inner_;
};

Communications solve_count_by_definition(const MatrixProduct& product, const Options& /*options*/,
                                         RandomStream& /*stream*/) {
  const Index m = product.rows.length();
  const Index n = product.columns.length();
  const Index o = product.inner.length();
  if (capped_product(capped_product(std::max(m, n), o), std::max(product.processes(), std::min(m, n))) > most_marks)
    throw InputError(fmt::format("{} x {} x {} on {} processes is too much to write out; by-loads counts any product",
                                 m, o, n, product.processes()));
  return Counting(product).count();
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
    throw InputError(fmt::format("the data are stored differently from c; that can be counted for at most {} indices",
                                 most_compared));
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
