// Names of views: no two experiments have one that SQL takes for the other's.
#include "results/database/views.hpp"

#include <gmock/gmock.h>

#include "experiments/engine/catalogue.hpp"

namespace apportion::results {
namespace {

TEST(ViewNames, AreToldApartAsSqlDoes) {
  EXPECT_FALSE(shared_view({"sweeps/a", "sweeps/b", "sweeps/a-b", "sweeps/a_b", "sweeps/a"}));
  for (const auto& [first, second] : {std::pair{"sweeps/pilot", "sweeps/Pilot"},
                                      {"sweeps/x", "sweeps/x_chunks"},
                                      {"sweeps/x_Samples", "sweeps/X"},
                                      {"sweeps/x_timings", "sweeps/x"},
                                      {"a/b_c", "a_b/c"}})
    EXPECT_TRUE(shared_view({first, "sweeps/other", second})) << first << ", " << second;
}

TEST(ViewNames, OfTheCatalogueAreAllDifferent) {
  std::vector<std::string> experiments;
  for (const engine::Experiment& experiment : engine::Catalogue::instance().experiments())
    experiments.push_back(experiment.name);
  EXPECT_FALSE(shared_view(experiments));
}

}  // namespace
}  // namespace apportion::results
