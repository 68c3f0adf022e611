// Network costs in answers, and varying times.
#include "experiments/problems/common/exchange_time.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <string_view>

#include "base/files.hpp"
#include "base/text.hpp"
#include "experiments/problems/clusters/cluster_file.hpp"
#include "experiments/problems/common/json.hpp"

namespace apportion::problems {
namespace {

struct RankingWord {
  std::string_view word;
  double VariedTimes::*value;
  std::string_view in_full;
};

constexpr std::array ranking_words = {RankingWord{"median", &VariedTimes::median, "median"},
                                      RankingWord{"95%", &VariedTimes::high, "95 % quantile"},
                                      RankingWord{"worst", &VariedTimes::worst, "worst value"}};

std::vector<std::string> names_of_ranking_words() { return collected(ranking_words, &RankingWord::word); }

}  // namespace

std::string note_on_xy2(const AskedExchange& asked) {
  const RivalTime rival = asked.by_xy2.value_or(RivalTime{});
  if (rival.seconds && !(*rival.seconds > 0)) return "\nover XY2 is empty where it is: XY2's iteration takes no time";
  return rival.seconds || rival.reason.empty() ? "" : fmt::format("\nover XY2 is empty: {}", rival.reason);
}

CostsOnNetwork costs_on_network(const ExchangeTime& network, const std::vector<double>& speeds, const Stencil& stencil,
                                const RivalTime& rival) {
  CostsOnNetwork all{.name = network.name, .costs = network.costs(speeds, stencil), .saved = std::nullopt};
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

void time_xy2(const std::vector<double>& speeds, const std::function<Stencil()>& divide, AskedExchange& asked) {
  if (asked.by_xy2) return;
  RivalTime& rival = asked.by_xy2.emplace();
  if (asked.network == nullptr) return;
  try {
    rival.seconds = asked.network->seconds(speeds, divide());
  } catch (const NoRival& error) {
    rival.reason = error.what();
  } catch (const InputError& error) {
    rival.reason = fmt::format("XY2 refuses: {}", error.what());
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

// --- Varying times

std::vector<Field> variation_fields() {
  return {whole_field("perturb", "N", 1, 100'000, "draw the speeds N times, and show how times vary with them"),
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
    throw InputError("{} needs {}, such as 5%, or a cluster file with repeated measurements", given.spelled("perturb"),
                     given.spelled("spread"));
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

std::optional<AskedVariation> asked_variation(const FieldValues& given, const ExchangeTime* network,
                                              std::size_t processors) {
  if (!given.has("perturb")) return std::nullopt;
  if (network != nullptr && network->seconds_per_element == 0)
    throw InputError("{} needs {}: while computing takes no time speeds do not matter", given.spelled("perturb"),
                     given.spelled("element-seconds"));
  AskedVariation asked{variation_in(given, processors).value()};
  if (!given.has("rank-by")) return asked;
  const std::string word = given.text("rank-by");
  const auto found = std::ranges::find(ranking_words, word, &RankingWord::word);
  if (found == ranking_words.end()) throw unknown_name("value to rank by", word, names_of_ranking_words());
  asked.ranks = found->value;
  return asked;
}

std::string ranked_value_words(const AskedVariation& variation, bool on_network) {
  return fmt::format("{} of the {} in {} of the speeds",
                     std::ranges::find(ranking_words, variation.ranks, &RankingWord::value)->in_full,
                     on_network ? "simulated time" : "imbalance", counted(variation.draws.draws, "draw"));
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
