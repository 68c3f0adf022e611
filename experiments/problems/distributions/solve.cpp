// The family of distributions: c = a b, whose sizes and processes partly follow from each other; the communications of
// a question's matrices, the answer as JSON, and drawings of owners. Sweeps distribute one dimension.
#include "experiments/problems/distributions/solve.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <iterator>
#include <map>
#include <optional>
#include <tuple>
#include <vector>

#include "algorithms/distributions/communication_count.hpp"
#include "algorithms/distributions/distribution_kind.hpp"
#include "base/error.hpp"
#include "base/text.hpp"
#include "experiments/problems/common/sweep_study.hpp"
#include "experiments/problems/drawing/svg.hpp"
#include "experiments/problems/problem_family.hpp"

namespace apportion::problems {
namespace {

// --- The question and its answer

Field size_field(const std::string& name, const std::string& what) {
  const std::string value(1, static_cast<char>(std::toupper(name.front())));
  return whole_field(name, value, 1, static_cast<double>(largest_length), what);
}

Field kind_field(const std::string& name, const std::string& what) {
  return word_field(name, registered_names<DistributionKind>, what).called("KIND").by_default("ceil-block");
}

const std::vector<Field>& distribution_fields() {
  static const std::vector<Field> all = {
      size_field("o", "columns of a, rows of b"),
      size_field("m", "rows of c = a b").must_be_given("sizes"),
      size_field("n", "columns of c").must_be_given("sizes"),
      size_field("p", "processes; without M and N the best M x N is taken").must_be_given("sizes/p"),
      flag_field("leave-idle", "up to a twentieth of the processes may do nothing, where the others then send less")
          .within("sizes")
          .needing("p"),
      size_field("M", "process rows").must_be_given("sizes/grid"),
      size_field("N", "process columns").must_be_given("sizes/grid"),
      size_field("Q", "layers of M x N processes").within("sizes").by_default("1"),
      kind_field("row-kind", "how rows are dealt out").within("sizes"),
      kind_field("column-kind", "how columns are dealt out, such as block-cyclic[block=4]").within("sizes"),
      field_of(FieldKind::text, "distribution", "TEXT",
               "instead of sizes and kinds, such as 'linear(100,4) x wrap(200,8) * 2'")
          .must_be_given("text"),
      kind_field("inner-kind", "how the layers share the inner dimension"),
      seed_field()};
  return all;
}

// The greatest p to factorise by trial.
constexpr Index most_factorised = Index{1} << 32;

Index required(const FieldValues& given, const char* name) {
  if (given.has_value(name)) return given.whole(name);
  throw InputError(
      "{} is missing; a problem needs o, m, n, and either p or M and N; "
      "or it needs o and a distribution",
      name);
}

Distribution made(const FieldValues& given, const char* kind, const char* length, Index processes) {
  return make_distribution(given.text(kind), required(given, length), processes);
}

MatrixProduct product_on(const FieldValues& given, Index M, Index N) {
  return stored_with_result(made(given, "row-kind", "m", M), made(given, "column-kind", "n", N),
                            made(given, "inner-kind", "o", given.whole("Q")));
}

// The number of processes of one layer.
Index grid_size(const FieldValues& given) {
  const Index p = required(given, "p");
  const Index Q = given.whole("Q");
  if (p % Q != 0) throw InputError("Q is {}; it must divide p = {}", Q, p);
  return p / Q;
}

// The criteria for a grid: processes without an element of c, then N_com, then M.
std::tuple<Index, WideCount, Index> rank(const MatrixProduct& product) {
  const Index used = product.rows.image_size() * product.columns.image_size();
  return {product.rows.processes() * product.columns.processes() - used,
          count_communications("by-loads", product).first_stage, product.rows.processes()};
}

// Kinds need not be defined for all sizes; linear, for example, is not.
MatrixProduct best_grid_of(const FieldValues& given, Index grid) {
  std::optional<MatrixProduct> best;
  std::string refusal;
  const auto consider = [&](Index M) {
    try {
      const MatrixProduct product = product_on(given, M, grid / M);
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
MatrixProduct best_grid(const FieldValues& given) {
  constexpr Index most_idle = 1000;
  for (const char* length : {"m", "n", "o"}) static_cast<void>(required(given, length));
  const Index grid = grid_size(given);
  if (grid > most_factorised) throw InputError("p is {}; give M and N beyond 2^32", required(given, "p"));
  if (!given.flag("leave-idle")) return best_grid_of(given, grid);
  std::vector<MatrixProduct> found;
  std::vector<WideCount> sent;
  for (Index idle = 0; idle <= std::min(grid / 20, most_idle); ++idle) {
    try {
      found.push_back(best_grid_of(given, grid - idle));
      sent.push_back(count_communications("by-loads", found.back()).first_stage);
    } catch (const InputError&) {  // the kinds are not defined for this number
    }
  }
  if (found.empty()) return best_grid_of(given, grid);
  const WideCount fewest = *std::ranges::min_element(sent);
  const auto chosen = std::ranges::find_if(sent, [&](WideCount each) { return 5 * each <= 6 * fewest; });
  return found[static_cast<std::size_t>(chosen - sent.begin())];
}

MatrixProduct product_of_sizes(const FieldValues& given) {
  const bool has_rows = given.has("M");
  const bool has_columns = given.has("N");
  if (!has_rows && !has_columns) return best_grid(given);
  if (has_rows && has_columns) return product_on(given, required(given, "M"), required(given, "N"));
  const Index grid = grid_size(given);
  const char* const name = has_rows ? "M" : "N";
  const Index lines = required(given, name);
  if (grid % lines != 0) throw InputError("{} is {}; it must divide p / Q = {}", name, lines, grid);
  return has_rows ? product_on(given, lines, grid / lines) : product_on(given, grid / lines, lines);
}

MatrixProduct product_of_text(const FieldValues& given) {
  for (const char* name : {"M", "N", "Q", "column-kind", "m", "n", "row-kind"})
    if (given.has(name))
      throw InputError("{} and distribution exclude each other: the distribution implies it",
                       respelled(name, {{'-', "_"}}));
  const ReplicatedDistribution replicated = parse_replicated(given.text("distribution"));
  const std::vector<Distribution>& factors = replicated.base().factors();
  if (factors.size() != 2)
    throw InputError("the distribution has {} dimensions; that of a matrix has two", factors.size());
  return stored_with_result(factors[0], factors[1], made(given, "inner-kind", "o", replicated.copies()));
}

constexpr Index most_listed_processes = 4096;
constexpr std::size_t most_listed_runs = std::size_t{1} << 16;

// Arrays of numbers, in the order of the fields of LoadRun and StridedRuns.
std::string dimension_json(std::string_view name, const Distribution& distribution) {
  const auto load = [](const LoadRun& run) { return fmt::format("[{},{},{}]", run.first, run.processes, run.load); };
  const auto runs = [](const auto& of) {
    return fmt::format("[{},{},{},{}]", of.first, of.length, of.stride, of.count);
  };
  std::vector<std::string> owned;  // by each process
  std::size_t listed = 0;
  for (Index q = 0; q < std::min(distribution.processes(), most_listed_processes) && listed <= most_listed_runs; ++q) {
    listed += distribution.owned(q).size();
    owned.push_back(json_list(distribution.owned(q), runs));
  }
  const bool fits = distribution.processes() <= most_listed_processes && listed <= most_listed_runs;
  return fmt::format(
      R"(,"{}":{{"distribution":{},"length":{},"processes":{},"most":{},"least":{},"balance":{},"loads":{}{}}})", name,
      json_string(to_text(distribution)), distribution.length(), distribution.processes(), distribution.most(),
      distribution.least(), distribution.most() - distribution.least(), json_list(distribution.loads(), load),
      fits ? fmt::format(R"(,"owned":[{}])", fmt::join(owned, ",")) : "");
}

// --- Drawings

constexpr Index most_indices_drawn = 512;
constexpr double drawing_size = 640;
constexpr double greatest_cell = 40;
constexpr double margin = 16;
constexpr double title_height = 26;

void require_drawable(const CartesianDistribution& distribution) {
  if (distribution.dimensions() != 2)
    throw InputError("a distribution of {} dimensions cannot be drawn; it must have two", distribution.dimensions());
  for (const Distribution& factor : distribution.factors())
    if (factor.length() > most_indices_drawn)
      throw InputError("{} indices are too many to draw; the limit is {}", factor.length(), most_indices_drawn);
}

// Consecutive indices with the same owner.
struct Run {
  Index first = 0;
  Index length = 0;
  Index owner = 0;
};

std::vector<Run> runs_of(const Distribution& distribution) {
  std::vector<Run> runs;
  for (Index i = 0; i < distribution.length(); ++i) {
    const Index owner = distribution.owner(i);
    if (!runs.empty() && runs.back().owner == owner)
      ++runs.back().length;
    else
      runs.push_back({i, 1, owner});
  }
  return runs;
}

using OwnerColours = std::map<Index, std::size_t>;

// A colour for each owner of indices of one dimension; owners of neighbouring indices have different colours. There may
// be far more processes than owners.
OwnerColours colours_along(const Distribution& distribution) {
  const std::vector<Run> runs = runs_of(distribution);
  OwnerColours numbers;
  for (const Run& run : runs) numbers.emplace(run.owner, numbers.size());
  Neighbours neighbours(numbers.size());
  for (std::size_t i = 1; i < runs.size(); ++i) {
    const std::size_t one = numbers.at(runs[i - 1].owner);
    const std::size_t other = numbers.at(runs[i].owner);
    neighbours[one].insert(other);
    neighbours[other].insert(one);
  }
  const std::vector<std::size_t> colours = colours_of({neighbours}).front();
  for (auto& [owner, number] : numbers) number = colours[number];
  return numbers;
}

// The colour of process (s, t). Up to nine processes have a colour each. Otherwise the colours of both dimensions are
// combined modulo an odd number of colours, so that a step in either dimension changes the colour.
class Colours {
 public:
  explicit Colours(const CartesianDistribution& distribution) : distribution_(distribution) {
    if (distribution.processes() <= static_cast<Index>(svg_palette_size)) return;
    down_ = colours_along(distribution.factors()[0]);
    right_ = colours_along(distribution.factors()[1]);
    for (const OwnerColours* colours : {&down_, &right_})
      for (const auto& [owner, colour] : *colours) count_ = std::max(count_, colour + 1);
    count_ += 1 - count_ % 2;
  }

  [[nodiscard]] std::string of(Index s, Index t) const {
    if (down_.empty()) return svg_colour(static_cast<std::size_t>(distribution_.process_number({s, t})));
    return svg_colour((4 * down_.at(s) + right_.at(t)) % count_);
  }

 private:
  const CartesianDistribution& distribution_;
  OwnerColours down_;
  OwnerColours right_;
  std::size_t count_ = svg_palette_size;
};

// One line per row with the process number (s N + t) of each element.
std::string text_of_owners(const CartesianDistribution& distribution) {
  require_drawable(distribution);
  const std::size_t digits = fmt::format("{}", distribution.processes() - 1).size();
  std::string text;
  for (Index i = 0; i < distribution.factors()[0].length(); ++i) {
    for (Index j = 0; j < distribution.factors()[1].length(); ++j)
      fmt::format_to(std::back_inserter(text), "{}{:>{}}", j == 0 ? "" : " ",
                     distribution.process_number(distribution.owner({i, j})), digits);
    text += '\n';
  }
  return text;
}

std::string draw_distribution(const FieldValues& given, const std::string& format) {
  // The inner dimension is not drawn; every kind can distribute Q indices over Q layers.
  Json problem = given.object().json();
  problem.emplace("o", given.whole("Q"));
  const DistributionAnswer answer = solve({distribution_fields(), std::move(problem)});
  const CartesianDistribution grid({answer.product.rows, answer.product.columns});
  const std::string title =
      fmt::format("{}: {} to {} elements per process", name_of(answer), grid.least(), grid.most());
  if (format == "svg") return svg_drawing(title, grid);
  return title + "\n" + text_of_owners(grid);
}

// --- The study of one dimension

constexpr Index most_length = 1 << 20;  // in studies

Distribution distribution_in(const DistributionShape& shape, const JsonReader& answer) {
  require_answer_keys(answer, {"distribution"}, {});
  Distribution distribution = parse_distribution(answer["distribution"].text());
  if (distribution.length() != shape.length || distribution.processes() != shape.processes)
    throw InputError("{} distributes {} elements among {} processes; it must be {} among {}",
                     answer["distribution"].text(), distribution.length(), distribution.processes(), shape.length,
                     shape.processes);
  return distribution;
}

// Measures of the triangular computation, in elements; efficiency: all elements of all steps over p times the time.
engine::Numbers measure_distribution(const DistributionShape& shape, const Distribution& distribution) {
  const auto n = static_cast<double>(shape.length);
  const auto p = static_cast<double>(shape.processes);
  const double time = triangular_time(distribution);
  return {{"time", time},
          {"bound", triangular_bound(shape.length, shape.processes)},
          {"efficiency", time == 0 ? 1 : n * (n - 1) / 2 / (p * time)},
          {"imbalance", static_cast<double>(distribution.most() - distribution.least())},
          {"cut", cut_neighbours(distribution)}};
}

DistributionShape read_shape(const std::string& line) {
  const FieldValues given = distribution_question(line);
  const std::array others = {"o", "m", "M", "N", "Q", "row-kind", "column-kind", "inner-kind", "distribution"};
  if (!given.has("n") || !given.has("p") || std::ranges::any_of(others, [&](auto name) { return given.has(name); }))
    throw InputError("an instance of distributions is one dimension: n and p, and nothing else");
  const DistributionShape shape{given.whole("n"), given.whole("p")};
  if (std::max(shape.length, shape.processes) > most_length)
    throw InputError("n and p must be from 1 to {}", most_length);
  return shape;
}

// The family's default sweep: axes n and p. relative_time: triangular time over the rival's.
engine::Experiment distribution_study() {
  engine::Experiment study;
  study.title = "Simple distributions under the triangular computation";
  study.source = "Niculescu, example 1";
  study.axes = {length_axis("n", "elements and steps", {960}), length_axis("p", "processes", {8})};
  study.deterministic = true;
  study.algorithms = {"ceil-block", "block-cyclic", "wrap"};
  study.solvers = engine::solvers_of<DistributionKind>();
  study.measured.metrics = {
      {{"time", "elements of the busiest processes, summed over the steps", "elements", "less", 0}},
      {{"bound", "the least that any distribution takes", "elements", "", 0}},
      {{"efficiency", "all elements of all steps over p times the time", "", "more", 4}},
      {{"imbalance", "Ma - Mi", "elements", "less", 0}},
      {{"cut", "neighbours on different processes", "", "less", 0}}};
  engine::set_measure(study, measure_distribution);
  study.paired_metrics = {engine::relative_metric("relative_time", "time over the rival's", 4, "time")};
  study.sample = engine::sampler([](const engine::Point& point, RandomStream& /*stream*/) {
    return DistributionShape{static_cast<Index>(point.count("n")), static_cast<Index>(point.count("p"))};
  });
  study.forms = engine::shown(engine::Presentation<DistributionKind>{
      .text = [](const DistributionShape& /*shape*/, const Distribution& distribution) {
        return to_text(distribution) + "\n";
      }});
  return study;
}

// --- The family

const FamilyRegistration distribution_family{
    {.name = "distributions",
     .synonyms = {"distribution"},
     .summary = "one dimension dealt out to processes, under a triangular computation",
     .compared_metric = "time",
     .algorithms =
         [] {
           std::vector<AlgorithmInfo> all =
               registered_algorithms<CommunicationCount>("communications of distributions");
           std::ranges::move(registered_algorithms<DistributionKind>("distributions"), std::back_inserter(all));
           return all;
         },
     .fields = distribution_fields,
     .solve = [](const FieldValues& given) { return to_json(solve(given)); },
     .sweep =
         [](const engine::SweepDefinition& definition) {
           return sweep_study(distribution_study(), definition,
                              {.instances = given_instances<DistributionShape>(read_shape)},
                              own_solvers(distribution_exchange()));
         },
     .draw = draw_distribution}};

}  // namespace

FieldValues distribution_question(std::string_view json) { return {distribution_fields(), parse_json(json)}; }

DistributionAnswer solve(const FieldValues& given) {
  for (const char* kind : {"column-kind", "inner-kind", "row-kind"})
    static_cast<void>(choose_distribution_kind(given.text(kind)));
  const MatrixProduct product = given.has("distribution") ? product_of_text(given) : product_of_sizes(given);
  const Communications counted = count_communications("by-loads", product);
  const bool has_processes = given.has("p");
  const bool may_idle = has_processes && given.flag("leave-idle") && !given.has("M") && !given.has("N");
  const Index idle = may_idle ? given.whole("p") - product.processes() : 0;
  if (has_processes && given.whole("p") != product.processes() + idle)
    throw InputError("p is {}; M N Q is {}", given.whole("p"), product.processes());
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

std::string svg_drawing(std::string_view title, const CartesianDistribution& distribution) {
  require_drawable(distribution);
  const Distribution& row_distribution = distribution.factors()[0];
  const Distribution& column_distribution = distribution.factors()[1];
  const auto longest = static_cast<double>(std::max(row_distribution.length(), column_distribution.length()));
  const double cell = std::min(greatest_cell, drawing_size / longest);
  const double top = margin + title_height;
  std::string body = svg_text(margin, top - 8, 14, R"( stroke="none")", title) + "\n";
  const Colours colours(distribution);
  const std::vector<Run> columns = runs_of(column_distribution);
  for (const Run& row : runs_of(row_distribution))
    for (const Run& column : columns) {
      const double x = margin + cell * static_cast<double>(column.first);
      const double y = top + cell * static_cast<double>(row.first);
      const double width = cell * static_cast<double>(column.length);
      const double height = cell * static_cast<double>(row.length);
      fmt::format_to(std::back_inserter(body),
                     "{} fill=\"{}\"><title>process ({},{}): {} x {} elements from ({},{})</title></rect>\n",
                     svg_rect(x, y, width, height), colours.of(row.owner, column.owner), row.owner, column.owner,
                     row.length, column.length, row.first, column.first);
      const std::string label = fmt::format("{},{}", row.owner, column.owner);
      const double font = std::min({13.0, 0.8 * height, (width - 2) / (0.6 * static_cast<double>(label.size()))});
      // Most of a digit is above its baseline.
      if (font >= 5)
        body += svg_text(x + width / 2, y + height / 2 + 0.35 * font, font, R"( text-anchor="middle" stroke="none")",
                         label) +
                "\n";
    }
  const double width = cell * static_cast<double>(column_distribution.length()) + 2 * margin;
  const double height = cell * static_cast<double>(row_distribution.length()) + top + margin;
  // Makes the drawing wide enough for its title.
  const double title_width = 2 * margin + 8 * static_cast<double>(title.size());
  return svg_document(std::max(width, title_width), height,
                      "<g stroke=\"#222222\" stroke-width=\"0.5\">\n" + body + "</g>\n");
}

Exchange<DistributionKind> distribution_exchange() {
  return {
      [](const DistributionShape& shape) { return fmt::format(R"({{"n":{},"p":{}}})", shape.length, shape.processes); },
      distribution_in};
}

engine::Axis length_axis(const std::string& name, const std::string& title, const std::vector<double>& values) {
  return engine::whole_axis(name, title, engine::AxisRole::applied, 1, most_length, values);
}

}  // namespace apportion::problems
