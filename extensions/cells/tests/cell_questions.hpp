// Questions of whole cells from lines of JSON.
#pragma once

#include <string_view>

#include "extensions/cells/problem/solve.hpp"

namespace apportion::problems {

inline CellQuestion parse_cell_question(std::string_view json) {
  return cell_question({cell_fields(), parse_json(json)});
}

}  // namespace apportion::problems
