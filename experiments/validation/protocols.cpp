// Variations (other protocols, computers and networks, noise), their study, and the conclusions of the other studies
// that still hold.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <string_view>

#include "base/error.hpp"
#include "base/numbers.hpp"
#include "base/text.hpp"
#include "experiments/engine/catalogue.hpp"
#include "experiments/problems/common/sweep_study.hpp"
#include "experiments/validation/jacobi_study.hpp"

namespace apportion::validation {
namespace {

struct VariationWord {
  std::string_view word;
  std::string_view symbol;  // the symbol of the number that follows; "": no number follows
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
    throw InputError("variation '{}': {} must be a plain number from {} to {}", text, entry.symbol, entry.least,
                     entry.most);
  entry.set(variation, *number);
}

// --- The study of variations: the settings of the conclusions, each with other protocols, computers and networks

using engine::AxisRole;
using engine::AxisValue;

constexpr double long_startup = 1000;     // in elements
constexpr double overhead_without = 100;  // in elements: for a receiver or a gap if there is no start-up

// A network, and the place where a long start-up is spent, or the default place.
struct Setting {
  std::string_view name;
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

// The point of the studies of Jacobi iterations that belongs to a setting.
engine::Point default_point(const engine::Point& point) {
  const Setting& setting = *std::ranges::find(settings(), point.text("setting"), &Setting::name);
  std::vector<engine::Axis> axes = jacobi_axes();
  problems::set_axis(axes, "sampling", {AxisValue::parse(point.text("sampling"))});
  problems::set_axis(axes, "network", {AxisValue::parse(setting.network)});
  problems::set_axis(axes, "startup", {AxisValue::parse(setting.startup)});
  problems::set_axes(axes, {{"latency", {setting.latency}}, {"share", {point.number("share")}}});
  return engine::grid(axes).front();
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

const engine::Registration protocols_registration{[] {
  const engine::Axis setting =
      engine::name_axis("setting", "network, and where a start-up of 1000 elements is spent, if there is one",
                        AxisRole::applied, collected(settings(), &Setting::name));
  return jacobi_experiment(
      "validation/protocols",
      {problems::sampling_axis("max-set"), setting, protocol_axis(), *engine::axis_named(jacobi_axes(), "share")},
      sample_varied);
}};

}  // namespace

Variation parse_variation(const std::string& text) {
  Variation variation;
  if (text == "base") return variation;
  std::vector<std::string> words = split(text, '+');
  for (const std::string& word : words) add_word(variation, word);
  std::vector<std::string_view> kinds;
  for (const std::string& word : words) kinds.push_back(word_of(word).word);
  std::ranges::sort(kinds);
  if (std::ranges::adjacent_find(kinds) != kinds.end()) throw InputError("variation '{}' names one thing twice", text);
  return variation;
}

Protocol protocol_of(const Variation& variation, double overhead_seconds, double message_scale) {
  return {.eager_bytes = variation.eager_bytes * message_scale,
          .receive_seconds = variation.has_receiver ? overhead_seconds : 0,
          .gap_seconds = variation.has_gap ? overhead_seconds : 0};
}

engine::Axis protocol_axis() {
  engine::Axis axis =
      applied_name("protocol", "how a run differs from the studies' default; words are joined by +", {"base"});
  for (const VariationWord& entry : variation_words()) axis.names.push_back(entry.spelled());
  axis.check_text = [](const std::string& text) { static_cast<void>(parse_variation(text)); };
  return axis;
}

}  // namespace apportion::validation
