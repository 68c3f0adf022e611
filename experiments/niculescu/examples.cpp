// Examples 1 to 3 in numbers: a triangular computation, the best M x N of a matrix product, replication, and the
// trade-off of wrap-of-linear.
#include <fmt/format.h>

#include <vector>

#include "algorithms/distributions/communication_count.hpp"
#include "algorithms/distributions/distribution_kind.hpp"
#include "base/error.hpp"
#include "experiments/engine/catalogue.hpp"
#include "experiments/engine/erasure.hpp"
#include "experiments/problems/distributions/solve.hpp"
#include "experiments/sweeps/code_studies.hpp"
#include "sim/distributions/distribution.hpp"

namespace apportion::niculescu {
namespace {

// --- The trade-off of wrap-of-linear: more segments m give better balance and more cuts

/// n elements in m segments on p processes.
struct Segments {
  Index n = 1;
  Index m = 1;
  Index p = 1;
};
using SegmentDistribution = Algorithm<Segments, Distribution>;

struct SegmentMeasures {
  double time = 0;
  double bound = 0;
  double cut = 0;
  double imbalance = 0;
};

Distribution wrap_of_linear(const Segments& segments) {
  return compose(make_distribution("wrap", segments.m, segments.p),
                 make_distribution("linear", segments.n, segments.m));
}

engine::Experiment trade_off_experiment() {
  engine::Experiment study =
      sweeps::described({.name = "niculescu/segments",
                         .axes = {problems::length_axis("n", "elements"), problems::length_axis("p", "processes"),
                                  problems::length_axis("m", "segments")}});
  engine::set_functions<Segments, Distribution>(study, {{"wrap-of-linear", wrap_of_linear}});
  study.measured = engine::measured<Segments, Distribution, SegmentMeasures>(
      [](const Segments& segments, const Distribution& distribution) {
        return SegmentMeasures{.time = triangular_time(distribution),
                               .bound = triangular_bound(segments.n, segments.p),
                               .cut = cut_neighbours(distribution),
                               .imbalance = static_cast<double>(distribution.most() - distribution.least())};
      },
      {{"time", "elements of the busiest processes, summed over the steps", "elements", "less", 0,
        &SegmentMeasures::time},
       {"bound", "the least that any distribution takes", "elements", "", 0, &SegmentMeasures::bound},
       {"cut", "neighbours on different processes", "", "less", 0, &SegmentMeasures::cut},
       {"imbalance", "Ma - Mi", "elements", "less", 0, &SegmentMeasures::imbalance}});
  study.sample = engine::sampler([](const engine::Point& point, RandomStream& /*stream*/) {
    const auto size = [&point](std::string_view axis) { return static_cast<Index>(point.count(axis)); };
    return Segments{size("n"), size("m"), size("p")};
  });
  study.forms =
      engine::shown<SegmentDistribution>({.text = [](const Segments& /*segments*/, const Distribution& distribution) {
        return to_text(distribution) + "\n";
      }});
  return engine::completed(std::move(study));
}

const engine::Registration segments_registration{trade_off_experiment};

// --- Best M x N: communications of a matrix product over all factorisations of p, by formula and counted

struct ShapeMeasures {
  double processes = 0;
  double communications = 0;
};

MatrixProduct wrapped_product(const engine::Point& point, RandomStream& /*stream*/) {
  const auto size = [&point](std::string_view axis) { return static_cast<Index>(point.count(axis)); };
  return stored_with_result(make_distribution("wrap", size("m"), size("process_rows")),
                            make_distribution("wrap", size("n"), size("process_columns")),
                            make_distribution("wrap", size("o"), 1));
}

// There is one layer: the inner dimension is on one process, whatever its kind.
std::string instance_line(const MatrixProduct& product) {
  return fmt::format(R"({{"distribution":"{}","o":{},"inner_kind":"wrap"}})",
                     to_text(CartesianDistribution({product.rows, product.columns})), product.inner.length());
}

std::string counts_text(const MatrixProduct& /*product*/, const Communications& counted) {
  return fmt::format("N_com: {} of a and b, {} of partial values\n", counted.first_stage, counted.second_stage);
}

engine::Experiment grid_experiment() {
  engine::Experiment study = sweeps::described({.name = "niculescu/shapes"});
  study.solvers = engine::solvers_of<CommunicationCount>();
  study.measured = engine::measured<CommunicationCount::Instance, CommunicationCount::Solution, ShapeMeasures>(
      [](const MatrixProduct& product, const Communications& counted) {
        return ShapeMeasures{static_cast<double>(product.processes()), static_cast<double>(counted.total())};
      },
      {{"processes", "p = M N", "", "", 0, &ShapeMeasures::processes},
       {"communications", "N_com", "data", "less", 0, &ShapeMeasures::communications}});
  study.sample = engine::sampler(wrapped_product);
  study.forms = engine::shown<CommunicationCount>({instance_line, counts_text, nullptr});
  return engine::completed(std::move(study));
}

const engine::Registration shapes_registration{grid_experiment};

// --- Replication against communication: Q layers of processes, each with its share of the inner products (example 3)

/// A product of order m on p processes; Q of them share each element of c.
struct ReplicatedProduct {
  Index order = 1;
  Index processes = 1;
  Index copies = 1;
};

/// The chosen grid and its communications.
struct ReplicatedCount {
  MatrixProduct product;
  Communications communications;
};

MatrixProduct on_grid(Index m, Index M, Index N, Index Q) {
  return stored_with_result(make_distribution("ceil-block", m, M), make_distribution("ceil-block", m, N),
                            make_distribution("ceil-block", m, Q));
}

// The first M x N on p/Q processes with the fewest communications in the first stage.
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
          // a(i, k) is on N processes, b(k, j) on M.
          .stored = static_cast<double>(asked.order * asked.order) *
                    static_cast<double>(product.rows.processes() + product.columns.processes())};
}

engine::Experiment replication_experiment() {
  engine::Experiment study =
      sweeps::described({.name = "niculescu/replication",
                         .axes = {problems::length_axis("m", "order of the matrices"),
                                  problems::length_axis("p", "processes"), problems::length_axis("Q", "layers")}});
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
  return engine::completed(std::move(study));
}

const engine::Registration replication_registration{replication_experiment};

}  // namespace
}  // namespace apportion::niculescu
