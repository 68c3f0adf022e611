// Divisions into boxes for readers: isometric drawings, texts and rankings.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <utility>

#include "base/error.hpp"
#include "base/text.hpp"
#include "experiments/problems/boxes/solve.hpp"
#include "experiments/problems/common/ranking.hpp"
#include "experiments/problems/drawing/svg.hpp"

namespace apportion::problems {
namespace {

constexpr std::size_t most_boxes_drawn = 1000;
constexpr double longest_drawn = 640;  // of a drawing
constexpr double page_border = 16;
constexpr double above_boxes = 26;
constexpr double explosion = 0.12;  // how far boxes move apart, of their distance from the origin

struct PagePoint {
  double x = 0;
  double y = 0;
};

// Rows come towards the viewer to the left, columns to the right, layers rise.
PagePoint projected(const Triple& place) {
  const double across = std::sqrt(0.75);
  return {across * (place[1] - place[0]), 0.5 * (place[0] + place[1]) - place[2]};
}

// Moved with its middle, so that what lies behind another box still does.
Cuboid apart(Cuboid box) {
  for (std::size_t axis = 0; axis < 3; ++axis) box.at[axis] += explosion * (box.at[axis] + box.sides[axis] / 2);
  return box;
}

// The corners of the face at the far end of an axis, which the viewer sees.
std::array<Triple, 4> seen_face(const Cuboid& box, std::size_t axis) {
  const std::size_t b = (axis + 1) % 3;
  const std::size_t c = (axis + 2) % 3;
  std::array<Triple, 4> corners{};
  for (std::size_t i = 0; i < 4; ++i) {
    corners[i] = box.at;
    corners[i][axis] = box.end(axis);
    if (i == 1 || i == 2) corners[i][b] = box.end(b);
    if (i == 2 || i == 3) corners[i][c] = box.end(c);
  }
  return corners;
}

// Whether the first box must be painted before the second: it ends before the second begins along an axis, and the
// second does so along no axis. Boxes of which each does so are beside each other for the viewer.
bool is_behind(const Cuboid& a, const Cuboid& b, double tolerance) {
  bool before = false;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    if (b.end(axis) <= a.at[axis] + tolerance) return false;
    before = before || a.end(axis) <= b.at[axis] + tolerance;
  }
  return before;
}

std::string box_label(const LabelledBoxes& drawn, std::size_t processor) {
  return processor < drawn.names.size() ? drawn.names[processor] : std::to_string(processor);
}

std::string size_text(const Cuboid& box) {
  return fmt::format("{:.6g} x {:.6g} x {:.6g} at ({:.6g}, {:.6g}, {:.6g})", box.sides[0], box.sides[1], box.sides[2],
                     box.at[0], box.at[1], box.at[2]);
}

std::vector<std::size_t> box_colours(const BoxDivision& division) {
  const double tolerance = coincidence_tolerance(division.extent);
  Neighbours neighbours(division.parts.size());
  for (std::size_t i = 0; i < division.parts.size(); ++i)
    for (std::size_t j = 0; j < division.parts.size(); ++j)
      if (i != j && share_face(division.parts[i], division.parts[j], tolerance)) neighbours[i].push_back(j);
  return shaded_colours_of({neighbours}).front();
}

// Where a division stands on the page.
struct BoxPage {
  double scale = 1;
  double left = 0;
  double top = 0;
  double width = 0;
  double height = 0;

