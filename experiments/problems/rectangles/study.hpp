// The rectangle family: axes, samplers and metrics for studies that divide an array into rectangles.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "algorithms/rectangles/rectangle_algorithm.hpp"
#include "experiments/problems/common/family_study.hpp"
#include "experiments/problems/rectangles/solve.hpp"

namespace apportion::problems {

/// The axis of a field, with these values or its own.
[[nodiscard]] engine::Axis rectangle_axis(std::string_view field, const std::vector<double>& values = {});

/// rows, columns, ratio, processors, sampling (sampled) and latency (applied), each with one small default value;
/// studies set their own values.
[[nodiscard]] std::vector<engine::Axis> rectangle_axes();

/// The point's array and latency, with a cluster drawn by its sampling model, processors and ratio.
[[nodiscard]] RectangleProblem sample_rectangles(const engine::Point& point, RandomStream& stream);

/// relative_total: total of an algorithm over the total of its rival on the same sample.
[[nodiscard]] std::vector<engine::PairedMetric> rectangle_paired_metrics();

/// The family's study; measuring an inaccurate answer (sim/rectangles/decomposition.hpp) throws InputError. A cluster
/// replaces ratio, processors and sampling; if its speeds depend on the size, they are those that balance rows x
/// columns elements. `latency` changes the problems of instances, whose "whole" and "network" are refused, since a
/// study measures neither.
[[nodiscard]] const FamilyStudy<RectangleQuestion, RectangleAnswer>& rectangle_study();
[[nodiscard]] engine::Experiment rectangle_sweep(const engine::SweepDefinition& definition);

/// Problems as `apportion solve rectangles` takes them; answers with its "rectangles", any number for a processor.
[[nodiscard]] Exchange<RectangleAlgorithm> rectangle_exchange();

}  // namespace apportion::problems
