// Variations: other protocols, computers and networks, noise; the study of them, and which conclusions of these studies
// hold.
#include "experiments/validation/protocols.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string_view>

#include "base/error.hpp"
#include "base/numbers.hpp"
#include "base/text.hpp"
#include "experiments/engine/catalogue.hpp"
#include "experiments/engine/erasure.hpp"
#include "experiments/problems/common/axes.hpp"
#include "experiments/validation/applied_axes.hpp"
#include "experiments/validation/jacobi_study.hpp"
#include "experiments/validation/own_claims.hpp"
#include "experiments/validation/rankings.hpp"
#include "sim/network/network.hpp"

namespace apportion::validation {
namespace {

struct VariationWord {
  std::string_view word;
  std::string_view symbol;  // of the number that follows it; "": no number follows
  double least = 0;
  double most = 0;
  void (*set)(Variation& variation, double number) = nullptr;

  [[nodiscard]] std::string spelled() const {
    return symbol.empty() ? std::string(word) : fmt::format("{}-{}", word, symbol);
  }
};

const std::vector<VariationWord>& variation_words() {
  static const std::vector<VariationWord> words = {
      {"eager", "BYTES", 1, 1e15, [](Variation& variation, double number) { variation.eager_bytes = number; }},
      {"receiver", "", 0, 0, [](Variation& variation, double) { variation.has_receiver = true; }},
      {"gap", "", 0, 0, [](Variation& variation, double) { variation.has_gap = true; }},
      {"longest-first", "", 0, 0, [](Variation& variation, double) { variation.order = SendOrder::longest_first; }},
      {"next-first", "", 0, 0, [](Variation& variation, double) { variation.order = SendOrder::next_first; }},
      {"noise", "PERCENT", 0, 50, [](Variation& variation, double number) { variation.noise = number / 100; }},
      {"overlap", "", 0, 0, [](Variation& variation, double) { variation.progress = Progress::overlap; }},
      {"barrier", "", 0, 0, [](Variation& variation, double) { variation.progress = Progress::barrier; }},
      {"allreduce", "", 0, 0, [](Variation& variation, double) { variation.reduces = true; }},
      {"fat-tree", "OVERSUBSCRIPTION", 1, 1000,
       [](Variation& variation, double number) { variation.oversubscription = number; }},
      {"links", "FACTOR", 1e-3, 1e3, [](Variation& variation, double number) { variation.links = number; }}};
  return words;
}

const VariationWord& word_of(const std::string& text) {
  std::vector<std::string> names;
  for (const VariationWord& entry : variation_words()) {
    if (entry.symbol.empty() ? text == entry.word : text.starts_with(std::string(entry.word) + "-")) return entry;
    names.push_back(entry.spelled());
  }
  throw unknown_name("variation", text, names);
}

void add_word(Variation& variation, const std::string& text) {
  const VariationWord& entry = word_of(text);
  if (entry.symbol.empty()) return entry.set(variation, 0);
  const std::string digits = text.substr(entry.word.size() + 1);
  const std::optional<double> number = parse_real(digits);
  if (!number || !(*number >= entry.least && *number <= entry.most) || engine::AxisValue::of(*number).text != digits)
    throw InputError(fmt::format("variation '{}': {} must be a plain number from {} to {}", text, entry.symbol,
                                 entry.least, entry.most));
  entry.set(variation, *number);
}

}  // namespace

Variation parse_variation(const std::string& text) {
  Variation variation;
  if (text == "base") return variation;
  std::vector<std::string> words = split(text, '+');
  for (const std::string& word : words) add_word(variation, word);
  std::vector<std::string_view> kinds;
  for (const std::string& word : words) kinds.push_back(word_of(word).word);
  std::ranges::sort(kinds);
  if (std::ranges::adjacent_find(kinds) != kinds.end())
    throw InputError(fmt::format("variation '{}' names one thing twice", text));
  return variation;
}

Protocol protocol_of(const Variation& variation, double overhead_seconds, double message_scale) {
  return {.eager_bytes = variation.eager_bytes * message_scale,
          .receive_seconds = variation.has_receiver ? overhead_seconds : 0,
          .gap_seconds = variation.has_gap ? overhead_seconds : 0};
}

engine::Axis protocol_axis(const std::vector<std::string>& values) {
  engine::Axis axis =
      applied_name("protocol", "how a run differs from the studies' default; words are joined by +", {"base"});
  for (const VariationWord& entry : variation_words()) axis.names.push_back(entry.spelled());
  axis.values = engine::name_values(values);
  axis.check_text = [](const std::string& text) { static_cast<void>(parse_variation(text)); };
  return axis;
}

namespace {

// The study of variations: the settings that conclusions are about, each with other protocols, computers and networks.

using engine::AxisRole;
using engine::AxisValue;

constexpr double long_startup = 1000;     // elements
constexpr double overhead_without = 100;  // elements: a receiver's or a gap where the setting has no start-up

// A network, and where a long start-up is spent; the default place if there is no long start-up.
struct Setting {
  const char* name;
  const char* network;
  const char* startup = "medium";
  double latency = long_startup;
};

const std::vector<Setting>& settings() {
  static const std::vector<Setting> all = {
      {"star", "star", "medium", 0},         {"star-cpu", "star", "cpu"},
      {"star-wire", "star", "wire"},         {"bus-medium", "bus", "medium"},
      {"bus-wire", "bus", "wire"},           {"backbone-cpu", "backbone", "cpu"},
      {"backbone-wire", "backbone", "wire"}, {"two-level", "two-level", "medium", 0}};
  return all;
}

const Setting& setting_named(const std::string& name) {
  std::vector<std::string> names;
  for (const Setting& setting : settings()) {
    if (setting.name == name) return setting;
    names.emplace_back(setting.name);
  }
  throw unknown_name("setting", name, names);
}

engine::Axis setting_axis() {
  std::vector<std::string> names;
  for (const Setting& setting : settings()) names.emplace_back(setting.name);
  engine::Axis axis =
      applied_name("setting", "network, and where a start-up of 1000 elements is spent, if there is one", names);
  axis.values = engine::name_values(names);
  return axis;
}

// The point of the studies of Jacobi iterations that a setting names.
engine::Point default_point(const engine::Point& point) {
  const Setting& setting = setting_named(point.text("setting"));
  const auto applied = [](const char* axis, const AxisValue& value) {
    return engine::Point::Entry{.axis = axis, .role = AxisRole::applied, .value = value};
  };
  return engine::Point({{.axis = "sampling", .value = AxisValue::parse(point.text("sampling"))},
                        applied("network", AxisValue::parse(setting.network)),
                        applied("startup", AxisValue::parse(setting.startup)),
                        applied("latency", AxisValue::of(setting.latency)),
                        applied("share", AxisValue::of(point.number("share"))),
                        applied("progress", AxisValue::parse("free")),
                        applied("cells", AxisValue::parse("real")),
                        applied("iterations", AxisValue::of(10))});
}

Network varied_network(const JacobiProblem& problem, const Variation& variation) {
  Network network = *problem.network;
  const std::size_t processors = network.processors;
  if (variation.oversubscription) {
    const double bandwidth = bytes_per_element / problem.element_time;
    network = fat_tree(two_level_groups(processors), bandwidth, *variation.oversubscription);
    network.startup = problem.network->startup;
  }
  if (variation.links != 1) change_every_second(network, variation.links);
  const double seconds = (problem.latency > 0 ? problem.latency : overhead_without) * problem.element_time;
  network.protocol = protocol_of(variation, seconds);
  return network;
}

JacobiProblem sample_varied(const engine::Point& point, RandomStream& stream) {
  const Variation variation = parse_variation(point.text("protocol"));
  JacobiProblem problem = sample_jacobi(default_point(point), stream);
  problem.network = std::make_shared<const Network>(varied_network(problem, variation));
  problem.settings.progress = variation.progress;
  problem.settings.order = variation.order;
  problem.settings.reduces = variation.reduces;
  problem.settings.seconds_per_element = seconds_per_element(problem, point.number("share"), stream);
  problem.noise = variation.noise;
  problem.noise_seed = stream();
  return problem;
}

engine::Experiment protocols_experiment() {
  engine::Study study = jacobi_study("validation/protocols");
  study.title = "Costs against simulated iterations by other protocols, with noise, and on other networks";
  study.claim = "none; the question is which conclusions survive";
  study.axes = {problems::sampling_axis("max-set"), setting_axis(),
                protocol_axis({"base", "eager-65536", "eager-1000000000", "receiver", "gap", "longest-first",
                               "next-first", "noise-5", "noise-10", "overlap", "barrier", "allreduce", "fat-tree-1",
                               "fat-tree-2", "fat-tree-4", "fat-tree-8", "links-0.25", "receiver+overlap"}),
                applied_number("share", "share of messages in an iteration of RecursiveBisection2",
                               {engine::AxisKind::real, 1e-6, 1}, 1)};
  problems::set_axis(study.axes, "share", engine::axis_values({1, 0.5, 0.1}));
  study.sample = engine::sampler(sample_varied);
  return engine::erase(std::move(study));
}

const engine::Registration protocols_registration{protocols_experiment};

// Which conclusions of these studies hold under other protocols, with noise, and on other networks.

// What is concluded, from which effect on one problem, where.
constexpr const char* conclusions_sql = R"sql(conclusions(number, conclusion, effect, unit, setting, share) AS (VALUES
  (1, 'on two levels MULTILEVEL is faster than XY2', 'MULTILEVEL', '%', 'two-level', 1),
  (2, 'likewise, half of the time messages', 'MULTILEVEL', '%', 'two-level', 0.5),
  (3, 'likewise, a tenth', 'MULTILEVEL', '%', 'two-level', 0.1),
  (4, 'long start-ups on the medium of a bus: RecursiveBisection2 is slower than XY2', 'RecursiveBisection2', '%', 'bus-medium', 1),
  (5, 'on the processors of a star', 'RecursiveBisection2', '%', 'star-cpu', 1),
  (6, 'on the processors of a backbone', 'RecursiveBisection2', '%', 'backbone-cpu', 1),
  (7, 'on the wire of a bus: RecursiveBisection2 is faster', 'RecursiveBisection2', '%', 'bus-wire', 1),
  (8, 'on the wire of a star', 'RecursiveBisection2', '%', 'star-wire', 1),
  (9, 'on the wire of a backbone', 'RecursiveBisection2', '%', 'backbone-wire', 1),
  (10, 'on a star without start-ups TILE is faster than XY2', 'TILE', '%', 'star', 1),
  (11, 'the total ranks methods on a bus, start-ups on the medium', 'tau of total', 'of tau', 'bus-medium', 1),
  (12, 'the total ranks methods on a star, start-ups on processors', 'tau of total', 'of tau', 'star-cpu', 1),
  (13, 'net ranks methods on a star', 'tau of net', 'of tau', 'star', 1),
  (14, 'likewise, half of the time messages', 'tau of net', 'of tau', 'star', 0.5),
  (15, 'net ranks methods on a star, start-ups on processors', 'tau of net', 'of tau', 'star-cpu', 1),
  (16, 'net ranks methods on a star, start-ups on the wire', 'tau of net', 'of tau', 'star-wire', 1),
  (17, 'net ranks methods on two levels', 'tau of net', 'of tau', 'two-level', 1),
  (18, 'net ranks better than the total on a star', 'lead of net', 'of tau', 'star', 1),
  (19, 'likewise, start-ups on processors', 'lead of net', 'of tau', 'star-cpu', 1),
  (20, 'net ranks better than the total on two levels', 'lead of net', 'of tau', 'two-level', 1),
  (21, 'on a star the choice by total loses more where only messages take time than where a tenth is', 'growth', 'points', 'star', 1),
  (22, 'the choice by simulation is faster than XY2 on a star, half messages, start-ups on processors', 'choice', '%', 'star-cpu', 0.5),
  (23, 'likewise, start-ups on the wire of a star', 'choice', '%', 'star-wire', 0.5),
  (24, 'likewise, on the wire of a backbone', 'choice', '%', 'backbone-wire', 0.5),
  (25, 'likewise, on two levels without start-ups', 'choice', '%', 'two-level', 0.5),
  (26, 'the fastest of seven in the simulation stays the fastest, star, half messages, start-ups on processors', 'kept', '% of problems', 'star-cpu', 0.5),
  (27, 'likewise, on a star without start-ups', 'kept', '% of problems', 'star', 0.5),
  (28, 'likewise, a tenth of the time messages', 'kept', '% of problems', 'star', 0.1),
  (29, 'likewise, on two levels without start-ups, half messages', 'kept', '% of problems', 'two-level', 0.5)))sql";

