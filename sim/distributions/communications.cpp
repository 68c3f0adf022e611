// Matrix products that fit together.
#include "sim/distributions/communications.hpp"

#include <fmt/format.h>

#include "base/error.hpp"

namespace apportion {
namespace {

void require_equal(std::string_view what, Index value, Index wanted) {
  if (value != wanted) throw InputError(fmt::format("{} is {}; it must be {}, as for c", what, value, wanted));
}

Distribution wrapped(Index length, Index processes) {
  return Distribution({.kind = "wrap", .length = length, .processes = processes, .block = 1});
}

}  // namespace

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
