// The fields of rectangle problems.
#include "experiments/problems/rectangles/fields.hpp"

#include "experiments/problems/clusters/cluster_file.hpp"
#include "experiments/problems/common/solving.hpp"
#include "experiments/problems/external/own_algorithms.hpp"
#include "experiments/problems/networks/given_network.hpp"
#include "experiments/problems/problem_family.hpp"
#include "experiments/problems/rectangles/solve.hpp"

namespace apportion::problems {
namespace {

// Areas, costs and their sums then stay far from overflow.
constexpr double least_side = 1e-100;
constexpr double most_side = 1e100;

std::vector<std::string> algorithms() { return names_of(registered_algorithms<RectangleAlgorithm>("rectangles")); }

std::vector<Field> fields() {
  std::vector<Field> all = {
      algorithm_field(RectangleQuestion{}.algorithm, "HYBRID[levels=2]", algorithms, true),
      external_field(),
      {.name = "rows",
       .kind = FieldKind::real,
       .value = "M",
       .what = "rows of the array",
       .least = least_side,
       .most = most_side,
       .required = true,
       .role = engine::AxisRole::sampled,
       .on_axis = "1000"},
      {.name = "columns",
       .kind = FieldKind::real,
       .value = "N",
       .what = "columns of the array",
       .least = least_side,
       .most = most_side,
       .required = true,
       .role = engine::AxisRole::sampled,
       .on_axis = "1000"},
      {.name = "weights",
       .kind = FieldKind::reals,
       .value = "LIST",
       .what = "relative speeds: 3,1,2; or [[3,1],2], lists being machines",
       .required = true,
       .branch = "list"},
      cluster_field(),
      {.name = "latency",
       .kind = FieldKind::real,
       .value = "L",
       .what = "start-up cost per pair of neighbours",
       .unit = "elements",
       .least = 0,
       .most = 1e12,
       .fallback = "0",
       .role = engine::AxisRole::applied},
      {.name = "whole", .kind = FieldKind::flag, .what = "round to whole rows and columns, and say what that costs"}};
  std::vector<Field> network = network_fields();
  network.front().note = "the fastest of several methods answers where no algorithm is named";
  all.insert(all.end(), network.begin(), network.end());
  all.push_back({.name = "objective",
                 .what = "what to minimise: total, or net on a network (the default there where an algorithm can)",
                 .words = [] {
                   return std::vector<std::string>{"total", "net"};
                 }});
  all.push_back(seed_field());
  return all;
}

}  // namespace

const std::vector<Field>& rectangle_fields() {
  static const std::vector<Field> all = fields();
  return all;
}

engine::Axis rectangle_axis(std::string_view field, const std::vector<double>& values) {
  return axis_of(field_named(rectangle_fields(), field), values);
}

}  // namespace apportion::problems
