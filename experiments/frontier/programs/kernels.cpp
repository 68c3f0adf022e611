// Classic data-parallel kernels: what one distribution costs, what Algorithm 1 and the optimum choose, and from where
// on more than one pays.
#include "experiments/frontier/programs/kernels.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <stdexcept>

#include "base/numbers.hpp"
#include "base/text.hpp"
#include "experiments/engine/catalogue.hpp"
#include "experiments/engine/erasure.hpp"
#include "experiments/problems/graphs/study.hpp"
#include "experiments/problems/programs/solve.hpp"
#include "sim/programs/program.hpp"

namespace apportion::frontier {
namespace {

constexpr int processor_bits = 4;
constexpr int block_bits = 13;
constexpr int dimension_bits = processor_bits + block_bits;
constexpr std::size_t most_dimensions = 3;

std::int64_t number(const std::string& text, std::int64_t most, std::string_view name) {
  const std::int64_t value = text == "*" ? 1 : parse_whole(text).value_or(0);
  if (value < 1 || value > most) throw std::logic_error(fmt::format("distribution {} has no code", name));
  return value;
}

}  // namespace

double distribution_code(std::string_view name) {
  const std::vector<std::string> halves = split(name, '/');
  const std::vector<std::string> processors = split(halves.front(), 'x');
  const std::vector<std::string> blocks = split(halves.back(), 'x');
  if (halves.size() != 2 || processors.size() != blocks.size() || blocks.size() > most_dimensions)
    throw std::logic_error(fmt::format("distribution {} has no code", name));
  std::int64_t code = 0;
  for (std::size_t i = processors.size(); i-- > 0;) {
    code = (code << block_bits) + number(blocks[i], (std::int64_t{1} << block_bits) - 1, name);
    code = (code << processor_bits) + number(processors[i], std::int64_t{1} << processor_bits, name) - 1;
  }
  return static_cast<double>(code);
}

namespace {

// SQL that spells the column's code as the name again; NULL where it is 0.
std::string distribution_sql(std::string_view column) {
  std::string processors;
  std::string blocks;
  for (std::size_t i = 0; i < most_dimensions; ++i) {
    const std::size_t shift = i * dimension_bits;
    const std::string count =
        fmt::format("(CAST({} AS INTEGER) >> {} & {}) + 1", column, shift, (1 << processor_bits) - 1);
    const std::string block =
        fmt::format("(CAST({} AS INTEGER) >> {} & {})", column, shift + processor_bits, (1 << block_bits) - 1);
    processors += fmt::format("{}iif({} > 0, '{}' || ({}), '')", i == 0 ? "" : " || ", block, i == 0 ? "" : "x", count);
    blocks += fmt::format(" || iif({} > 0, '{}' || iif({} = 1, '*', {}), '')", block, i == 0 ? "/" : "x", count, block);
  }
  return fmt::format("nullif({}{}, '')", processors, blocks);
}

// The study.

struct KernelMeasures {
  double cost = 0;
  double static_cost = 0;
  double proven = 0;
  double candidates = 0;
  double static_choice = 0;  ///< this and the next ones: codes of distributions
  double first = 0;
  double second = 0;
  double third = 0;
  double distributions = 0;  ///< different ones of the labelling
};
AlignmentGraph kernel_graph(const engine::Point& point, RandomStream& /*stream*/) {
  const auto size = static_cast<std::int64_t>(point.count("size"));
  problems::ProgramQuestion question =
      problems::parse_program_question(problems::kernel(point.text("kernel")).text, {{"n", size}});
  multiply_rates(question.program, point.number("rho"));
  return build_graph(question.program, question.model).graph;
}

KernelMeasures measure_kernel(const AlignmentGraph& graph, const GraphSolution& solution) {
  KernelMeasures measures{.cost = solution.cost,
                          .static_cost = solution.static_cost,
                          .proven = solution.proven_optimal ? 1.0 : 0.0,
                          .candidates = static_cast<double>(graph.candidates.size())};
  measures.static_choice = distribution_code(graph.candidates[best_static(graph).candidate]);
  // In the order of the nodes.
  std::vector<std::size_t> chosen;
  for (const std::size_t label : solution.labels)
    if (std::ranges::find(chosen, label) == chosen.end()) chosen.push_back(label);
  measures.distributions = static_cast<double>(chosen.size());
  const std::array<double*, 3> places{&measures.first, &measures.second, &measures.third};
  for (std::size_t i = 0; i < std::min(chosen.size(), places.size()); ++i)
    *places.at(i) = distribution_code(graph.candidates[chosen[i]]);
  return measures;
}

engine::Axis kernel_axis() {
  std::vector<std::string> names;
  for (const problems::Kernel& kernel : problems::kernels()) names.emplace_back(kernel.name);
  return engine::name_axis("kernel", "classic kernel, a description in experiments/frontier/programs",
                           engine::AxisRole::applied, names);
}

// Powers of two, from communication that is nearly free to words that cost a thousand operations.
std::vector<double> ratios() {
  std::vector<double> values;
  for (double rho = 0.015625; rho <= 1024; rho *= 2) values.push_back(rho);
  return values;
}

engine::Experiment programs_experiment() {
  engine::Study study = problems::study_of_graphs("frontier/programs");
  study.title = "Classic kernels: one distribution, Algorithm 1 and the optimum, by problem size and rho";
  study.claim = "none; the question is which programs want more than one distribution, and from when on";
  study.source = "beyond the four papers: README.md in experiments/frontier/programs";
  study.axes = {kernel_axis(),
                engine::whole_axis("size", "parameter n of the description", engine::AxisRole::applied, 2, 3000,
                                   {32, 64, 128, 256, 512, 1024}),
                problems::rho_axis(ratios())};
  study.axes.back().title = "time of communicating a word over that of an operation";
  study.deterministic = true;
  study.algorithms = {"best-static", "algorithm1-cc", "optimal"};
  study.measured = engine::measured(
      measure_kernel,
      {{"cost", "completion time", "", "less", 1, &KernelMeasures::cost},
       {"static_cost", "completion time of the best static distribution", "", "", 1, &KernelMeasures::static_cost},
       {"proven", "proved optimal by the algorithm itself", "", "more", 0, &KernelMeasures::proven},
       {"candidates", "candidate distributions", "", "", 0, &KernelMeasures::candidates},
       {"distributions", "different distributions chosen", "", "", 0, &KernelMeasures::distributions},
       {"static_choice", "the best static distribution, as a code", "", "", 0, &KernelMeasures::static_choice},
       {"first_choice", "the first distribution chosen, as a code", "", "", 0, &KernelMeasures::first},
       {"second_choice", "the second one, 0 where there is none", "", "", 0, &KernelMeasures::second},
       {"third_choice", "the third one", "", "", 0, &KernelMeasures::third}});
  study.sample = engine::sampler(kernel_graph);
  return engine::erase(std::move(study));
}

const engine::Registration programs_registration{programs_experiment};

// What the kernels cost, which distributions they get, and from where on more than one pays.

// A row for each kernel, size and rho. More than one distribution pays where the optimum costs less than the best
// static one by more than rounding; without a proof at a point it is not decided.
constexpr const char* costs_sql = R"sql(costs AS (
  SELECT kernel, size, rho, max(static_cost) AS static, max(cost) FILTER (WHERE algorithm = 'algorithm1-cc') AS found,
         max(cost) FILTER (WHERE algorithm = 'optimal' AND proven = 1) AS optimum
  FROM frontier_programs WHERE seed = :seed AND rival = '' GROUP BY kernel, size, rho),
savings AS (
  SELECT *, static - optimum AS saving, optimum < static * (1 - 1e-9) AS pays FROM costs WHERE optimum IS NOT NULL))sql";