// effects, one number for each conclusion, protocol and problem; {flat} are the flat methods.
constexpr const char* effects_sql = R"sql(all_runs AS MATERIALIZED (
  SELECT *, max("time") FILTER (WHERE protocol = 'base') OVER (PARTITION BY setting, share, sample, algorithm) AS base_time,
         max("time") FILTER (WHERE algorithm = 'XY2') OVER one AS xy2, min("time") OVER one AS fastest,
         min("time") FILTER (WHERE flat) OVER one AS flat_fastest, min(total) FILTER (WHERE flat) OVER one AS cheapest
  FROM (SELECT setting, share, protocol, sample, algorithm, total, net, "time", algorithm IN ({flat}) AS flat
        FROM validation_protocols_samples JOIN (SELECT DISTINCT setting, share FROM conclusions) USING (setting, share)
        WHERE seed = :seed AND rival = '' AND sampling = :sampling)
  WINDOW one AS (PARTITION BY setting, share, protocol, sample)),
chosen AS MATERIALIZED (
  SELECT * FROM (SELECT *, min(base_time) OVER (PARTITION BY setting, share, protocol, sample) AS base_fastest
                 FROM all_runs)
  WHERE compare(base_time, base_fastest) <= 0),
taus AS MATERIALIZED (
  SELECT setting, share, protocol, sample, kendall(total, "time") AS tau_total, kendall(net, "time") AS tau_net
  FROM all_runs WHERE flat GROUP BY setting, share, protocol, sample),
