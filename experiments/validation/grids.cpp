// The studies of matrix product and LU decomposition on process grids.
#include "experiments/engine/catalogue.hpp"
#include "experiments/problems/common/axes.hpp"
#include "experiments/problems/grids/study.hpp"
#include "experiments/validation/applied_axes.hpp"
#include "experiments/validation/grid_jobs_study.hpp"

namespace apportion::validation {
namespace {

engine::Study study_of_five_grids(const std::string& name) {
  engine::Study study = grid_job_study(name);
  problems::set_axis(study.axes, "grid", engine::name_values({"2x2", "3x3", "4x4", "2x8", "6x6"}));
  problems::set_axis(study.axes, "level", engine::axis_values({2, 8, 16}));
  return study;
}

engine::Experiment grids_experiment() {
  engine::Study study = study_of_five_grids("validation/grids");
  study.title = "Block times of process grids against simulated matrix products and LU decompositions";
  study.claim = "Kalinov & Klimov take the block time for the time of a program";
  problems::set_axis(study.axes, "workload", engine::name_values({"product", "lu"}));
  problems::set_axis(study.axes, "share", engine::axis_values({0, 0.1, 0.5}));
  return engine::erase(std::move(study));
}

engine::Experiment order_experiment() {
  engine::Study study = study_of_five_grids("validation/order");
  study.title = "LU decompositions by the order of slices and the number of generalised blocks";
  study.claim = "none; the question is what the order of slices changes";
  problems::set_axis(study.axes, "grid", engine::name_values({"2x2", "3x3", "4x4", "2x8"}));
  problems::set_axis(study.axes, "workload", engine::name_values({"lu"}));
  problems::set_axes(study.axes, {{"share", {0, 0.5}}, {"blocks", {1, 3, 10}}});
  problems::set_axis(study.axes, "order", engine::name_values({"given", "best"}));
  return engine::erase(std::move(study));
}

const engine::Registration grids_registration{grids_experiment, order_experiment};

}  // namespace
}  // namespace apportion::validation
