// Section 5.3's load of the busiest processor, extent over effective processors, against counting.
#include <cmath>

#include "experiments/engine/catalogue.hpp"
#include "experiments/engine/checks.hpp"
#include "sim/programs/placements.hpp"

namespace apportion::chatterjee {
namespace {

/// Up to which extent, stride, number of processors and block size cases are looked at.
struct Bound {
  std::int64_t size = 1;
};

bool any_case(std::int64_t /*extent*/, std::int64_t /*stride*/, std::int64_t /*processors*/, std::int64_t /*block*/) {
  return true;
}

// Every block that is not beyond the array has as many of its elements.
bool divides_evenly(std::int64_t extent, std::int64_t stride, std::int64_t processors, std::int64_t block) {
  return block % stride == 0 && extent * stride % (processors * block) == 0;
}

// formula(extent / effective processors) against the count, in one dimension.
engine::CheckedCases for_all_axes(const Bound& bound, double (*formula)(double),
                                  decltype(any_case)* is_meant = any_case) {
  engine::CheckedCases checked{.bound = bound.size};
  for (std::int64_t extent = 1; extent <= bound.size; ++extent)
    for (std::int64_t stride = 1; stride <= bound.size; ++stride)
      for (std::int64_t processors = 1; processors <= bound.size; ++processors)
        for (std::int64_t block = 1; block <= bound.size; ++block) {
          const Placement placement{.cells = {{0, stride, extent}}};
          const TemplateDistribution distribution{{{processors, block}}};
          const auto counted = static_cast<double>(largest_load(placement, distribution));
          if (!is_meant(extent, stride, processors, block)) continue;
          checked.add(formula(shortcut_load(placement, distribution)) == counted, {extent, stride, processors, block});
        }
  return checked;
}

engine::CheckedCases quotient(const Bound& bound) {
  return for_all_axes(bound, [](double load) { return load; });
}

engine::CheckedCases even_quotient(const Bound& bound) {
  return for_all_axes(
      bound, [](double load) { return load; }, divides_evenly);
}

engine::CheckedCases rounded_quotient(const Bound& bound) {
  // A quotient of small whole numbers that is whole is so in binary as well.
  return for_all_axes(bound, [](double load) { return std::ceil(load); });
}

Bound bound_of(const engine::Point& point, RandomStream& /*sample*/) {
  return {static_cast<std::int64_t>(point.count("size"))};
}

std::vector<engine::Check<Bound>> checks_of_loads() {
  return {{{.name = "quotient",
            .place = "Section 5.3",
            .text = "the largest load is the extent over the effective number of processors"},
           quotient},
          {{.name = "rounded-quotient",
            .place = "Section 5.3",
            .said = engine::Said::amended,
            .text = "that quotient, rounded up"},
           rounded_quotient},
          {{.name = "even-quotient",
            .place = "Section 5.3",
            .said = engine::Said::amended,
            .text = "that quotient, where the stride divides the block, and blocks on all processors the array",
            .amends = "quotient"},
           even_quotient}};
}

engine::Experiment loads_experiment() {
  engine::CheckingStudy study{.name = "chatterjee/loads"};
  study.title = "Largest loads of one array axis by the quotient of Section 5.3, in all small cases";
  study.claim = "the largest load is the extent over the number of processors that hold any of it";
  study.source = "Chatterjee, Gilbert, Schreiber & Sheffler 1994, Section 5.3";
  study.axes = {engine::bound_axis("size", "greatest extent, stride, number of processors and block", 1, 30, 10)};
  study.checks = engine::point_checks(checks_of_loads(), bound_of);
  study.metrics = engine::case_metrics(0);
  std::erase_if(study.metrics, [](const engine::CaseMetric& metric) { return metric.number == engine::case_bound; });
  return engine::checking_experiment(study);
}

const engine::Registration loads_registration{loads_experiment};

}  // namespace
}  // namespace apportion::chatterjee
