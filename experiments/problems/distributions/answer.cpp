// Answers to distribution problems as JSON.
#include <fmt/format.h>

#include <iterator>
#include <vector>

#include "algorithms/distributions/notation.hpp"
#include "experiments/problems/distributions/solve.hpp"

namespace apportion::problems {
namespace {

constexpr Index most_listed_processes = 4096;
constexpr std::size_t most_listed_runs = std::size_t{1} << 16;

bool fits_list(const Distribution& distribution) {
  if (distribution.processes() > most_listed_processes) return false;
  std::size_t runs = 0;
  for (Index q = 0; q < distribution.processes() && runs <= most_listed_runs; ++q) runs += distribution.owned(q).size();
  return runs <= most_listed_runs;
}

// Arrays of numbers, in the order of the fields of LoadRun and StridedRuns.
void add_dimension(fmt::memory_buffer& text, std::string_view name, const Distribution& distribution) {
  const auto out = std::back_inserter(text);
  fmt::format_to(out,
                 R"(,"{}":{{"distribution":{},"length":{},"processes":{},"most":{},"least":{},"balance":{},"loads":[)",
                 name, json_string(to_text(distribution)), distribution.length(), distribution.processes(),
                 distribution.most(), distribution.least(), distribution.most() - distribution.least());
  const std::vector<LoadRun> loads = distribution.loads();
  for (std::size_t k = 0; k < loads.size(); ++k)
    fmt::format_to(out, "{}[{},{},{}]", k == 0 ? "" : ",", loads[k].first, loads[k].processes, loads[k].load);
  fmt::format_to(out, "]");
  if (fits_list(distribution)) {
    fmt::format_to(out, R"(,"owned":[)");
    for (Index q = 0; q < distribution.processes(); ++q) {
      fmt::format_to(out, "{}[", q == 0 ? "" : ",");
      const IndexSet set = distribution.owned(q);
      for (std::size_t k = 0; k < set.size(); ++k)
        fmt::format_to(out, "{}[{},{},{},{}]", k == 0 ? "" : ",", set[k].first, set[k].length, set[k].stride,
                       set[k].count);
      fmt::format_to(out, "]");
    }
    fmt::format_to(out, "]");
  }
  fmt::format_to(out, "}}");
}

}  // namespace

std::string to_json(const DistributionAnswer& answer) {
  const MatrixProduct& product = answer.product;
  const CartesianDistribution grid({product.rows, product.columns});
  fmt::memory_buffer text;
  const auto out = std::back_inserter(text);
  fmt::format_to(
      out,
      R"({{"schema":1,"distribution":{},"m":{},"o":{},"n":{},"p":{},"M":{},"N":{},"Q":{},"most":{},"least":{},"homogeneous":{},"perfect":{})",
      json_string(name_of(answer)), product.rows.length(), product.inner.length(), product.columns.length(),
      product.processes(), product.rows.processes(), product.columns.processes(), product.inner.processes(),
      grid.most(), grid.least(), grid.is_homogeneous(), grid.is_perfect());
  const auto add_counts = [&](std::string_view name, const Communications& counts) {
    fmt::format_to(out,
                   R"(,"{}":{{"first_stage":{},"second_stage":{},"total":{},"busiest_combiner":{},"least_steps":{}}})",
                   name, counts.first_stage, counts.second_stage, counts.total(), counts.busiest_combiner,
                   least_steps(counts.total(), product.processes()));
  };
  add_counts("n_com", answer.counted);
  add_counts("n_com_formula", answer.formula);
  add_dimension(text, "rows", product.rows);
  add_dimension(text, "columns", product.columns);
  add_dimension(text, "inner", product.inner);
  fmt::format_to(out, "}}");
  return fmt::to_string(text);
}

}  // namespace apportion::problems
