// How well costs rank methods: SQL over the single problems of the studies of Jacobi iterations.
#pragma once

#include <string>
#include <vector>

#include "results/exhibit.hpp"

namespace apportion::validation {

/// Costs and times are equal within this share: rounding errors are smaller, and methods often give one decomposition.
constexpr double equal_costs = 1e-9;

/// Of the size that an effect has by default: what survives has so much of it, and what is reversed more than this the
/// other way.
constexpr double surviving_share = 0.75;
constexpr double reversed_share = 0.02;

/// The axes that make a setting, as a list of columns.
constexpr const char* setting_key = "network, startup, latency, share, progress, cells, iterations";

/// Two relations, as common table expressions without WITH; `study` is the name of one:
/// networks(network, place): the networks in the order of tables.
/// runs(<setting_key>, sample, problem, algorithm, flat, acost, total, most, net, compute, time): the problems that
/// `condition` lets pass, as each method solved them; problem: a number for each sample under each setting; flat: one
/// of flat_methods(). Of settings without start-ups, whose places are one, those with the place 'medium' alone.
[[nodiscard]] std::string runs_sql(const std::string& study, const std::string& condition);
[[nodiscard]] std::string choices_sql();

/// And more, of runs:
/// against(<columns of runs>, xy2, more, wins): by how many percent each method takes longer than XY2, and whether it
/// is faster.
[[nodiscard]] std::string against_sql();

/// More, of choices or against: their means over problems.
/// chosen(<setting_key>, cost, cost_place, tau, found, regret, greatest, problems), found and regrets in percent;
/// ratios(<setting_key>, algorithm, more, standard_error, wins), wins in percent.
[[nodiscard]] std::string chosen_sql();
[[nodiscard]] std::string ratios_sql();

/// A list for IN: "'A', 'B'".
[[nodiscard]] std::string sql_texts(const std::vector<std::string>& texts);

/// SQL expressions: the sign of `one` - `other`, 0 where they are equal; Kendall's
/// tau-b from the signs of two differences, an aggregate over pairs; the standard error of the mean of `value`; the
/// name of a setting, "star, cpu 1000", or "star" without start-ups; whether `share` is in the list :shares.
[[nodiscard]] std::string sign_sql(const std::string& one, const std::string& other);
[[nodiscard]] std::string tau_sql(const std::string& by_cost, const std::string& by_time);
[[nodiscard]] std::string standard_error_sql(const std::string& value);

/// "found", "not visible", "unchanged", "survives", "weaker" or "reversed": an SQL expression over protocol, the
/// effect's mean with the sign of that by the base protocol (along) and its standard_error, both of the base (base,
/// base_error), and the greatest difference to it in one problem (moved).
[[nodiscard]] std::string survival_sql();
/// Conclusions down, protocols across: the columns outcome, verdict, mean, error, and how many of `samples` there are.
[[nodiscard]] results::Layout survival_layout(const std::string& samples);

}  // namespace apportion::validation
