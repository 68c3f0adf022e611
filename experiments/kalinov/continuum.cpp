// Equal pressures are necessary for the least time, not sufficient: the time along all states of equal pressure.
#include "experiments/kalinov/continuum.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/numbers.hpp"
#include "base/text.hpp"
#include "experiments/engine/catalogue.hpp"
#include "experiments/engine/erasure.hpp"
#include "experiments/kalinov/statement.hpp"

namespace apportion::kalinov {
namespace {

std::array<double, 4> cell_times(const FourPerformances& p, const FirstShares& shares) {
  const double x = shares.first;
  const double y = shares.second;
  return {x * y / p[0], (1 - x) * y / p[1], x * (1 - y) / p[2], (1 - x) * (1 - y) / p[3]};
}

// From u = x / (1-x) and v = y / (1-y).
FirstShares from_ratios(double u, double v) { return {u / (1 + u), v / (1 + v)}; }

struct Case {
  FourPerformances performances = {};
  double position = 0;
};

struct Measures {
  double share0 = 0;
  double share1 = 0;
  double over_least = 0;
  double pressure_gap = 0;
};

// The lengths that the project's algorithms end with.
FirstShares found_by(const char* algorithm, const Case& state) {
  constexpr double side = 1e9;
  const GridSolution solution = solved(algorithm, {{{2, 2}},
                                                   {state.performances.begin(), state.performances.end()},
                                                   {static_cast<std::int64_t>(side), static_cast<std::int64_t>(side)}});
  return {solution.lengths[0][0] / side, solution.lengths[1][0] / side};
}

// "1-10-11-12": whole performances in ascending order, as NAT places them.
FourPerformances parsed(const std::string& text) {
  const std::vector<std::string> pieces = split(text, '-');
  FourPerformances performances{};
  const std::string wanted = fmt::format("'{}': must be four whole numbers from 1 to 1000 in ascending order", text);
  if (pieces.size() != performances.size()) throw InputError(wanted);
  for (std::size_t j = 0; j < pieces.size(); ++j) {
    const std::optional<std::int64_t> performance = parse_whole(pieces[j]);
    if (!performance || *performance < 1 || *performance > 1000) throw InputError(wanted);
    performances.at(j) = static_cast<double>(*performance);
  }
  if (!std::ranges::is_sorted(performances)) throw InputError(wanted);
  return performances;
}

constexpr int curve_steps = 40;

Measures measure(const Case& state, const FirstShares& shares) {
  const double least = time_of(state.performances, fastest_shares(state.performances));
  return {.share0 = shares.first,
          .share1 = shares.second,
          .over_least = time_of(state.performances, shares) / least,
          .pressure_gap = pressure_gap(state.performances, shares)};
}

engine::Experiment continuum_experiment() {
  engine::Study study{.name = "kalinov/continuum"};
  study.title = "The time along all states of equal pressure on 2 x 2 processes, and where the methods end";
  study.claim = "equal pressures in all slices are the requirement for a least time";
  study.source = "Kalinov & Klimov 2004, Section 3.2";
  study.axes = {{.name = "network",
                 .title = "performances in the order of NAT",
                 .role = engine::AxisRole::applied,
                 .kind = engine::AxisKind::text,
                 .values = {engine::AxisValue::parse("1-1-1-2"), engine::AxisValue::parse("1-10-11-12")},
                 .check_text = [](const std::string& text) { static_cast<void>(parsed(text)); },
                 .text_kind = "four ascending whole numbers joined by -, such as 1-10-11-12"},
                {.name = "step",
                 .title = fmt::format("steps of {} along the states of equal pressure", curve_steps),
                 .role = engine::AxisRole::applied,
                 .kind = engine::AxisKind::whole,
                 .least = 0,
                 .most = curve_steps}};
  for (int step = 0; step <= curve_steps; ++step) study.axes.back().values.push_back(engine::AxisValue::of(step));
  study.deterministic = true;
  engine::set_functions<Case, FirstShares>(
      study,
      {{"equal pressures", [](const Case& state) { return equal_pressures(state.performances, state.position); }},
       {"least time", [](const Case& state) { return fastest_shares(state.performances); }},
       {"natural", [](const Case& state) { return found_by("natural", state); }},
       {"equal-pressure", [](const Case& state) { return found_by("equal-pressure[mapping=NAT]", state); }},
       {"proposed", [](const Case& state) { return found_by("proposed[mapping=NAT]", state); }}});
  study.measured = engine::measured(
      measure, {{"share0", "share of slice 0 of dimension 0", "", "", 4, &Measures::share0},
                {"share1", "share of slice 0 of dimension 1", "", "", 4, &Measures::share1},
                {"over_least", "time over the least time of the mapping", "", "less", 4, &Measures::over_least},
                {"pressure_gap", "1 - least over greatest pressure", "", "less", 4, &Measures::pressure_gap}});
  study.sample = engine::sampler([](const engine::Point& point, RandomStream& /*stream*/) {
    return Case{parsed(point.text("network")), point.number("step") / curve_steps};
  });
  return engine::erase(std::move(study));
}

engine::CatalogueExhibit continuum() {
  results::Exhibit exhibit{.name = "kalinov/continuum"};
  exhibit.title = "Time over the least time along the states of equal pressure, 2 x 2 processes";
  // The other methods do not depend on the step.
  exhibit.sql = R"sql(SELECT 'performances ' || replace(network, '-', ', ') AS performances, algorithm AS state,
       printf('%.4f', share0) AS share, share1, over_least, abs(round(pressure_gap, 9)) AS pressure_gap,
       CASE WHEN algorithm <> 'natural' THEN over_least END AS drawn
FROM kalinov_continuum WHERE seed = :seed AND (algorithm = 'equal pressures' OR step = 0)
ORDER BY length(network), network, instr('equal pressures, least time, natural, equal-pressure, proposed', algorithm),
         step)sql";
  exhibit.note =
      "At every state of equal pressure no slice takes longer than another one, "
      "which is the paper's requirement for a local minimum. It is necessary, and not sufficient: "
      "the states form a curve, on which the time can have an interior maximum, and the least time is at an end, "
      "where three of the four processes take the same time. Time over the least: of the same mapping (NAT), "
      "lengths being real-valued; drawn: the same but for the natural lengths, which the methods start from. "
      "Ours: the paper does not say so.";
  exhibit.claim = "";  // the statement in kalinov/claims judges what the paper says
  exhibit.charts = {{.name = "curves",
                     .x = {"share", "share of slice 0 of dimension 0"},
                     .y = {.title = "time / least time"},
                     .values = {{"drawn", "time over the least", 4}},
                     .series = "state",
                     .panel = "performances"}};
  return {"kalinov/continuum", exhibit};
}

const engine::Registration continuum_registration{continuum_experiment, continuum};

}  // namespace