regrets AS (
  SELECT setting, share, protocol, sample, 100 * (avg("time" / flat_fastest) - 1) AS regret
  FROM all_runs WHERE flat AND compare(total, cheapest) <= 0 GROUP BY setting, share, protocol, sample),
values_of AS (
  SELECT setting, share, protocol, sample, algorithm AS effect, 100 * ("time" / xy2 - 1) AS value FROM all_runs
  UNION ALL SELECT setting, share, protocol, sample, 'tau of total', tau_total FROM taus
  UNION ALL SELECT setting, share, protocol, sample, 'tau of net', tau_net FROM taus
  UNION ALL SELECT setting, share, protocol, sample, 'lead of net', tau_net - tau_total FROM taus
  UNION ALL SELECT setting, 1, protocol, sample, 'growth',
                   max(regret) FILTER (WHERE share = 1) - max(regret) FILTER (WHERE share = 0.1)
            FROM regrets GROUP BY setting, protocol, sample
  UNION ALL SELECT setting, share, protocol, sample, 'choice', 100 * (avg("time" / xy2) - 1)
            FROM chosen GROUP BY setting, share, protocol, sample
  UNION ALL SELECT setting, share, protocol, sample, 'kept', 100.0 * max(compare("time", fastest) <= 0)
            FROM chosen GROUP BY setting, share, protocol, sample),
