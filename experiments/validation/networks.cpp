// The studies of Jacobi iterations: all networks, ways to go on, and whole cells.
#include "experiments/engine/catalogue.hpp"
#include "experiments/problems/common/axes.hpp"
#include "experiments/validation/applied_axes.hpp"
#include "experiments/validation/jacobi_study.hpp"
#include "sim/network/network.hpp"

namespace apportion::validation {
namespace {

engine::Experiment networks_experiment() {
  engine::Study study = jacobi_study("validation/networks");
  study.title = "Costs of decompositions against simulated iterations, without a barrier, on five networks";
  study.claim = "Kaddoura et al. take it that a lower total makes a program faster";
  problems::set_axis(study.axes, "network", engine::name_values(network_names()));
  problems::set_axis(study.axes, "startup", engine::name_values({"medium", "cpu", "wire"}));
  problems::set_axes(study.axes, {{"latency", {0, 100, 1000}}, {"share", {1, 0.5, 0.1, 0.01}}});
  return engine::erase(std::move(study));
}

engine::Experiment progress_experiment() {
  engine::Study study = jacobi_study("validation/progress");
  study.title = "The same where processors go on freely, at barriers, or while boundaries travel; 10 and 40 iterations";
  study.claim = "none; the question is what a barrier changes";
  problems::set_axis(study.axes, "network", engine::name_values(network_names()));
  problems::set_axes(study.axes, {{"latency", {0, 1000}}, {"share", {0.5, 0.1}}});
  problems::set_axis(study.axes, "progress", engine::name_values({"free", "barrier", "overlap"}));
  problems::set_axis(study.axes, "iterations", engine::axis_values({10, 40}));
  return engine::erase(std::move(study));
}

engine::Experiment cells_experiment() {
  engine::Study study = jacobi_study("validation/cells");
  study.title = "The same where parts are rounded to whole rows and columns";
  study.claim = "none; the question is what rounding changes";
  problems::set_axis(study.axes, "network", engine::name_values(network_names()));
  problems::set_axis(study.axes, "share", engine::axis_values({1, 0.5, 0.1, 0.01}));
  problems::set_axis(study.axes, "cells", engine::name_values({"real", "whole"}));
  return engine::erase(std::move(study));
}

const engine::Registration networks_registration{networks_experiment, progress_experiment, cells_experiment};

}  // namespace
}  // namespace apportion::validation