double time_of(const FourPerformances& performances, const FirstShares& shares) {
  return std::ranges::max(cell_times(performances, shares));
}

double pressure_gap(const FourPerformances& performances, const FirstShares& shares) {
  const std::array<double, 4> t = cell_times(performances, shares);
  const std::array<double, 4> pressures = {std::max(t[0], t[2]), std::max(t[1], t[3]), std::max(t[0], t[1]),
                                           std::max(t[2], t[3])};
  return 1 - std::ranges::min(pressures) / std::ranges::max(pressures);
}

FirstShares equal_pressures(const FourPerformances& p, double position) {
  const double from = from_ratios(p[0] / p[1], 1).first;
  const double to = from_ratios(p[2] / p[3], 1).first;
  const double x = from + position * (to - from);
  const double u = x / (1 - x);
  return from_ratios(u, p[0] * p[3] <= p[1] * p[2] ? p[0] / (p[3] * u) : u * p[1] / p[2]);
}

FirstShares fastest_shares(const FourPerformances& p) {
  const std::array<FirstShares, 4> candidates = {
      from_ratios(p[0] / p[1], p[0] / p[2]), from_ratios(p[0] / p[1], p[1] / p[3]),
      from_ratios(p[2] / p[3], p[0] / p[2]), from_ratios(p[2] / p[3], p[1] / p[3])};
  return *std::ranges::min_element(candidates, {}, [&p](const FirstShares& shares) { return time_of(p, shares); });
}

}  // namespace apportion::kalinov
