// Examples 1 to 3 in numbers: a triangular computation, the best M x N of a matrix product, replication, and the
// trade-off of wrap-of-linear.
#include <fmt/format.h>

#include "algorithms/distributions/communication_count.hpp"
#include "algorithms/distributions/distribution_kind.hpp"
#include "base/error.hpp"
#include "experiments/engine/catalogue.hpp"
#include "experiments/problems/distributions/solve.hpp"
#include "experiments/sweeps/code_studies.hpp"
#include "sim/distributions/distribution.hpp"

namespace apportion::niculescu {
namespace {

using engine::Numbers;
using engine::Point;

Index index_at(const Point& point, std::string_view axis) { return static_cast<Index>(point.count(axis)); }

Point itself(const Point& point, RandomStream& /*stream*/) { return point; }

// --- The trade-off of wrap-of-linear: more segments m give better balance and more cuts

// n elements in m segments on p processes.
Distribution wrap_of_linear(const Point& point) {
  return compose(make_distribution("wrap", index_at(point, "m"), index_at(point, "p")),
                 make_distribution("linear", index_at(point, "n"), index_at(point, "m")));
}

Numbers measure_segments(const Point& point, const Distribution& distribution) {
  return {{"time", triangular_time(distribution)},
          {"bound", triangular_bound(index_at(point, "n"), index_at(point, "p"))},
          {"cut", cut_neighbours(distribution)},
          {"imbalance", distribution.most() - distribution.least()}};
}

const engine::Registration segments_registration{[] {
  engine::Experiment study =
      sweeps::described({.name = "niculescu/segments",
                         .axes = {problems::length_axis("n", "elements"), problems::length_axis("p", "processes"),
                                  problems::length_axis("m", "segments")}});
  engine::set_functions<Point, Distribution>(study, {{"wrap-of-linear", wrap_of_linear}});
  engine::set_measure(study, measure_segments);
  study.sample = engine::sampler(itself);
  study.forms = engine::shown<Algorithm<Point, Distribution>>(
      {.text = [](const Point& /*point*/, const Distribution& distribution) { return to_text(distribution) + "\n"; }});
  return engine::completed(std::move(study));
}};

// --- Best M x N: communications of a matrix product over all factorisations of p, by formula and counted

MatrixProduct wrapped_product(const Point& point, RandomStream& /*stream*/) {
  return stored_with_result(make_distribution("wrap", index_at(point, "m"), index_at(point, "process_rows")),
                            make_distribution("wrap", index_at(point, "n"), index_at(point, "process_columns")),
                            make_distribution("wrap", index_at(point, "o"), 1));
}

// There is one layer: the inner dimension is on one process, whatever its kind.
std::string instance_line(const MatrixProduct& product) {
  return fmt::format(R"({{"distribution":"{}","o":{},"inner_kind":"wrap"}})",
                     to_text(CartesianDistribution({product.rows, product.columns})), product.inner.length());
}

std::string counts_text(const MatrixProduct& /*product*/, const Communications& counted) {
  return fmt::format("N_com: {} of a and b, {} of partial values\n", counted.first_stage, counted.second_stage);
}

Numbers measure_shape(const MatrixProduct& product, const Communications& counted) {
  return {{"processes", product.processes()}, {"communications", static_cast<double>(counted.total())}};
}

const engine::Registration shapes_registration{[] {
  engine::Experiment study = sweeps::described({.name = "niculescu/shapes"});
  study.solvers = engine::solvers_of<CommunicationCount>();
  engine::set_measure(study, measure_shape);
  study.sample = engine::sampler(wrapped_product);
  study.forms = engine::shown<CommunicationCount>({instance_line, counts_text, nullptr});
  return engine::completed(std::move(study));
}};

// --- Replication against communication: Q layers of processes, each with its share of the inner products (example 3)

// The counts of a product of order m on M x N x Q processes.
Numbers replicated(Index m, Index M, Index N, Index Q) {
  const MatrixProduct product =
      stored_with_result(make_distribution("ceil-block", m, M), make_distribution("ceil-block", m, N),
                         make_distribution("ceil-block", m, Q));
  const Communications counted = count_communications("by-loads", product);
  return {{"process_rows", M},
          {"process_columns", N},
          {"first_stage", static_cast<double>(counted.first_stage)},
          {"second_stage", static_cast<double>(counted.second_stage)},
          {"total", static_cast<double>(counted.total())},
          {"combiner", static_cast<double>(counted.busiest_combiner)},
          {"work", product.rows.most() * product.columns.most() * product.inner.most()},
          // a(i, k) is on N processes, b(k, j) on M.
          {"stored", static_cast<double>(m * m) * static_cast<double>(M + N)}};
}

// The first M x N on p/Q processes with the fewest communications in the first stage.
Numbers least_first_stage(const Point& point) {
  const Index processes = index_at(point, "p");
  const Index copies = index_at(point, "Q");
  if (copies < 1 || processes % copies != 0)
    throw InputError("{} layers do not divide {} processes", copies, processes);
  const Index grid = processes / copies;
  Numbers best;
  for (Index M = 1; M <= grid; ++M) {
    if (grid % M != 0) continue;
    Numbers counted = replicated(index_at(point, "m"), M, grid / M, copies);
    if (best.empty() || counted.at("first_stage") < best.at("first_stage")) best = std::move(counted);
  }
  return best;
}

const engine::Registration replication_registration{[] {
  return sweeps::experiment_of_functions(
      {.name = "niculescu/replication",
       .axes = {problems::length_axis("m", "order of the matrices"), problems::length_axis("p", "processes"),
                problems::length_axis("Q", "layers")}},
      {{"least-first-stage", least_first_stage}});
}};

}  // namespace
}  // namespace apportion::niculescu
