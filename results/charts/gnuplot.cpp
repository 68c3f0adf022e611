// Runs gnuplot.
#include "results/charts/gnuplot.hpp"

#include "results/charts/external_program.hpp"

namespace apportion::results {

std::string run_gnuplot(const std::string& script) {
  // Without the settings that its user has made for pictures of other kinds.
  return run_external_program({"gnuplot", "--default-settings", "-"}, script, "gnuplot-nox");
}

}  // namespace apportion::results
