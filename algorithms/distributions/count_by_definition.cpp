// by-definition: every local postcondition is written out, and the data in it are marked. For small matrices.
#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "algorithms/distributions/communication_count.hpp"

namespace apportion {
namespace {

// Marks of one matrix, and products that are looked at.
constexpr Index most_marks = Index{1} << 28;

// For each datum of a matrix the processes whose local postconditions name it.
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

  // a(i, k) is held by the processes (rows.i, t, inner.k) for all t, b(k, j) by (s, columns.j, inner.k) for all s.
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

  // c(i, j).r is made on (s, t, r) and named by the postcondition of (s, t, 0) alone.
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

}  // namespace
}  // namespace apportion
