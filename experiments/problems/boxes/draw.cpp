// Divisions into boxes for readers: sections, texts and rankings.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "base/error.hpp"
#include "base/text.hpp"
#include "experiments/problems/boxes/solve.hpp"
#include "experiments/problems/drawing/decompositions.hpp"
#include "experiments/problems/drawing/svg.hpp"

namespace apportion::problems {
namespace {

constexpr std::size_t most_boxes_drawn = 1000;
constexpr std::size_t across_page = 3;

std::string size_text(const Cuboid& box) {
  return fmt::format("{:.6g} x {:.6g} x {:.6g} at ({:.6g}, {:.6g}, {:.6g})", box.sides[0], box.sides[1], box.sides[2],
                     box.at[0], box.at[1], box.at[2]);
}

// Heights of sections that together cut each box, as few as possible.
std::vector<double> section_heights(const BoxDivision& division) {
  std::vector<Cuboid> boxes = division.parts;
  std::erase_if(boxes, [](const Cuboid& box) { return !(volume(box.sides) > 0); });
  std::ranges::stable_sort(boxes, {}, [](const Cuboid& box) { return box.end(2); });
  const double tolerance = coincidence_tolerance(division.extent);
  std::vector<double> heights;
  double greatest_begin = 0;  // greatest begin of the boxes that the last section cuts
  double least_end = -1;
  for (const Cuboid& box : boxes) {
    if (box.at[2] < least_end - tolerance) {
      greatest_begin = std::max(greatest_begin, box.at[2]);
    } else {
      greatest_begin = box.at[2];
      least_end = box.end(2);
      heights.emplace_back();
    }
    heights.back() = (greatest_begin + least_end) / 2;
  }
  return heights;
}

// Rows run down and columns across, as seen from above.
std::vector<LabelledDecomposition> sections_of(const LabelledBoxes& drawn) {
  const BoxDivision& division = drawn.division;
  std::vector<LabelledDecomposition> sections;
  for (const double height : section_heights(division)) {
    LabelledDecomposition section{
        .title = fmt::format("{}layer {:.6g}: rows down, columns across", sections.empty() ? drawn.title + "; " : "",
                             height),
        .decomposition = {{division.extent[0], division.extent[1]}, std::vector<Rect>(division.parts.size())},
        .names = drawn.names};
    for (std::size_t i = 0; i < division.parts.size(); ++i) {
      const Cuboid& box = division.parts[i];
      section.shares.push_back(100 * volume(box.sides) / volume(division.extent));
      if (box.at[2] <= height && height < box.end(2))
        section.decomposition.parts[i] = {box.at[0], box.at[1], box.sides[0], box.sides[1]};
    }
    sections.push_back(std::move(section));
  }
  return sections;
}

std::string text_of_boxes(const LabelledBoxes& drawn) {
  std::string text = drawn.title.empty() ? "" : drawn.title + "\n";
  for (std::size_t i = 0; i < drawn.division.parts.size(); ++i) {
    const Cuboid& part = drawn.division.parts[i];
    fmt::format_to(std::back_inserter(text), "{:>4}{}: {}, volume {:.6g}, surface {:.6g}\n", i,
                   i < drawn.names.size() ? " " + drawn.names[i] : "", size_text(part), volume(part.sides),
                   2 * half_surface(part.sides));
  }
  return text;
}

std::string box_title(const BoxAnswer& answer) {
  return fmt::format("{}: {:.6g}, gap {:.2f} %, {} pairs", answer.algorithm, answer.total, gap_percent(answer),
                     answer.pairs);
}

LabelledBoxes labelled_boxes(const BoxAnswer& answer) { return {box_title(answer), answer.division, answer.names}; }

}  // namespace

std::string drawing_of(const std::vector<LabelledBoxes>& divisions, const std::string& format) {
  if (format == "svg") {
    for (const LabelledBoxes& drawn : divisions)
      if (drawn.division.parts.size() > most_boxes_drawn)
        throw InputError(fmt::format("{} are too many to draw; the limit is {}",
                                     counted(drawn.division.parts.size(), "part"), most_boxes_drawn));
    std::vector<LabelledDecomposition> sections;
    for (const LabelledBoxes& drawn : divisions)
      for (LabelledDecomposition& section : sections_of(drawn)) sections.push_back(std::move(section));
    return svg_drawing(sections, across_page);
  }
  std::string text;
  for (const LabelledBoxes& drawn : divisions) text += (text.empty() ? "" : "\n") + text_of_boxes(drawn);
  return text;
}

std::string box_title(const BoxQuestion& question) {
  const Triple& extent = question.problem.extent;
  return fmt::format("{} x {} x {} for {}{}", extent[0], extent[1], extent[2],
                     counted(question.problem.cluster.size(), "processor"),
                     question.problem.latency > 0 ? fmt::format(", latency {:.10g}", question.problem.latency) : "");
}

std::string drawn_boxes(const BoxQuestion& /*question*/, const std::vector<BoxAnswer>& answers,
                        const std::string& format) {
  std::vector<LabelledBoxes> all;
  for (const BoxAnswer& answer : answers) all.push_back(labelled_boxes(answer));
  return drawing_of(all, format);
}

}  // namespace apportion::problems
