// Section 5.3's load of the busiest processor, extent over effective processors, against counting.
#include <cmath>

#include "experiments/engine/catalogue.hpp"
#include "experiments/engine/checked_cases.hpp"
#include "experiments/engine/study_solver.hpp"
#include "sim/programs/load.hpp"

namespace apportion::chatterjee {
namespace {

/// Up to which extent, stride, number of processors and block size cases are looked at.
struct Bound {
  std::int64_t size = 1;
};
using LoadCheck = Algorithm<Bound, engine::CheckedCases>;

struct Measures {
  double cases = 0;
  double failures = 0;
};

// formula(extent / effective processors) against the count, in one dimension.
engine::CheckedCases for_all_axes(const Bound& bound, double (*formula)(double)) {
  engine::CheckedCases checked{.bound = bound.size};
  for (std::int64_t extent = 1; extent <= bound.size; ++extent)
    for (std::int64_t stride = 1; stride <= bound.size; ++stride)
      for (std::int64_t processors = 1; processors <= bound.size; ++processors)
        for (std::int64_t block = 1; block <= bound.size; ++block) {
          const Placement placement{.cells = {{0, stride, extent}}};
          const TemplateDistribution distribution{{{processors, block}}};
          const auto counted = static_cast<double>(largest_load(placement, distribution));
          checked.add(formula(shortcut_load(placement, distribution)) == counted, {extent, stride, processors, block});
        }
  return checked;
}

engine::CheckedCases quotient(const Bound& bound, const Options& /*options*/, RandomStream& /*stream*/) {
  return for_all_axes(bound, [](double load) { return load; });
}

engine::CheckedCases rounded_quotient(const Bound& bound, const Options& /*options*/, RandomStream& /*stream*/) {
  // A quotient of small whole numbers that is whole is so in binary as well.
  return for_all_axes(bound, [](double load) { return std::ceil(load); });
}

constexpr const char* source = "Chatterjee, Gilbert, Schreiber & Sheffler 1994, Section 5.3";
const Registration<LoadCheck> registrations[] = {
    Registration<LoadCheck>({.name = "quotient",
                             .source = source,
                             .summary = "the largest load is the extent over the effective number of processors",
                             .solve = quotient}),
    Registration<LoadCheck>({.name = "rounded-quotient",
                             .source = source,
                             .summary = "that quotient, rounded up",
                             .solve = rounded_quotient})};

engine::Experiment loads_experiment() {
  engine::Study<LoadCheck, Measures> study{.name = "chatterjee/loads"};
  study.title = "Largest loads of one array axis by the quotient of Section 5.3, in all small cases";
  study.claim = "the largest load is the extent over the number of processors that hold any of it";
  study.source = source;
  study.axes = {{"size",
                 "greatest extent, stride, number of processors and block",
                 engine::AxisRole::applied,
                 engine::AxisKind::whole,
                 1,
                 30,
                 {},
                 engine::axis_values({10})}};
  study.deterministic = true;
  study.samples = 1;
  study.chunk_size = 1;
  study.algorithms = {"quotient", "rounded-quotient"};
  study.metrics = {{"cases", "cases looked at", "", "", 0, &Measures::cases},
                   {"failures", "cases in which it fails", "", "", 0, &Measures::failures}};
  study.sample = [](const engine::Point& point, RandomStream& /*stream*/) {
    return Bound{static_cast<std::int64_t>(point.count("size"))};
  };
  study.measure = [](const Bound& /*bound*/, const engine::CheckedCases& checked) {
    return Measures{static_cast<double>(checked.cases), static_cast<double>(checked.failures)};
  };
  return engine::erase(std::move(study));
}

const engine::ExperimentRegistration experiment_registration{loads_experiment};

}  // namespace
}  // namespace apportion::chatterjee
