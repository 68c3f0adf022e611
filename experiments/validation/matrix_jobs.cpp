// Matrix product and LU decomposition on process grids: the studies, how block times rank methods, what is claimed of
// them, and which conclusions hold under other protocols.
#include "experiments/validation/matrix_jobs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <utility>

#include "base/error.hpp"
#include "base/text.hpp"
#include "experiments/engine/catalogue.hpp"
#include "experiments/engine/claims.hpp"
#include "experiments/engine/erasure.hpp"
#include "experiments/problems/common/axes.hpp"
#include "experiments/problems/grids/study.hpp"
#include "experiments/validation/applied_axes.hpp"
#include "experiments/validation/own_claims.hpp"
#include "experiments/validation/protocols.hpp"
#include "experiments/validation/rankings.hpp"
#include "results/records.hpp"
#include "sim/network/jacobi.hpp"
#include "sim/network/network.hpp"
#include "sim/network/simulate.hpp"

namespace apportion::validation {

using engine::Axis;
using engine::AxisKind;

namespace {

// Which dimensions have their slices reversed.
struct Reversal {
  bool rows = false;
  bool columns = false;
};

MatrixLayout layout_of(const GridJobProblem& problem, const GridSolution& solution, const Reversal& reversal) {
  MatrixLayout layout{problem.grid, solution.rounded, problem.size, {}};
  if (reversal.rows) std::ranges::reverse(layout.lengths[0]);
  if (reversal.columns) std::ranges::reverse(layout.lengths[1]);
  const std::size_t rows = problem.grid.edge(0);
  const std::size_t columns = problem.grid.edge(1);
  layout.speeds.resize(rows * columns);
  for (std::size_t row = 0; row < rows; ++row)
    for (std::size_t column = 0; column < columns; ++column) {
      const std::size_t from_row = reversal.rows ? rows - 1 - row : row;
      const std::size_t from_column = reversal.columns ? columns - 1 - column : column;
      layout.speeds[row + rows * column] = problem.performances[solution.mapping[from_row + rows * from_column]];
    }
  return layout;
}

Job job_of(const GridJobProblem& problem, const GridSolution& solution, const Reversal& reversal) {
  const MatrixLayout layout = layout_of(problem, solution, reversal);
  return problem.workload == Workload::product ? matrix_product(layout) : lu_decomposition(layout);
}

void scale_messages(Job& job, double factor) {
  for (Message& message : job.messages) message.bytes *= factor;
}

double reordered_time(const GridJobProblem& problem, const GridSolution& solution, const Reversal& reversal) {
  Job job = job_of(problem, solution, reversal);
  scale_messages(job, problem.message_scale);
  if (problem.noise > 0) {
    RandomStream stream(problem.noise_seed, fmt::format("noise {:.9g}", solution.rounded_time));
    add_noise(job, problem.noise, stream);
  }
  return simulate(problem.network, job).makespan();
}

Job without_computation(Job job) {
  for (ProcessorProgram& program : job.programs)
    for (Step& step : program) step.seconds = 0;
  return job;
}

double message_scale(const GridJobProblem& problem, double share, RandomStream& stream) {
  if (share == 0) return 0;
  const GridSolution reference = GridRegistry::instance().choose("beaumont").solve(problem, stream);
  Job job = job_of(problem, reference, {});
  const double messages = simulate(problem.network, without_computation(job)).makespan();
  scale_messages(job, 0);
  const double computation = simulate(problem.network, job).makespan();
  return share / (1 - share) * computation / messages;
}

}  // namespace

std::vector<std::string> grid_methods() { return {"beaumont", "ccp", "equal-pressure", "natural", "proposed"}; }

std::vector<Axis> grid_job_axes() {
  std::vector<Axis> axes = problems::grid_axes();
  problems::set_axis(axes, "block", {engine::AxisValue::of(60)});
  axes.push_back(applied_name("network", "network between the processes", network_names()));
  problems::set_axis(axes, "network", engine::name_values({"star"}));
  axes.push_back(applied_name("workload", "matrix product, or LU decomposition", {"product", "lu"}));
  axes.push_back(
      applied_number("share", "share of messages, for Beaumont et al.'s answer", {AxisKind::real, 0, 0.999}, 0));
  axes.push_back(
      applied_number("blocks", "generalised blocks along each side of the matrices", {AxisKind::whole, 1, 100}, 3));
  axes.push_back(applied_name("order", "of slices: as the answer has them, or the best of it and its reversals",
                              {"given", "best"}));
  return axes;
}

GridJobProblem sample_grid_job(const engine::Point& point, RandomStream& stream) {
  GridJobProblem problem{problems::sample_grids(point, stream)};
  problem.network = named_network(point.text("network"), problem.grid.cells(), {});
  problem.workload = point.text("workload") == "product" ? Workload::product : Workload::lu;
  problem.size = problem.block.front() * static_cast<std::int64_t>(point.count("blocks"));
  problem.best_order = point.text("order") == "best";
  problem.message_scale = message_scale(problem, point.number("share"), stream);
  return problem;
}

double simulated_time(const GridJobProblem& problem, const GridSolution& solution) {
  return reordered_time(problem, solution, {});
}

GridJobMeasures measure_grid_job(const GridJobProblem& problem, const GridSolution& solution) {
  const auto size = static_cast<double>(problem.size);
  const double blocks = size / static_cast<double>(problem.block.front());
  double time = simulated_time(problem, solution);
  if (problem.best_order)
    for (const Reversal& reversal : {Reversal{true, false}, Reversal{false, true}, Reversal{true, true}})
      time = std::min(time, reordered_time(problem, solution, reversal));
  return {.block_time = solution.rounded_time * size * blocks * blocks, .time = time};
}

namespace {

// A study of grid_methods() on star networks; name, title, claim and the axes' values are the caller's.
engine::Study grid_job_study(const std::string& name) {
  using Measures = GridJobMeasures;
  engine::Study study{.name = name};
  study.source = "beyond the four papers: README.md in experiments/validation";
  study.axes = grid_job_axes();
  study.algorithms = grid_methods();
  study.solvers = engine::solvers_of<GridAlgorithm, GridJobProblem>();
  study.measured = engine::measured(
      measure_grid_job,
      {{"block_time", "time of the generalised block, for each block and index", "s", "less", 1, &Measures::block_time},
       {"time", "simulated time", "s", "less", 1, &Measures::time}});
  study.keep_samples = true;
  study.samples = 100;
  study.chunk_size = 20;
  study.sample = engine::sampler(sample_grid_job);
  return study;
}

engine::Study study_of_five_grids(const std::string& name) {
  engine::Study study = grid_job_study(name);
  problems::set_axis(study.axes, "grid", engine::name_values({"2x2", "3x3", "4x4", "2x8", "6x6"}));
  problems::set_axis(study.axes, "level", engine::axis_values({2, 8, 16}));
  return study;
}

engine::Experiment grids_experiment() {
  engine::Study study = study_of_five_grids("validation/grids");
  study.title = "Block times of process grids against simulated matrix products and LU decompositions";
  study.claim = "Kalinov & Klimov take the block time for the time of a program";
  problems::set_axis(study.axes, "workload", engine::name_values({"product", "lu"}));
  problems::set_axis(study.axes, "share", engine::axis_values({0, 0.1, 0.5}));
  return engine::erase(std::move(study));
}

engine::Experiment order_experiment() {
  engine::Study study = study_of_five_grids("validation/order");
  study.title = "LU decompositions by the order of slices and the number of generalised blocks";
  study.claim = "none; the question is what the order of slices changes";
  problems::set_axis(study.axes, "grid", engine::name_values({"2x2", "3x3", "4x4", "2x8"}));
  problems::set_axis(study.axes, "workload", engine::name_values({"lu"}));
  problems::set_axes(study.axes, {{"share", {0, 0.5}}, {"blocks", {1, 3, 10}}});
  problems::set_axis(study.axes, "order", engine::name_values({"given", "best"}));
  return engine::erase(std::move(study));
}

const engine::Registration grids_registration{grids_experiment, order_experiment};

// The parameters of exhibits of matrix jobs, unless they are set.
std::map<std::string, std::string> grid_parameters() { return {{"sampling", "extremes"}, {"network", "star"}}; }

// An SQL expression that names a job: "LU, 50 % messages".
std::string job_title_sql() {
  return "iif(workload = 'lu', 'LU', workload) || printf(', %g %% messages', 100 * share)";
}

// Relations, as common table expressions without WITH; `study` is the name of one:
// jobs(workload, share, blocks, slices, grid, level, sample, algorithm, block_time, time, is_least, fastest): what each
// method came to; slices: in which order; is_least: no method has less block time on this network.
// ranked_networks(workload, share, blocks, slices, grid, level, sample, found, regret, tau, model, simulated): the
// first three as of choices in rankings.hpp, the cost being the block time; the proposed method's block time and
// simulated time over those of Beaumont et al.
std::string jobs_sql(const std::string& study) {
  constexpr const char* text = R"sql(jobs AS MATERIALIZED (
  SELECT workload, share, blocks, "order" AS slices, grid, level, sample, algorithm, block_time, "time",
         compare(block_time, min(block_time) OVER same) <= 0 AS is_least, min("time") OVER same AS fastest
  FROM {samples}
  WHERE seed = :seed AND rival = '' AND sampling = :sampling AND network = :network AND algorithm IN ({methods})
  WINDOW same AS (PARTITION BY workload, share, blocks, "order", grid, level, sample)),
ranked_networks AS MATERIALIZED (
  SELECT workload, share, blocks, slices, grid, level, sample,
         avg(compare("time", fastest) <= 0) FILTER (WHERE is_least) AS found,
         avg("time" / fastest - 1) FILTER (WHERE is_least) AS regret, kendall(block_time, "time") AS tau,
         max(block_time) FILTER (WHERE algorithm = 'proposed') / max(block_time) FILTER (WHERE algorithm = 'beaumont')
           AS model,
         max("time") FILTER (WHERE algorithm = 'proposed') / max("time") FILTER (WHERE algorithm = 'beaumont')
           AS simulated
  FROM jobs GROUP BY 1, 2, 3, 4, 5, 6, 7))sql";
  return fmt::format(fmt::runtime(text), fmt::arg("samples", sql_identifier(results::view_name(study) + "_samples")),
                     fmt::arg("methods", sql_texts(grid_methods())));
}

