// The programs that draw: gnuplot, and rsvg-convert for pictures that are SVG already.
#include "results/charts/drawing_programs.hpp"

#include <vector>

#include "results/charts/external_program.hpp"

namespace apportion::results {

std::string run_gnuplot(const std::string& script) {
  // Without the settings that its user has made for pictures of other kinds.
  return run_external_program({"gnuplot", "--default-settings", "-"}, script, "gnuplot-nox");
}

std::string converted_svg(const std::string& svg, Picture picture) {
  if (picture == Picture::svg) return svg;
  std::vector<std::string> words = {"rsvg-convert", "--format", picture == Picture::png ? "png" : "pdf"};
  if (picture == Picture::png) words.insert(words.end(), {"--zoom", "2"});
  return run_external_program(words, svg, "librsvg2-bin");
}

}  // namespace apportion::results
