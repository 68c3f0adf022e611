// Replication against communication: Q layers of processes, each on its share of the inner products (example 3).
#include <fmt/format.h>

#include <vector>

#include "algorithms/distributions/communication_count.hpp"
#include "algorithms/distributions/distribution_kind.hpp"
#include "base/error.hpp"
#include "experiments/engine/catalogue.hpp"
#include "experiments/engine/erasure.hpp"
#include "experiments/problems/distributions/study.hpp"

namespace apportion::niculescu {
namespace {

/// A product of order m on p processes, Q of which share each element of c.
struct ReplicatedProduct {
  Index order = 1;
  Index processes = 1;
  Index copies = 1;
};

/// The grid that was chosen, and what it communicates.
struct ReplicatedCount {
  MatrixProduct product;
  Communications communications;
};

MatrixProduct on_grid(Index m, Index M, Index N, Index Q) {
  return stored_with_result(make_distribution("ceil-block", m, M), make_distribution("ceil-block", m, N),
                            make_distribution("ceil-block", m, Q));
}

// The first M x N of p/Q processes that communicates least in the first stage.
ReplicatedCount least_first_stage(const ReplicatedProduct& asked) {
  if (asked.copies < 1 || asked.processes % asked.copies != 0)
    throw InputError(fmt::format("{} layers do not divide {} processes", asked.copies, asked.processes));
  const Index grid = asked.processes / asked.copies;
  std::vector<ReplicatedCount> best;
  for (Index M = 1; M <= grid; ++M) {
    if (grid % M != 0) continue;
    MatrixProduct product = on_grid(asked.order, M, grid / M, asked.copies);
    const Communications counted = count_communications("by-loads", product);
    if (best.empty() || counted.first_stage < best.front().communications.first_stage)
      best = {{std::move(product), counted}};
  }
  return best.front();
}

struct ReplicationMeasures {
  double process_rows = 0;
  double process_columns = 0;
  double first_stage = 0;
  double second_stage = 0;
  double total = 0;
  double combiner = 0;
  double work = 0;
  double stored = 0;
};

ReplicationMeasures measure(const ReplicatedProduct& asked, const ReplicatedCount& solution) {
  const MatrixProduct& product = solution.product;
  const Communications& counted = solution.communications;
  return {.process_rows = static_cast<double>(product.rows.processes()),
          .process_columns = static_cast<double>(product.columns.processes()),
          .first_stage = static_cast<double>(counted.first_stage),
          .second_stage = static_cast<double>(counted.second_stage),
          .total = static_cast<double>(counted.total()),
          .combiner = static_cast<double>(counted.busiest_combiner),
          .work = static_cast<double>(product.rows.most() * product.columns.most() * product.inner.most()),
          // a(i, k) on N processes, b(k, j) on M.
          .stored = static_cast<double>(asked.order * asked.order) *
                    static_cast<double>(product.rows.processes() + product.columns.processes())};
}

engine::Experiment replication_experiment() {
  engine::Study study{.name = "niculescu/replication"};
  study.title = "Communications of both stages and work of the busiest process, by the number of layers Q";
  study.claim = "on a given M x N, fewer layers communicate less in the second stage and leave each process more work";
  study.source = "Niculescu, example 3";
  study.axes = {problems::length_axis("m", "order of the matrices", {64}),
                problems::length_axis("p", "processes", {64, 128, 256, 512, 1024, 2048, 4096}),
                problems::length_axis("Q", "layers", {1, 2, 4, 8, 16, 32, 64})};
  study.deterministic = true;
  engine::set_functions<ReplicatedProduct, ReplicatedCount>(study, {{"least-first-stage", least_first_stage}});
  study.measured = engine::measured(
      measure,
      {{"process_rows", "M", "", "", 0, &ReplicationMeasures::process_rows},
       {"process_columns", "N", "", "", 0, &ReplicationMeasures::process_columns},
       {"first_stage", "N_com of a and b, each stored once", "data", "less", 0, &ReplicationMeasures::first_stage},
       {"second_stage", "N_com of the partial values", "data", "less", 0, &ReplicationMeasures::second_stage},
       {"total", "N_com of both stages", "data", "less", 0, &ReplicationMeasures::total},
       {"combiner", "partial values that the busiest combiner receives", "data", "less", 0,
        &ReplicationMeasures::combiner},
       {"work", "products that the busiest process adds up", "", "less", 0, &ReplicationMeasures::work},
       {"stored", "elements of a and b stored so that no first stage is needed", "data", "less", 0,
        &ReplicationMeasures::stored}});
  study.sample = engine::sampler([](const engine::Point& point, RandomStream& /*stream*/) {
    const auto size = [&point](std::string_view axis) { return static_cast<Index>(point.count(axis)); };
    return ReplicatedProduct{size("m"), size("p"), size("Q")};
  });
  return engine::erase(std::move(study));
}

engine::CatalogueExhibit replication_table() {
  results::Exhibit exhibit{.name = "niculescu/replication"};
  exhibit.title = "Q layers of processes for a product of order m: communications and work (Niculescu, example 3)";
  // On a given number of processes, and on a given M x N with ever more layers.
  exhibit.sql = R"sql(WITH series AS (
  SELECT 'p = ' || p AS series, * FROM niculescu_replication WHERE seed = :seed AND p IN (64, 512)
  UNION ALL
  SELECT 'M N = 64' AS series, * FROM niculescu_replication WHERE seed = :seed AND p = 64 * Q)
SELECT series, m, p, Q, CAST(process_rows AS INTEGER) || ' x ' || CAST(process_columns AS INTEGER) AS "M x N",
       CAST(first_stage AS INTEGER) AS "first stage", CAST(second_stage AS INTEGER) AS "second stage",
       CAST(total AS INTEGER) AS "both",
       CASE WHEN total = min(total) OVER (PARTITION BY series, m) THEN 'least' END AS best,
       CAST(combiner AS INTEGER) AS "busiest combiner", CAST(work AS INTEGER) AS "busiest work",
       CAST(stored AS INTEGER) AS "stored if replicated"
FROM series ORDER BY m, series DESC, p, Q)sql";
  exhibit.note = "The paper's first stage communicates nothing, which needs a and b stored N- and M-fold.";
  exhibit.charts = {{.name = "curves",
                     .x = {"Q", "layers Q", true},
                     .y = {.title = "communications", .logarithmic = true},
                     .values = {{"first stage", "first stage"}, {"second stage", "second stage"}, {"both", "both"}},
                     .panel = "series",
                     .panels_across = 3}};
  return {"niculescu/replication", exhibit};
}

const engine::Registration replication_registration{replication_experiment, replication_table};

}  // namespace
}  // namespace apportion::niculescu
