// A simulated run as a drawing: who computes, starts messages up and waits when.
#pragma once

#include <cstddef>
#include <string>

#include "sim/network/simulate.hpp"

namespace apportion::problems {

constexpr std::size_t most_drawn_activities = 50'000;

/// An SVG document with a line for each processor, from the beginning to the end of the run; the longest wait is framed
/// and named. InputError for a timeline without activities (see simulate()), and for more than most_drawn_activities.
[[nodiscard]] std::string svg_timeline(const std::string& title, const Timeline& timeline);

}  // namespace apportion::problems
