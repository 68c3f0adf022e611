// Costs of an exchange of boundaries on a network that a user names or gives in a file, as the families see them, and
// times that vary with the speeds.
#pragma once

#include <algorithm>
#include <functional>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "base/numbers.hpp"
#include "experiments/problems/clusters/cluster_file.hpp"
#include "experiments/problems/common/fields.hpp"
#include "experiments/problems/common/quantities.hpp"
#include "experiments/problems/common/ranking.hpp"
#include "sim/stencil.hpp"
#include "sim/varied_speeds.hpp"

namespace apportion {
struct Network;   // sim/network/network.hpp
struct Platform;  // sim/network/jacobi.hpp
}  // namespace apportion

namespace apportion::problems {

/// The costs of a division on a network; see sim/network/jacobi.hpp.
struct ExchangeCosts {
  double most = 0;       ///< elements
  double net = 0;        ///< seconds
  double simulated = 0;  ///< seconds, see ExchangeTime::seconds()
};

/// The time of an exchange on a network. Families use networks only by this class; data for algorithms are passed
/// through it unread. experiments/problems/networks/network.cpp defines its functions.
struct ExchangeTime {
  std::string name;  ///< of the network, or of its file
  std::shared_ptr<const Network> network;
  double latency = 0;              ///< the start-up of a message in elements, passed to algorithms
  double seconds_per_element = 0;  ///< of a processor with speed 1; 0: only messages take time