// Block times against simulated times of matrix products and LU decompositions.

results::Exhibit grids_exhibit() {
  results::Exhibit exhibit{.name = "validation/grids", .study = "validation/grids", .parameters = grid_parameters()};
  exhibit.title = "How well the block time ranks five methods by the simulated time of matrix product and LU";
  exhibit.sql = fmt::format(R"sql(WITH {}
SELECT {} AS job, round(avg(tau), 2) AS tau, round(100 * avg(found), 1) AS found_percent,
       round(100 * avg(regret), 2) AS regret_percent, round(avg(model), 4) AS model,
       round(avg(simulated), 4) AS simulated, round(standard_error(simulated), 4) AS standard_error, count(*) AS networks
FROM ranked_networks
GROUP BY workload, share
ORDER BY workload DESC, share)sql",
                            jobs_sql("validation/grids"), job_title_sql());
  exhibit.note =
      "Five methods on each network: tau, found and regret as in validation/choices, "
      "the cost being the time of the generalised block in whole elements. "
      "model, simulated: the proposed method's time over that of Beaumont et al. "
      "by the block time and by the simulation, means over networks. "
      "Generalised blocks of 60 x 60, matrices of three by three of them, on a star; "
      "grids of 2 x 2, 3 x 3, 4 x 4, 2 x 8 and 6 x 6.";
  return exhibit;
}