  [[nodiscard]] PagePoint at(const Triple& place) const {
    const PagePoint point = projected(place);
    return {left + scale * point.x, top + scale * point.y};
  }
};

BoxPage page_of(const BoxDivision& division, double top) {
  double left = 0;
  double right = 0;
  double least = 0;
  double most = 0;
  for (const Cuboid& part : division.parts) {
    const Cuboid box = apart(part);
    for (int corner = 0; corner < 8; ++corner) {
      Triple place = box.at;
      for (std::size_t axis = 0; axis < 3; ++axis)
        if ((corner >> axis & 1) != 0) place[axis] = box.end(axis);
      const PagePoint point = projected(place);
      left = std::min(left, point.x);
      right = std::max(right, point.x);
      least = std::min(least, point.y);
      most = std::max(most, point.y);
    }
  }
  const double scale = longest_drawn / std::max(right - left, most - least);
  return {scale, page_border - scale * left, top - scale * least, scale * (right - left), scale * (most - least)};
}

// The three faces of a box, darker to the sides.
std::string drawn_box(const LabelledBoxes& drawn, std::size_t processor, std::size_t colour, const BoxPage& page) {
  constexpr std::array<double, 3> shadows = {0.22, 0.11, 0};
  const Cuboid box = apart(drawn.division.parts[processor]);
  std::string faces;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    std::string points;
    for (const Triple& corner : seen_face(box, axis)) {
      const PagePoint point = page.at(corner);
      points += fmt::format("{}{},{}", points.empty() ? "" : " ", svg_length(point.x), svg_length(point.y));
    }
    faces += fmt::format(R"(<polygon points="{}"/>)", points);
    if (shadows[axis] > 0)
      faces += fmt::format(R"(<polygon points="{}" fill="#000000" fill-opacity="{}"/>)", points, shadows[axis]);
  }
  return fmt::format("<g fill=\"{}\"><title>{}: {}</title>{}</g>\n", svg_colour(colour),
                     xml_escaped(box_label(drawn, processor)), size_text(drawn.division.parts[processor]), faces);
}

// Whether a point of the page lies on one of the faces of a box that the viewer sees.
bool covers(const Cuboid& box, const PagePoint& point, const BoxPage& page) {
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const std::array<Triple, 4> corners = seen_face(box, axis);
    int left = 0;
    for (std::size_t i = 0; i < 4; ++i) {
      const PagePoint a = page.at(corners[i]);
      const PagePoint b = page.at(corners[(i + 1) % 4]);
      if ((b.x - a.x) * (point.y - a.y) - (b.y - a.y) * (point.x - a.x) > 0) ++left;
    }
    if (left == 0 || left == 4) return true;
  }
  return false;
}

// The name of a box in the middle of its widest face there that none of the boxes `before` it covers.
std::string drawn_label(const LabelledBoxes& drawn, std::size_t processor, const std::vector<Cuboid>& before,
                        const BoxPage& page) {
  constexpr double least_room = 14;
  const Cuboid box = apart(drawn.division.parts[processor]);
  double room = least_room;
  PagePoint place;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const double width = std::min(box.sides[(axis + 1) % 3], box.sides[(axis + 2) % 3]) * page.scale;
    Triple middle = box.at;
    for (std::size_t k = 0; k < 3; ++k) middle[k] += box.sides[k] * (k == axis ? 1.0 : 0.5);
    const PagePoint point = page.at(middle);
    const auto hides = [&](const Cuboid& other) { return covers(other, point, page); };
    if (width <= room || std::ranges::any_of(before, hides)) continue;
    room = width;
    place = point;
  }
  if (room <= least_room) return "";
  return fmt::format("<text x=\"{}\" y=\"{}\">{}</text>\n", svg_length(place.x), svg_length(place.y + 4),
                     xml_escaped(shortened(box_label(drawn, processor), static_cast<std::size_t>(room / 6))));
}

std::string svg_of_boxes(const std::vector<LabelledBoxes>& divisions) {
  std::string boxes;
  double top = page_border;
  double width = 0;
  for (const LabelledBoxes& drawn : divisions) {
    const std::vector<std::size_t> colours = box_colours(drawn.division);
    const BoxPage page = page_of(drawn.division, top + above_boxes);
    boxes += fmt::format("<text x=\"{}\" y=\"{}\" font-size=\"14\">{}</text>\n", svg_length(page_border),
                         svg_length(top + above_boxes - 10), xml_escaped(drawn.title));
    boxes += "<g stroke-linejoin=\"round\" font-size=\"11\" text-anchor=\"middle\">\n";
    std::vector<std::size_t> order = from_far_to_near(drawn.division);
    for (const std::size_t processor : order) boxes += drawn_box(drawn, processor, colours[processor], page);
    std::vector<Cuboid> before;
    for (auto nearer = order.rbegin(); nearer != order.rend(); ++nearer) {
      boxes += drawn_label(drawn, *nearer, before, page);
      before.push_back(apart(drawn.division.parts[*nearer]));
    }
    boxes += "</g>\n";
    top += above_boxes + page.height + page_border;
    width = std::max({width, page.width, 8 * static_cast<double>(drawn.title.size())});
  }
  return svg_document(width + 2 * page_border, top,
                      "<style>polygon{stroke:#222222;stroke-width:0.7}</style>\n" + boxes);
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

std::string box_title(const BoxQuestion& question) {
  const Triple& extent = question.problem.extent;
  return fmt::format("{} x {} x {} for {}{}", extent[0], extent[1], extent[2],
                     counted(static_cast<std::int64_t>(question.problem.cluster.size()), "processor"),
                     question.problem.latency > 0 ? fmt::format(", latency {:.10g}", question.problem.latency) : "");
}

std::string box_title(const BoxAnswer& answer) {
  return fmt::format("{}: {:.6g}, gap {:.2f} %, {} pairs", answer.algorithm, answer.total, gap_percent(answer),
                     answer.pairs);
}

LabelledBoxes labelled_boxes(const BoxAnswer& answer) { return {box_title(answer), answer.division, answer.names}; }

std::string drawn_answers(const std::vector<BoxAnswer>& answers, const std::string& format) {
  std::vector<LabelledBoxes> all;
  for (const BoxAnswer& answer : answers) all.push_back(labelled_boxes(answer));
  return drawing_of(all, format);
}

}  // namespace

