// Networks from options and JSON, and exchanges on them.
#include "experiments/problems/networks/given_network.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <system_error>
#include <utility>
#include <vector>

#include "base/files.hpp"
#include "experiments/problems/common/ranking.hpp"
#include "experiments/problems/common/weights.hpp"
#include "experiments/problems/networks/network_json.hpp"
#include "experiments/problems/rectangles/solve.hpp"
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
    throw InputError(fmt::format("a network that is described has its own start-up; {} does not go with it",
                                 startup ? "startup" : "latency"));
}

void require_network_file(const std::string& word) {
  std::error_code unknown;
  if (!std::filesystem::exists(word, unknown)) throw unknown_name("network or file", word, network_names());
  require_regular_file(word, most_network_bytes);
}

std::shared_ptr<const GivenNetwork> with_elements(GivenNetwork given, double seconds) {
  if (!(seconds >= 0) || !std::isfinite(seconds))
    throw InputError(fmt::format("an element takes {} seconds; they must be zero or positive, and finite", seconds));
  given.seconds_per_element = seconds;
  return std::make_shared<const GivenNetwork>(std::move(given));
}

}  // namespace

std::vector<Field> network_fields() {
  return {{.name = "network",
           .kind = FieldKind::json,
           .value = "NAME|FILE",
           .what = fmt::format("{}, or a JSON file: say what messages cost on it", fmt::join(network_names(), ", ")),
           .words = network_names},
          {.name = "startup",
           .what = "where the start-up of a message on a named network is spent",
           .fallback = "cpu",
           .needs = "network",
           .words =
               [] {
                 return std::vector<std::string>{"wire", "cpu", "medium"};
               }},
          {.name = "element-seconds",
           .kind = FieldKind::real,
           .value = "S",
           .what = "time that a processor of speed 1 takes for an element",
           .unit = "seconds",
           .least = 0,
           .most = 1e100,
           .fallback = "0",
           .note = "without it only messages take time",
           .needs = "network"}};
}

std::shared_ptr<const GivenNetwork> network_of(const FieldValues& given, std::size_t processors) {
  if (!given.has("network")) return nullptr;
  const double seconds = given.has("element-seconds") ? given.real("element-seconds") : 0;
  const JsonReader network = given["network"];
  const bool has_name = network.json().is_string();
  const std::string word = has_name ? network.text() : "described";
  if (has_name && is_named(word))
    return with_elements(named(word, processors, parse_startup(given.text("startup")), given.real("latency")), seconds);
  refuse_beside_file(given.has("startup"), given.has("latency"));
  if (!has_name) return with_elements(described(word, parse_network(network, processors)), seconds);
  require_network_file(word);
  return with_elements(
      described(word, parsed_input(word, [&](const std::string& text) { return parse_network(text, processors); })),
      seconds);
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
