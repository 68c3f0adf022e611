// One problem of boxes: the question, its answer, and both as JSON; the same for programs of users.
#include "experiments/problems/boxes/solve.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "base/error.hpp"
#include "base/files.hpp"
#include "base/side_by_side.hpp"
#include "experiments/problems/clusters/cluster_file.hpp"
#include "experiments/problems/common/watched_search.hpp"
#include "experiments/problems/external/own_algorithms.hpp"
#include "sim/boxes/bound.hpp"

namespace apportion::problems {
namespace {

BoxAnswer box_answer_with(const BoxQuestion& question, std::string algorithm, BoxDivision division) {
  BoxAnswer answer{.algorithm = std::move(algorithm), .division = std::move(division), .names = question.names};
  if (question.memory) answer.memory = memory_use(*question.memory, {});  // volumes are those of the weights
  answer.surface = inner_surface(answer.division);
  answer.pairs = neighbour_pairs(answer.division);
  answer.total = total_cost(question.problem, answer.division);
  answer.lower_bound = total_lower_bound(question.problem);
  return answer;
}

// What a user's program answered was checked when it was read.
BoxDivision box_division_by(const ChosenAlgorithm<BoxAlgorithm>& chosen, const BoxProblem& problem,
                            RandomStream& stream) {
  if (chosen.registered() != nullptr) return solve_boxes(*chosen.registered(), problem, stream);
  validate(problem);
  return chosen.solve(problem, stream);
}

BoxAnswer solved_in_time(const BoxQuestion& question, const ChosenAlgorithm<BoxAlgorithm>& chosen,
                         const RandomStream& stream) {
  require_search_on(chosen);
  const auto by = [&](const ChosenAlgorithm<BoxAlgorithm>& algorithm) {
    return [&question, algorithm, own = stream]() mutable { return box_division_by(algorithm, question.problem, own); };
  };
  RandomStream own = stream;
  return answered_in_time<BoxDivision, BoxAnswer>(
      *question.seconds, question.threads,
      {.starts = {by(choose_algorithm(question.own, "RecursiveBisection2")), by(chosen)},
       .search_on =
           [&](const BoxDivision& start, const auto& found) {
             chosen.registered()->algorithm->search_on(question.problem, chosen.registered()->options, start, found,
                                                       own);
           },
       .answer =
           [&](const BoxDivision& division) { return box_answer_with(question, chosen.canonical_name(), division); },
       .key = [](const BoxAnswer& answer) { return RankingKey{.algorithm = answer.algorithm, .cost = answer.total}; },
       .said = [](const BoxAnswer& answer) { return bounded_cost_text(answer.total, answer.lower_bound); },
       .printed = [](const BoxAnswer& answer) { return to_json(answer); }});
}

BoxDivision box_division_in(const BoxProblem& problem, const JsonReader& answer) {
  require_answer_keys(answer, {"boxes"}, printed_keys(box_quantities(), {"memory"}));
  const std::size_t processors = problem.cluster.size();
  BoxDivision division{problem.extent, std::vector<Cuboid>(processors)};
  std::vector<bool> has_box(processors, false);
  for (const JsonReader& entry : answer["boxes"].items()) {
    entry.require_keys({"processor", "row", "column", "layer", "rows", "columns", "layers"}, {});
    const std::int64_t number = entry["processor"].whole();
    if (number < 0 || static_cast<std::size_t>(number) >= processors)
      throw InputError(
          fmt::format("{} is {}; there are processors 0 to {}", entry["processor"].place(), number, processors - 1));
    const auto processor = static_cast<std::size_t>(number);
    if (has_box[processor]) throw InputError(fmt::format("processor {} has two boxes", number));
    has_box[processor] = true;
    division.parts[processor] = {{entry["row"].number(), entry["column"].number(), entry["layer"].number()},
                                 {entry["rows"].number(), entry["columns"].number(), entry["layers"].number()}};
  }
  const auto missing = std::ranges::find(has_box, false);
  if (missing != has_box.end()) throw InputError(fmt::format("processor {} has no box", missing - has_box.begin()));
  require_tiling(problem, division);
  return division;
}

BoxDivision given_box_division(const BoxProblem& problem, const JsonReader& answer) {
  if (!answer.json().is_string()) return box_division_in(problem, answer);
  return parsed_input(answer.text(), [&problem](const std::string& text) {
    const Json json = parse_json(text);
    return box_division_in(problem, JsonReader(json));
  });
}

}  // namespace

BoxQuestion box_question(const FieldValues& given) {
  BoxQuestion question;
  if (!given.has("answer")) question.algorithm = given.text("algorithm");
  question.problem.extent = {given.real("rows"), given.real("columns"), given.real("layers")};
  if (std::optional<GivenCluster> cluster = cluster_in(given)) {
    ClusterShares shares = cluster->shares_of(volume(question.problem.extent), volume(question.problem.extent));
    question.problem.cluster = std::move(shares.cluster);
    question.memory = std::move(shares.memory);
    question.names = std::move(cluster->names);
  } else {
    question.problem.cluster = cluster_of(given["weights"]);
  }
  question.problem.latency = given.real("latency");
  question.own = own_algorithms(given.own(), box_exchange());
  question.seed = seed_in(given);
  question.threads = threads_in(given);
  question.seconds = seconds_in(given);
  return question;
}

BoxQuestion parse_box_question(std::string_view json) { return box_question({box_fields(), parse_json(json)}); }

BoxAnswer solve(const BoxQuestion& question) {
  const ChosenAlgorithm<BoxAlgorithm> chosen = choose_algorithm(question.own, question.algorithm);
  const std::string name = chosen.canonical_name();
  RandomStream stream = solving_stream("boxes", name, question.seed);
  if (question.seconds) return solved_in_time(question, chosen, stream);
  const WorkThreads threads(question.threads);
  return box_answer_with(question, name, box_division_by(chosen, question.problem, stream));
}

Evaluation evaluate_boxes(const FieldValues& given) {
  const BoxQuestion question = box_question(given);
  validate(question.problem);
  return {to_json(box_answer_with(question, "given", given_box_division(question.problem, given["answer"])))};
}

std::string to_json(const BoxProblem& problem) {
  return fmt::format(R"({{"rows":{},"columns":{},"layers":{},"weights":{},"latency":{}}})", problem.extent[0],
                     problem.extent[1], problem.extent[2], weights_json(problem.cluster), problem.latency);
}

std::string to_json(const BoxAnswer& answer, const std::string& more) {
  fmt::memory_buffer text = json_beginning(box_quantities(), answer);
  const auto out = std::back_inserter(text);
  text.append(memory_json(answer.memory));
  if (!more.empty()) fmt::format_to(out, ",{}", more);
  if (!answer.names.empty()) fmt::format_to(out, R"(,"names":{})", names_json(answer.names));
  fmt::format_to(out, R"(,"boxes":[)");
  for (std::size_t i = 0; i < answer.division.parts.size(); ++i) {
    const auto& [at, sides] = answer.division.parts[i];
    fmt::format_to(out, R"({}{{"processor":{},"row":{},"column":{},"layer":{},"rows":{},"columns":{},"layers":{}}})",
                   i == 0 ? "" : ",", i, plain(at[0]), plain(at[1]), plain(at[2]), plain(sides[0]), plain(sides[1]),
                   plain(sides[2]));
  }
  fmt::format_to(out, "]}}");
  return fmt::to_string(text);
}

Exchange<BoxAlgorithm> box_exchange() {
  return {[](const BoxProblem& problem) { return to_json(problem); }, box_division_in};
}

}  // namespace apportion::problems
