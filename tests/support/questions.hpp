// Questions of families from lines of JSON.
#pragma once

#include <string_view>

#include "experiments/problems/graphs/solve.hpp"
#include "experiments/problems/grids/solve.hpp"
#include "experiments/problems/networks/solve.hpp"
#include "experiments/problems/rectangles/solve.hpp"

namespace apportion::problems {

inline RectangleQuestion parse_rectangle_question(std::string_view json) {
  return rectangle_question({rectangle_fields(), parse_json(json)});
}
inline GridQuestion parse_grid_question(std::string_view json) {
  return grid_question({grid_fields(), parse_json(json)});
}
inline GraphQuestion parse_graph_question(std::string_view json) {
  return graph_frame().read({graph_study().fields(), parse_json(json), "graph"});
}
inline RunQuestion parse_run_question(std::string_view json) { return run_question({run_fields(), parse_json(json)}); }

}  // namespace apportion::problems