results::Exhibit leads() {
  results::Exhibit exhibit{
      .name = "validation/grid-leads", .study = "validation/grids", .parameters = grid_parameters()};
  exhibit.title = "The proposed method's time over Beaumont et al.'s: by the block time, and simulated";
  exhibit.sql = fmt::format(R"sql(WITH {}
SELECT iif(workload = 'lu', 'LU decomposition', 'matrix product') AS job,
       printf('%g %% messages', 100 * share) AS messages, grid, level, avg(model) AS model,
       avg(simulated) AS simulated, standard_error(simulated) AS standard_error, count(*) AS networks
FROM ranked_networks
GROUP BY workload, share, grid, level
ORDER BY workload DESC, share, grid, level)sql",
                            jobs_sql("validation/grids"));
  exhibit.charts = {{.name = "ratios",
                     .kind = results::ChartKind::scatter,
                     .x = {"model", "ratio of block times"},
                     .y = {.title = "ratio of simulated times"},
                     .values = {{"simulated", "simulated"}},
                     .series = "messages",
                     .panel = "job"}};
  exhibit.note = "A point for each grid and level: the mean over its networks. Below 1: the proposed method is faster.";
  return exhibit;
}

results::Exhibit order_exhibit() {
  results::Exhibit exhibit{.name = "validation/order", .study = "validation/order", .parameters = grid_parameters()};
  exhibit.title = "LU decomposition: what the order of slices and the number of generalised blocks change";
  exhibit.sql = fmt::format(R"sql(WITH {}
SELECT printf('%g %% messages', 100 * share) AS messages, blocks,
       iif(slices = 'given', 'as given', 'best of four') AS orders, avg(tau) AS tau, 100 * avg(found) AS found,
       100 * avg(regret) AS regret, avg(simulated) AS simulated, standard_error(simulated) AS standard_error
FROM ranked_networks
GROUP BY share, blocks, slices
ORDER BY share, blocks, slices DESC)sql",
                            jobs_sql("validation/order"));
  exhibit.layout = {.page = "messages",
                    .row = "blocks",
                    .column = "orders",
                    .row_title = "blocks along a side",
                    .column_title = "order of slices",
                    .pages_across = 2,
                    .values = {{"tau", "Kendall's tau of block time and time, mean", 2},
                               {"found", "the least block time is the fastest, %", 0},
                               {"regret", "it takes longer than the fastest by, %", 1},
                               {"simulated", "the proposed method's time over Beaumont et al.'s", 3},
                               {"standard_error", "standard error of this", 3}}};
  exhibit.note =
      "Best of four: rows and columns of the process grid as the method has them, or reversed, "
      "whichever is fastest for each method. Grids of 2 x 2, 3 x 3, 4 x 4 and 2 x 8.";
  return exhibit;
}

