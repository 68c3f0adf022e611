// Divisions into boxes for readers: sections, texts and rankings.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "base/error.hpp"
#include "base/text.hpp"
#include "experiments/problems/boxes/solve.hpp"

namespace apportion::problems {
namespace {

constexpr std::size_t most_boxes_drawn = 1000;

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

std::string title_beside_others(const BoxAnswer& answer) {
  return fmt::format("{}: {:.6g}, gap {:.2f} %, {} pairs", answer.algorithm, answer.total, gap_percent(answer),
                     answer.pairs);
}

}  // namespace

std::string text_of_parts(const BoxDivision& division, const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < division.parts.size(); ++i) {
    const Cuboid& part = division.parts[i];
    fmt::format_to(std::back_inserter(text), "{:>4}{}: {}, volume {:.6g}, surface {:.6g}\n", i,
                   i < names.size() ? " " + names[i] : "", size_text(part), volume(part.sides),
                   2 * half_surface(part.sides));
  }
  return text;
}

std::string text_of_boxes(const BoxAnswer& answer) {
  return title_beside_others(answer) + "\n" + text_of_parts(answer.division, answer.names);
}

// Rows run down and columns across, as seen from above.
std::vector<LabelledDecomposition> sections_of_boxes(const BoxQuestion& /*question*/, const BoxAnswer& answer) {
  const BoxDivision& division = answer.division;
  if (division.parts.size() > most_boxes_drawn)
    throw InputError(fmt::format("{} are too many to draw; the limit is {}", counted(division.parts.size(), "part"),
                                 most_boxes_drawn));
  std::vector<LabelledDecomposition> sections;
  for (const double height : section_heights(division)) {
    LabelledDecomposition section{
        .title = fmt::format("{}layer {:.6g}: rows down, columns across",
                             sections.empty() ? title_beside_others(answer) + "; " : "", height),
        .decomposition = {{division.extent[0], division.extent[1]}, std::vector<Rect>(division.parts.size())},
        .names = answer.names};
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

std::string box_title(const BoxQuestion& question) {
  const Triple& extent = question.problem.extent;
  return fmt::format("{} x {} x {} for {}{}", extent[0], extent[1], extent[2],
                     counted(question.problem.cluster.size(), "processor"),
                     question.problem.latency > 0 ? fmt::format(", latency {:.10g}", question.problem.latency) : "");
}

}  // namespace apportion::problems
