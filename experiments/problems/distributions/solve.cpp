// Distributions of a question's matrices, their communications, and the answer as JSON.
#include "experiments/problems/distributions/solve.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <numeric>
#include <tuple>
#include <vector>

#include "algorithms/distributions/communication_count.hpp"
#include "algorithms/distributions/distribution_kind.hpp"
#include "algorithms/distributions/notation.hpp"
#include "base/error.hpp"

namespace apportion::problems {
namespace {

// The greatest p to factorise by trial.
constexpr Index most_factorised = Index{1} << 32;

void require_sizes(const DistributionQuestion& question) {
  for (const auto& [name, field] : size_fields())
    if (const std::optional<Index>& size = question.*field; size && (*size < 1 || *size > largest_length))
      throw InputError(fmt::format("{} is {}; it must be from 1 to 2^40", name, *size));
}

Index required(const std::optional<Index>& size, std::string_view name) {
  if (!size)
    throw InputError(
        fmt::format("{} is missing; a problem needs o, m, n, and either p or M and N; "
                    "or it needs o and a distribution",
                    name));
  return *size;
}

// Checks the lengths of the matrices.
void require_lengths(const DistributionQuestion& question) {
  static_cast<void>(required(question.m, "m"));
  static_cast<void>(required(question.n, "n"));
  static_cast<void>(required(question.o, "o"));
}

MatrixProduct product_on(const DistributionQuestion& question, Index M, Index N) {
  const auto made = [](const std::optional<std::string>& kind, Index length, Index processes) {
    return make_distribution(kind.value_or(default_kind), length, processes);
  };
  return stored_with_result(made(question.row_kind, required(question.m, "m"), M),
                            made(question.column_kind, required(question.n, "n"), N),
                            made(question.inner_kind, required(question.o, "o"), question.Q.value_or(1)));
}

// The number of processes of one layer.
Index grid_size(const DistributionQuestion& question) {
  const Index p = required(question.p, "p");
  const Index Q = question.Q.value_or(1);
  if (p % Q != 0) throw InputError(fmt::format("Q is {}; it must divide p = {}", Q, p));
  return p / Q;
}

// The criteria for a grid: processes without an element of c, then N_com, then M.
std::tuple<Index, WideCount, Index> rank(const MatrixProduct& product) {
  const Index used = product.rows.image_size() * product.columns.image_size();
  return {product.rows.processes() * product.columns.processes() - used,
          count_communications("by-loads", product).first_stage, product.rows.processes()};
}

// Kinds need not be defined for all sizes; linear, for example, is not.
MatrixProduct best_grid_of(const DistributionQuestion& question, Index grid) {
  std::optional<MatrixProduct> best;
  std::string refusal;
  const auto consider = [&](Index M) {
    try {
      const MatrixProduct product = product_on(question, M, grid / M);
      if (!best || rank(product) < rank(*best)) best = product;
    } catch (const InputError& error) {
      refusal = error.what();
    }
  };
  for (Index M = 1; M * M <= grid; ++M) {
    if (grid % M != 0) continue;
    consider(M);
    consider(grid / M);
  }
  if (!best) throw InputError("no M x N is possible: " + refusal);
  return *best;
}

// The best grid. If processes may be idle, it uses as many as send at most a fifth more than the fewest elements sent
// by any number down to a twentieth fewer.
MatrixProduct best_grid(const DistributionQuestion& question) {
  constexpr Index most_idle = 1000;
  require_lengths(question);
  const Index grid = grid_size(question);
  if (grid > most_factorised) throw InputError(fmt::format("p is {}; give M and N beyond 2^32", *question.p));
  if (!question.leave_idle) return best_grid_of(question, grid);
  std::vector<MatrixProduct> found;
  std::vector<WideCount> sent;
  for (Index idle = 0; idle <= std::min(grid / 20, most_idle); ++idle) {
    try {
      found.push_back(best_grid_of(question, grid - idle));
      sent.push_back(count_communications("by-loads", found.back()).first_stage);
    } catch (const InputError&) {  // the kinds are not defined for this number
    }
  }
  if (found.empty()) return best_grid_of(question, grid);
  const WideCount fewest = *std::ranges::min_element(sent);
  const auto chosen = std::ranges::find_if(sent, [&](WideCount each) { return 5 * each <= 6 * fewest; });
  return found[static_cast<std::size_t>(chosen - sent.begin())];
}

MatrixProduct product_of_sizes(const DistributionQuestion& question) {
  if (!question.M && !question.N) return best_grid(question);
  if (question.M && question.N) return product_on(question, *question.M, *question.N);
  const Index grid = grid_size(question);
  const Index given = question.M ? *question.M : *question.N;
  if (grid % given != 0)
    throw InputError(fmt::format("{} is {}; it must divide p / Q = {}", question.M ? "M" : "N", given, grid));
  return question.M ? product_on(question, given, grid / given) : product_on(question, grid / given, given);
}

MatrixProduct product_of_text(const DistributionQuestion& question) {
  for (const auto& [name, given] : std::map<std::string, bool>{{"m", question.m.has_value()},
                                                               {"n", question.n.has_value()},
                                                               {"M", question.M.has_value()},
                                                               {"N", question.N.has_value()},
                                                               {"Q", question.Q.has_value()},
                                                               {"row_kind", question.row_kind.has_value()},
                                                               {"column_kind", question.column_kind.has_value()}})
    if (given)
      throw InputError(fmt::format("{} and distribution exclude each other: the distribution implies it", name));
  const ReplicatedDistribution replicated = parse_replicated(*question.distribution);
  const std::vector<Distribution>& factors = replicated.base().factors();
  if (factors.size() != 2)
    throw InputError(fmt::format("the distribution has {} dimensions; that of a matrix has two", factors.size()));
  return stored_with_result(
      factors[0], factors[1],
      make_distribution(question.inner_kind.value_or(default_kind), required(question.o, "o"), replicated.copies()));
}

constexpr Index most_listed_processes = 4096;
constexpr std::size_t most_listed_runs = std::size_t{1} << 16;

bool fits_list(const Distribution& distribution) {
  if (distribution.processes() > most_listed_processes) return false;
  std::size_t runs = 0;
  for (Index q = 0; q < distribution.processes() && runs <= most_listed_runs; ++q) runs += distribution.owned(q).size();
  return runs <= most_listed_runs;
}

// Arrays of numbers, in the order of the fields of LoadRun and StridedRuns.
std::string dimension_json(std::string_view name, const Distribution& distribution) {
  const auto load = [](const LoadRun& run) { return fmt::format("[{},{},{}]", run.first, run.processes, run.load); };
  const auto runs = [](const auto& of) {
    return fmt::format("[{},{},{},{}]", of.first, of.length, of.stride, of.count);
  };
  std::string owned;
  if (fits_list(distribution)) {
    std::vector<Index> processes(static_cast<std::size_t>(distribution.processes()));
    std::iota(processes.begin(), processes.end(), Index{0});
    owned = R"(,"owned":)" +
            json_list(processes, [&](Index process) { return json_list(distribution.owned(process), runs); });
  }
  return fmt::format(
      R"(,"{}":{{"distribution":{},"length":{},"processes":{},"most":{},"least":{},"balance":{},"loads":{}{}}})", name,
      json_string(to_text(distribution)), distribution.length(), distribution.processes(), distribution.most(),
      distribution.least(), distribution.most() - distribution.least(), json_list(distribution.loads(), load), owned);
}

}  // namespace

DistributionQuestion distribution_question(const FieldValues& given) {
  using Question = DistributionQuestion;
  constexpr std::pair<const char*, std::optional<std::string> Question::*> texts[] = {
      {"distribution", &Question::distribution},
      {"row-kind", &Question::row_kind},
      {"column-kind", &Question::column_kind},
      {"inner-kind", &Question::inner_kind}};
  DistributionQuestion question;
  for (const auto& [name, field] : size_fields())
    if (given.has(name)) question.*field = given.whole(name);
  for (const auto& [name, field] : texts)
    if (given.has(name)) question.*field = given.text(name);
  question.leave_idle = given.flag("leave-idle");
  return question;
}

DistributionQuestion parse_distribution_question(std::string_view json) {
  return distribution_question({distribution_fields(), parse_json(json)});
}

std::map<std::string, std::optional<Index> DistributionQuestion::*> size_fields() {
  using Question = DistributionQuestion;
  return {{"m", &Question::m}, {"o", &Question::o}, {"n", &Question::n}, {"p", &Question::p},
          {"M", &Question::M}, {"N", &Question::N}, {"Q", &Question::Q}};
}

DistributionAnswer solve(const DistributionQuestion& question) {
  require_sizes(question);
  for (const std::optional<std::string>& kind : {question.row_kind, question.column_kind, question.inner_kind})
    if (kind) static_cast<void>(choose_distribution_kind(*kind));
  const MatrixProduct product = question.distribution ? product_of_text(question) : product_of_sizes(question);
  const Communications counted = count_communications("by-loads", product);
  const bool may_idle = question.p && question.leave_idle && !question.M && !question.N;
  const Index idle = may_idle ? *question.p - product.processes() : 0;
  if (question.p && *question.p != product.processes() + idle)
    throw InputError(fmt::format("p is {}; M N Q is {}", *question.p, product.processes()));
  return {product, counted, count_communications("by-formula", product), idle};
}

std::string name_of(const DistributionAnswer& answer) {
  const CartesianDistribution grid({answer.product.rows, answer.product.columns});
  const Index Q = answer.product.inner.processes();
  return Q == 1 ? to_text(grid) : to_text(ReplicatedDistribution(grid, Q));
}

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
      grid.most(), grid.least(), grid.is_homogeneous(), grid.most() == grid.least());
  if (answer.idle > 0) fmt::format_to(out, R"(,"idle":{})", answer.idle);
  const auto add_counts = [&](std::string_view name, const Communications& counts) {
    fmt::format_to(out,
                   R"(,"{}":{{"first_stage":{},"second_stage":{},"total":{},"busiest_combiner":{},"least_steps":{}}})",
                   name, counts.first_stage, counts.second_stage, counts.total(), counts.busiest_combiner,
                   least_steps(counts.total(), product.processes()));
  };
  add_counts("n_com", answer.counted);
  add_counts("n_com_formula", answer.formula);
  fmt::format_to(out, "{}{}{}}}", dimension_json("rows", product.rows), dimension_json("columns", product.columns),
                 dimension_json("inner", product.inner));
  return fmt::to_string(text);
}

}  // namespace apportion::problems