results::Exhibit programs() {
  results::Exhibit exhibit{
      .name = "frontier/programs", .study = "frontier/programs", .parameters = {{"size", "256"}, {"rho", "1"}}};
  exhibit.title = "Classic kernels: cost of one distribution, of Algorithm 1 and of the optimum, and what they choose";
  exhibit.sql = fmt::format(
      R"sql(WITH points AS (
  SELECT * FROM frontier_programs WHERE seed = :seed AND rival = '' AND size = :size AND rho = :rho),
optima AS (SELECT * FROM points WHERE algorithm = 'optimal'),
named AS (
  SELECT kernel, {0} AS one, {1} AS first, {2} AS second, {3} AS third, distributions FROM optima)
SELECT s.kernel, round(s.cost, 1) AS static, round(a.cost, 1) AS "Algorithm 1", round(o.cost, 1) AS optimum,
       CASE WHEN o.cost IS NULL OR o.proven = 1 THEN NULL ELSE 'unproven' END AS proof,
       round(100 * (1 - o.cost / s.cost), 1) AS "saved, %", named.one AS "one distribution",
       CASE WHEN named.distributions = 1 THEN 'one is enough'
            ELSE first || ', ' || second || coalesce(', ' || third, '')
                 || iif(named.distributions > 3, ' and others', '') END AS "chosen by the optimum",
       CAST(s.candidates AS INTEGER) AS candidates
FROM points AS s LEFT JOIN points AS a ON a.kernel = s.kernel AND a.algorithm = 'algorithm1-cc'
LEFT JOIN optima AS o ON o.kernel = s.kernel LEFT JOIN named ON named.kernel = s.kernel
WHERE s.algorithm = 'best-static'
ORDER BY s.kernel)sql",
      distribution_sql("static_choice"), distribution_sql("first_choice"), distribution_sql("second_choice"),
      distribution_sql("third_choice"));
  exhibit.note =
      "Distributions: processors by dimension / blocks by dimension, * for a dimension in memory; "
      "in the order of the operations that have them. Other points: --set size=64 rho=4. "
      "Why one distribution is or is not enough for each kernel is said in its description and "
      "in experiments/frontier/programs/README.md.";
  exhibit.overview = true;
  return exhibit;
}

