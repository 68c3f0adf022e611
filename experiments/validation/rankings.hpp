// How well costs rank methods: SQL over the single problems of the studies of Jacobi iterations.
#pragma once

#include <string>
#include <vector>

#include "results/exhibit.hpp"

namespace apportion::validation {

/// Of the size that an effect has by default: what survives has so much of it, and what is reversed more than this the
/// other way.
constexpr double surviving_share = 0.75;
constexpr double reversed_share = 0.02;

/// Relations, as common table expressions without WITH, over the problems of `study` that `condition` lets pass. Costs
/// and times are equal as compare() has it: rounding errors are smaller, and methods often give one decomposition. Each
/// relation but the first has the axes: network, startup, latency, share, progress, cells, iterations; and
/// setting_name, "star, cpu 1000", or "star" without start-ups.
/// networks(network, place): the networks in the order of tables.
/// runs(sample, problem, algorithm, flat, acost, total, most, net, compute, time): what each method came to; problem: a
/// number for each sample under each setting; flat: one of flat_methods(), all of which the problem has. Of settings
/// without start-ups, whose places are one, those with the place 'medium' alone.
/// choices(problem, cost, cost_place, found, regret, tau): of the flat methods on one problem, whether the one with the
/// least cost is the fastest, how much longer it takes than the fastest, and Kendall's tau-b of cost and time. Where
/// several have the least cost, the mean over them; tau is NULL where all cost or take the same.
/// chosen(cost, cost_place, tau, found, regret, greatest, problems): their means over problems, found and regrets in
/// percent.
/// duels(<columns of runs>, other_total, other_time, more, agree): each pair of flat methods on one problem whose
/// totals differ, by `more` percent; agree: 1 where the one with the lower total is the faster, -1 where the other one
/// is, 0 where they take the same. against(<columns of runs>, xy2, more, wins): by how many percent each method takes
/// longer than XY2, and whether it is faster; ratios(algorithm, more, standard_error, wins): the means over problems,
/// wins in percent.
[[nodiscard]] std::string rankings_sql(const std::string& study, const std::string& condition);

/// A list for IN: "'A', 'B'".
[[nodiscard]] std::string sql_texts(const std::vector<std::string>& texts);

/// What becomes of conclusions under other protocols, as common table expressions without WITH over
/// effects(number, protocol, problem, value), the size of what the conclusion with this number says on one problem:
/// judged(number, protocol, mean, error, problems, verdict): the mean effect and as many of its standard errors as are
/// visible; "found" or "not visible" for the protocol 'base', else "not visible", "unchanged", "survives", "weaker" or
/// "reversed".
[[nodiscard]] std::string judged_sql();
/// Conclusions down, protocols across: the columns outcome, verdict, mean, error, and the number of `problems`.
[[nodiscard]] results::Layout survival_layout(const std::string& problems);

}  // namespace apportion::validation
