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

PaintedBox painted_box(std::size_t part, const Cuboid& box) {
  return {part, box.at, {box.end(0), box.end(1), box.end(2)}};
}

// The corners of the face at the end of an axis, which the viewer sees.
std::array<Triple, 4> seen_face(const PaintedBox& box, std::size_t axis) {
  const std::size_t b = (axis + 1) % 3;
  const std::size_t c = (axis + 2) % 3;
  std::array<Triple, 4> corners{};
  for (std::size_t i = 0; i < 4; ++i) {
    corners[i] = box.begin;
    corners[i][axis] = box.end[axis];
    if (i == 1 || i == 2) corners[i][b] = box.end[b];
    if (i == 2 || i == 3) corners[i][c] = box.end[c];
  }
  return corners;
}

// Whether the first box must be painted before the second: it ends before the second begins along an axis, and the
// second does so along no axis. Boxes of which each does so are beside each other for the viewer.
bool is_behind(const PaintedBox& a, const PaintedBox& b) {
  bool before = false;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    if (b.end[axis] <= a.begin[axis]) return false;
    before = before || a.end[axis] <= b.begin[axis];
  }
  return before;
}

// --- The order of painting

// Those that can be painted one after the other, the farthest first, are taken from `boxes`; the others remain, each
// with another one behind it.
std::vector<PaintedBox> paintable(std::vector<PaintedBox>& boxes) {
  std::vector<std::size_t> behind(boxes.size(), 0);
  for (std::size_t i = 0; i < boxes.size(); ++i)
    for (const PaintedBox& other : boxes)
      if (is_behind(other, boxes[i])) ++behind[i];
  std::vector<PaintedBox> painted;
  std::vector<bool> is_painted(boxes.size(), false);
  const auto nearness = [&boxes](std::size_t i) {
    const Triple& begin = boxes[i].begin;
    return begin[0] + begin[1] + begin[2];
  };
  for (std::size_t count = 0; count < boxes.size(); ++count) {
    std::size_t next = boxes.size();
    for (std::size_t i = 0; i < boxes.size(); ++i)
      if (!is_painted[i] && behind[i] == 0 && (next == boxes.size() || nearness(i) < nearness(next))) next = i;
    if (next == boxes.size()) break;
    is_painted[next] = true;
    painted.push_back(boxes[next]);
    for (std::size_t i = 0; i < boxes.size(); ++i)
      if (!is_painted[i] && is_behind(boxes[next], boxes[i])) --behind[i];
  }
  std::vector<PaintedBox> remaining;
  for (std::size_t i = 0; i < boxes.size(); ++i)
    if (!is_painted[i]) remaining.push_back(boxes[i]);
  boxes = std::move(remaining);
  return painted;
}

struct Plane {
  std::size_t axis = 0;
  double at = 0;
  std::size_t crossed = 0;  // boxes
};

// The plane along a face of a box, with boxes on both sides of it, that crosses the fewest.
Plane plane_between(const std::vector<PaintedBox>& boxes) {
  Plane best{.crossed = boxes.size() + 1};
  for (std::size_t axis = 0; axis < 3; ++axis)
    for (const PaintedBox& face : boxes) {
      Plane plane{.axis = axis, .at = face.end[axis]};
      bool has_nearer = false;
      for (const PaintedBox& other : boxes) {
        const bool is_nearer = other.end[axis] > plane.at;
        has_nearer = has_nearer || is_nearer;
        if (is_nearer && other.begin[axis] < plane.at) ++plane.crossed;
      }
      if (has_nearer && plane.crossed < best.crossed) best = plane;
    }
  return best;
}

// The parts of boxes on the far side of a plane, and on the near one.
std::array<std::vector<PaintedBox>, 2> cut_at(const Plane& plane, const std::vector<PaintedBox>& boxes) {
  std::array<std::vector<PaintedBox>, 2> sides;
  for (const PaintedBox& each : boxes) {
    PaintedBox far = each;
    PaintedBox near = each;
    near.begin[plane.axis] = std::max(each.begin[plane.axis], plane.at);
    far.end[plane.axis] = std::min(each.end[plane.axis], plane.at);
    if (far.begin[plane.axis] < far.end[plane.axis]) sides[0].push_back(far);
    if (near.begin[plane.axis] < near.end[plane.axis]) sides[1].push_back(near);
  }
  return sides;
}