effects AS (
  SELECT number, protocol, sample AS problem, value FROM conclusions JOIN values_of USING (setting, share, effect)))sql";

results::Exhibit survives() {
  results::Exhibit exhibit{
      .name = "validation/survives", .study = "validation/protocols", .parameters = {{"sampling", "max-set"}}};
  exhibit.title = "Which conclusions survive other protocols, noise in computation, and other networks";
  exhibit.sql = fmt::format(
      R"sql(WITH {conclusions},
{effects},
{judged}
SELECT CASE page WHEN 1 THEN 'how messages pass' WHEN 2 THEN 'order of messages, noise'
                 WHEN 3 THEN 'how iterations go on' ELSE 'networks' END AS page_title,
       number || '. ' || conclusion AS conclusion, unit, setting, share, protocol, verdict,
       verdict || printf(iif(unit = 'of tau', ' %.2f +- %.2f', ' %.1f +- %.1f'), mean, error) AS outcome, mean, error,
       problems
FROM (SELECT *, CASE WHEN protocol LIKE 'fat%' OR protocol LIKE 'links%' THEN 4
                     WHEN protocol LIKE '%overlap' OR protocol IN ('barrier', 'allreduce') THEN 3
                     WHEN protocol LIKE '%first' OR protocol LIKE 'noise%' THEN 2 ELSE 1 END AS page
      FROM judged JOIN conclusions USING (number))
ORDER BY page, number, protocol <> 'base', length(protocol), protocol)sql",
      fmt::arg("conclusions", conclusions_sql),
      fmt::arg("effects", fmt::format(fmt::runtime(effects_sql), fmt::arg("flat", sql_texts(flat_methods())))),
      fmt::arg("judged", judged_sql()));
  exhibit.layout = survival_layout("problems");
  exhibit.layout.page = "page_title";
  exhibit.note = fmt::format(
      "The effect is a mean over problems, +- {0} of its standard errors: by how many percent a method takes longer "
      "than XY2; Kendall's tau of a cost and the time of six methods; net's tau less the total's; percentage points "
      "of regret; problems in which a method that is the fastest of seven by the base protocol is so by the other "
      "one. Base: found, where it differs from 0 by more than its error. Survives: it has the same sign beyond its "
      "error and at least {1} of its size; reversed: the other sign beyond its error and {2} of the size; weaker: "
      "neither; unchanged: in every problem, as where nothing is computed, which noise and overlap are about. "
      "Choice: of the seven methods the one that the base simulation has as the fastest, as `solve rectangles "
      "--network` chooses. Protocols: eager messages up to so many bytes leave without being asked for; receiver: "
      "processors are busy with each message that arrives, gap: messages of a processor leave so far apart, as long "
      "as a start-up takes, or 100 elements where there is none; longest-first and next-first: the order of sends; "
      "noise: the standard deviation of each computation, in percent, drawn anew for each division; fat-tree: in the "
      "place of the network, oversubscribed; links-0.25: every second processor has a quarter of the bandwidth. "
      "Computation is as long as for the base protocol on the same network.",
      visible_errors, surviving_share, reversed_share);
  return exhibit;
}

const engine::Registration survives_registration{survives};

}  // namespace
}  // namespace apportion::validation
