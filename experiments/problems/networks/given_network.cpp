// Networks from options and JSON, and exchanges on them.
#include "experiments/problems/networks/given_network.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include "base/files.hpp"
#include "experiments/problems/common/ranking.hpp"
#include "experiments/problems/networks/network_json.hpp"
#include "experiments/problems/rectangles/json.hpp"
#include "sim/network/builders.hpp"
#include "sim/network/communication_costs.hpp"
#include "sim/network/simulate.hpp"

namespace apportion::problems {
namespace {

constexpr std::size_t simulated_iterations = 10;
constexpr std::uintmax_t most_network_bytes = 1'000'000'000;

bool is_named(const std::string& word) {
  const std::vector<std::string> names = network_names();
  return std::ranges::find(names, word) != names.end();
}

// What the fastest pair of processors has; 0 without any.
double bandwidth_of(const Network& network) {
  double most = 0;
  for (const std::vector<std::uint32_t>& route : network.routes)
    if (!route.empty()) most = std::max(most, narrowest(network, route));
  return most;
}

GivenNetwork named(const std::string& name, std::size_t processors, StartupPlace where, double latency) {
  if (!(latency >= 0) || !std::isfinite(latency))
    throw InputError(fmt::format("latency is {}; it must be zero or positive, and finite", latency));
  const double seconds = latency * bytes_per_element / named_bandwidth(name, processors);
  return {name, named_network(name, processors, {where, seconds}), latency};
}

GivenNetwork described(const std::string& name, Network network) {
  const double bandwidth = bandwidth_of(network);
  const double latency = network.startup.seconds * bandwidth / bytes_per_element;
  return {name, std::move(network), latency};
}

void refuse_beside_file(bool startup, bool latency) {
  if (startup || latency)
    throw InputError(fmt::format("a network that is described has a start-up of its own; {} does not go with it",
                                 startup ? "startup" : "latency"));
}

std::shared_ptr<const GivenNetwork> with_elements(GivenNetwork given, double seconds) {
  if (!(seconds >= 0) || !std::isfinite(seconds))
    throw InputError(fmt::format("an element takes {} seconds; they must be zero or positive, and finite", seconds));
  given.seconds_per_element = seconds;
  return std::make_shared<const GivenNetwork>(std::move(given));
}

}  // namespace

std::shared_ptr<const GivenNetwork> network_of(const OptionValues& options, std::size_t processors) {
  if (!options.has("network")) {
    for (const char* option : {"startup", "element-seconds"})
      if (options.has(option)) throw InputError(fmt::format("--{} needs --network", option));
    return nullptr;
  }
  const double seconds = options.number("element-seconds").value_or(0);
  const std::string word = options.text("network");
  if (is_named(word))
    return with_elements(
        named(word, processors, parse_startup(options.text("startup", "cpu")), options.number("latency").value_or(0)),
        seconds);
  refuse_beside_file(options.has("startup"), options.has("latency"));
  require_regular_file(word, most_network_bytes);
  return with_elements(
      described(word, parsed_input(word, [&](const std::string& text) { return parse_network(text, processors); })),
      seconds);
}

std::shared_ptr<const GivenNetwork> network_of(const JsonReader& problem, std::size_t processors) {
  if (!problem.has("network")) {
    for (const char* key : {"startup", "element_seconds"})
      if (problem.has(key)) throw InputError(fmt::format("{} needs network", key));
    return nullptr;
  }
  const double seconds = problem.has("element_seconds") ? problem["element_seconds"].number() : 0;
  const JsonReader network = problem["network"];
  if (network.json().is_string())
    return with_elements(
        named(network.name(), processors, parse_startup(problem.has("startup") ? problem["startup"].text() : "cpu"),
              problem.has("latency") ? problem["latency"].number() : 0),
        seconds);
  refuse_beside_file(problem.has("startup"), problem.has("latency"));
  return with_elements(described("described", parse_network(network, processors)), seconds);
}

std::vector<OptionDeclaration> network_options() {
  return {{.name = "network",
           .value = "NAME|FILE",
           .summary = "bus, star, backbone, crossbar, two-level, or a JSON file: say what messages cost on it"},
          {.name = "startup", .value = "PLACE", .summary = "of a message on a named network: wire, cpu or medium"},
          {.name = "element-seconds",
           .value = "S",
           .summary = "seconds for an element at speed 1; default 0: only messages take time"}};
}

ExchangeCosts exchange_costs(const GivenNetwork& given, const Cluster& cluster, const Decomposition& decomposition) {
  return exchange_costs(given, cluster, stencil_of(decomposition));
}

ExchangeCosts exchange_costs(const GivenNetwork& given, const Cluster& cluster, const Stencil& stencil) {
  const bool on_processors = given.network.startup.where == StartupPlace::cpu;
  const JacobiSettings settings{.iterations = simulated_iterations, .seconds_per_element = given.seconds_per_element};
  const Timeline timeline = simulate(given.network, jacobi(stencil, cluster.speeds, settings));
  return {most(stencil, on_processors ? given.latency : 0), net(given.network, halo_exchange(stencil)),
          timeline.makespan() / simulated_iterations};
}

std::optional<double> share_saved(const ExchangeCosts& costs, std::optional<double> seconds_by_rival) {
  if (!seconds_by_rival) return std::nullopt;
  return *seconds_by_rival > 0 ? 1 - costs.simulated / *seconds_by_rival : 0;
}

std::string costs_json(const std::string& name, const ExchangeCosts& costs, std::optional<double> saved,
                       const std::vector<std::string>& fastest_of) {
  std::string text =
      fmt::format(R"({{"name":{},"most":{},"net":{},"simulated":{},"saved":{})", json_string(name), plain(costs.most),
                  plain(costs.net), plain(costs.simulated), saved ? fmt::format("{}", plain(*saved)) : "null");
  if (!fastest_of.empty()) text += fmt::format(R"(,"fastest_of":{})", names_json(fastest_of));
  return text + "}";
}

std::vector<RankedValue> cost_values(const ExchangeCosts& costs, std::optional<double> saved) {
  return {{"iteration, s", with_digits(costs.simulated, 6)},
          {"over XY2, %", saved ? ComparedValue(with_decimals(-100 * *saved, 2)) : ComparedValue("-")},
          {"net, s", with_digits(costs.net, 6)},
          {"most", with_digits(costs.most, 8)}};
}

}  // namespace apportion::problems
