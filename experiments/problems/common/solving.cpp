// What solving one problem takes in every family: fields, random streams, weights and names.
#include "experiments/problems/common/solving.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.hpp"
#include "base/numbers.hpp"

namespace apportion::problems {
namespace {

Machine machine_of(const Json& value, std::vector<double>& speeds) {
  if (!value.is_array()) {
    speeds.push_back(JsonReader(value, fmt::format("weight {}", speeds.size())).number());
    return {};
  }
  if (value.empty()) throw InputError("weights have an empty list in them; a machine needs at least one processor");
  Machine machine;
  machine.parts.reserve(value.size());
  for (const Json& part : value) machine.parts.push_back(machine_of(part, speeds));
  return machine;
}

// The weights of a machine's processors, from number `next` on: 0.5, or [0.25,[0.1,0.1]] for machines within it.
std::string nested_weights(const Machine& machine, const Cluster& cluster, std::size_t& next) {
  if (machine.is_processor()) return fmt::format("{}", cluster.speeds.at(next++));
  std::string text;
  for (const Machine& part : machine.parts) text += (text.empty() ? "" : ",") + nested_weights(part, cluster, next);
  return "[" + text + "]";
}

}  // namespace

Field algorithm_field(const std::string& fallback, const std::string& example, std::vector<std::string> (*names)(),
                      bool ranks) {
  Field field = word_field("algorithm", names, "name of an algorithm, such as " + example).by_default(fallback);
  field.takes_several = ranks;
  return ranks ? field.called("A|A,B|all").noting("several, or all: a ranking") : field.called("A");
}

Field seed_field() {
  return whole_field("seed", "N", 0, 1e15, "seed of randomised algorithms").by_default(std::to_string(default_seed));
}

std::uint64_t seed_in(const FieldValues& given) { return static_cast<std::uint64_t>(given.whole("seed")); }

double percent_in(const FieldValues& given, std::string_view name, double most) {
  const std::string text = given.text(name);
  const std::optional<double> percent =
      text.ends_with('%') ? parse_real(text.substr(0, text.size() - 1)) : std::nullopt;
  if (!percent || !(*percent >= 0 && *percent <= most))
    throw InputError(fmt::format("{} is '{}'; it must be from 0% to {}%, such as 1%", given.spelled(name), text, most));
  return *percent / 100;
}

RandomStream solving_stream(std::string_view family, const std::string& algorithm, std::uint64_t seed) {
  return {seed, fmt::format("solve {}|{}", family, algorithm)};
}

Cluster cluster_of(const JsonReader& weights) {
  if (!weights.json().is_array()) weights.refuse("a list of numbers, or of such lists");
  Cluster cluster;
  if (weights.json().empty()) return cluster;
  cluster.machine = machine_of(weights.json(), cluster.speeds);
  const std::vector<Machine>& parts = cluster.machine.parts;
  if (std::ranges::all_of(parts, [](const Machine& part) { return part.is_processor(); })) cluster.machine = {};
  return cluster;
}

std::string weights_json(const Cluster& cluster) {
  std::size_t next = 0;
  return cluster.is_flat() ? fmt::format("[{}]", fmt::join(cluster.speeds, ","))
                           : nested_weights(cluster.machine, cluster, next);
}

std::string names_json(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ",") + json_string(name);
  return "[" + text + "]";
}

}  // namespace apportion::problems
