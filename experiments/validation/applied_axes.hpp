// Applied axes of the studies in this folder: they change how a problem is run, not how it is drawn.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "experiments/engine/axis.hpp"
#include "experiments/problems/rectangles/study.hpp"

namespace apportion::validation {

/// An axis of names; the default is the first.
[[nodiscard]] inline engine::Axis applied_name(const std::string& name, const std::string& title,
                                               const std::vector<std::string>& names) {
  engine::Axis axis = engine::name_axis(name, title, engine::AxisRole::applied, names);
  axis.values.resize(1);
  return axis;
}

struct NumberRange {
  engine::AxisKind kind = engine::AxisKind::real;
  double least = 0;
  double most = 0;
};

[[nodiscard]] inline engine::Axis applied_number(std::string name, std::string title, const NumberRange& range,
                                                 double value) {
  return {.name = std::move(name),
          .title = std::move(title),
          .role = engine::AxisRole::applied,
          .kind = range.kind,
          .least = range.least,
          .most = range.most,
          .values = {engine::AxisValue::of(value)}};
}

/// The latency of rectangles, which is the start-up of a message on a network.
[[nodiscard]] inline engine::Axis start_up_axis(const std::vector<double>& values = {}) {
  engine::Axis axis = problems::rectangle_axis("latency", values);
  axis.title = "start-up of a message, in elements";
  return axis;
}

}  // namespace apportion::validation