const engine::Registration grid_exhibits_registration{grids_exhibit, leads, order_exhibit};

// Other protocols: the study, and which conclusions survive.

constexpr double overhead_elements = 100;  // of a receiver and of a gap

// Matrix jobs have an order of their own, and nothing that overlaps or that all agree on.
void require_for_matrices(const Variation& variation, const std::string& text) {
  if (variation.order != SendOrder::by_number || variation.progress != Progress::free || variation.reduces)
    throw InputError(
        fmt::format("protocol '{}': matrix jobs have eager, receiver, gap, noise, fat-tree and links", text));
}

GridJobProblem sample_varied_job(const engine::Point& point, RandomStream& stream) {
  const std::string& text = point.text("protocol");
  const Variation variation = parse_variation(text);
  require_for_matrices(variation, text);
  GridJobProblem problem = sample_grid_job(point, stream);
  const double bandwidth = named_bandwidth(point.text("network"), problem.network.processors);
  if (variation.oversubscription)
    problem.network = fat_tree(two_level_groups(problem.network.processors), bandwidth, *variation.oversubscription);
  if (variation.links != 1) change_every_second(problem.network, variation.links);
  // What is counted in bytes is stretched as messages are.
  const double seconds = overhead_elements * bytes_per_element * problem.message_scale / bandwidth;
  problem.network.protocol = protocol_of(variation, seconds, problem.message_scale);
  problem.noise = variation.noise;
  problem.noise_seed = stream();
  return problem;
}

engine::Experiment grid_protocols_experiment() {
  engine::Study study = grid_job_study("validation/grid-protocols");
  study.title = "Matrix products and LU decompositions by other protocols, with noise, and on other networks";
  study.claim = "none; the question is which conclusions survive";
  study.axes.push_back(protocol_axis({"base", "eager-65536", "eager-1000000000", "receiver", "gap", "noise-5",
                                      "noise-10", "fat-tree-1", "fat-tree-4", "links-0.25"}));
  problems::set_axis(study.axes, "grid", engine::name_values({"3x3", "4x4"}));
  problems::set_axis(study.axes, "level", engine::axis_values({8, 16}));
  problems::set_axis(study.axes, "workload", engine::name_values({"product", "lu"}));
  problems::set_axis(study.axes, "share", engine::axis_values({0.1, 0.5}));
  study.sample = engine::sampler(sample_varied_job);
  return engine::erase(std::move(study));
}

constexpr const char* grid_effects_sql = R"sql(jobs AS MATERIALIZED (
  SELECT workload, share, protocol, grid || ' ' || level || ' ' || sample AS problem, algorithm, "time",
         compare(block_time, min(block_time) OVER same) <= 0 AS is_least, min("time") OVER same AS fastest
  FROM "validation_grid-protocols_samples"
  WHERE seed = :seed AND rival = '' AND sampling = :sampling AND network = :network
  WINDOW same AS (PARTITION BY workload, share, protocol, grid, level, sample)),