results::Exhibit savings() {
  results::Exhibit exhibit{
      .name = "frontier/savings", .study = "frontier/programs", .parameters = {{"kernels", "all"}}};
  exhibit.title = "What more than one distribution saves, in percent of the best static cost";
  exhibit.sql = fmt::format(R"sql(WITH {}
SELECT 'n = ' || CAST(size AS INTEGER) AS page, kernel, rho, 100 * saving / nullif(static, 0) AS saved,
       100 * (found / nullif(optimum, 0) - 1) AS found_gap
FROM savings
WHERE :kernels = 'all' OR instr(',' || :kernels || ',', ',' || kernel || ',') > 0
ORDER BY size, kernel, rho)sql",
                            costs_sql);
  exhibit.layout = {.page = "page",
                    .row = "kernel",
                    .column = "rho",
                    .values = {{"saved", "saved, %", 1}, {"found_gap", "Algorithm 1 above the optimum, %", 2}}};
  exhibit.charts = {{.name = "curves",
                     .x = {"rho", "time of a word over that of an operation", true},
                     .y = {.title = "saved, %"},
                     .values = {{"saved", "saved"}},
                     .series = "kernel",
                     .panel = "page"}};
  exhibit.note = "Some kernels: --set kernels=adi,fft.";
  return exhibit;
}