void paint(std::vector<PaintedBox> boxes, std::vector<PaintedBox>& order) {
  const std::vector<PaintedBox> first = paintable(boxes);
  order.insert(order.end(), first.begin(), first.end());
  if (boxes.empty()) return;
  for (std::vector<PaintedBox>& side : cut_at(plane_between(boxes), boxes)) paint(std::move(side), order);
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

std::string points_text(const std::array<Triple, 4>& corners, const BoxPage& page) {
  std::string points;
  for (const Triple& corner : corners) {
    const PagePoint point = page.at(corner);
    points += fmt::format("{}{},{}", points.empty() ? "" : " ", svg_length(point.x), svg_length(point.y));
  }
  return points;
}

// The edges of a piece's face that are edges of the box as well.
std::string edges_text(const PaintedBox& piece, const PaintedBox& box, std::size_t axis, const BoxPage& page) {
  std::string path;
  const std::array<Triple, 4> corners = seen_face(piece, axis);
  for (std::size_t i = 0; i < 4; ++i) {
    const Triple& from = corners[i];
    const Triple& to = corners[(i + 1) % 4];
    for (std::size_t k = 0; k < 3; ++k) {
      const bool is_at_side = k != axis && from[k] == to[k] && (from[k] == box.begin[k] || from[k] == box.end[k]);
      if (!is_at_side) continue;
      const PagePoint begin = page.at(from);
      const PagePoint end = page.at(to);
      path +=
          fmt::format("M{} {}L{} {}", svg_length(begin.x), svg_length(begin.y), svg_length(end.x), svg_length(end.y));
    }
  }
  return path.empty() ? "" : fmt::format(R"(<path d="{}"/>)", path);
}

// The faces of a box or a piece of it that the viewer sees, darker to the sides.
std::string drawn_box(const LabelledBoxes& drawn, const PaintedBox& painted, std::size_t colour, const BoxPage& page) {
  constexpr std::array<double, 3> shadows = {0.22, 0.11, 0};
  const Cuboid& part = drawn.division.parts[painted.part];
  const PaintedBox box = painted_box(painted.part, apart(part));
  const bool is_whole = painted == box;
  std::string faces;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    if (painted.end[axis] < box.end[axis]) continue;  // another piece is before it
    const std::string points = points_text(seen_face(painted, axis), page);
    // Its own colour where it goes on in another piece.
    faces += fmt::format(R"(<polygon points="{}"{}/>)", points,
                         is_whole ? "" : fmt::format(R"( style="stroke:{}")", svg_colour(colour)));
    if (shadows[axis] > 0)
      faces += fmt::format(R"(<polygon points="{}" fill="#000000" fill-opacity="{}"{}/>)", points, shadows[axis],
                           is_whole ? "" : R"( style="stroke:none")");
    if (!is_whole) faces += edges_text(painted, box, axis, page);
  }
  return fmt::format("<g fill=\"{}\"><title>{}: {}</title>{}</g>\n", svg_colour(colour),
                     xml_escaped(box_label(drawn, painted.part)), size_text(part), faces);
}

// Whether a point of the page lies on one of the faces of a box that the viewer sees.
bool covers(const PaintedBox& box, const PagePoint& point, const BoxPage& page) {
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

// The name of a box in the middle of its widest face there that no box before it covers.
std::string drawn_label(const LabelledBoxes& drawn, std::size_t processor, const std::vector<PaintedBox>& boxes,
                        const BoxPage& page) {
  constexpr double least_room = 14;
  const PaintedBox& box = boxes[processor];
  const Triple& sides = drawn.division.parts[processor].sides;
  double room = least_room;
  PagePoint place;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const double width = std::min(sides[(axis + 1) % 3], sides[(axis + 2) % 3]) * page.scale;
    Triple middle = box.begin;
    for (std::size_t k = 0; k < 3; ++k) middle[k] += sides[k] * (k == axis ? 1.0 : 0.5);
    const PagePoint point = page.at(middle);
    const auto hides = [&](const PaintedBox& other) { return is_behind(box, other) && covers(other, point, page); };
    if (width <= room || std::ranges::any_of(boxes, hides)) continue;
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
    std::vector<Cuboid> places;
    for (const Cuboid& part : drawn.division.parts) places.push_back(apart(part));
    for (const PaintedBox& each : from_far_to_near(places)) boxes += drawn_box(drawn, each, colours[each.part], page);
    std::vector<PaintedBox> all;
    for (std::size_t i = 0; i < places.size(); ++i) all.push_back(painted_box(i, places[i]));
    for (std::size_t i = 0; i < all.size(); ++i) boxes += drawn_label(drawn, i, all, page);
    boxes += "</g>\n";
    top += above_boxes + page.height + page_border;
    width = std::max({width, page.width, 8 * static_cast<double>(drawn.title.size())});
  }
  return svg_document(width + 2 * page_border, top,
                      "<style>polygon,path{stroke:#222222;stroke-width:0.7}</style>\n" + boxes);
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

std::vector<PaintedBox> from_far_to_near(const std::vector<Cuboid>& boxes) {
  std::vector<PaintedBox> all;
  for (std::size_t i = 0; i < boxes.size(); ++i) all.push_back(painted_box(i, boxes[i]));
  std::vector<PaintedBox> order;
  paint(std::move(all), order);
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

std::string box_title(const BoxQuestion& question) {
  const Triple& extent = question.problem.extent;
  return fmt::format("{} x {} x {} for {}{}", extent[0], extent[1], extent[2],
                     counted(static_cast<std::int64_t>(question.problem.cluster.size()), "processor"),
                     question.problem.latency > 0 ? fmt::format(", latency {:.10g}", question.problem.latency) : "");
}

std::string drawn_boxes(const BoxQuestion& /*question*/, const std::vector<BoxAnswer>& answers,
                        const std::string& format) {
  std::vector<LabelledBoxes> all;
  for (const BoxAnswer& answer : answers) all.push_back(labelled_boxes(answer));
  return drawing_of(all, format);
}

}  // namespace apportion::problems