  /// The time of an iteration, averaged over ten Jacobi sweeps without a barrier, by processors of these speeds.
  [[nodiscard]] double seconds(const std::vector<double>& speeds, const Stencil& stencil) const;
  [[nodiscard]] ExchangeCosts costs(const std::vector<double>& speeds, const Stencil& stencil) const;
  /// The innermost group of each processor, by number; empty if the network has no groups.
  [[nodiscard]] std::vector<std::string> groups() const;
  [[nodiscard]] std::shared_ptr<const Platform> platform(const std::vector<double>& speeds) const;
};

/// The fields `network`, with this note in its help, `bandwidth`, `startup`, `latency-time` and `element-seconds`.
[[nodiscard]] std::vector<Field> network_fields(const std::string& note = {});

/// The network of these fields, `latency` and the links of a cluster file; nothing without `network`. A named network's
/// start-up is given by the latency, in elements of 8 bytes, or the time, spent at `startup`; a described network, from
/// a file or the line itself (see parse_network()), contains its own, so that these fields are then refused. InputError
/// for these and a malformed network.
[[nodiscard]] std::shared_ptr<const ExchangeTime> network_of(const FieldValues& given, std::size_t processors,
                                                             const ProcessorLinks& of_file = {});

/// The time of a rival's simulated iteration, or why answers cannot be compared with it.
struct RivalTime {
  std::optional<double> seconds = std::nullopt;
  std::string reason = {};  ///< if there is no number; "" if not requested
};

/// The network costs in an answer.
struct CostsOnNetwork {
  std::string name;
  ExchangeCosts costs;
  std::optional<double> saved;                       ///< the share of a rival's simulated time that is saved
  std::string not_saved = {};                        ///< why there is no such number, in words; "" if not requested
  std::vector<std::string> fastest_of = {};          ///< the algorithms compared, if the question has rivals
  std::optional<VariedTimes> varied = std::nullopt;  ///< of an iteration, if requested
};
[[nodiscard]] CostsOnNetwork costs_on_network(const ExchangeTime& network, const std::vector<double>& speeds,
                                              const Stencil& stencil, const RivalTime& rival);

/// The speeds of a question's processors.
template <class Question>
[[nodiscard]] const std::vector<double>& speeds_in(const Question& question) {
  return speeds_of(question.memory, question.problem.cluster.speeds);
}

/// A rival's division that cannot be compared with others.
class NoRival : public InputError {
 public:
  using InputError::InputError;
};

/// {"name":…,"most":…,"net":…,"simulated":…,"saved":…,"not_saved":…,"fastest_of":[…],"varied":…}: without a rival's
/// time `saved` is null and `not_saved` gives the reason; the last three are omitted if empty.
[[nodiscard]] std::string costs_json(const CostsOnNetwork& on_network);

/// An answer in one line of JSON without its end: {"schema":1,"algorithm":…,MEMBERS,`own`,"network":…,MEMORY,`more`,
/// "names":[…],`parts`}. Empty members are omitted; `own` and `more` are further members, `own` begins with a comma.
template <class Quantity>
[[nodiscard]] std::string answer_json(const std::vector<Quantity>& quantities, const typename Quantity::Answer& answer,
                                      const std::string& own, const std::string& more, const std::string& parts) {
  fmt::memory_buffer text;
  const auto out = std::back_inserter(text);
  fmt::format_to(out, R"({{"schema":1,"algorithm":{})", json_string(answer.algorithm));
  add_members(quantities, MemberOf::answer, answer, text);
  text.append(own);
  if constexpr (requires { answer.network; })
    if (answer.network) fmt::format_to(out, R"(,"network":{})", costs_json(*answer.network));
  text.append(memory_json(answer.memory));
  if (!more.empty()) fmt::format_to(out, ",{}", more);
  if (!answer.names.empty()) fmt::format_to(out, R"(,"names":{})", names_json(answer.names));
  fmt::format_to(out, ",{}}}", parts);
  return fmt::to_string(text);
}

/// The first values of a row of a ranking on a network; times in the unit in which the best one is readable.
[[nodiscard]] std::vector<RankedValue> cost_values(const CostsOnNetwork& on_network, double best);

template <class Answer>
[[nodiscard]] std::vector<RankedValue> network_columns(const Answer& answer, const Answer& best) {
  return answer.network ? cost_values(*answer.network, best.network->costs.simulated) : std::vector<RankedValue>{};
}

// --- Varying times

/// The fields `perturb` and `spread`.
[[nodiscard]] std::vector<Field> variation_fields();

/// The variation by these fields and `seed`, by default that of the file `cluster`; without `perturb` the default
/// number of draws, nothing for 0 draws. InputError for a malformed one, and if the spread of speeds is unknown.
[[nodiscard]] std::optional<SpeedVariation> variation_in(const FieldValues& given, std::size_t processors,
                                                         std::int64_t usual_draws = 0);

/// A variation with the measured spreads of a cluster. InputError if a processor was measured only once.
[[nodiscard]] SpeedVariation measured_variation(const GivenCluster& cluster, std::int64_t draws, std::uint64_t seed);

/// How a division's times or, without a network, its imbalance vary with the speeds; and whether answers are ranked by
/// that.
struct AskedVariation {
  SpeedVariation draws;
  double VariedTimes::*ranks = nullptr;  ///< nullptr: they are not
};

/// The fields of variation_fields() and `rank-by`, and the variation by them and `seed`: nothing without `perturb`.
/// InputError for a network on which the speeds affect no time.
[[nodiscard]] const std::vector<Field>& ranked_variation_fields();
[[nodiscard]] std::optional<AskedVariation> asked_variation(const FieldValues& given, const ExchangeTime* network,
                                                            std::size_t processors);

/// "95 % quantile of the time in 200 draws of the speeds": the value by which answers are ranked; of the imbalance
/// without a network. `variation.ranks` is given.
[[nodiscard]] std::string ranked_value_words(const AskedVariation& variation, bool on_network);

/// What questions of divisions that may be exchanged on a network have in common.
struct AskedExchange : AskedProcessors {
  std::vector<std::string> groups = {};                   ///< of the processors, if known
  std::shared_ptr<const ExchangeTime> network = nullptr;  ///< its start-up is the problem's latency
  std::optional<AskedVariation> variation = std::nullopt;
  /// The time of an iteration by XY2 on the network, with which answers are compared; the frame sets it.
  std::optional<RivalTime> by_xy2 = std::nullopt;
};

/// Sets network, latency, variation and groups: the groups of a cluster file, or else the innermost ones of the
/// network, by number.
template <class Question>
void set_exchange(const FieldValues& given, Question& question) {
  const std::size_t processors = question.problem.cluster.size();
  question.network = network_of(given, processors, question.links);
  question.variation = asked_variation(given, question.network.get(), processors);
  question.ranks_draws = question.variation && question.variation->ranks != nullptr;
  if (question.network) question.problem.latency = question.network->latency;
  for (const std::size_t group : question.links.groups) question.groups.push_back(question.group_names[group]);
  if (question.groups.empty() && question.network) question.groups = question.network->groups();
}

/// Sets the time by XY2 unless that was done: none without a network. `divide` returns the exchange of its division;
/// there is no time if it throws NoRival, or InputError, that is if XY2 refuses.
void time_xy2(const std::vector<double>& speeds, const std::function<Stencil()>& divide, AskedExchange& asked);

/// "\nover XY2 is empty: ...": a line below titles if a comparison was requested and there is no rival's time.
[[nodiscard]] std::string note_on_xy2(const AskedExchange& asked);

/// Adds the effect of the question's variation to the answer: on the time of an iteration, if there is a network,
/// otherwise on its imbalance, which `imbalance_by` computes from relative speeds.
template <class Question, class Answer>
void add_variation(const Question& question, const std::function<Stencil()>& stencil,
                   const std::function<double(const std::vector<double>&)>& imbalance_by, Answer& answer) {
  if (!question.variation) return;
  const auto& [draws, ranks] = *question.variation;
  std::optional<VariedTimes>& varied = answer.network ? answer.network->varied : answer.varied_imbalance;
  if (answer.network)
    varied = summary_of(
        times_by_draws(draws, speeds_in(question), [&, exchanged = stencil()](const std::vector<double>& speeds) {
          return question.network->seconds(speeds, exchanged);
        }));
  else
    varied = summary_of(times_by_draws(draws, question.problem.cluster.speeds, imbalance_by));
  if (ranks != nullptr) answer.ranked_value = (*varied).*ranks;
}

/// {"draws":…,"low":…,"median":…,"high":…,"worst":…}
[[nodiscard]] std::string varied_json(const VariedTimes& times);

/// The columns of a ranking, in this unit.
[[nodiscard]] std::vector<RankedValue> varied_values(const std::optional<VariedTimes>& times, const TimeUnit& unit);

/// A value of varied_imbalance.
template <class Answer, double VariedTimes::*value>
[[nodiscard]] QuantityValue percent_of(const Answer& answer) {
  return answer.varied_imbalance ? QuantityValue(100 * (*answer.varied_imbalance).*value) : std::nullopt;
}

/// The quantity `varied_imbalance` of a family's answers, whose imbalance is a fraction: a member, and columns in
/// percent.
template <class Answer>
[[nodiscard]] QuantityValue varied_imbalance_json(const Answer& answer) {
  return answer.varied_imbalance ? QuantityValue(varied_json(*answer.varied_imbalance)) : std::nullopt;
}
template <class Problem, class Answer>
[[nodiscard]] std::vector<QuantityColumn<Problem, Answer>> varied_imbalance_columns(int place) {
  using Column = QuantityColumn<Problem, Answer>;
  const auto column = [](int at, const char* title, QuantityValue (*percent)(const Answer&)) {
    return Column{.place = at, .title = title, .decimals = 3, .words = percent};
  };
  return {column(place, "median, %", percent_of<Answer, &VariedTimes::median>),
          column(place + 1, "95 %, %", percent_of<Answer, &VariedTimes::high>),
          column(place + 2, "worst, %", percent_of<Answer, &VariedTimes::worst>)};
}

}  // namespace apportion::problems