// Between two values of rho the crossing is where the line through the two nearest values at which several
// distributions pay meets 0: both costs are linear in rho as long as nothing else is chosen. It is never put outside
// the two values.
results::Exhibit crossings() {
  results::Exhibit exhibit{.name = "frontier/crossings", .study = "frontier/programs"};
  exhibit.title = "From and up to which rho more than one distribution pays, by problem size";
  exhibit.sql = fmt::format(R"sql(WITH {},
beside AS (
  SELECT *, lag(pays) OVER by_rho AS pays_before, lead(pays) OVER by_rho AS pays_after,
         lag(saving) OVER by_rho AS saving_before, lead(saving) OVER by_rho AS saving_after,
         lag(rho) OVER by_rho AS rho_before, lead(rho) OVER by_rho AS rho_after
  FROM savings WINDOW by_rho AS (PARTITION BY kernel, size ORDER BY rho)),
ends AS (
  SELECT kernel, size, rho, pays_before = 0 AS begins, pays_after = 0 AS ends,
         CASE WHEN pays_before = 0 AND pays_after = 1 AND saving_after > saving
              THEN max(rho_before, rho - saving * (rho_after - rho) / (saving_after - saving)) END AS from_rho,
         CASE WHEN pays_after = 0 AND pays_before = 1 AND saving_before > saving
              THEN min(rho_after, rho + saving * (rho - rho_before) / (saving_before - saving)) END AS until_rho,
         rho_before, rho_after
  FROM beside WHERE pays AND (pays_before IS NOT 1 OR pays_after IS NOT 1)),
said AS (
  SELECT kernel, size, rho,
         CASE WHEN begins THEN 'from ' || coalesce(printf('%.4g', from_rho), printf('%g..%g', rho_before, rho))
              WHEN ends THEN '' END AS beginning,
         CASE WHEN ends THEN 'up to ' || coalesce(printf('%.4g', until_rho), printf('%g..%g', rho, rho_after))
              END AS ending
  FROM ends),
ranges AS (
  SELECT kernel, size,
         trim(group_concat(trim(coalesce(beginning, '') || ' ' || coalesce(ending, '')), ' ')) AS pays,
         min(rho) AS first_rho
  FROM (SELECT * FROM said ORDER BY kernel, size, rho) GROUP BY kernel, size)
SELECT kernel, size,
       CASE WHEN count(CASE WHEN s.pays THEN 1 END) = 0 THEN 'never'
            WHEN count(CASE WHEN s.pays THEN 1 END) = count(*) THEN 'always' ELSE max(ranges.pays) END AS pays,
       100 * max(s.saving / nullif(s.static, 0)) AS most, max(s.rho) FILTER (WHERE s.pays) AS greatest_rho,
       min(s.rho) FILTER (WHERE s.pays) AS least_rho
FROM savings AS s LEFT JOIN ranges USING (kernel, size)
GROUP BY kernel, size
ORDER BY kernel, size)sql",
                            costs_sql);
  exhibit.layout = {.row = "kernel",
                    .column = "size",
                    .column_title = "problem size n",
                    .values = {{"pays", "rho at which it pays"},
                               {"most", "most that is saved at any rho, %", 1},
                               {"least_rho", "least rho of the run at which it pays"},
                               {"greatest_rho", "greatest rho of the run at which it pays"}}};
  exhibit.note =
      "never, always: at no or every rho of the run. "
      "A crossing between two values of rho is where the line through the nearest two savings meets 0, "
      "which is exact as long as the distributions stay the same; a..b where only one value pays. "
      "An optimum that is shown is proven.";
  return exhibit;
}

results::Exhibit sizes() {
  results::Exhibit exhibit{.name = "frontier/sizes", .study = "frontier/programs"};
  exhibit.title = "From which problem size of the run on more than one distribution pays, by rho";
  exhibit.sql = fmt::format(R"sql(WITH {},
last_static AS (
  SELECT kernel, rho, max(size) FILTER (WHERE NOT pays) AS size, max(size) AS greatest
  FROM savings GROUP BY kernel, rho)
SELECT s.kernel, s.rho,
       CASE WHEN l.size = l.greatest THEN '-' ELSE CAST(CAST(min(s.size) AS INTEGER) AS TEXT) END AS from_size
FROM last_static AS l JOIN savings AS s ON s.kernel = l.kernel AND s.rho = l.rho
  AND (l.size IS NULL OR l.size = l.greatest OR s.size > l.size)
GROUP BY s.kernel, s.rho
ORDER BY s.kernel, s.rho)sql",
                            costs_sql);
  exhibit.layout = {
      .row = "kernel", .column = "rho", .values = {{"from_size", "least n from which on it pays at all greater ones"}}};
  exhibit.note = "-: at the greatest size of the run one distribution is enough.";
  return exhibit;
}

const engine::Registration exhibits_registration{programs, savings, crossings, sizes};

}  // namespace
}  // namespace apportion::frontier
