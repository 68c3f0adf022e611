// The network that a user names or gives in a file, what an exchange of boundaries costs on it, and how speeds vary.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"
#include "base/numbers.hpp"
#include "experiments/problems/clusters/given_cluster.hpp"
#include "experiments/problems/common/fields.hpp"
#include "experiments/problems/common/json.hpp"
#include "experiments/problems/common/options.hpp"
#include "experiments/problems/common/ranking.hpp"
#include "sim/network/jacobi.hpp"
#include "sim/network/network.hpp"
#include "sim/network/varied_speeds.hpp"
#include "sim/rectangles/decomposition.hpp"

namespace apportion::problems {

/// {"schema":1,"startup":{"where":"wire|cpu|medium","seconds":s},"links":[{"name":…,"bandwidth":bytes/s,"latency":s}],
/// "routes":[{"from":i,"to":j,"links":["name",…]}]} for this many processors. Start-up (no time) and latencies (0) may
/// be missing; links of routes are named, or numbered from 0. InputError that names the place for anything else: two
/// links of one name, a route given twice, from a processor to itself or to an unknown one, and what validate()
/// refuses. A pair without a route is no error before a message needs it.
[[nodiscard]] Network parse_network(std::string_view json, std::size_t processors);
[[nodiscard]] Network parse_network(const JsonReader& reader, std::size_t processors);

/// A network, and how long its processors compute.
struct GivenNetwork {
  std::string name;  ///< of the network, or of its file
  Network network;
  double latency = 0;              ///< the start-up of a message in elements: what algorithms are told
  double seconds_per_element = 0;  ///< of a processor with speed 1; 0: only messages take time
};

/// The fields `network`, with this note in its help, `bandwidth`, `startup`, `latency-time` and `element-seconds`.
[[nodiscard]] std::vector<Field> network_fields(const std::string& note = {});

/// The network that these, `latency` and what a cluster file knows of links say; nothing without `network`. A named
/// network has the start-up that the latency says, in elements of 8 bytes, or the time, spent at `startup`; one that is
/// described, in a file or in the line itself (see parse_network()), says its own, so that these are refused beside it.
/// InputError for these and a malformed network.
[[nodiscard]] std::shared_ptr<const GivenNetwork> network_of(const FieldValues& given, std::size_t processors,
                                                             const ProcessorLinks& of_file = {});

/// The group of each processor by its name: the groups that a cluster file has, or else the innermost groups of the
/// network, by number. Empty where neither says any.
[[nodiscard]] std::vector<std::string> group_of_each(const ProcessorLinks& links,
                                                     const std::vector<std::string>& group_names,
                                                     const std::shared_ptr<const GivenNetwork>& network);

/// Seconds for an iteration: of ten Jacobi sweeps without a barrier.
[[nodiscard]] double simulated_iteration(const GivenNetwork& given, const std::vector<double>& speeds,
                                         const Stencil& stencil);

/// The time of an element with which computing, evenly divided among processors of these speeds, takes as long as the
/// messages of a job alone. The job computes for a second per element.
[[nodiscard]] double balanced_seconds(const Network& network, const Job& job, const std::vector<double>& speeds);
[[nodiscard]] Job with_element_seconds(Job job, double seconds_per_element);

/// What a decomposition costs on a network; see sim/network/jacobi.hpp.
struct ExchangeCosts {
  double most = 0;       ///< elements
  double net = 0;        ///< seconds
  double simulated = 0;  ///< seconds, see simulated_iteration()
};
[[nodiscard]] ExchangeCosts exchange_costs(const GivenNetwork& given, const std::vector<double>& speeds,
                                           const Stencil& stencil);

/// How long a rival's simulated iteration takes, or why no answer can be compared with it.
struct RivalTime {
  std::optional<double> seconds = std::nullopt;
  std::string reason = {};  ///< where there is no number; "" where it was not asked for
};

/// "\nover XY2 is empty: ..." where there is nothing that times are compared with, and they are: a line below titles.
[[nodiscard]] std::string note_on(const RivalTime& rival);

/// What an answer says of a network.
struct CostsOnNetwork {
  std::string name;
  ExchangeCosts costs;
  std::optional<double> saved;               ///< the share of a rival's simulated time that is saved
  std::string not_saved = {};                ///< why there is no such number, in words; "" where it was not asked for
  std::vector<std::string> fastest_of = {};  ///< the algorithms that answered, where the question has rivals
  std::optional<VariedTimes> varied = std::nullopt;  ///< of an iteration, where it is asked how times vary
};
[[nodiscard]] CostsOnNetwork costs_on_network(const GivenNetwork& given, const std::vector<double>& speeds,
                                              const Stencil& stencil, const RivalTime& rival);

/// The speeds with which the processors of a question compute.
template <class Question>
[[nodiscard]] const std::vector<double>& speeds_in(const Question& question) {
  return speeds_of(question.memory, question.problem.cluster.speeds);
}

/// Why a rival's division cannot be compared with others.
class NoRival : public InputError {
 public:
  using InputError::InputError;
};

/// How long an iteration takes by XY2; nothing without a network. `divide` finds what its division exchanges: there is
/// no time where that throws NoRival, or InputError, where XY2 refuses.
[[nodiscard]] RivalTime seconds_by_xy2(const std::shared_ptr<const GivenNetwork>& network,
                                       const std::vector<double>& speeds, const std::function<Stencil()>& divide);

/// {"name":…,"most":…,"net":…,"simulated":…,"saved":…,"not_saved":…,"fastest_of":[…],"varied":…}: `saved` is null and
/// `not_saved` says why where the rival's time compares nothing; without the last three where they are empty.
[[nodiscard]] std::string costs_json(const CostsOnNetwork& on_network);

/// What the row of a ranking on a network begins with; times are in the unit that the best one's reads well in.
[[nodiscard]] std::vector<RankedValue> cost_values(const CostsOnNetwork& on_network, double best);

// --- How times vary

/// The fields `perturb`, which may need another one, and `spread`.
[[nodiscard]] std::vector<Field> variation_fields(const std::string& needed = {});

/// The variation that these and `seed` say, by default that of the file `cluster`; without `perturb` so many draws as
/// usual, no draws for 0. InputError for a malformed one, and where nothing says how far speeds vary.
[[nodiscard]] std::optional<SpeedVariation> variation_in(const FieldValues& given, std::size_t processors,
                                                         std::int64_t usual_draws = 0);

/// As far as the measurements of a cluster lie apart. InputError where a processor was measured once.
[[nodiscard]] SpeedVariation measured_variation(const GivenCluster& cluster, std::int64_t draws, std::uint64_t seed);

/// How a division's times vary with the speeds or, without a network, its imbalance; and whether answers are ranked by
/// that.
struct AskedVariation {
  SpeedVariation draws;
  double VariedTimes::*ranks = nullptr;  ///< nullptr: they are not
};

/// The fields of variation_fields() and `rank-by`, and what they and `seed` say: nothing without `perturb`. InputError
/// where a network is given on which nothing takes time that speeds decide.
[[nodiscard]] const std::vector<Field>& ranked_variation_fields();
[[nodiscard]] std::optional<AskedVariation> asked_variation(const FieldValues& given, const GivenNetwork* network,
                                                            std::size_t processors);

/// "95 % quantile of the time in 200 draws of the speeds": what answers are ranked by; of the imbalance without a
/// network. `variation.ranks` is given.
[[nodiscard]] std::string ranked_value_words(const AskedVariation& variation, bool on_network);

[[nodiscard]] inline bool ranks_answers(const std::optional<AskedVariation>& variation) {
  return variation && variation->ranks != nullptr;
}

/// InputError where a ranking is asked for and there is one answer.
void require_several(const std::optional<AskedVariation>& variation);

/// Adds what the question's variation does to the answer: to the iteration on its network, where it has one, otherwise
/// to its imbalance, which `imbalance_by` says of relative speeds.
template <class Question, class Answer>
void add_variation(const Question& question, const std::function<Stencil()>& stencil,
                   const std::function<double(const std::vector<double>&)>& imbalance_by, Answer& answer) {
  if (!question.variation) return;
  const auto& [draws, ranks] = *question.variation;
  std::optional<VariedTimes>& varied = answer.network ? answer.network->varied : answer.varied_imbalance;
  if (answer.network)
    varied = summary_of(
        times_by_draws(draws, speeds_in(question), [&, exchanged = stencil()](const std::vector<double>& speeds) {
          return simulated_iteration(*question.network, speeds, exchanged);
        }));
  else
    varied = summary_of(times_by_draws(draws, question.problem.cluster.speeds, imbalance_by));
  if (ranks != nullptr) answer.ranked_value = (*varied).*ranks;
}

/// {"draws":…,"low":…,"median":…,"high":…,"worst":…}
[[nodiscard]] std::string varied_json(const VariedTimes& times);

/// The columns of a ranking, in this unit.
[[nodiscard]] std::vector<RankedValue> varied_values(const std::optional<VariedTimes>& times, const TimeUnit& unit);

}  // namespace apportion::problems
