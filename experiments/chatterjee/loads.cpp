// Section 5.3's load of the busiest processor, extent over effective processors, against counting.
#include <cmath>

#include "experiments/engine/catalogue.hpp"
#include "experiments/engine/checking_study.hpp"
#include "experiments/engine/erasure.hpp"
#include "sim/programs/load.hpp"

namespace apportion::chatterjee {
namespace {

/// Up to which extent, stride, number of processors and block size cases are looked at.
struct Bound {
  std::int64_t size = 1;
};
using LoadCheck = engine::StatementCheck<Bound>;

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

constexpr const char* paper = "Chatterjee, Gilbert, Schreiber & Sheffler 1994";
const Registration<LoadCheck> registrations[] = {
    Registration<LoadCheck>(
        engine::statement_check(paper,
                                {.position = 1,
                                 .name = "quotient",
                                 .place = "Section 5.3",
                                 .text = "the largest load is the extent over the effective number of processors"},
                                &quotient)),
    Registration<LoadCheck>(engine::statement_check(paper,
                                                    {.position = 2,
                                                     .name = "rounded-quotient",
                                                     .place = "Section 5.3",
                                                     .said = engine::Said::amended,
                                                     .text = "that quotient, rounded up"},
                                                    &rounded_quotient))};

engine::Experiment loads_experiment() {
  engine::Study study = engine::checking_study<Bound>("chatterjee/loads", 0);
  study.title = "Largest loads of one array axis by the quotient of Section 5.3, in all small cases";
  study.claim = "the largest load is the extent over the number of processors that hold any of it";
  study.source = std::string(paper) + ", Section 5.3";
  study.axes = {engine::bound_axis("size", "greatest extent, stride, number of processors and block", 1, 30, 10)};
  study.stored_metrics = {"cases", "failures"};
  study.sample = engine::sampler([](const engine::Point& point, RandomStream& /*stream*/) {
    return Bound{static_cast<std::int64_t>(point.count("size"))};
  });
  return engine::erase(std::move(study));
}

const engine::ExperimentRegistration experiment_registration{loads_experiment};

}  // namespace
}  // namespace apportion::chatterjee