std::vector<std::size_t> from_far_to_near(const BoxDivision& division) {
  const std::vector<Cuboid>& parts = division.parts;
  const double tolerance = coincidence_tolerance(division.extent);
  std::vector<std::size_t> unpainted_behind(parts.size(), 0);
  for (std::size_t i = 0; i < parts.size(); ++i)
    for (std::size_t j = 0; j < parts.size(); ++j)
      if (i != j && is_behind(parts[j], parts[i], tolerance)) ++unpainted_behind[i];
  std::vector<bool> is_painted(parts.size(), false);
  std::vector<std::size_t> order;
  const auto nearness = [&parts](std::size_t i) { return parts[i].at[0] + parts[i].at[1] + parts[i].at[2]; };
  while (order.size() < parts.size()) {
    // The farthest of those with the least behind them: with nothing, unless boxes lie behind each other in a circle.
    std::size_t next = parts.size();
    for (std::size_t i = 0; i < parts.size(); ++i) {
      if (is_painted[i]) continue;
      if (next == parts.size() ||
          std::pair(unpainted_behind[i] > 0, nearness(i)) < std::pair(unpainted_behind[next] > 0, nearness(next)))
        next = i;
    }
    is_painted[next] = true;
    order.push_back(next);
    for (std::size_t i = 0; i < parts.size(); ++i)
      if (!is_painted[i] && is_behind(parts[next], parts[i], tolerance)) --unpainted_behind[i];
  }
  return order;
}

std::string drawing_of(const std::vector<LabelledBoxes>& divisions, const std::string& format) {
  if (format == "svg") {
    for (const LabelledBoxes& drawn : divisions)
      if (drawn.division.parts.size() > most_boxes_drawn)
        throw InputError(fmt::format("{} are too many to draw; the limit is {}",
                                     counted(static_cast<std::int64_t>(drawn.division.parts.size()), "part"),
                                     most_boxes_drawn));
    return svg_of_boxes(divisions);
  }
  std::string text;
  for (const LabelledBoxes& drawn : divisions) text += (text.empty() ? "" : "\n") + text_of_boxes(drawn);
  return text;
}

std::string draw_boxes(const FieldValues& given, const std::string& format) {
  return drawing_of({labelled_boxes(solve(box_question(given)))}, format);
}

Comparison compare_boxes(const FieldValues& given, const std::vector<std::string>& algorithms) {
  const BoxQuestion question = box_question(given);
  validate(question.problem);
  const auto answer_by = [&](const std::string& algorithm) {
    BoxQuestion asked = question;
    asked.algorithm = algorithm;
    BoxAnswer answer = solve(asked);
    answer.seconds = seconds_to_solve(choose_algorithm(asked.own, algorithm), asked.problem,
                                      solving_stream("boxes", answer.algorithm, asked.seed));
    return answer;
  };
  const auto row = [&](const BoxAnswer& answer, const BoxAnswer& /*best*/) {
    return quantity_values(box_quantities(), question.problem, answer);
  };
  const auto key = [](const BoxAnswer& answer) {
    return RankingKey{.algorithm = answer.algorithm,
                      .shortcomings = {static_cast<double>(beyond_memory(answer.memory))},
                      .cost = answer.total,
                      .secondary = answer.pairs};
  };
  const auto line = [](const BoxAnswer& answer, std::int64_t rank) {
    return to_json(answer, ranked_members(box_quantities(), answer, rank));
  };
  return ranked<BoxAnswer>(box_title(question), canonical_names(algorithms, question.own),
                           {.solve = answer_by, .key = key, .row = row, .json_line = line, .draw = drawn_answers});
}

}  // namespace apportion::problems
