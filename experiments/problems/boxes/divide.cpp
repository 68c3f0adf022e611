// Divisions into boxes for programs: in whole cells, and as calls of HPCG.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <optional>
#include <tuple>
#include <vector>

#include "base/error.hpp"
#include "experiments/problems/boxes/solve.hpp"
#include "sim/cells/cell_problem.hpp"
#include "sim/cells/space_boxes.hpp"

namespace apportion::problems {
namespace {

using WholeSides = std::array<std::int64_t, 3>;  // rows, columns, layers

WholeSides whole_sides(const Triple& extent) {
  constexpr std::array<const char*, 3> names = {"rows", "columns", "layers"};
  WholeSides sides{};
  for (std::size_t axis = 0; axis < 3; ++axis) {
    if (extent[axis] != std::floor(extent[axis]) || extent[axis] > static_cast<double>(most_cell_lines))
      throw InputError(fmt::format("{} is {}; rounding to whole cells needs a whole number from 1 to {}", names[axis],
                                   extent[axis], most_cell_lines));
    sides[axis] = static_cast<std::int64_t>(extent[axis]);
  }
  return sides;
}

// The whole numbers nearest to coordinates along an axis. Those that are one within the tolerance have one.
class WholeCoordinates {
 public:
  WholeCoordinates(std::vector<double> all, double tolerance) : sorted_(std::move(all)) {
    std::ranges::sort(sorted_);
    double first = 0;
    for (std::size_t i = 0; i < sorted_.size(); ++i) {
      const bool is_same = i > 0 && sorted_[i] - sorted_[i - 1] <= tolerance;
      if (!is_same) first = sorted_[i];
      whole_.push_back(std::llround(first));
    }
  }
  [[nodiscard]] std::int64_t at(double coordinate) const {
    return whole_[static_cast<std::size_t>(std::ranges::lower_bound(sorted_, coordinate) - sorted_.begin())];
  }