values_of AS (
  SELECT workload, share, protocol, problem, 1 AS place,
         100 * (max("time") FILTER (WHERE algorithm = 'proposed') / max("time") FILTER (WHERE algorithm = 'beaumont') - 1)
           AS value
  FROM jobs GROUP BY workload, share, protocol, problem
  UNION ALL
  SELECT workload, share, protocol, problem, 2, 100.0 * avg(compare("time", fastest) <= 0)
  FROM jobs WHERE is_least GROUP BY workload, share, protocol, problem),
effects AS MATERIALIZED (
  SELECT *, dense_rank() OVER (ORDER BY workload DESC, share, place) AS number FROM values_of))sql";

results::Exhibit survives_grids() {
  results::Exhibit exhibit{
      .name = "validation/survives-grids", .study = "validation/grid-protocols", .parameters = grid_parameters()};
  exhibit.title = "Which conclusions on process grids survive other protocols, noise, and other networks";
  exhibit.sql = fmt::format(R"sql(WITH {},
{}
SELECT {} || CASE place WHEN 1 THEN ': the proposed method takes longer than Beaumont et al., %'
             ELSE ': the least block time is the fastest, % of networks' END AS conclusion,
       protocol, verdict, verdict || printf(' %.1f +- %.1f', mean, error) AS outcome, mean, error, problems AS networks
FROM judged JOIN (SELECT DISTINCT number, workload, share, place FROM effects) USING (number)
ORDER BY number, protocol <> 'base', length(protocol), protocol)sql",
                            grid_effects_sql, judged_sql(), job_title_sql());
  exhibit.layout = survival_layout("networks");
  exhibit.note = fmt::format(
      "Verdicts and protocols as in validation/survives; receivers and gaps take as long as {} elements on a link, and "
      "whatever is counted in bytes is stretched as messages are, to their share. Means over networks of 3 x 3 and "
      "4 x 4 processes at levels 8 and 16, on a star, below 0 where the proposed method is faster. Jobs have no "
      "barriers, agreements or other orders.",
      overhead_elements);
  return exhibit;
}

const engine::Registration grid_protocols_registration{grid_protocols_experiment, survives_grids};

// What is claimed of block times on networks, with the verdicts of this run.

constexpr const char* grids_sql = R"sql(stated(workload, share) AS (VALUES
  ('product', 0), ('product', 0.1), ('product', 0.5), ('lu', 0), ('lu', 0.1), ('lu', 0.5)),
identity AS MATERIALIZED (
  SELECT stated.*, max(abs("time" / block_time - 1)) AS off
  FROM stated LEFT JOIN jobs USING (workload, share) WHERE workload = 'product' AND share = 0 GROUP BY share),
taus_of AS MATERIALIZED (
  SELECT stated.*, avg(tau) AS tau, 100 * avg(regret) AS regret
  FROM stated LEFT JOIN ranked_networks USING (workload, share) GROUP BY workload, share),
steps AS MATERIALIZED (
  SELECT * FROM (
    SELECT share, tau - lag(tau) OVER (ORDER BY share) AS growth FROM taus_of WHERE workload = 'product')
  WHERE share > 0),
workloads AS (
  SELECT lu.share, lu.tau - product.tau AS lead
  FROM taus_of AS lu JOIN taus_of AS product USING (share)
  WHERE lu.workload = 'lu' AND product.workload = 'product'),
leads_of AS MATERIALIZED (
  SELECT stated.*, avg(model) AS model, avg(simulated) AS simulated, standard_error(simulated) AS standard_error
  FROM stated LEFT JOIN ranked_networks USING (workload, share) GROUP BY workload, share))sql";

results::Exhibit grids_claims() {
  engine::ClaimTable table;
  table.relations = jobs_sql("validation/grids") + ",\n" + grids_sql;
  table.claims = {
      {.text = "a matrix product whose messages take no time takes the block time for each block and index",
       .points = "identity",
       .measure = "off",
       .holds = "off <= 1e-12",
       .measured = "printf('off by %.1e at most', max(measure))"},
      {"the more time messages take, the worse the block time ranks methods by the time of a product", "steps",
       "growth", "growth < 0", "of tau"},
      {"the block time ranks methods worse by the time of an LU decomposition than by that of a product", "workloads",
       "lead", "lead < 0", "of tau"},
      {"the proposed method's block time is less than that of Beaumont et al.", "leads_of", "model", "model < 1", "",
       3},
      {"it stays ahead in products with few messages", "leads_of WHERE workload = 'product' AND share <= 0.1",
       "simulated", fmt::format("simulated < 1 - {} * standard_error", visible_errors), "", 3},
      {"LU decomposition with half of the time for messages: it is slower than Beaumont et al.",
       "leads_of WHERE workload = 'lu' AND share = 0.5", "simulated",
       fmt::format("simulated > 1 + {} * standard_error", visible_errors), "", 3}};
  results::Exhibit exhibit = claims_of(std::move(table), "validation/grids");
  exhibit.name = "validation/claims-grids";
  exhibit.title = "What block times say of programs: claims, and what this run says";
  exhibit.note = fmt::format(
      "Slices in the order in which the methods give them, three blocks along a side. "
      "Ratios: the proposed method's time over that of Beaumont et al., mean over networks; "
      "ahead, slower: by more than {} standard errors. Few: none and a tenth of the time. "
      "Worse: a lower mean of Kendall's tau, at each share.",
      visible_errors);
  exhibit.study = "validation/grids";
  exhibit.parameters = grid_parameters();
  return exhibit;
}

