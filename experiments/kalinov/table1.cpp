// Table 1: nine processes of performances 1 to 9 on a 3 x 3 grid by the three mappings.

#include "algorithms/grids/mappings.hpp"
#include "experiments/engine/catalogue.hpp"
#include "experiments/engine/erasure.hpp"
#include "experiments/sweeps/code_studies.hpp"

namespace apportion::kalinov {
namespace {

// The performance that a mapping puts onto a cell.
template <Mapping (*map)(const ProcessGrid&, std::span<const double>)>
double performance_at(const std::size_t& cell) {
  const std::vector<double> performances = {1, 2, 3, 4, 5, 6, 7, 8, 9};
  return performances[map({{3, 3}}, performances)[cell]];
}

engine::Experiment table1_experiment() {
  engine::Experiment study = sweeps::described({.name = "kalinov/table1"});
  engine::set_functions<std::size_t, double>(
      study, {{"NAT", performance_at<nat>}, {"NAT1", performance_at<nat1>}, {"NAT2", performance_at<nat2>}});
  study.measured = engine::measured_number({"performance", "performance of the process on the cell", "", "", 0});
  study.sample = engine::sampler([](const engine::Point& point, RandomStream& /*stream*/) {
    return point.count("rho0") + 3 * point.count("rho1");
  });
  return engine::completed(std::move(study));
}

const engine::Registration table1_registration{table1_experiment};

}  // namespace
}  // namespace apportion::kalinov
