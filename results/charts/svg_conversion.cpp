// SVG documents as PNG and PDF, by rsvg-convert.
#include "results/charts/chart.hpp"
#include "results/charts/external_program.hpp"

namespace apportion::results {

std::string converted_svg(const std::string& svg, Picture picture) {
  if (picture == Picture::svg) return svg;
  std::vector<std::string> words = {"rsvg-convert", "--format", picture == Picture::png ? "png" : "pdf"};
  if (picture == Picture::png) words.insert(words.end(), {"--zoom", "2"});
  return run_external_program(words, svg, "librsvg2-bin");
}

}  // namespace apportion::results
