// The trade-off of wrap-of-linear: the more segments m are dealt out, the better the balance and the more is cut.
#include "algorithms/distributions/distribution_kind.hpp"
#include "algorithms/distributions/notation.hpp"
#include "experiments/engine/catalogue.hpp"
#include "experiments/engine/erasure.hpp"
#include "experiments/problems/distributions/study.hpp"
#include "sim/distributions/distribution.hpp"

namespace apportion::niculescu {
namespace {

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
  engine::Study study{.name = "niculescu/segments"};
  study.title = "Balance of the triangular computation against cut neighbours, by the number of segments";
  study.claim = "the parameter m of wrap-of-linear trades load balance for communication";
  study.source = "Niculescu, Section 2.2 and example 1";
  study.axes = {problems::length_axis("n", "elements", {4096}), problems::length_axis("p", "processes", {8}),
                problems::length_axis("m", "segments", {8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096})};
  study.deterministic = true;
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
  return engine::erase(std::move(study));
}

engine::CatalogueExhibit trade_off_table() {
  results::Exhibit exhibit{.name = "niculescu/segments"};
  exhibit.title = "wrap(m,p)∘linear(n,m): triangular time and cut neighbours by m (Niculescu, Section 2.2)";
  exhibit.sql =
      R"sql(SELECT 'n = ' || n AS length, 'p = ' || p AS processes, m AS "segments m", n / m AS "segment length", CAST(time AS INTEGER) AS time,
       round(time / bound, 4) AS "time / bound", CAST(cut AS INTEGER) AS "cut neighbours",
       CAST(imbalance AS INTEGER) AS "Ma - Mi"
FROM niculescu_segments WHERE seed = :seed ORDER BY n, p, m)sql";
  exhibit.note = "m = p is linear, m = n is wrap.";
  exhibit.charts = {{.name = "trade-off",
                     .x = {"cut neighbours", "cut neighbours (beside each point: segments m)", true},
                     .y = {.title = "time / least possible"},
                     .values = {{"time / bound", "time / bound", 4}},
                     .series = "processes",
                     .panel = "length",
                     .label = "segments m"}};
  return {"niculescu/segments", exhibit};
}

const engine::Registration segments_registration{trade_off_experiment, trade_off_table};

}  // namespace
}  // namespace apportion::niculescu
