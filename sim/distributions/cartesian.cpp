// Products and replication of distributions, dimension by dimension, and checks of matrix products.
#include "sim/distributions/cartesian.hpp"

#include <fmt/format.h>

#include <stdexcept>
#include <utility>

#include "base/error.hpp"

namespace apportion {
namespace {

void require_dimensions(std::size_t given, std::size_t wanted) {
  if (given != wanted) throw std::out_of_range(fmt::format("{} coordinates for {} dimensions", given, wanted));
}

void require_processes(Index processes) {
  if (processes > largest_length) throw InputError("the product has more than 2^40 processes");
}

template <class Load>
WideCount product_of(const std::vector<Distribution>& factors, Load load) {
  WideCount product = 1;
  for (const Distribution& each : factors) {
    const Index factor = load(each);
    if (factor > 0 && product > (WideCount{1} << 120) / factor)
      throw InputError("a process owns more than 2^120 elements");
    product *= factor;
  }
  return product;
}

// --- Matrix products

void require_equal(std::string_view what, Index value, Index wanted) {
  if (value != wanted) throw InputError("{} is {}; it must be {}, as for c", what, value, wanted);
}

Distribution wrapped(Index length, Index processes) {
  return Distribution({.kind = "wrap", .length = length, .processes = processes, .block = 1});
}

}  // namespace

CartesianDistribution::CartesianDistribution(std::vector<Distribution> factors) : factors_(std::move(factors)) {
  if (factors_.empty()) throw InputError("a Cartesian product has no factor; it needs at least one");
  Index count = 1;
  for (const Distribution& factor : factors_) require_processes(count = capped_product(count, factor.processes()));
}

Index CartesianDistribution::processes() const {
  Index count = 1;
  for (const Distribution& factor : factors_) count *= factor.processes();
  return count;
}

std::vector<Index> CartesianDistribution::owner(const std::vector<Index>& index) const {
  require_dimensions(index.size(), dimensions());
  std::vector<Index> found;
  for (std::size_t d = 0; d < dimensions(); ++d) found.push_back(factors_[d].owner(index[d]));
  return found;
}

Index CartesianDistribution::process_number(const std::vector<Index>& coordinates) const {
  require_dimensions(coordinates.size(), dimensions());
  Index number = 0;
  for (std::size_t d = 0; d < dimensions(); ++d) number = number * factors_[d].processes() + coordinates[d];
  return number;
}

std::vector<Index> CartesianDistribution::coordinates(Index process) const {
  if (process < 0 || process >= processes()) throw std::out_of_range(fmt::format("no process {}", process));
  std::vector<Index> found(dimensions());
  for (std::size_t d = dimensions(); d-- > 0; process /= factors_[d].processes())
    found[d] = process % factors_[d].processes();
  return found;
}

std::vector<IndexSet> CartesianDistribution::owned(const std::vector<Index>& coordinates) const {
  require_dimensions(coordinates.size(), dimensions());
  std::vector<IndexSet> sets;
  for (std::size_t d = 0; d < dimensions(); ++d) sets.push_back(factors_[d].owned(coordinates[d]));
  return sets;
}

WideCount CartesianDistribution::most() const {
  return product_of(factors_, [](const Distribution& factor) { return factor.most(); });
}

WideCount CartesianDistribution::least() const {
  return product_of(factors_, [](const Distribution& factor) { return factor.least(); });
}

ReplicatedDistribution::ReplicatedDistribution(CartesianDistribution base, Index copies)
    : base_(std::move(base)), copies_(copies) {
  if (copies < 1) throw InputError("{} copies; a distribution must be replicated at least once", copies);
  require_processes(capped_product(base_.processes(), copies));
}

IndexSet ReplicatedDistribution::holders(const std::vector<Index>& index) const {
  const Index first = base_.process_number(base_.owner(index)) * copies_;
  return {{first, copies_, copies_, 1}};
}

MatrixProduct stored_with_result(const Distribution& rows, const Distribution& columns, const Distribution& inner) {
  return {.rows = rows,
          .columns = columns,
          .inner = inner,
          .a_rows = rows,
          .a_columns = wrapped(inner.length(), columns.processes()),
          .b_rows = wrapped(inner.length(), rows.processes()),
          .b_columns = columns};
}

void validate(const MatrixProduct& product) {
  const Index M = product.rows.processes();
  const Index N = product.columns.processes();
  const Index o = product.inner.length();
  require_equal("the number of rows of a", product.a_rows.length(), product.rows.length());
  require_equal("the number of columns of b", product.b_columns.length(), product.columns.length());
  require_equal("the number of columns of a", product.a_columns.length(), o);
  require_equal("the number of rows of b", product.b_rows.length(), o);
  require_equal("the number of process rows of a", product.a_rows.processes(), M);
  require_equal("the number of process rows of b", product.b_rows.processes(), M);
  require_equal("the number of process columns of a", product.a_columns.processes(), N);
  require_equal("the number of process columns of b", product.b_columns.processes(), N);
  if (capped_product(capped_product(M, N), product.inner.processes()) > largest_length)
    throw InputError("the product has more than 2^40 processes");
}

WideCount least_steps(WideCount communications, Index processes) {
  return (communications + processes - 1) / processes;
}

}  // namespace apportion