constexpr const char* order_sql = R"sql(stated AS (
  SELECT shares.column1 AS share, counts.column1 AS blocks, orders.column1 AS slices
  FROM (VALUES (0), (0.5)) AS shares, (VALUES (1), (3), (10)) AS counts, (VALUES ('given'), ('best')) AS orders),
means AS MATERIALIZED (
  SELECT stated.*, avg(tau) AS tau FROM stated LEFT JOIN ranked_networks USING (share, blocks, slices)
  GROUP BY share, blocks, slices),
steps AS MATERIALIZED (
  SELECT * FROM (
    SELECT share, blocks, tau - lag(tau) OVER (PARTITION BY share ORDER BY blocks) AS growth
    FROM means WHERE slices = 'given')
  WHERE blocks > 1),
turns AS (
  SELECT share, blocks, best.tau - given.tau AS gain
  FROM means AS best JOIN means AS given USING (share, blocks)
  WHERE best.slices = 'best' AND given.slices = 'given'),
leads_of AS MATERIALIZED (
  SELECT stated.*, avg(simulated) AS simulated, standard_error(simulated) AS standard_error
  FROM stated LEFT JOIN ranked_networks USING (share, blocks, slices) GROUP BY share, blocks, slices),
turned AS (
  SELECT *, min("time") FILTER (WHERE slices = 'best')
              OVER (PARTITION BY share, blocks, grid, level, sample, algorithm) AS best_time
  FROM jobs),
orders AS MATERIALIZED (
  SELECT stated.share, stated.blocks, 100 * avg(best_time / "time" - 1) AS more
  FROM stated LEFT JOIN turned USING (share, blocks, slices)
  WHERE stated.slices = 'given' GROUP BY stated.share, stated.blocks),
distances AS (
  SELECT orders.*, orders.more + 100 * avg(regret) AS beyond
  FROM orders LEFT JOIN ranked_networks ON ranked_networks.share = orders.share AND ranked_networks.blocks = orders.blocks AND slices = 'given'
  GROUP BY orders.share, orders.blocks))sql";

results::Exhibit order_claims() {
  engine::ClaimTable table;
  table.relations = jobs_sql("validation/order") + ",\n" + order_sql;
  table.claims = {
      {"with slices as given, the block time ranks methods the better the more generalised blocks there are", "steps",
       "growth", "growth > 0", "of tau"},
      {"with each method's best order of slices the block time ranks methods better than as given", "turns", "gain",
       "gain > 0", "of tau"},
      {"with their best orders the proposed method is ahead of Beaumont et al.", "leads_of WHERE slices = 'best'",
       "simulated", fmt::format("simulated < 1 - {} * standard_error", visible_errors), "", 3},
      {"the order of slices matters more than the choice of the method", "distances", "more", "beyond < 0",
       "% more time"}};
  results::Exhibit exhibit = claims_of(std::move(table), "validation/order");
  exhibit.name = "validation/claims-order";
  exhibit.title = "What the order of slices changes in LU decompositions: claims, and what this run says";
  exhibit.note = fmt::format(
      "At shares of messages of 0 and 0.5 and 1, 3 and 10 blocks along a side. "
      "Ahead: by more than {} standard errors of the mean ratio. "
      "Matters more: the best order makes a method faster by more percent, in the mean, "
      "than the method of least block time takes longer than the fastest of five.",
      visible_errors);
  exhibit.study = "validation/order";
  exhibit.parameters = grid_parameters();
  return exhibit;
}

const engine::Registration grid_claims_registration{grids_claims, order_claims};

}  // namespace
}  // namespace apportion::validation