 private:
  std::vector<double> sorted_;
  std::vector<std::int64_t> whole_ = {};
};

WholeCoordinates whole_coordinates(const BoxDivision& division, std::size_t axis) {
  std::vector<double> all;
  for (const Cuboid& part : division.parts) {
    all.push_back(part.at[axis]);
    all.push_back(part.end(axis));
  }
  return {std::move(all), coincidence_tolerance(division.extent)};
}

// --- HPCG

// Of a block of processes: those below z = below have `lower` layers, the others `upper`.
struct HpcgCall {
  WholeSides processes{};  // npy, npx, npz: along rows, columns, layers
  WholeSides sides{};      // of a process below
  std::int64_t below = 0;
  std::int64_t upper = 0;
  double slowest = 0;  // how many times as long as with exact shares
  double surface = 0;  // between processes
  bool upper_is_faster = false;
};

// What HPCG demands: its grids can be halved three times, and no side is longer than eight times another.
bool can_be_halved(std::int64_t side) { return side % 8 == 0 && side >= 16; }

bool is_compact(const WholeSides& sides) {
  const auto [least, most] = std::ranges::minmax(sides);
  return most <= 8 * least;
}

// `speeds` are descending, and sum to 1.
void judge(const WholeSides& block, const std::vector<double>& speeds, HpcgCall& call) {
  const std::int64_t plane = call.processes[0] * call.processes[1];
  const double area = static_cast<double>(block[0]) * static_cast<double>(block[1]);
  const auto thick = std::max(call.sides[2], call.upper);
  call.upper_is_faster = call.upper > call.sides[2];
  const std::int64_t thick_planes = call.upper_is_faster ? call.processes[2] - call.below : call.below;
  const auto share = [&](std::int64_t thickness) {
    return static_cast<double>(thickness) / static_cast<double>(plane * block[2]);
  };
  call.slowest = std::max(share(thick) / speeds[static_cast<std::size_t>(thick_planes * plane - 1)],
                          share(std::min(call.sides[2], call.upper)) / speeds.back());
  call.surface = static_cast<double>(call.processes[2] - 1) * area;
  for (std::size_t axis = 0; axis < 2; ++axis)
    call.surface += static_cast<double>((call.processes[axis] - 1) * block[2] * block[1 - axis]);
}

std::optional<HpcgCall> best_hpcg_call(const WholeSides& block, const std::vector<double>& speeds) {
  std::optional<HpcgCall> best;
  const auto offer = [&](HpcgCall call) {
    const WholeSides above = {call.sides[0], call.sides[1], call.upper};
    if (!can_be_halved(call.upper) || !is_compact(call.sides) || !is_compact(above)) return;
    judge(block, speeds, call);
    if (!best || std::tie(call.slowest, call.surface) < std::tie(best->slowest, best->surface)) best = call;
  };
  const auto count = static_cast<std::int64_t>(speeds.size());
  for (std::int64_t npx = 1; npx <= count; ++npx)
    for (std::int64_t npy = 1; npx * npy <= count; ++npy) {
      const std::int64_t npz = count / (npx * npy);
      if (npx * npy * npz != count || block[0] % npy != 0 || block[1] % npx != 0) continue;
      const WholeSides processes = {npy, npx, npz};
      if (!is_compact(processes) || !can_be_halved(block[0] / npy) || !can_be_halved(block[1] / npx)) continue;
      for (std::int64_t below = 1; below <= npz; ++below)
        for (std::int64_t lower = 16; lower * below <= block[2]; lower += 8) {
          const std::int64_t rest = block[2] - lower * below;
          if (below == npz ? rest != 0 : rest % (npz - below) != 0) continue;
          const std::int64_t upper = below == npz ? lower : rest / (npz - below);
          offer({.processes = processes,
                 .sides = {block[0] / npy, block[1] / npx, lower},
                 .below = below,
                 .upper = upper});
        }
    }
  return best;
}

// The processors in the order of HPCG's ranks, x fastest and z slowest.
std::vector<std::size_t> by_ranks(const HpcgCall& call, const std::vector<double>& speeds) {
  std::vector<std::size_t> order(speeds.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, std::ranges::greater{}, [&](std::size_t i) { return speeds[i]; });
  if (call.upper_is_faster)
    std::rotate(order.begin(), order.begin() + (call.processes[2] - call.below) * call.processes[0] * call.processes[1],
                order.end());
  return order;
}

}  // namespace

WholeDivision divide_boxes(const FieldValues& given) {
  const BoxQuestion question = box_question(given);
  const auto [rows, columns, layers] = whole_sides(question.problem.extent);
  require_space(layers, rows, columns);
  const BoxAnswer answer = solve(question);
  const std::array<WholeCoordinates, 3> whole = {whole_coordinates(answer.division, 0),
                                                 whole_coordinates(answer.division, 1),
                                                 whole_coordinates(answer.division, 2)};
  std::vector<std::vector<SpaceBox>> parts;
  for (const Cuboid& part : answer.division.parts) {
    WholeSides begin{};
    WholeSides end{};
    for (std::size_t axis = 0; axis < 3; ++axis) {
      begin[axis] = whole[axis].at(part.at[axis]);
      end[axis] = whole[axis].at(part.end(axis));
    }
    parts.push_back({{begin[2], end[2], {begin[0], end[0], begin[1], end[1]}}});
    if (parts.back().front().cells() == 0)
      throw InputError(fmt::format("processor {} would have no whole cell; solve cells --layers divides whole cells",
                                   parts.size() - 1));
  }
  const Decomposition division = division_of_boxes({0, layers, {0, rows, 0, columns}}, parts);
  return {answer.algorithm, division, division, question.names, layers, question.problem.cluster.speeds};
}

std::string hpcg_call(const FieldValues& given) {
  const BoxQuestion question = box_question(given);
  validate(question.problem);
  const WholeSides block = whole_sides(question.problem.extent);
  require_space(block[2], block[0], block[1]);
  std::vector<double> speeds = question.problem.cluster.speeds;
  const double sum = std::accumulate(speeds.begin(), speeds.end(), 0.0);
  for (double& speed : speeds) speed /= sum;
  std::vector<double> descending = speeds;
  std::ranges::sort(descending, std::ranges::greater{});
  const std::optional<HpcgCall> call = best_hpcg_call(block, descending);
  if (!call)
    throw InputError(fmt::format(
        "HPCG divides no block of {} rows, {} columns and {} layers among {} processes: the sides of each must be "
        "multiples of 8, at least 16 and at most 8 times each other, and so must the numbers of processes be along "
        "the axes",
        block[0], block[1], block[2], speeds.size()));
  const WholeSides& processes = call->processes;
  const WholeSides& sides = call->sides;
  const std::int64_t below = call->below;
  const std::int64_t upper = call->upper;
  const bool is_even = sides[2] == upper;
  const std::int64_t plane = processes[0] * processes[1];
  const auto part = [&](std::int64_t planes, std::int64_t nz) {
    return fmt::format("-n {} ./xhpcg --nx={} --ny={} --nz={} --npx={} --npy={} --npz={}{}", planes * plane, sides[1],
                       sides[0], nz, processes[1], processes[0], processes[2],
                       is_even ? "" : fmt::format(" --pz={} --zl={} --zu={}", below, sides[2], upper));
  };
  const BoxAnswer free = solve(question);
  return fmt::format(
      "# x along the columns, y along the rows, z along the layers. The slowest takes {:.4g} times as long as with\n"
      "# exact shares; surface {}, by {} with exact shares {:.6g}. The processors of the ranks: {}\n"
      "mpiexec {}{}",
      call->slowest, call->surface, free.algorithm, free.surface, fmt::join(by_ranks(*call, speeds), " "),
      part(is_even ? processes[2] : below, sides[2]), is_even ? "" : " : " + part(processes[2] - below, upper));
}

}  // namespace apportion::problems
