// Networks from options and JSON, exchanges on them, and times that vary.
#include "experiments/problems/networks/network.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <numeric>
#include <optional>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "base/files.hpp"
#include "base/numbers.hpp"
#include "base/text.hpp"
#include "base/words.hpp"
#include "experiments/problems/clusters/cluster_file.hpp"
#include "experiments/problems/common/fields.hpp"
#include "experiments/problems/common/ranking.hpp"
#include "experiments/problems/rectangles/solve.hpp"
#include "sim/network/jacobi.hpp"
#include "sim/network/network.hpp"
#include "sim/network/platform.hpp"
#include "sim/network/processor_groups.hpp"
#include "sim/network/simulate.hpp"

namespace apportion::problems {
namespace {

using LinkNumbers = std::map<std::string, std::uint32_t, std::less<>>;

Startup startup_of(const JsonReader& startup) {
  startup.require_keys({"where", "seconds"}, {});
  return {parse_startup(startup["where"].text()), startup["seconds"].number()};
}

LinkNumbers read_links(const JsonReader& links, Network& network) {
  LinkNumbers numbers;
  for (const JsonReader& link : links.items()) {
    link.require_keys({"name", "bandwidth"}, {"latency"});
    const std::string name = link["name"].name();
    if (!numbers.emplace(name, static_cast<std::uint32_t>(network.links.size())).second)
      link["name"].refuse("a name that no other link has");
    network.links.push_back({name, link["bandwidth"].number(), link.has("latency") ? link["latency"].number() : 0});
  }
  return numbers;
}

std::size_t processor_of(const JsonReader& value, std::size_t processors) {
  const std::int64_t number = value.whole();
  if (number < 0 || number >= static_cast<std::int64_t>(processors))
    throw InputError(fmt::format("{} is {}; the {} processors are numbered from 0", value.place(), number, processors));
  return static_cast<std::size_t>(number);
}

std::uint32_t link_of(const JsonReader& value, const LinkNumbers& numbers) {
  if (value.json().is_number()) {
    const std::int64_t number = value.whole();
    if (number < 0 || number >= static_cast<std::int64_t>(numbers.size()))
      throw InputError(
          fmt::format("{} is {}; the {} links are numbered from 0", value.place(), number, numbers.size()));
    return static_cast<std::uint32_t>(number);
  }
  const std::string name = value.text();
  const auto found = numbers.find(name);
  if (found == numbers.end()) throw InputError(fmt::format("{} is '{}'; no link has that name", value.place(), name));
  return found->second;
}

void read_route(const JsonReader& route, const LinkNumbers& numbers, Network& network) {
  route.require_keys({"from", "to", "links"}, {});
  const std::size_t from = processor_of(route["from"], network.processors);
  const std::size_t to = processor_of(route["to"], network.processors);
  std::vector<std::uint32_t>& links = network.routes[from * network.processors + to];
  if (from == to)
    throw InputError(fmt::format("{} goes from processor {} to itself; it must go to another", route.place(), from));
  if (!links.empty())
    throw InputError(fmt::format("{} is a second route from processor {} to {}", route.place(), from, to));
  for (const JsonReader& link : route["links"].items()) links.push_back(link_of(link, numbers));
  if (links.empty()) throw InputError(fmt::format("{} has no links; it must have at least one", route.place()));
}

constexpr std::uintmax_t most_network_bytes = 1'000'000'000;

std::vector<std::string> startup_places() { return words_in(startup_words); }

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

InputError exclude_each_other(const std::string& one, const std::string& other) {
  return InputError(fmt::format("{} and {} exclude each other", one, other));
}

// What the file says of links, and the options.
ProcessorLinks links_of(const FieldValues& given, std::size_t processors, const ProcessorLinks& of_file) {
  if (!given.has("bandwidth")) return of_file;
  if (!of_file.bandwidths.empty())
    throw exclude_each_other(given.spelled("bandwidth"), "the column bandwidth of the cluster file");
  ProcessorLinks links = of_file;
  links.bandwidths.assign(processors, given.real("bandwidth"));
  return links;
}

double time_in(const FieldValues& given, std::string_view name) {
  const std::string text = given.text(name);
  const std::optional<double> seconds = parse_time(text);
  if (!seconds || !(*seconds >= 0) || !std::isfinite(*seconds))
    throw InputError(
        fmt::format("{} is '{}'; it must be a time in s, ms, us or ns, such as 1.3us", given.spelled(name), text));
  return *seconds;
}

// Where the network has this bandwidth.
Startup named_startup(const FieldValues& given, const std::vector<double>& latencies, double bandwidth) {
  Startup startup{parse_startup(given.text("startup"))};
  const bool has_time = given.has("latency-time");
  if (has_time && given.has("latency"))
    throw exclude_each_other(given.spelled("latency-time"), given.spelled("latency"));
  if (!latencies.empty() && (has_time || given.has("latency")))
    throw exclude_each_other(given.spelled(has_time ? "latency-time" : "latency"),
                             "the column latency of the cluster file");
  startup.of_each = latencies;
  if (latencies.empty())
    startup.seconds = has_time ? time_in(given, "latency-time") : given.real("latency") * bytes_per_element / bandwidth;
  else
    startup.seconds = std::accumulate(latencies.begin(), latencies.end(), 0.0) / static_cast<double>(latencies.size());
  return startup;
}

GivenNetwork named(const std::string& name, const FieldValues& given, std::size_t processors,
                   const ProcessorLinks& of_file) {
  const double latency = given.real("latency");
  if (!(latency >= 0) || !std::isfinite(latency))
    throw InputError(fmt::format("latency is {}; it must be zero or positive, and finite", latency));
  require_networked(processors);
  const ProcessorLinks links = links_of(given, processors, of_file);
  const double bandwidth = named_bandwidth(name, processors, links);
  const Startup startup = named_startup(given, links.latencies, bandwidth);
  const bool in_elements = links.latencies.empty() && !given.has("latency-time");
  return {name, named_network(name, processors, startup, links),
          in_elements ? latency : startup.seconds * bandwidth / bytes_per_element};
}

// A part that borders on no other one is seldom meant: a file for other processors is.
void require_routes(const Network& network) {
  if (network.processors == 1) return;
  std::vector<bool> has_route(network.processors, false);
  for (std::size_t place = 0; place < network.routes.size(); ++place)
    if (!network.routes[place].empty()) {
      has_route[place / network.processors] = true;
      has_route[place % network.processors] = true;
    }
  const auto lacking = std::ranges::count(has_route, false);
  if (lacking == 0) return;
  throw InputError(fmt::format("the network has no route to or from processor {}{}; it must join the {} processors",
                               std::ranges::find(has_route, false) - has_route.begin(),
                               lacking == 1 ? "" : fmt::format(" and {} more", lacking - 1), network.processors));
}

GivenNetwork described(const std::string& name, Network network) {
  require_routes(network);
  const double bandwidth = bandwidth_of(network);
  const double latency = network.startup.seconds * bandwidth / bytes_per_element;
  return {name, std::move(network), latency};
}

void refuse_beside_file(const FieldValues& given, const ProcessorLinks& of_file) {
  const auto refuse = [](const char* own, const std::string& other) {
    throw InputError(fmt::format("a network that is described has its own {}; {} does not go with it", own, other));
  };
  for (const char* name : {"startup", "latency", "latency-time"})
    if (given.has(name)) refuse("start-up", name);
  if (given.has("bandwidth")) refuse("links", "bandwidth");
  if (!of_file.bandwidths.empty()) refuse("links", "the column bandwidth of the cluster file");
  if (!of_file.latencies.empty()) refuse("start-up", "the column latency of the cluster file");
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

void number_innermost(const ProcessorGroup& group, std::size_t& next, std::vector<std::string>& names) {
  for (const ProcessorGroup& each : group.groups) number_innermost(each, next, names);
  if (!group.groups.empty()) return;
  for (const std::size_t processor : group.processors) names[processor] = fmt::format("{}", next);
  ++next;
}

struct RankingWord {
  std::string word;
  double VariedTimes::*value;
  std::string_view in_full;
};

const std::vector<RankingWord>& ranking_words() {
  static const std::vector<RankingWord> words = {{"median", &VariedTimes::median, "median"},
                                                 {"95%", &VariedTimes::high, "95 % quantile"},
                                                 {"worst", &VariedTimes::worst, "worst value"}};
  return words;
}

std::vector<std::string> names_of_ranking_words() { return collected(ranking_words(), &RankingWord::word); }

}  // namespace

Network parse_network(std::string_view json, std::size_t processors) {
  const Json value = parse_json(json);
  return parse_network(JsonReader(value), processors);
}

Network parse_network(const JsonReader& reader, std::size_t processors) {
  reader.require_keys({"schema", "links", "routes"}, {"startup"});
  if (reader["schema"].whole() != 1) reader["schema"].refuse("1");
  require_networked(processors);
  Network network{.processors = processors, .links = {}, .routes = {}};
  if (reader.has("startup")) network.startup = startup_of(reader["startup"]);
  const LinkNumbers numbers = read_links(reader["links"], network);
  network.routes.resize(processors * processors);
  for (const JsonReader& route : reader["routes"].items()) read_route(route, numbers, network);
  validate(network);
  return network;
}

std::vector<Field> network_fields(const std::string& note) {
  Field network =
      word_field("network", network_names,
                 fmt::format("{}, or a JSON file: say what messages cost on it", fmt::join(network_names(), ", ")));
  network.kind = FieldKind::json;
  return {network.called("NAME|FILE").noting(note),
          real_field("bandwidth", "B", 1e-100, 1e100, "bandwidth of the links of a named network")
              .measured_in("bytes per second")
              .noting("docs/networks.md has the usual ones")
              .needing("network"),
          word_field("startup", startup_places, "where the start-up of a message on a named network is spent")
              .by_default("cpu")
              .needing("network"),
          field_of(FieldKind::text, "latency-time", "TIME",
                   "start-up of a message on a named network as a time, such as 1.3us, instead of --latency")
              .needing("network"),
          real_field("element-seconds", "S", 0, 1e100, "time that a processor of speed 1 takes for an element")
              .measured_in("seconds")
              .by_default("0")
              .noting("without it only messages take time")
              .needing("network")};
}

std::shared_ptr<const GivenNetwork> network_of(const FieldValues& given, std::size_t processors,
                                               const ProcessorLinks& of_file) {
  if (!given.has("network")) return nullptr;
  const double seconds = given.has("element-seconds") ? given.real("element-seconds") : 0;
  const JsonReader network = given["network"];
  const bool has_name = network.json().is_string();
  const std::string word = has_name ? network.text() : "described";
  if (has_name && is_named(word)) return with_elements(named(word, given, processors, of_file), seconds);
  refuse_beside_file(given, of_file);
  if (!has_name) return with_elements(described(word, parse_network(network, processors)), seconds);
  require_network_file(word);
  return with_elements(
      described(word, parsed_input(word, [&](const std::string& text) { return parse_network(text, processors); })),
      seconds);
}

std::vector<std::string> group_of_each(const ProcessorLinks& links, const std::vector<std::string>& group_names,
                                       const std::shared_ptr<const GivenNetwork>& network) {
  std::vector<std::string> names;
  for (const std::size_t group : links.groups) names.push_back(group_names[group]);
  if (!names.empty() || !network) return names;
  const ProcessorGroup all = groups_of(network->network);
  if (all.groups.empty()) return names;
  names.resize(network->network.processors);
  std::size_t next = 0;
  number_innermost(all, next, names);
  return names;
}

std::string note_on(const RivalTime& rival) {
  if (rival.seconds && !(*rival.seconds > 0)) return "\nover XY2 is empty where it is: XY2's iteration takes no time";
  return rival.seconds || rival.reason.empty() ? "" : fmt::format("\nover XY2 is empty: {}", rival.reason);
}

double simulated_iteration(const GivenNetwork& given, const std::vector<double>& speeds, const Stencil& stencil) {
  return iteration_seconds(given.network, speeds, given.seconds_per_element, stencil);
}

Job with_element_seconds(Job job, double seconds_per_element) {
  for (ProcessorProgram& program : job.programs)
    for (Step& step : program) step.seconds *= seconds_per_element;
  return job;
}

double balanced_seconds(const Network& network, const Job& job, const std::vector<double>& speeds) {
  constexpr double without_messages = 1e-9;
  double elements = 0;
  double sum = 0;
  for (std::size_t i = 0; i < speeds.size(); ++i) {
    sum += speeds[i];
    for (const Step& step : job.programs[i]) elements += step.seconds * speeds[i];
  }
  const double messages = simulate(network, with_element_seconds(job, 0)).makespan();
  return messages > 0 && elements > 0 ? messages / (elements / sum) : without_messages;
}

ExchangeCosts exchange_costs(const GivenNetwork& given, const std::vector<double>& speeds, const Stencil& stencil) {
  const bool on_processors = given.network.startup.where == StartupPlace::cpu;
  return {most(stencil, on_processors ? given.latency : 0), net(given.network, halo_exchange(stencil)),
          simulated_iteration(given, speeds, stencil)};
}

CostsOnNetwork costs_on_network(const GivenNetwork& given, const std::vector<double>& speeds, const Stencil& stencil,
                                const RivalTime& rival) {
  CostsOnNetwork all{.name = given.name, .costs = exchange_costs(given, speeds, stencil), .saved = std::nullopt};
  all.not_saved = rival.reason;
  if (!rival.seconds) return all;
  if (*rival.seconds == all.costs.simulated)
    all.saved = 0;
  else if (const double saved = 1 - all.costs.simulated / *rival.seconds; std::isfinite(saved))
    all.saved = saved;
  else
    all.not_saved = "XY2's iteration takes no time";
  return all;
}

RivalTime seconds_by_xy2(const std::shared_ptr<const GivenNetwork>& network, const std::vector<double>& speeds,
                         const std::function<Stencil()>& divide) {
  if (network == nullptr) return {};
  try {
    return {.seconds = simulated_iteration(*network, speeds, divide())};
  } catch (const NoRival& error) {
    return {.reason = error.what()};
  } catch (const InputError& error) {
    return {.reason = fmt::format("XY2 refuses: {}", error.what())};
  }
}

std::string costs_json(const CostsOnNetwork& on_network) {
  const auto& [name, costs, saved, not_saved, fastest_of, varied] = on_network;
  std::string text =
      fmt::format(R"({{"name":{},"most":{},"net":{},"simulated":{},"saved":{})", json_string(name), plain(costs.most),
                  plain(costs.net), plain(costs.simulated), saved ? fmt::format("{}", plain(*saved)) : "null");
  if (!not_saved.empty()) text += fmt::format(R"(,"not_saved":{})", json_string(not_saved));
  if (!fastest_of.empty()) text += fmt::format(R"(,"fastest_of":{})", names_json(fastest_of));
  if (varied) text += fmt::format(R"(,"varied":{})", varied_json(*varied));
  return text + "}";
}

std::vector<RankedValue> cost_values(const CostsOnNetwork& on_network, double best) {
  const ExchangeCosts& costs = on_network.costs;
  const std::optional<double>& saved = on_network.saved;
  const TimeUnit unit = readable_unit(best);
  std::vector<RankedValue> values = varied_values(on_network.varied, unit);
  values.insert(values.begin(),
                RankedValue{fmt::format("iteration, {}", unit.name), with_digits(unit.of(costs.simulated), 6)});
  values.insert(values.end(),
                {{"over XY2, %", saved ? ComparedValue(with_decimals(-100 * *saved, 2)) : ComparedValue("-")},
                 {fmt::format("net, {}", unit.name), with_digits(unit.of(costs.net), 6)},
                 {"most", with_digits(costs.most, 8)}});
  return values;
}

// --- How times vary

std::vector<Field> variation_fields(const std::string& needed) {
  return {whole_field("perturb", "N", 1, 100'000, "draw the speeds N times, and say how times vary with them")
              .needing(needed),
          field_of(FieldKind::text, "spread", "PERCENT",
                   "standard deviation of each speed over its mean, such as 5%, up to 50%")
              .noting("without it that of the cluster file's repeated measurements")
              .needing("perturb")};
}

std::optional<SpeedVariation> variation_in(const FieldValues& given, std::size_t processors, std::int64_t usual_draws) {
  const std::int64_t draws = given.has("perturb") ? given.whole("perturb") : usual_draws;
  if (draws == 0) return std::nullopt;
  if (given.has("spread")) {
    const double deviation = percent_in(given, "spread", 100 * most_deviation);
    return SpeedVariation{std::vector<double>(processors, deviation), static_cast<std::size_t>(draws), seed_in(given)};
  }
  const std::optional<GivenCluster> cluster = cluster_in(given);
  if (!cluster)
    throw InputError(fmt::format("{} needs {}, such as 5%, or a cluster file with repeated measurements",
                                 given.spelled("perturb"), given.spelled("spread")));
  return read_from(given.text("cluster"), [&] { return measured_variation(*cluster, draws, seed_in(given)); });
}

SpeedVariation measured_variation(const GivenCluster& cluster, std::int64_t draws, std::uint64_t seed) {
  SpeedVariation variation{.deviations = {}, .draws = static_cast<std::size_t>(draws), .seed = seed};
  for (const Spread& spread : known_spreads(cluster)) variation.deviations.push_back(spread.relative);
  validate(variation);
  return variation;
}

const std::vector<Field>& ranked_variation_fields() {
  static const std::vector<Field> all =
      joined(variation_fields(),
             {word_field("rank-by", names_of_ranking_words,
                         "rank several answers by this of the draws: of the time on a network, or of the imbalance")
                  .noting("the first one is what a file gets")
                  .needing("perturb")
                  .only_as(FieldPlace::option)});
  return all;
}

std::optional<AskedVariation> asked_variation(const FieldValues& given, const GivenNetwork* network,
                                              std::size_t processors) {
  if (!given.has("perturb")) return std::nullopt;
  if (network != nullptr && network->seconds_per_element == 0)
    throw InputError(fmt::format("{} needs {}: while computing takes no time speeds do not matter",
                                 given.spelled("perturb"), given.spelled("element-seconds")));
  AskedVariation asked{variation_in(given, processors).value()};
  if (!given.has("rank-by")) return asked;
  const std::string word = given.text("rank-by");
  const auto found = std::ranges::find(ranking_words(), word, &RankingWord::word);
  if (found == ranking_words().end()) throw unknown_name("value to rank by", word, names_of_ranking_words());
  asked.ranks = found->value;
  return asked;
}

std::string ranked_value_words(const AskedVariation& variation, bool on_network) {
  return fmt::format("{} of the {} in {} of the speeds",
                     std::ranges::find(ranking_words(), variation.ranks, &RankingWord::value)->in_full,
                     on_network ? "simulated time" : "imbalance",
                     counted(static_cast<std::int64_t>(variation.draws.draws), "draw"));
}

void require_several(const std::optional<AskedVariation>& variation) {
  if (ranks_answers(variation))
    throw InputError("--rank-by chooses among the answers of several algorithms; give --algorithm A,B or all");
}

std::string varied_json(const VariedTimes& times) {
  return fmt::format(R"({{"draws":{},"low":{},"median":{},"high":{},"worst":{}}})", times.draws, times.low,
                     times.median, times.high, times.worst);
}

std::vector<RankedValue> varied_values(const std::optional<VariedTimes>& times, const TimeUnit& unit) {
  const VariedTimes known = times.value_or(VariedTimes{});
  const auto value = [&](const char* of, double seconds) -> RankedValue {
    return {fmt::format("{}, {}", of, unit.name), given_if(times.has_value(), with_digits(unit.of(seconds), 6))};
  };
  return {value("5 %", known.low), value("median", known.median), value("95 %", known.high),
          value("worst", known.worst)};
}

}  // namespace apportion::problems
